/** Elements of an energy Σ ω/2 ‖A S x - p‖², see `Energy`. */
export interface Elements {
  readonly count: number;
  /** numbers of y = A S x of an element */
  readonly size: number;
  /** ω of element e */
  weightOf(e: number): number;
  /** y = A S x of element e */
  gather(y: Float64Array, x: Float64Array, e: number): void;
  /** p = what is nearest to y of all that costs nothing */
  project(p: Float64Array, y: Float64Array, e: number): void;
  /** F += SᵀAᵀ f of element e */
  scatter(F: Float64Array, e: number, f: Float64Array): void;
}

/**
 * Keeps elements from giving more energy than they have. An implicit step from x₀ to x₁ takes the work of the forces at x₁ for what W changes by.
 * Where an element is compressed W is not convex, and its turning costs less than it gives: W rises by D = W₁ - W₀ - ∇W₁·(x₁ - x₀) more
 * than was paid for. As ‖y‖²/2 - W is convex, whatever the set that p is of, what holds the projection back where it was at the start,
 * -λ ω SᵀAᵀ (p₁ - p₀), takes from every motion, and with λ = 1 it takes at least D. Each element gets the λ that takes its own D.
 */
export class Hold {
  /** λ of each element, 0 to 1 */
  readonly share: Float64Array;
  readonly #elements: Elements;
  /** projections at the start of the step */
  readonly #start: Float64Array;
  #isOn = false;
  readonly #y: readonly [Float64Array, Float64Array];
  readonly #p: readonly [Float64Array, Float64Array];

  constructor(elements: Elements) {
    const { count, size } = elements;
    this.#elements = elements;
    this.share = new Float64Array(count);
    this.#start = new Float64Array(size * count);
    this.#y = [new Float64Array(size), new Float64Array(size)];
    this.#p = [new Float64Array(size), new Float64Array(size)];
  }

  /** What W rises by from x₀ to x₁ beyond the work against the forces at x₁, those of the hold included (J). */
  excess(x0: Float64Array, x1: Float64Array): number {
    let sum = 0;
    for (let e = 0; e < this.#elements.count; e++) {
      const { gain, taken } = this.#compare(x0, x1, e);
      sum += this.#elements.weightOf(e) * (gain - this.share[e] * taken);
    }
    return sum;
  }

  /** Holds every element as much as it takes not to gain from x₀ to x₁, or more. */
  take(x0: Float64Array, x1: Float64Array): void {
    const { count, size } = this.#elements;
    for (let e = 0; e < count; e++) {
      const { gain, taken } = this.#compare(x0, x1, e);
      this.#start.set(this.#p[0], size * e);
      if (gain > 0 && taken > 0) this.share[e] = Math.max(this.share[e], Math.min(gain / taken, 1));
    }
    this.#isOn = true;
  }

  /** whether it adds forces */
  get isOn(): boolean {
    return this.#isOn;
  }

  release(): void {
    if (this.#isOn) this.share.fill(0);
    this.#isOn = false;
  }

  /** F += -λ ω SᵀAᵀ (p(x) - p₀) */
  addForces(F: Float64Array, x: Float64Array): void {
    if (!this.#isOn) return;
    const elements = this.#elements;
    const [[y], [p]] = [this.#y, this.#p];
    for (let e = 0; e < elements.count; e++) {
      if (this.share[e] === 0) continue;
      elements.gather(y, x, e);
      elements.project(p, y, e);
      const weight = this.share[e] * elements.weightOf(e);
      for (let k = 0; k < p.length; k++) p[k] = weight * (this.#start[p.length * e + k] - p[k]);
      elements.scatter(F, e, p);
    }
  }

  /** D/ω, and (p₁ - p₀)·(y₁ - y₀), which is never below 0. */
  #compare(x0: Float64Array, x1: Float64Array, e: number): { gain: number; taken: number } {
    const elements = this.#elements;
    const [[y0, y1], [p0, p1]] = [this.#y, this.#p];
    elements.gather(y0, x0, e);
    elements.gather(y1, x1, e);
    elements.project(p0, y0, e);
    elements.project(p1, y1, e);
    let [gain, taken] = [0, 0];
    for (let k = 0; k < y0.length; k++) {
      const moved = p1[k] - p0[k];
      const way = y1[k] - y0[k];
      // with d = y - p: (d₁² - d₀²)/2 - d₁·(y₁ - y₀), without the difference of squares
      gain -= (y1[k] - p1[k]) * moved + 0.5 * (way - moved) * (way - moved);
      taken += moved * way;
    }
    return { gain, taken };
  }
}

/** p = y scaled to a length; at 0 y has no direction that it could take */
export function scaleTo(p: Float64Array, y: Float64Array, length: number): void {
  const size = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  const scale = size > 1e-12 * length ? length / size : 0;
  for (let k = 0; k < 3; k++) p[k] = scale * y[k];
}
