import { type Recoil, addPointVelocity } from './recoil.js';

/** Most vertices that a contact joins: a vertex and a triangle, or two edges. */
export const stencil = 4;

const point = new Float64Array(3);

/**
 * Contacts of a cloth, flat. Contact j joins `size[j]` vertices with weights α: its relative velocity is
 * u = Σ α_k v_k + w, in world axes, and its impulse r acts on vertex k as α_k r. A vertex against an obstacle has one
 * vertex, α = 1; two vertices have (1, -1) [Ly20 (12)]; vertex and triangle (1, -β₁, -β₂, -β₃); two edges
 * (1 - s, s, -(1 - t), -t). Masses are scalars, so u = d + k r with one number k = Σ α²/m: the law needs no frame.
 */
export class ClothContacts {
  n = 0;
  /** contacts with obstacles, which come first */
  obstacles = 0;
  size = new Uint8Array(0);
  node = new Int32Array(0);
  weight = new Float64Array(0);
  /** unit, towards the first vertex; 3 numbers a contact */
  normal = new Float64Array(0);
  /** u at v = 0: obstacle's motion, gap to be closed, restitution (m/s) */
  w = new Float64Array(0);
  /** normal part of u at v = 0 that is the obstacle's motion alone (m/s) */
  drift = new Float64Array(0);
  /** friction coefficient; infinite where a hand holds the cloth: it pulls as well as it pushes, and nothing slides */
  mu = new Float64Array(0);
  /** distance beyond the thickness at the start of the step (m) */
  gap = new Float64Array(0);
  /** impulse on the first vertex, world axes (N s) */
  r = new Float64Array(0);
  /** Σ α²/m (1/kg) */
  compliance = new Float64Array(0);
  /** number of the obstacle, or -1 */
  obstacle = new Int32Array(0);
  /** body that gives way, or -1; its place is `arm` from the body's centre of mass (m) */
  partner = new Int32Array(0);
  arm = new Float64Array(0);
  readonly recoils: Recoil[] = [];
  /** contacts in the order in which they are worked on; layer l is `order[layerStart[l] .. layerStart[l + 1] - 1]` */
  order = new Int32Array(0);
  layerStart: number[] = [0];
  /** contacts that share a vertex or a body that gives way with others, in the same order: the first `shared` of this list */
  sharing = new Int32Array(0);
  shared = 0;

  clear(): void {
    this.n = this.obstacles = this.shared = 0;
    for (const { twist } of this.recoils) twist.fill(0);
    this.recoils.length = 0;
  }

  /** Adds a contact with no vertices yet; returns its number. */
  add(nx: number, ny: number, nz: number, gap: number, mu: number, obstacle: number): number {
    if (this.n === this.size.length) this.#grow();
    const j = this.n++;
    this.size[j] = 0;
    this.normal[3 * j] = nx;
    this.normal[3 * j + 1] = ny;
    this.normal[3 * j + 2] = nz;
    this.w[3 * j] = this.w[3 * j + 1] = this.w[3 * j + 2] = 0;
    this.r[3 * j] = this.r[3 * j + 1] = this.r[3 * j + 2] = 0;
    this.mu[j] = mu;
    this.drift[j] = 0;
    this.gap[j] = gap;
    this.obstacle[j] = obstacle;
    this.compliance[j] = 0;
    this.partner[j] = -1;
    return j;
  }

  /** Lets a body give way to contact j, and move on as foreseen; x are the places of the vertices. */
  yield(j: number, recoil: Recoil, x: Float64Array): void {
    let number = this.recoils.indexOf(recoil);
    if (number < 0) number = this.recoils.push(recoil) - 1;
    this.partner[j] = number;
    this.place(point, x, j);
    for (let c = 0; c < 3; c++) this.arm[3 * j + c] = point[c] - recoil.centre[c];
    this.compliance[j] += recoil.compliance(this.arm, 3 * j);
    point.fill(0);
    addPointVelocity(point, -1, recoil.foreseen, this.arm, 3 * j);
    for (let c = 0; c < 3; c++) this.w[3 * j + c] += point[c];
  }

  /** Adds a vertex to contact j. */
  join(j: number, node: number, weight: number, inverseMass: number): void {
    const at = stencil * j + this.size[j]++;
    this.node[at] = node;
    this.weight[at] = weight;
    this.compliance[j] += weight * weight * inverseMass;
  }

  /** out = Σ α x of contact j */
  place(out: Float64Array, x: Float64Array, j: number): void {
    out.fill(0);
    for (let p = stencil * j; p < stencil * j + this.size[j]; p++) {
      for (let c = 0; c < 3; c++) out[c] += this.weight[p] * x[3 * this.node[p] + c];
    }
  }

  /** n · Σ α x of contact j */
  along(x: Float64Array, j: number): number {
    let sum = 0;
    for (let p = stencil * j; p < stencil * j + this.size[j]; p++) {
      const i = 3 * this.node[p];
      sum +=
        this.weight[p] *
        (this.normal[3 * j] * x[i] + this.normal[3 * j + 1] * x[i + 1] + this.normal[3 * j + 2] * x[i + 2]);
    }
    return sum;
  }

  #grow(): void {
    const capacity = Math.max(256, 2 * this.size.length);
    const wider = <T extends Float64Array | Int32Array | Uint8Array>(old: T, width: number): T => {
      const next = new (old.constructor as new (length: number) => T)(width * capacity);
      next.set(old);
      return next;
    };
    this.size = wider(this.size, 1);
    this.node = wider(this.node, stencil);
    this.weight = wider(this.weight, stencil);
    this.normal = wider(this.normal, 3);
    this.w = wider(this.w, 3);
    this.drift = wider(this.drift, 1);
    this.mu = wider(this.mu, 1);
    this.gap = wider(this.gap, 1);
    this.r = wider(this.r, 3);
    this.compliance = wider(this.compliance, 1);
    this.obstacle = wider(this.obstacle, 1);
    this.partner = wider(this.partner, 1);
    this.arm = wider(this.arm, 3);
  }
}
