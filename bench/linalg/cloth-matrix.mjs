/**
 * Per-node scalar matrix of a triangulated nx x ny rectangle of cloth: mass, edge springs, and a bending term on the four
 * vertices around every inner edge, so that opposite vertices are coupled as well. Symmetric positive definite.
 */
export function clothMatrix(SparseBuilder, nx, ny) {
  const n = nx * ny;
  const b = new SparseBuilder(n, n, 40 * n);
  const id = (x, y) => (x < 0 || y < 0 || x >= nx || y >= ny ? -1 : y * nx + x);
  const stencil = (nodes, weights, stiffness) => {
    if (nodes.some((k) => k < 0)) return;
    nodes.forEach((i, r) => nodes.forEach((j, c) => b.add(i, j, stiffness * weights[r] * weights[c])));
  };
  for (let y = 0; y < ny; y++)
    for (let x = 0; x < nx; x++) {
      const [o, right, up, far] = [id(x, y), id(x + 1, y), id(x, y + 1), id(x + 1, y + 1)];
      b.add(o, o, 0.01);
      for (const j of [right, up, far]) stencil([o, j], [1, -1], 1);
      // per edge: its ends, then the two vertices opposite to it
      stencil([o, right, far, id(x, y - 1)], [1, 1, -1, -1], 0.3);
      stencil([o, up, far, id(x - 1, y)], [1, 1, -1, -1], 0.3);
      stencil([o, far, right, up], [1, 1, -1, -1], 0.3);
    }
  return b.build();
}
