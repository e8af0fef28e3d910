import { DividedLocalStep, type LocalVectors, takeLocalStep } from '../../bodies/cloth/local-step.js';
import { addWind } from '../../bodies/cloth/wind.js';
import type { Detector } from '../../collision/detector.js';
import { type WorkCrew, sharedBytes, sharedFloats, sharedFloatsOf } from '../../linalg/kernel/shared-work.js';
import type { TeamJob, WorkTeam } from '../../linalg/kernel/work-team.js';
import { norm3 } from '../../math/vec3.js';
import { policy } from '../policy/values.js';
import type { ClothAssembly } from '../../bodies/cloth/assembly.js';
import { ClothContacts } from './contacts.js';
import type { ClothObstacle } from './obstacle.js';
import { type Seam, isAtSeam } from './seams.js';
import type { ClothSettings } from './settings.js';

/** Overlaps at the end of a step that are let stand, in half thicknesses; or as much as the error that is let stand may make. */
const tolerated = 0.02;

/** Lets contact j act on the body that an obstacle stands for; `later`: its place is where they meet at the end of the step. */
export type CoupleBody = (contacts: ClothContacts, j: number, obstacle: ClothObstacle, later: boolean) => void;

/** The vectors of one time step, 3 numbers a vertex, kept from step to step. */
export class StepState {
  readonly cloth: ClothAssembly;
  readonly settings: ClothSettings;
  readonly contacts = new ClothContacts();
  /** gives a contact with a body that moves the body's freedom; where there are such bodies */
  couple: CoupleBody | undefined;
  /** asked about every contact that is found, where somebody wants to be */
  ask: Detector['accept'];
  /** where cloths are tied together and do not touch */
  seams: readonly Seam[] = [];
  /** other threads; this one and them, while steps are iterated */
  crew: WorkCrew | undefined;
  team: WorkTeam | undefined;
  readonly #local: LocalVectors;
  #divided: DividedLocalStep | undefined;
  /** length of the step (s) */
  h: number;
  /** positions at the start of the step */
  readonly q0: Float64Array;
  /** velocities at the start of the step */
  readonly v0: Float64Array;
  /** velocities vᵏ at the end of the step, as known so far; pinned vertices: as told */
  readonly v: Float64Array;
  /** velocities without elastic forces and contacts: v_n + h M⁻¹ f_ext */
  readonly free: Float64Array;
  /** velocity of each vertex moving by itself: M y = f + ξ [Ly20 (8)] */
  readonly y: Float64Array;
  /** positions qᵏ = q_n + h vᵏ */
  readonly q: Float64Array;
  /** elastic forces at qᵏ */
  readonly F: Float64Array;
  /** 1/m; 0 at pinned vertices */
  readonly inverseMass: Float64Array;
  /** 1 at vertices with a contact */
  readonly touching: Uint8Array;
  /** change of the velocities, vᵏ⁺¹ - vᵏ */
  readonly delta: Float64Array;
  /**
   * where contacts are looked for: positions of the vertices, and how far into the step that is. At the start, 0, what may
   * touch within the step is taken in; further on what overlaps there, or, where it is only measured, nothing
   */
  readonly x: Float64Array;
  into = 0;
  measuring = false;
  /** on the way to the end, overlaps this deep are on their way through, in half thicknesses */
  passing = 1;
  /** velocity scale of the step's errors (m/s) */
  scale = 0;
  /** deepest overlap found further on, and those of layers of cloth at the start of the step, in half thicknesses */
  overlap = 0;
  layersOverlap = 0;

  constructor(cloth: ClothAssembly, settings: ClothSettings) {
    this.cloth = cloth;
    this.settings = settings;
    const n = cloth.dofs;
    this.h = settings.h;
    this.q0 = sharedFloats(n);
    this.v0 = new Float64Array(n);
    this.v = sharedFloats(n);
    this.free = sharedFloats(n);
    this.y = sharedFloats(n);
    this.q = sharedFloats(n);
    this.F = sharedFloats(n);
    this.delta = sharedFloats(n);
    this.x = sharedFloats(n);
    this.inverseMass = sharedFloatsOf(cloth.mass.map((m, i) => (cloth.pinned[i] ? 0 : 1 / m)));
    this.touching = sharedBytes(cloth.nodes);
    const { q0, v, free, inverseMass, touching, q, F, y } = this;
    this.#local = { q0, v, free, inverseMass, airDamping: cloth.airDamping, touching, q, F, y };
  }

  /** Starts a step of h at time t: free motion, first guess. */
  begin(t: number, h: number): void {
    const { cloth, settings, q0, v0, v, free, F, inverseMass } = this;
    const { gravity } = settings;
    this.h = h;
    cloth.load(q0, v0);
    cloth.release();
    this.look(0);
    F.fill(0);
    cloth.cloths.forEach(({ load, wind, surface }, c) => {
      const own = cloth.part(F, c);
      if (load) own.set(load);
      if (wind) addWind(own, surface, wind, cloth.part(q0, c), cloth.part(v0, c));
    });
    for (let i = 0; i < cloth.nodes; i++) {
      for (let c = 0; c < 3; c++) {
        const k = 3 * i + c;
        free[k] = v0[k] + h * (gravity[c] + inverseMass[i] * F[k]);
      }
    }
    this.#drivePins(t + h);
    for (const { energies } of cloth.cloths) for (const energy of energies) energy.moveTo?.(t + h);
    v.set(settings.start === 'inertial' ? free : v0);
    for (const i of cloth.pins) for (let c = 3 * i; c < 3 * i + 3; c++) v[c] = free[c];
  }

