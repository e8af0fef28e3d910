// Finds the friction of a slope from how far a block slid on it: gradient descent, with the derivative of the distance
// chained backwards through the time steps (one adjoint product each).
import { BlockRowBuilder, denseBlockDiagonal, differentiate, solve } from 'stickslip';

const mass = 2; // kg
const h = 0.01; // s
const steps = 100;
const slope = (30 * Math.PI) / 180;

const M = denseBlockDiagonal([3]);
for (let k = 0; k < 3; k++) M.values[4 * k] = mass;
const rows = new BlockRowBuilder(3, 3);
rows.segment(0, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1]); // normal, down the slope, across
rows.endRow();
const H = rows.finish();
const weight = h * mass * 9.81;

/** The distance slid in a second, starting at 1 m/s, and its derivative with respect to friction. */
function slide(friction) {
  const mu = Float64Array.of(friction);
  const taken = [];
  let v = Float64Array.of(0, 1, 0);
  let distance = 0;
  for (let k = 0; k < steps; k++) {
    const f = v.map((x) => mass * x);
    f[0] -= weight * Math.cos(slope);
    f[1] += weight * Math.sin(slope);
    const problem = { kind: 'primal', d: 3, M, f, H, w: new Float64Array(3), mu };
    const result = solve(problem, { tolerance: 1e-12 });
    taken.push(differentiate(problem, result));
    v = result.v;
    distance += h * v[1];
  }
  // backwards: what the distance gains by the velocity after each step, and by friction in it
  let gain = new Float64Array(3);
  let slopeOfDistance = 0;
  for (const d of taken.reverse()) {
    gain[1] += h;
    const gradient = d.vjp({ v: gain });
    slopeOfDistance += gradient.mu[0];
    gain = gradient.f.map((x) => mass * x); // f holds M v
  }
  return { distance, slopeOfDistance };
}

const measured = slide(0.35).distance;
console.log(`measured: ${measured.toFixed(4)} m`);
let friction = 0.1;
for (let k = 0; k < 40; k++) {
  const { distance, slopeOfDistance } = slide(friction);
  if (k < 3)
    console.log(`mu ${friction.toFixed(4)}: ${distance.toFixed(4)} m, ${slopeOfDistance.toFixed(4)} m per unit of mu`);
  // downhill on (distance - measured)² / 2
  friction -= 0.02 * (distance - measured) * slopeOfDistance;
}
console.log(`found: mu ${friction.toFixed(6)}`);

// Prints:
// measured: 1.9754 m
// mu 0.1000: 3.0480 m, -4.2903 m per unit of mu
// mu 0.1920: 2.6531 m, -4.2903 m per unit of mu
// mu 0.2502: 2.4036 m, -4.2903 m per unit of mu
// found: mu 0.350000
