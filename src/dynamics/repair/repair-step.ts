import type { Body } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import { ContactRows } from '../contacts/rows.js';
import type { ContactLaw } from '../contacts/law.js';
import { measureCurvedGaps } from './curved-gaps.js';
import type { EnergyBook } from '../energy/energy-book.js';
import type { Groups } from '../groups/groups.js';
import type { EndCheck } from '../contacts/end-check.js';
import { Repair } from './repair.js';
import type { RepairOptions } from './repair.js';
import type { ContactSurface } from '../members/surface.js';

/** How often overlaps are looked for and repaired, at the end of a step that has driven fibers deep into each other. */
const mostPasses = 16;

/** Position repair at the end of a step: which contacts overlap there, and what undoing that costs. */
export class RepairStep {
  readonly #bodies: readonly Body[];
  readonly #surfaces: readonly ContactSurface[];
  readonly #options: RepairOptions;
  readonly #repair: Repair;
  readonly #endRows = new ContactRows(true);
  #size = new Float64Array(0);
  #gap = new Float64Array(0);

  constructor(bodies: readonly Body[], surfaces: readonly ContactSurface[], options: RepairOptions) {
    this.#bodies = bodies;
    this.#surfaces = surfaces;
    this.#options = options;
    this.#repair = new Repair(bodies, options);
  }

  /**
   * Repairs the groups whose contacts the step has driven too deep.
   *
   * @param u relative velocity of the active contacts at the end of the step
   */
  predicted(
    contacts: ContactSet,
    rows: ContactRows,
    law: ContactLaw,
    groups: Groups,
    u: Float64Array,
    step: { readonly h: number; readonly theta: number },
    energy: EnergyBook,
  ): void {
    if (this.#gap.length < contacts.n) this.#gap = new Float64Array(2 * contacts.n);
    predictGaps(this.#gap, contacts, rows, law, u, step.h, step.theta);
    measureCurvedGaps(this.#gap, contacts, law, this.#surfaces, this.#bodies);
    const members: number[] = [];
    for (let g = 0; g < groups.n; g++) {
      const own = groups.contacts.subarray(groups.contactStart[g], groups.contactStart[g + 1]);
      if (own.some((k) => this.#gap[k] < -this.#options.slop * law.size[k])) for (const k of own) members.push(k);
    }
    if (members.length > 0) this.#run(rows, Int32Array.from(members), this.#gap, law.size, energy);
  }

  /**
   * Repairs what a second look has found where the bodies are now. In rough worlds it looks again at what that has moved, and so
   * on until overlaps are shallow: far from where it is pushed a fiber moves farther than its rows say.
   */
  seen(found: ContactSet, endCheck: EndCheck, h: number, energy: EnergyBook): void {
    const { isRough, shallow } = endCheck.limits;
    if (this.#measure(found) <= shallow) return;
    const before = energy.total();
    for (let pass = 1; ; pass++) {
      this.#endRows.begin(found, this.#bodies, this.#surfaces);
      const all = Int32Array.from({ length: found.n }, (_, k) => k);
      this.#repair.run(this.#endRows, all, found.gap, this.#size);
      if (!isRough || pass === mostPasses) break;
      endCheck.detectAgain(h, (body) => this.#repair.hasDisplaced(body));
      if (this.#measure(found) <= shallow) break;
    }
    energy.repair += energy.total() - before;
  }

  /** The deepest overlap of the contacts, over the size, which is put down for each. */
  #measure(found: ContactSet): number {
    if (this.#size.length < found.n) this.#size = new Float64Array(2 * found.n);
    const size = this.#size;
    let deepest = 0;
    for (let k = 0; k < found.n; k++) {
      size[k] = Math.min(this.#surfaces[found.a[k]].size, this.#surfaces[found.b[k]].size);
      deepest = Math.max(deepest, -found.gap[k] / size[k]);
    }
    return deepest;
  }

  #run(rows: ContactRows, members: Int32Array, gap: Float64Array, size: Float64Array, energy: EnergyBook): void {
    const before = energy.total();
    this.#repair.run(rows, members, gap, size);
    energy.repair += energy.total() - before;
  }
}

/** Gap of every active contact at the end of the step, along the normals at its start: g + h (theta u + (1 - theta) u⁻)_N. */
function predictGaps(
  out: Float64Array,
  contacts: ContactSet,
  rows: ContactRows,
  law: ContactLaw,
  u: Float64Array,
  h: number,
  theta: number,
): void {
  for (let k = 0; k < contacts.n; k++) {
    if (law.active[k] === 0) continue;
    out[k] = contacts.gap[k] + h * (theta * u[3 * k] + (1 - theta) * rows.before[3 * k]);
  }
}
