import type { HelixChain } from './helix-chain.js';

const work = { inertia: new Float64Array(9), f: new Float64Array(3), n: new Float64Array(3) };

/** What is known of single elements, by their number: chains of as many write theirs to the same place and use it at once. */
const elementsOf = new Map<number, ElementSums>();

type ElementSums = Pick<HelixComposite, 'G' | 'momentum' | 'angular' | 'wrench' | 'ownForce' | 'moments'>;

function workOf(N: number): ElementSums {
  let sums = elementsOf.get(N);
  if (!sums) {
    sums = {
      G: new Float64Array(9 * N),
      momentum: new Float64Array(9 * N),
      angular: new Float64Array(9 * N),
      wrench: new Float64Array(6 * N),
      ownForce: new Float64Array(3 * N),
      moments: new Float64Array(12 * N),
    };
    elementsOf.set(N, sums);
  }
  return sums;
}

/**
 * Composite bodies along a chain of helices: from integrals over single elements, given in the world and about the root, to
 * the mass matrix and the generalised forces. What lies beyond an element moves as one rigid body with its curvatures.
 */
export class HelixComposite {
  private readonly chain: HelixChain;
  private readonly root: 0 | 3 | 6;
  private readonly dofs: number;
  private readonly rho: number;
  private readonly spin: number;
  /** per element: ∫ JᵀJ of its own curvatures (3x3) */
  readonly G: Float64Array;
  /** per curvature: ∫ J and ∫ x × J within its element */
  readonly momentum: Float64Array;
  readonly angular: Float64Array;
  /** per element: force and moment that its matter needs; and that on its own curvatures */
  readonly wrench: Float64Array;
  readonly ownForce: Float64Array;
  /** per element: ∫ x (3), ∫ x xᵀ (9) */
  readonly moments: Float64Array;
  private readonly inertia = work.inertia;
  private readonly f = work.f;
  private readonly n = work.n;

  /** @param spin rotary inertia over mass (m²) */
  constructor(chain: HelixChain, rho: number, spin: number, root: 0 | 3 | 6) {
    const N = chain.N;
    this.chain = chain;
    this.root = root;
    this.dofs = root + 3 * N;
    this.rho = rho;
    this.spin = spin;
    const own = workOf(N);
    this.G = own.G;
    this.momentum = own.momentum;
    this.angular = own.angular;
    this.wrench = own.wrench;
    this.ownForce = own.ownForce;
    this.moments = own.moments;
  }

  /** M by composite bodies, from the tip inwards. */
  massMatrix(M: Float64Array): void {
    const { chain, dofs, root, momentum: LW, angular: NW, moments, f, n, inertia } = this;
    const { N, W, V } = chain;
    let mass = 0;
    let h0 = 0;
    let h1 = 0;
    let h2 = 0;
    inertia.fill(0);
    const mElement = this.rho * chain.l;
    const sElement = mElement * this.spin;
    for (let Q = N - 1; Q >= 0; Q--) {
      for (let k = 2; k >= 0; k--) {
        const c = 9 * Q + 3 * k;
        const column = root + 3 * Q + k;
        // momentum of everything beyond the element under this twist
        const w0 = W[c];
        const w1 = W[c + 1];
        const w2 = W[c + 2];
        const v0 = V[c];
        const v1 = V[c + 1];
        const v2 = V[c + 2];
        const f0 = mass * v0 + w1 * h2 - w2 * h1;
        const f1 = mass * v1 + w2 * h0 - w0 * h2;
        const f2 = mass * v2 + w0 * h1 - w1 * h0;
        const n0 = h1 * v2 - h2 * v1 + inertia[0] * w0 + inertia[1] * w1 + inertia[2] * w2;
        const n1 = h2 * v0 - h0 * v2 + inertia[3] * w0 + inertia[4] * w1 + inertia[5] * w2;
        const n2 = h0 * v1 - h1 * v0 + inertia[6] * w0 + inertia[7] * w1 + inertia[8] * w2;
        for (let m = k; m >= 0; m--) {
          const d = 9 * Q + 3 * m;
          const value =
            f0 * V[d] +
            f1 * V[d + 1] +
            f2 * V[d + 2] +
            n0 * W[d] +
            n1 * W[d + 1] +
            n2 * W[d + 2] +
            this.G[9 * Q + 3 * m + k];
          M[(root + 3 * Q + m) * dofs + column] = value;
          M[column * dofs + root + 3 * Q + m] = value;
        }
        f[0] = f0 + LW[c];
        f[1] = f1 + LW[c + 1];
        f[2] = f2 + LW[c + 2];
        n[0] = n0 + NW[c];
        n[1] = n1 + NW[c + 1];
        n[2] = n2 + NW[c + 2];
        for (let d = 0; d < 9 * Q; d += 3) {
          const value =
            f[0] * V[d] + f[1] * V[d + 1] + f[2] * V[d + 2] + n[0] * W[d] + n[1] * W[d + 1] + n[2] * W[d + 2];
          const row = root + d / 3;
          M[row * dofs + column] = value;
          M[column * dofs + row] = value;
        }
        this.rootColumn(M, column);
      }
      const m = 12 * Q;
      mass += mElement;
      h0 += moments[m];
      h1 += moments[m + 1];
      h2 += moments[m + 2];
      const trace = moments[m + 3] + moments[m + 7] + moments[m + 11];
      for (let i = 0; i < 9; i++) inertia[i] += (i % 4 === 0 ? trace + sElement : 0) - moments[m + 3 + i];
    }
    if (root > 0) this.rootBlock(M, mass, h0, h1, h2);
  }

  /** Rows of the root's own dofs in a column with momentum f, n. */
  private rootColumn(M: Float64Array, column: number): void {
    const { dofs, root, f, n } = this;
    for (let i = 0; i < root; i++) {
      const value = root === 6 && i < 3 ? f[i] : n[i % 3];
      M[i * dofs + column] = value;
      M[column * dofs + i] = value;
    }
  }

  /** The root's block: [m, -[h]×; [h]×, I], or I alone. */
  private rootBlock(M: Float64Array, mass: number, h0: number, h1: number, h2: number): void {
    const { dofs, root, inertia } = this;
    const at = root - 3;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) M[(at + i) * dofs + at + j] = inertia[3 * i + j];
    if (root < 6) return;
    const cross = [0, -h2, h1, h2, 0, -h0, -h1, h0, 0];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        M[i * dofs + j] = i === j ? mass : 0;
        M[(3 + i) * dofs + j] = cross[3 * i + j];
        M[j * dofs + 3 + i] = cross[3 * i + j];
      }
  }

  /** F from the wrenches, from the tip inwards. */
  forces(F: Float64Array): void {
    const { chain, root, wrench, ownForce, f, n } = this;
    const { N, W, V } = chain;
    f.fill(0);
    n.fill(0);
    for (let Q = N - 1; Q >= 0; Q--) {
      for (let k = 0; k < 3; k++) {
        const c = 9 * Q + 3 * k;
        const beyond =
          f[0] * V[c] + f[1] * V[c + 1] + f[2] * V[c + 2] + n[0] * W[c] + n[1] * W[c + 1] + n[2] * W[c + 2];
        F[root + 3 * Q + k] = -(beyond + ownForce[3 * Q + k]);
      }
      for (let k = 0; k < 3; k++) {
        f[k] += wrench[6 * Q + k];
        n[k] += wrench[6 * Q + 3 + k];
      }
    }
    for (let i = 0; i < root; i++) F[i] = -(root === 6 && i < 3 ? f[i] : n[i % 3]);
  }
}
