/**
 * Fewer triangles: edges are collapsed in the order of the error that it makes, by quadrics [Garland and Heckbert 1997];
 * new vertices are put back onto the surface by `place`. Vertices of the mirror plane stay in it.
 */
export function simplify({ vertices, triangles }, target, { place, weight, longest }) {
  const x = vertices.map((p) => [...p]);
  const faces = triangles.map((t) => [...t]);
  const alive = faces.map(() => true);
  const around = x.map(() => new Set());
  faces.forEach((t, f) => t.forEach((v) => around[v].add(f)));
  const quadrics = x.map(() => new Float64Array(10));
  const version = new Int32Array(x.length);
  faces.forEach((t) => {
    const n = normalOf(x, t);
    const area = Math.hypot(...n) / 2;
    if (!(area > 0)) return;
    const plane = n.map((a) => a / (2 * area));
    plane.push(-(plane[0] * x[t[0]][0] + plane[1] * x[t[0]][1] + plane[2] * x[t[0]][2]));
    const w = area * weight(x[t[0]]);
    for (const v of t) addPlane(quadrics[v], plane, w);
  });
  const heap = new Heap();
  const push = (a, b) => {
    const collapse = costOf(x, quadrics, a, b, weight, longest);
    if (collapse) heap.push({ ...collapse, a, b, va: version[a], vb: version[b] });
  };
  const edges = new Set();
  faces.forEach((t) => t.forEach((v, i) => edges.add(key(v, t[(i + 1) % 3]))));
  for (const edge of edges) push(...edge.split(' ').map(Number));
  let count = faces.length;
  while (count > target) {
    const next = heap.pop();
    if (!next) break;
    const { a, b, va, vb } = next;
    if (version[a] !== va || version[b] !== vb) continue;
    const to = place(next.to);
    if (!isSafe(x, faces, around, a, b, to)) continue;
    x[a] = to;
    for (const f of around[b]) {
      if (faces[f].includes(a)) {
        alive[f] = false;
        count--;
        for (const v of faces[f]) around[v].delete(f);
      } else {
        faces[f] = faces[f].map((v) => (v === b ? a : v));
        around[a].add(f);
      }
    }
    around[b].clear();
    for (let i = 0; i < 10; i++) quadrics[a][i] += quadrics[b][i];
    version[a]++;
    version[b]++;
    const near = new Set();
    for (const f of around[a]) for (const v of faces[f]) if (v !== a) near.add(v);
    for (const v of near) push(a, v);
  }
  return compact(
    x,
    faces.filter((_, f) => alive[f]),
  );
}

const key = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);

function normalOf(x, [a, b, c]) {
  const u = x[b].map((s, i) => s - x[a][i]);
  const v = x[c].map((s, i) => s - x[a][i]);
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function addPlane(q, [a, b, c, d], w) {
  [a * a, a * b, a * c, a * d, b * b, b * c, b * d, c * c, c * d, d * d].forEach((s, i) => (q[i] += w * s));
}

function valueOf(q, [x, y, z]) {
  return (
    q[0] * x * x +
    2 * q[1] * x * y +
    2 * q[2] * x * z +
    2 * q[3] * x +
    q[4] * y * y +
    2 * q[5] * y * z +
    2 * q[6] * y +
    q[7] * z * z +
    2 * q[8] * z +
    q[9]
  );
}

/** Where an edge had best be collapsed to, and what it costs; long edges and slivers cost more. */
function costOf(x, quadrics, a, b, weight, longest) {
  const q = quadrics[a].map((s, i) => s + quadrics[b][i]);
  const [pa, pb] = [x[a], x[b]];
  const length = Math.hypot(...pa.map((s, i) => s - pb[i]));
  if (length > longest) return undefined;
  const middle = pa.map((s, i) => 0.5 * (s + pb[i]));
  // what lies in the mirror plane stays there, and its outline with it
  const border = pa[0] === 0 || pb[0] === 0;
  const candidates =
    pa[0] === 0 && pb[0] === 0 ? [middle, pa, pb] : border ? [pa[0] === 0 ? pa : pb] : [middle, pa, pb];
  let best;
  for (const to of candidates) {
    const cost = Math.max(0, valueOf(q, to)) + 2e-7 * weight(middle) * length ** 4;
    if (!best || cost < best.cost) best = { cost, to };
  }
  return best;
}

/** Whether a collapse keeps the surface a surface and turns no triangle over. */
function isSafe(x, faces, around, a, b, to) {
  const neighbours = (v) => new Set([...around[v]].flatMap((f) => faces[f]).filter((w) => w !== v));
  const near = neighbours(a);
  const common = [...neighbours(b)].filter((v) => near.has(v));
  const shared = [...around[a]].filter((f) => faces[f].includes(b));
  if (common.length !== shared.length) return false;
  // two vertices of the rim that are no neighbours along it
  if (x[a][0] === 0 && x[b][0] === 0 && shared.length !== 1) return false;
  for (const v of [a, b]) {
    for (const f of around[v]) {
      if (shared.includes(f)) continue;
      const before = normalOf(x, faces[f]);
      const saved = x[v];
      x[v] = to;
      const after = normalOf(x, faces[f]);
      const corners = faces[f].map((w) => x[w]);
      x[v] = saved;
      const size = Math.hypot(...before) * Math.hypot(...after);
      if (before[0] * after[0] + before[1] * after[1] + before[2] * after[2] < 0.3 * size) return false;
      const sides = corners.map((p, i) => Math.hypot(...p.map((s, e) => s - corners[(i + 1) % 3][e])));
      if (Math.hypot(...after) < 0.12 * Math.max(...sides) ** 2) return false;
    }
  }
  return true;
}

function compact(x, faces) {
  const number = new Map();
  const vertices = [];
  const triangles = faces.map((t) =>
    t.map((v) => {
      if (!number.has(v)) number.set(v, vertices.push(x[v]) - 1);
      return number.get(v);
    }),
  );
  return { vertices, triangles };
}

/** A heap of collapses, the cheapest first. */
class Heap {
  items = [];

  push(item) {
    let k = this.items.push(item) - 1;
    while (k > 0) {
      const up = (k - 1) >> 1;
      if (this.items[up].cost <= item.cost) break;
      this.items[k] = this.items[up];
      k = up;
    }
    this.items[k] = item;
  }

  pop() {
    const top = this.items[0];
    const item = this.items.pop();
    if (this.items.length === 0) return top;
    let k = 0;
    for (;;) {
      let down = 2 * k + 1;
      if (down >= this.items.length) break;
      if (down + 1 < this.items.length && this.items[down + 1].cost < this.items[down].cost) down++;
      if (this.items[down].cost >= item.cost) break;
      this.items[k] = this.items[down];
      k = down;
    }
    this.items[k] = item;
    return top;
  }
}
