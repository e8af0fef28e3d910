import { row, type ValidationRow } from '../row.js';
import { smoothKeyframes } from '../../bodies/keyframes.js';
import type { Motion } from '../../bodies/motion.js';
import { createRod, type Rod } from '../../bodies/rods/registry.js';
import { stepAlone } from '../../bodies/rods/time-step.js';

const length = 0.3;
const h = 0.005;
/** the rod sets out along z: so down is there, and a little to the side (m/s²) */
const gravity = [2.7, 0, 9.4] as const;
/** the clamp is taken this far to the side (m) in this time (s) */
const way = 0.3;
const time = 1;

function hanging(model: string, motion?: Motion): Rod {
  return createRod({
    model,
    elements: 8,
    length,
    section: { radius: 1e-3 },
    material: { density: 1300, youngModulus: 5e7, poissonRatio: 0.3, internalDamping: 0.01, airDamping: 1e-2 },
    start: { kind: 'clamped', motion },
    initial: { tangent: [0, 0, 1] },
  });
}

/** Where the tip is, seen from the clamp. */
function tip(rod: Rod): number[] {
  const x = new Float64Array(3 * rod.nodes);
  rod.centreLine(x);
  return [0, 1, 2].map((i) => x[3 * rod.nodes - 3 + i] - x[i]);
}

const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]) * (x - b[i]), 0));

/**
 * A hanging rod whose clamp is moved to the side by two keyframes. At rest when it starts, it is held back by no more than its inertia; in
 * the end it hangs as one that was never moved.
 */
export function drivenClamp(models: readonly string[] = ['super-helix', 'der', 'mass-spring']): ValidationRow[] {
  return models.flatMap((model) => {
    const moved = hanging(
      model,
      smoothKeyframes(
        [0, time],
        [
          [0, 0, 0, 1, 0, 0, 0],
          [0, way, 0, 1, 0, 0, 0],
        ],
      ),
    );
    const left = hanging(model);
    let kick = 0;
    let most = 0;
    for (let k = 0; k < 8 / h; k++) {
      const step = { t: k * h, h, theta: 1, gravity } as const;
      stepAlone(moved, step);
      stepAlone(left, step);
      const t = (k + 1) * h;
      // smooth keyframes set off with 6 way / time²: what stays where it is falls behind by half of that times t²
      if (t > 0.1) continue;
      kick = Math.max(kick, apart(tip(moved), tip(left)));
      most = (3 * way * t * t) / (time * time);
    }
    return [
      row(`${model}: clamp moved by keyframes, the tip falls behind in 0.1 s by at most`, 0, kick, 1.1 * most, 'm'),
      row(
        `${model}: 7 s after, off where a rod hangs that was not moved`,
        0,
        apart(tip(moved), tip(left)),
        1e-3 * length,
        'm',
      ),
    ];
  });
}
