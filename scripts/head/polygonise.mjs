/** Surfaces of fields as triangles: one side of a symmetric body, simplified, and mirrored. */

/** Gradient of a field by central differences. */
export function gradient(field, p, h = 2e-5) {
  const at = (i, s) => field(p.map((x, k) => (k === i ? x + s * h : x)));
  return [0, 1, 2].map((i) => (at(i, 1) - at(i, -1)) / (2 * h));
}

/** Moves a point onto the surface; one of the mirror plane stays there. */
export function project(field, p, steps = 4) {
  let q = p;
  for (let k = 0; k < steps; k++) {
    const d = field(q);
    const g = gradient(field, q);
    if (p[0] === 0) g[0] = 0;
    const size = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
    if (!(size > 1e-6)) break;
    q = q.map((x, i) => x - Math.max(-2e-3, Math.min(2e-3, d / Math.sqrt(size))) * (g[i] / Math.sqrt(size)));
  }
  return q;
}

/**
 * Surface nets [Gibson 1998]: a vertex in each cell that the surface goes through, a quadrilateral for each edge that it
 * cuts. Cells are centred on x = 0, h, 2h, ...; those of x = 0 give vertices of the mirror plane.
 */
export function halfSurface(field, { least, most }, h) {
  const size = [0, 1, 2].map((i) => Math.ceil((most[i] - (i === 0 ? -0.5 * h : least[i])) / h) + 1);
  const origin = [-0.5 * h, least[1], least[2]];
  const [nx, ny, nz] = size;
  const node = (i, j, k) => (k * ny + j) * nx + i;
  const values = new Float64Array(nx * ny * nz);
  const place = (i, j, k) => [origin[0] + i * h, origin[1] + j * h, origin[2] + k * h];
  // blocks that the surface cannot reach are filled with the value in their middle
  const block = 4;
  const reach = 2 * Math.sqrt(3) * 0.5 * block * h;
  for (let k0 = 0; k0 < nz; k0 += block) {
    for (let j0 = 0; j0 < ny; j0 += block) {
      for (let i0 = 0; i0 < nx; i0 += block) {
        const middle = field(place(i0 + 0.5 * block, j0 + 0.5 * block, k0 + 0.5 * block));
        const far = Math.abs(middle) > reach;
        for (let k = k0; k < Math.min(nz, k0 + block); k++) {
          for (let j = j0; j < Math.min(ny, j0 + block); j++) {
            for (let i = i0; i < Math.min(nx, i0 + block); i++) {
              values[node(i, j, k)] = far ? middle : field(place(i, j, k));
            }
          }
        }
      }
    }
  }
  const vertices = [];
  const ofCell = new Map();
  const vertexOf = (i, j, k) => {
    const key = node(i, j, k);
    let known = ofCell.get(key);
    if (known !== undefined) return known;
    const sum = [0, 0, 0];
    let cuts = 0;
    for (let axis = 0; axis < 3; axis++) {
      for (let corner = 0; corner < 4; corner++) {
        const a = [0, 0, 0];
        a[(axis + 1) % 3] = corner & 1;
        a[(axis + 2) % 3] = corner >> 1;
        const b = a.map((x, i) => (i === axis ? 1 : x));
        const va = values[node(i + a[0], j + a[1], k + a[2])];
        const vb = values[node(i + b[0], j + b[1], k + b[2])];
        if (va < 0 === vb < 0) continue;
        const t = va / (va - vb);
        for (let e = 0; e < 3; e++) sum[e] += a[e] + t * (b[e] - a[e]);
        cuts++;
      }
    }
    const p = [i, j, k].map((n, e) => origin[e] + h * (n + sum[e] / cuts));
    if (i === 0) p[0] = 0;
    known = vertices.push(project(field, p)) - 1;
    ofCell.set(key, known);
    return known;
  };
  const triangles = [];
  for (let k = 1; k < nz - 1; k++) {
    for (let j = 1; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const here = values[node(i, j, k)] < 0;
        const quad = (axis, other) => {
          if (here === other < 0) return;
          const u = (axis + 1) % 3;
          const v = (axis + 2) % 3;
          const at = [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ].map(([a, b]) => {
            const cell = [i, j, k];
            cell[u] -= a;
            cell[v] -= b;
            return cell;
          });
          if (at.some((cell) => cell[0] < 0)) return;
          const [a, b, c, d] = (here ? at : at.reverse()).map((cell) => vertexOf(...cell));
          triangles.push([a, b, c], [a, c, d]);
        };
        quad(0, values[node(i + 1, j, k)]);
        quad(1, values[node(i, j + 1, k)]);
        quad(2, values[node(i, j, k + 1)]);
      }
    }
  }
  return { vertices, triangles };
}

/** Both sides of a half surface. */
export function mirrored({ vertices, triangles }) {
  const all = vertices.map((p) => [...p]);
  const twin = vertices.map((p, v) => (p[0] === 0 ? v : all.push([-p[0], p[1], p[2]]) - 1));
  return { vertices: all, triangles: [...triangles, ...triangles.map(([a, b, c]) => [twin[a], twin[c], twin[b]])] };
}
