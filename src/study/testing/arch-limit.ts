import { nonnegativeLeastSquares } from '../../linalg/nonnegative-least-squares.js';

/** Place of a corner: radius and angle from the right springing. */
const corner = (radius: number, angle: number): [number, number] => [
  radius * Math.cos(angle),
  radius * Math.sin(angle),
];

/** Area and centroid of a quadrilateral. */
function centroid(p: readonly (readonly [number, number])[]): { area: number; x: number; y: number } {
  let [area, x, y] = [0, 0, 0];
  p.forEach(([ax, ay], k) => {
    const [bx, by] = p[(k + 1) % p.length];
    const cross = ax * by - bx * ay;
    area += cross / 2;
    x += ((ax + bx) * cross) / 6;
    y += ((ay + by) * cross) / 6;
  });
  return { area, x: x / area, y: y / area };
}

/**
 * Whether a semicircular arch of equal voussoirs, mean radius 1, can stand by limit analysis [Heyman 1966; Livesley 1978]: are there
 * compressive forces within the friction cones at the corners of all joints that balance every voussoir? A linear programme:
 * each corner force is a combination with positive weights of the two edges of its cone.
 */
export function archStands(voussoirs: number, thickness: number, mu: number): boolean {
  const [inner, outer] = [1 - thickness / 2, 1 + thickness / 2];
  const rows = 3 * voussoirs;
  const columns: Float64Array[] = [];
  for (let joint = 0; joint <= voussoirs; joint++) {
    const angle = (Math.PI * joint) / voussoirs;
    // along the arch, from the voussoir before the joint to the one after it
    const normal = [-Math.sin(angle), Math.cos(angle)];
    const across = [Math.cos(angle), Math.sin(angle)];
    for (const radius of [inner, outer]) {
      const [x, y] = corner(radius, angle);
      for (const sign of [-1, 1]) {
        const force = [normal[0] + sign * mu * across[0], normal[1] + sign * mu * across[1]];
        const column = new Float64Array(rows);
        const act = (block: number, way: number): void => {
          if (block < 0 || block >= voussoirs) return;
          column[3 * block] += way * force[0];
          column[3 * block + 1] += way * force[1];
          column[3 * block + 2] += way * (x * force[1] - y * force[0]);
        };
        act(joint, 1);
        act(joint - 1, -1);
        const size = Math.sqrt(column.reduce((sum, own) => sum + own * own, 0));
        columns.push(column.map((own) => own / size));
      }
    }
  }
  const b = new Float64Array(rows);
  for (let k = 0; k < voussoirs; k++) {
    const [from, to] = [(Math.PI * k) / voussoirs, (Math.PI * (k + 1)) / voussoirs];
    const { area, x } = centroid([corner(inner, from), corner(outer, from), corner(outer, to), corner(inner, to)]);
    b[3 * k + 1] = area;
    b[3 * k + 2] = x * area;
  }
  const size = Math.sqrt(b.reduce((sum, own) => sum + own * own, 0));
  const A = new Float64Array(rows * columns.length);
  columns.forEach((column, k) => A.set(column, k * rows));
  const { residual } = nonnegativeLeastSquares(
    A,
    rows,
    0,
    b.map((own) => own / size),
    1e-9,
    1e10,
  );
  return residual < 1e-8;
}

/** Least thickness over the mean radius with which the arch stands. */
export function archLimit(voussoirs: number, mu: number): number {
  let [falls, stands] = [0.05, 0.2];
  while (stands - falls > 1e-5) {
    const middle = 0.5 * (falls + stands);
    if (archStands(voussoirs, middle, mu)) stands = middle;
    else falls = middle;
  }
  return stands;
}
