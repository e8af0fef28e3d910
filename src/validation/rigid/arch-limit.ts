import { cos, sin } from '../../math/functions.js';

/** Area times depth is left out: (area, moment about the z axis) of a polygon in the x-z plane, corners in turn. */
function areaAndMoment(corners: readonly (readonly [number, number])[]): [number, number] {
  let area = 0;
  let moment = 0;
  corners.forEach(([x, z], k) => {
    const [x2, z2] = corners[(k + 1) % corners.length];
    const cross = x * z2 - x2 * z;
    area += cross / 2;
    moment += ((x + x2) * cross) / 6;
  });
  return [area, moment];
}

/**
 * Least thickness, of the mean radius, of a semicircular arch of n equal stones with straight sides that cannot slide: some line of thrust
 * passes through every joint. By symmetry the thrust a at the crown is level, at the height b / a; that its resultant with the weight
 * of the stones down to a joint passes between the joint's ends are two conditions linear in a and b [Heyman 1966]. They can be met
 * where a corner of two of them meets all.
 */
export function leastArchThickness(n: number): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < 50; k++) {
    const middle = 0.5 * (low + high);
    if (holdsThrust(n, middle)) high = middle;
    else low = middle;
  }
  return high;
}

function holdsThrust(n: number, thickness: number): boolean {
  const [inner, outer] = [1 - thickness / 2, 1 + thickness / 2];
  const at = (r: number, angle: number): [number, number] => [r * cos(angle), r * sin(angle)];
  const conditions: [number, number, number][] = [];
  let area = 0;
  let moment = 0;
  if (n % 2 === 0) conditions.push([-inner, 1, 0], [outer, -1, 0]);
  for (let joint = Math.ceil(n / 2) - 1; joint >= 0; joint--) {
    const [from, to] = [(joint * Math.PI) / n, ((joint + 1) * Math.PI) / n];
    const corners = [at(inner, from), at(outer, from), at(outer, to), at(inner, to)];
    if (2 * (joint + 1) > n) {
      // half of the keystone: its upper sides are level
      corners[2][0] = corners[3][0] = 0;
    }
    const [a, m] = areaAndMoment(corners);
    area += a;
    moment += m;
    for (const [[x, z], sign] of [
      [corners[0], 1],
      [corners[1], -1],
    ] as const) {
      conditions.push([-sign * z, sign, sign * (area * x - moment)]);
    }
  }
  return conditions.some(([a1, b1, c1], i) =>
    conditions.slice(i + 1).some(([a2, b2, c2]) => {
      const d = a1 * b2 - b1 * a2;
      if (d === 0) return false;
      const a = (c1 * b2 - b1 * c2) / d;
      const b = (a1 * c2 - c1 * a2) / d;
      return conditions.every(([p, q, c]) => p * a + q * b >= c - 1e-13);
    }),
  );
}
