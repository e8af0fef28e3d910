/** How a value changes over a run: fed after every whole step, read at the end. */
export interface Collector {
  /** numbers that it remembers; saved with a run that is to be continued */
  readonly state: Float64Array;
  add(t: number, x: number): void;
  value(): number;
}

/** A function of a whole run. */
export interface OverTime {
  /** whether a number (a time) stands before the expression */
  readonly time: boolean;
  readonly summary: string;
  create(time: number): Collector;
}

const collector = (
  start: readonly number[],
  add: (s: Float64Array, t: number, x: number) => void,
  value: (s: Float64Array) => number,
): Collector => {
  const state = Float64Array.from(start);
  return { state, add: (t, x) => add(state, t, x), value: () => value(state) };
};

const plain = (summary: string, create: () => Collector): OverTime => ({ time: false, summary, create });

/** Functions of the whole run, from the start to the present. */
export const overTime: Readonly<Record<string, OverTime>> = {
  maximum: plain('greatest value so far', () =>
    collector(
      [-Infinity],
      (s, _, x) => void (s[0] = Math.max(s[0], x)),
      (s) => s[0],
    ),
  ),
  minimum: plain('least value so far', () =>
    collector(
      [Infinity],
      (s, _, x) => void (s[0] = Math.min(s[0], x)),
      (s) => s[0],
    ),
  ),
  mean: plain('mean over the samples so far', () =>
    collector(
      [0, 0],
      (s, _, x) => {
        s[0] += x;
        s[1]++;
      },
      (s) => s[0] / s[1],
    ),
  ),
  integral: plain('over time, by trapezoids', () =>
    collector(
      [0, NaN, NaN],
      (s, t, x) => {
        if (s[1] === s[1]) s[0] += ((t - s[1]) * (s[2] + x)) / 2;
        s[1] = t;
        s[2] = x;
      },
      (s) => s[0],
    ),
  ),
  start: plain('value at the start', () =>
    collector(
      [NaN, 0],
      (s, _, x) => {
        if (s[1] === 0) s[0] = x;
        s[1] = 1;
      },
      (s) => s[0],
    ),
  ),
  when: plain('first time at which a condition holds; inf where never', () =>
    collector(
      [Infinity],
      (s, t, x) => {
        if (x !== 0 && t < s[0]) s[0] = t;
      },
      (s) => s[0],
    ),
  ),
  since: plain('time since which a condition has held without a break; inf where it does not hold', () =>
    collector(
      [Infinity],
      (s, t, x) => {
        if (x === 0) s[0] = Infinity;
        else if (s[0] === Infinity) s[0] = t;
      },
      (s) => s[0],
    ),
  ),
  at: {
    time: true,
    summary: 'at(time, x): value at a time, linear between steps; NaN where the run was shorter',
    create: (time) =>
      collector(
        [NaN, NaN, NaN],
        (s, t, x) => {
          // steps end a rounding error off the times that people write
          const late = t >= time - 1e-9 * Math.max(1, Math.abs(time));
          if (late && s[2] !== s[2]) {
            const between = s[0] === s[0] && t > time;
            s[2] = between ? s[1] + ((x - s[1]) * (time - s[0])) / (t - s[0]) : x;
          }
          s[0] = t;
          s[1] = x;
        },
        (s) => s[2],
      ),
  },
};
