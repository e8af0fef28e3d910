import type { ContactBody } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import type { EndCheck } from '../contacts/end-check.js';
import type { ContactLaw } from '../contacts/law.js';
import { ContactRows } from '../contacts/rows.js';
import type { BodyFactors } from '../groups/body-factors.js';
import type { Groups } from '../groups/groups.js';
import { type ContactParts, sizeOf } from '../members/contact-parts.js';
import type { ContactSurface } from '../members/surface.js';
import { policy } from '../policy/values.js';
import { measureCurvedGaps } from './curved-gaps.js';
import { Repair } from './repair.js';
import type { RepairOptions } from './repair.js';

/** Active contacts of a step and where they lead: what gaps at its end are predicted from. */
export interface PredictedContacts {
  readonly rows: ContactRows;
  readonly law: ContactLaw;
  /** relative velocity at the end of the step */
  readonly u: Float64Array;
  readonly h: number;
  readonly theta: number;
}

/** Position repair at the end of a step: how deep contacts overlap there, and what undoing that costs. */
export class RepairStep {
  readonly #bodies: readonly ContactBody[];
  readonly #surfaces: readonly ContactSurface[];
  readonly #options: RepairOptions;
  readonly #repair: Repair;
  readonly #endRows = new ContactRows();
  #size = new Float64Array(0);
  #gap = new Float64Array(0);

  constructor({ bodies, surfaces }: ContactParts, factors: BodyFactors, options: RepairOptions) {
    this.#bodies = bodies;
    this.#surfaces = surfaces;
    this.#options = options;
    this.#repair = new Repair(bodies, factors, { ...options, slop: policy.repairedShare * options.slop });
  }

  /** Deepest overlap of the active contacts at the end of the step, over the size: gaps as their velocities predict them. */
  predict({ rows, law, u, h, theta }: PredictedContacts): number {
    const { contacts } = rows;
    if (this.#gap.length < contacts.n) this.#gap = new Float64Array(2 * contacts.n);
    const gap = this.#gap;
    for (let k = 0; k < contacts.n; k++) {
      // along the normals at the start: g + h (theta u + (1 - theta) u⁻)_N
      if (law.active[k] === 1) gap[k] = contacts.gap[k] + h * (theta * u[3 * k] + (1 - theta) * rows.before[3 * k]);
    }
    measureCurvedGaps(gap, rows, law, this.#bodies);
    let deepest = 0;
    for (let k = 0; k < contacts.n; k++) {
      if (law.active[k] === 1) deepest = Math.max(deepest, -gap[k] / law.size[k]);
    }
    return deepest;
  }

  /** Repairs the groups whose contacts overlap more than is allowed, after `predict`. */
  repairPredicted(rows: ContactRows, law: ContactLaw, groups: Groups): void {
    const members: number[] = [];
    for (let g = 0; g < groups.n; g++) {
      const own = groups.contactsOf(g);
      if (own.some((k) => this.#gap[k] < -this.#options.slop * law.size[k])) for (const k of own) members.push(k);
    }
    if (members.length > 0) this.#repair.run(rows, Int32Array.from(members), this.#gap, law.size);
  }

  /** Deepest overlap of contacts found where the bodies are, over the size, which is put down for each. */
  measure(found: ContactSet): number {
    if (this.#size.length < found.n) this.#size = new Float64Array(2 * found.n);
    const size = this.#size;
    let deepest = 0;
    for (let k = 0; k < found.n; k++) {
      size[k] = sizeOf(this.#surfaces, found, k);
      deepest = Math.max(deepest, -found.gap[k] / size[k]);
    }
    return deepest;
  }

  /**
   * Repairs what was found where the bodies are, after `measure`. Far from where it is pushed a fiber moves farther than its
   * rows say: what has moved is looked at again, until no overlap is deeper than allowed or a pass gets no further.
   */
  repairFound(found: ContactSet, endCheck: EndCheck, h: number): void {
    let depth = this.measure(found);
    for (let pass = 1; depth > this.#options.slop; pass++) {
      this.#endRows.begin(found, this.#bodies, this.#surfaces);
      const all = Int32Array.from({ length: found.n }, (_, k) => k);
      this.#repair.run(this.#endRows, all, found.gap, this.#size);
      if (pass === policy.repairPasses) break;
      endCheck.detectAgain(h, (body) => this.#repair.hasDisplaced(body));
      const left = this.measure(found);
      if (left >= depth) break;
      depth = left;
    }
  }
}
