import type { ContactSet } from '../../collision/contact-set.js';
import { placeColliders } from '../contacts/placement.js';
import { ContactRows } from '../contacts/rows.js';
import { BodyFactors } from '../groups/body-factors.js';
import { policy } from '../policy/values.js';
import { Repair } from '../repair/repair.js';
import type { GroomParts } from './parts.js';

/** What became of the overlaps of a drawing. Depths are in radii or half thicknesses. */
export interface Separation {
  /** pairs of surfaces that overlapped by more than is allowed, and the deepest of them */
  readonly overlaps: number;
  readonly depth: number;
  /** what is left */
  readonly left: number;
  readonly depthLeft: number;
  /** farthest that a node was moved (m) */
  readonly moved: number;
  readonly passes: number;
}

/**
 * Most that a pass moves a contact, in sizes. In a step overlaps are shallow, and little is moved at a time so that nothing jumps; a
 * drawing may go deep into a head, and where it comes out is looked at again after every pass.
 */
const farthest = 8;
/** Passes at most, and passes without the overlaps shrinking by a hundredth after which nothing more is expected. */
const mostPasses = 400;
const patience = 25;

/** Moves bodies apart until no overlap is deeper than the world allows. They must be linearised at rest. */
export function separate(parts: GroomParts): Separation {
  const { bodies, colliders, detector, settings } = parts;
  const factors = new BodyFactors(bodies);
  factors.reset();
  const slop = settings.repair?.slop ?? 1e-3;
  const repair = new Repair(bodies, factors, {
    slop: policy.repairedShare * slop,
    most: farthest,
    sweeps: settings.repair?.sweeps ?? 20,
  });
  const rows = new ContactRows();
  const place = (body: number): void => placeColliders(colliders[body], bodies[body], settings.h, settings.gravity);
  bodies.forEach((_, b) => place(b));
  const start = bodies.map((_, b) => colliders[b].map(({ fiber }) => fiber?.nodes.slice()));
  const found = detector.endContacts;
  const first = overlapsNow(parts, found);
  let now = first;
  let best = now.sum;
  let idle = 0;
  let passes = 0;
  while (now.depth > slop && passes < mostPasses && idle < patience) {
    rows.begin(found, bodies, parts.surfaces);
    repair.run(
      rows,
      Int32Array.from({ length: found.n }, (_, k) => k),
      found.gap,
      now.size,
    );
    bodies.forEach((_, b) => void (repair.hasDisplaced(b) && place(b)));
    now = overlapsNow(parts, found);
    passes++;
    idle = now.sum < 0.99 * best ? 0 : idle + 1;
    best = Math.min(best, now.sum);
  }
  let moved = 0;
  start.forEach((own, b) =>
    own.forEach((nodes, k) => {
      const to = colliders[b][k].fiber?.nodes;
      for (let i = 0; nodes && to && i < nodes.length; i += 3) {
        const [x, y, z] = [to[i] - nodes[i], to[i + 1] - nodes[i + 1], to[i + 2] - nodes[i + 2]];
        moved = Math.max(moved, Math.sqrt(x * x + y * y + z * z));
      }
    }),
  );
  return { overlaps: first.count, depth: first.depth, left: now.count, depthLeft: now.depth, moved, passes };
}

interface Overlaps {
  /** size of every contact found (m) */
  readonly size: Float64Array;
  readonly count: number;
  readonly depth: number;
  /** of all that are too deep */
  readonly sum: number;
}

/** Finds where the bodies are and how deep they overlap. */
function overlapsNow({ detector, surfaces, settings }: GroomParts, found: ContactSet): Overlaps {
  detector.detectInPlace(policy.endReach);
  const slop = settings.repair?.slop ?? 1e-3;
  const size = new Float64Array(found.n);
  let [count, depth, sum] = [0, 0, 0];
  for (let k = 0; k < found.n; k++) {
    size[k] = Math.min(surfaces[found.a[k]].size, surfaces[found.b[k]].size);
    const own = -found.gap[k] / size[k];
    if (own <= slop) continue;
    count++;
    sum += own;
    depth = Math.max(depth, own);
  }
  return { size, count, depth: Math.max(depth, 0), sum };
}