  /** Pinned vertices move to where they are told to be at the end of the step. */
  #drivePins(t: number): void {
    const { cloth, free, q, q0, h } = this;
    cloth.cloths.forEach(({ pins }, c) => pins.places(cloth.part(q, c), t));
    for (const i of cloth.pins) for (let c = 3 * i; c < 3 * i + 3; c++) free[c] = (q[c] - q0[c]) / h;
  }

  /** Moves to where contacts are looked for next. */
  look(into: number): void {
    this.into = into;
    for (let k = 0; k < this.x.length; k++) this.x[k] = this.q0[k] + into * this.h * this.v[k];
  }

  /**
   * Whether a gap found further on is an overlap that has to be undone: deeper than is tolerated and than it was before.
   * False where it is only measured.
   */
  isTooDeep(gap: number, half: number, before: number): boolean {
    const depth = -gap / half;
    const error = 2 * this.settings.tolerance * this.scale * this.h;
    if (depth <= Math.max(this.into < 1 ? this.passing : tolerated, error / half, before)) return false;
    this.overlap = Math.max(this.overlap, depth);
    return !this.measuring;
  }

  /** Whether contact j, which was found, may take part: everything may where nobody asks. */
  isWanted(j: number): boolean {
    return !isAtSeam(this, j) && (!this.ask || this.ask(this.contacts, j));
  }

  /** Notes which vertices touch something. */
  markTouching(): void {
    const { contacts, touching } = this;
    touching.fill(0);
    for (let j = 0; j < contacts.n; j++) {
      for (let p = 4 * j; p < 4 * j + contacts.size[j]; p++) touching[contacts.node[p]] = 1;
    }
  }

  /** What a team does in `project`. */
  get shared(): TeamJob {
    this.#divided ??= new DividedLocalStep(this.cloth, this.#local);
    return this.#divided.job;
  }

  /**
   * Local step: projects all elements at qᵏ and sets y without contact impulses, M y = M v_n + h (f_ext + f_int(qᵏ)), less
   * the air damping of vertices without contact. Since b̃(p) - C vᵏ is just this, C is never multiplied with.
   */
  project(): void {
    if (this.team && this.#divided && !this.cloth.isHeld) this.#divided.take(this.team, this.h);
    else takeLocalStep(this.cloth, this.#local, this.h);
  }

  /**
   * Whether the cloths gain energy by the step as it is solved: what their elastic energies rise by that no force has paid for,
   * less what an implicit step takes, m (v - v_n)²/2. If so, elements that give more than they have are held, for solving again.
   */
  holdBack(): boolean {
    const { cloth, q0, v0, q, v, h } = this;
    const fall = h * norm3(Float64Array.from(this.settings.gravity));
    let [motion, lost] = [0, 0];
    for (let k = 0; k < v.length; k++) {
      q[k] = q0[k] + h * v[k];
      const i = Math.floor(k / 3);
      if (cloth.pinned[i]) continue;
      motion += 0.5 * cloth.mass[i] * Math.max(v[k] * v[k], fall * fall);
      lost += 0.5 * cloth.mass[i] * (v[k] - v0[k]) * (v[k] - v0[k]);
    }
    if (cloth.excess(q0, q) - lost <= policy.gained * (motion + cloth.elastic(q))) return false;
    cloth.hold(q0, q);
    return true;
  }

  /** y <- v + (y - v)/ρ: the velocities of vertices that move by themselves with ρ times their mass */
  relax(rho: number): void {
    if (rho === 1) return;
    const { y, v } = this;
    const share = 1 / rho;
    for (let k = 0; k < y.length; k++) y[k] = v[k] + share * (y[k] - v[k]);
  }

  /** delta = ρ M (y - v): what the global step divides by P; 0 at pinned vertices */
  momentumDefect(rho = 1): void {
    const { cloth, delta, y, v } = this;
    const { mass, pinned } = cloth;
    for (let i = 0, k = 0; k < v.length; i++, k += 3) {
      const m = pinned[i] ? 0 : rho * mass[i];
      delta[k] = m * (y[k] - v[k]);
      delta[k + 1] = m * (y[k + 1] - v[k + 1]);
      delta[k + 2] = m * (y[k + 2] - v[k + 2]);
    }
  }

  /** What momenta of `momentumDefect` add up to, over the mass of all cloths (m/s). */
  netDefect(): number {
    const { cloth, delta } = this;
    const sum = [0, 0, 0];
    for (let k = 0; k < delta.length; k++) sum[k % 3] += delta[k];
    let mass = 0;
    for (const m of cloth.mass) mass += m;
    return Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / mass;
  }

  /** Root mean square of y - v over the free vertices, weighted by mass: the unbalanced momentum over mass (m/s). */
  unbalanced(): number {
    const { cloth, y, v } = this;
    const { mass, pinned } = cloth;
    let sum = 0;
    let total = 0;
    for (let i = 0, k = 0; k < v.length; i++, k += 3) {
      if (pinned[i]) continue;
      const a = y[k] - v[k];
      const b = y[k + 1] - v[k + 1];
      const c = y[k + 2] - v[k + 2];
      sum += mass[i] * (a * a + b * b + c * c);
      total += mass[i];
    }
    return total === 0 ? 0 : Math.sqrt(sum / total);
  }
}

/** Largest speed of a vertex (m/s). */
export function largestSpeed(v: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < v.length; k += 3) largest = Math.max(largest, norm3(v, k));
  return largest;
}
