/** What a model says at a point, beside what was observed. */
export interface Evaluation {
  /** (computed - observed) / error; undefined where the run failed */
  readonly residuals: Float64Array | undefined;
  /** numbers of the yes-or-no observations that it contradicts */
  readonly wrong: readonly number[];
  /** exact derivatives of the residuals with respect to the shares, a row for each residual, where the model knows them */
  readonly jacobian?: Float64Array;
}

/**
 * A search that asks for evaluations and goes on with the answers. Points are shares of the parameters' ranges, 0 to 1.
 * A search is a function of the answers alone: it can be played again from results on disk, and always asks the same.
 */
export type Search<T> = Generator<readonly Float64Array[], T, readonly Evaluation[]>;

/** ½ |r|²; infinite where the run failed. */
export function costOf({ residuals }: Evaluation): number {
  if (!residuals) return Infinity;
  let sum = 0;
  for (const r of residuals) sum += r * r;
  return sum === sum ? 0.5 * sum : Infinity;
}

/** Whether a contradicts fewer observations than b, or as many and fits better. */
export function isBetter(a: Evaluation, b: Evaluation): boolean {
  const [costA, costB] = [costOf(a), costOf(b)];
  if (costA === Infinity || costB === Infinity) return costA < costB;
  return a.wrong.length < b.wrong.length || (a.wrong.length === b.wrong.length && costA < costB);
}

export const clamped = (share: number): number => Math.min(1, Math.max(0, share));

/** Several searches side by side: what all of them ask for can be run at once. */
export function* together<T>(searches: readonly Search<T>[]): Search<T[]> {
  const states = searches.map((search) => search.next());
  for (;;) {
    const asked = states.flatMap((state) => (state.done ? [] : state.value));
    if (states.every(({ done }) => done)) return states.map(({ value }) => value as T);
    const answers = yield asked;
    let at = 0;
    states.forEach((state, k) => {
      if (state.done) return;
      const from = at;
      at += state.value.length;
      states[k] = searches[k].next(answers.slice(from, at));
    });
  }
}
