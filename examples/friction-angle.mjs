// A block on a slope: it slides where the slope is steeper than the friction angle atan(mu), and only there.
import { BlockRowBuilder, denseBlockDiagonal, solve } from 'stickslip';

const mass = 1; // kg
const step = 0.01; // s
const friction = 0.5;

const M = denseBlockDiagonal([3]);
for (let k = 0; k < 3; k++) M.values[4 * k] = mass;
const rows = new BlockRowBuilder(3, 3);
rows.segment(0, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
rows.endRow();
const H = rows.finish();

console.log(`friction angle ${((Math.atan(friction) * 180) / Math.PI).toFixed(2)} degrees`);
for (const degrees of [20, 26, 27, 45, 120]) {
  const slope = (degrees * Math.PI) / 180;
  const weight = step * mass * 9.81;
  const f = Float64Array.of(-weight * Math.cos(slope), weight * Math.sin(slope), 0);
  const { states, u } = solve({
    kind: 'primal',
    d: 3,
    M,
    f,
    H,
    w: new Float64Array(3),
    mu: Float64Array.of(friction),
  });
  console.log(`${degrees} degrees: ${states[0]}, ${u[1].toFixed(4)} m/s down the slope`);
}

// Prints:
// friction angle 26.57 degrees
// 20 degrees: stick, 0.0000 m/s down the slope
// 26 degrees: stick, 0.0000 m/s down the slope
// 27 degrees: slide, 0.0008 m/s down the slope
// 45 degrees: slide, 0.0347 m/s down the slope
// 120 degrees: takeOff, 0.0850 m/s down the slope
