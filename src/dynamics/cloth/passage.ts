import type { FiberBody } from '../../bodies/body.js';
import type { Motion } from '../../bodies/motion.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';

/** The way of a frame through one step: where it was, where it is. */
export interface Passage {
  /** the earlier pose up to the middle of the step, the later one from there */
  readonly motion: Motion;
  /** Notes the present pose as the earlier (0) or the later one (1); with the later one, the middle of the step (s). */
  note(side: 0 | 1, middle: number): void;
}

/** The passage of a frame whose pose `write` tells. */
function passage(write: (out: Float64Array) => void): Passage {
  const before = new Float64Array(7);
  const after = new Float64Array(7);
  let middle = 0;
  return {
    motion: (out, t) => {
      out.set(t < middle ? before : after);
    },
    note: (side, time) => {
      write(side === 0 ? before : after);
      if (side === 1) middle = time;
    },
  };
}

/** A rigid body's shape. */
export function rigidPassage(body: RigidBody): Passage {
  return passage((out) => body.pose(out));
}

/** A segment of a rod: middle, and the turn that takes the z axis along it. */
export function fiberPassage(fiber: FiberBody, segment: number): Passage {
  const line = new Float64Array(3 * fiber.nodes);
  return passage((out) => {
    fiber.centreLine(line);
    const at = 3 * segment;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      out[c] = 0.5 * (line[at + c] + line[at + 3 + c]);
      const d = line[at + 3 + c] - line[at + c];
      square += d * d;
    }
    const length = Math.sqrt(square) || 1;
    const x = (line[at + 3] - line[at]) / length;
    const y = (line[at + 4] - line[at + 1]) / length;
    const z = (line[at + 5] - line[at + 2]) / length;
    // half-way quaternion from z to d: (1 + z·d, z × d); a segment that points straight down turns about x
    const w = 1 + z;
    const norm = Math.sqrt(w * w + x * x + y * y);
    if (norm < 1e-9) out.set([0, 1, 0, 0], 3);
    else out.set([w / norm, -y / norm, x / norm, 0], 3);
  });
}
