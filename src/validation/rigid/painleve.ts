import { cos, sin } from '../../math/functions.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

/**
 * A thin rod that leans on its sliding tip. Where mu > (4 + tan² a) / (3 tan a) no finite force keeps the tip on the floor
 * (Painlevé); in impulses there is always a solution: the tip stops within one step, whatever the step.
 */
function slide(mu: number, angle: number, h: number): { tip: number[]; rise: number; depth: number; finite: boolean } {
  const [l, r] = [0.5, 1e-4];
  const world = new World({
    materials: { rod: { friction: mu } },
    h,
    solver: { tolerance: 1e-12, restTolerance: 1e-12 },
    repair: false,
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'rod' });
  // the rod leans back against the direction of sliding: its lower tip leads
  const turn = 0.5 * (angle - Math.PI / 2);
  const rod = world.addRigid({
    shape: { type: 'capsule', radius: r, halfLength: l },
    mass: 1,
    position: [0, 0, r + l * sin(angle)],
    orientation: [cos(turn), 0, sin(turn), 0],
    velocity: [3, 0, 0],
    material: 'rod',
  });
  let energy = world.energy().total;
  let rise = 0;
  let depth = 0;
  const tip: number[] = [];
  for (let k = 0; k < Math.round(0.2 / h); k++) {
    const record = world.step();
    rise = Math.max(rise, record.energy.total - energy);
    energy = record.energy.total;
    depth = Math.max(depth, record.penetrationMax);
    const contact = world.contacts()[0];
    if (contact) tip.push(Math.abs(contact.velocity[1]) + Math.abs(contact.velocity[2]));
  }
  return { tip, rise, depth, finite: rod.q.every(Number.isFinite) && rod.v.every(Number.isFinite) };
}

/** Painlevé's rod on both sides of the paradox. */
export function painleve(): ValidationRow[] {
  const rows: ValidationRow[] = [];
  const angle = 1.1071487177940904;
  for (const h of [1e-2, 1e-3]) {
    const jammed = slide(2, angle, h);
    rows.push(row(`painlevé: mu = 2, h = ${h}: finite`, 1, jammed.finite ? 1 : 0, 0));
    rows.push(row(`painlevé: mu = 2, h = ${h}: slip after the first step`, 0, jammed.tip[0], 1e-9, 'm/s'));
    rows.push(row(`painlevé: mu = 2, h = ${h}: rise of energy`, 0, jammed.rise, 1e-9, 'J'));
    rows.push(row(`painlevé: mu = 2, h = ${h}: penetration`, 0, jammed.depth, 5e-3 * h, 'm'));
    const ordinary = slide(4 / 3 - 0.01, angle, h);
    rows.push(row(`painlevé: mu = 4/3 - 0.01, h = ${h}: finite`, 1, ordinary.finite ? 1 : 0, 0));
    rows.push(row(`painlevé: mu = 4/3 - 0.01, h = ${h}: rise of energy`, 0, ordinary.rise, 1e-9, 'J'));
  }
  return rows;
}
