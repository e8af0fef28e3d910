import type { SolveOptions } from '../../friction/solve.js';
import { InputError } from '../../errors.js';
import type { InputProblem } from '../../errors.js';
import type { Material, MaterialPair } from './materials.js';

/** What a world is made with; all but the materials have defaults. */
export interface WorldOptions {
  readonly materials: Readonly<Record<string, Material>>;
  readonly pairs?: readonly MaterialPair[];
  /** (m/s²). Default: (0, 0, -9.81) */
  readonly gravity?: readonly [number, number, number];
  /** step (s). Default: 0.01 */
  readonly h?: number;
  /** scheme, 1/2 (energy kept) to 1 (implicit Euler). Default: 1 */
  readonly theta?: number;
  /** shortest step that the world may take in fast phases, a quarter of it where one fails (s). Default: h, the step is fixed */
  readonly shortestStep?: number;
  /** with a variable step: how far a contact may travel in one, in radii or half thicknesses. Default: 0.5 */
  readonly travel?: number;
  /** solver and its options. Default: auto, 1e-3 while moving, in the measure `relative`, and at rest until nothing creeps */
  readonly solver?: Omit<SolveOptions, 'warmStart' | 'trace'> & {
    /**
     * error to reach where nothing moves faster than weight makes it in two steps. Default: a tenth of `tolerance`, and from there on to
     * `tolerance` times the speed that there is, at least 1e-11 m/s (groups/stopping-rule.ts)
     */
    readonly restTolerance?: number;
  };
  /** position repair; false switches it off. */
  readonly repair?: false | { readonly slop?: number; readonly most?: number; readonly sweeps?: number };
  /** whether open gaps may close within a step (w_N = gap / h) instead of being held open. Default: true */
  readonly gapAware?: boolean;
  /** how far from touching contacts take part in a step, in radii or half thicknesses. Default: 0.1 */
  readonly slack?: number;
  /** whether first guesses come from the last step. Default: true */
  readonly warmStart?: boolean;
}

/** Options with the defaults filled in. */
export interface WorldSettings {
  readonly gravity: readonly [number, number, number];
  readonly h: number;
  readonly theta: number;
  /** shortest step (s) */
  readonly shortestStep: number;
  /** how often h may be halved */
  readonly levels: number;
  readonly travel: number;
  readonly solver: NonNullable<WorldOptions['solver']>;
  readonly repair: undefined | { readonly slop: number; readonly most: number; readonly sweeps: number };
  readonly gapAware: boolean;
  readonly slack: number;
  readonly warmStart: boolean;
}

/** Checks the options and fills in the defaults; throws an `InputError` that lists all that is wrong. */
export function worldSettings(options: WorldOptions): WorldSettings {
  const { gravity = [0, 0, -9.81], h = 0.01, theta = 1, shortestStep = h, travel = 0.5, slack = 0.1 } = options;
  const problems: InputProblem[] = [];
  const demand = (holds: boolean, path: string, expected: string, found: unknown): void => {
    if (!holds) problems.push({ path, expected, found: String(found) });
  };
  demand(h > 0 && h < Infinity, 'h', 'a time > 0', h);
  demand(theta >= 0.5 && theta <= 1, 'theta', 'a number from 0.5 to 1', theta);
  demand(gravity.length === 3 && gravity.every(Number.isFinite), 'gravity', 'three numbers', gravity);
  demand(shortestStep > 0 && shortestStep <= h, 'shortestStep', 'a time > 0, at most h', shortestStep);
  demand(travel > 0, 'travel', 'a number > 0', travel);
  demand(slack >= 0, 'slack', 'a number >= 0', slack);
  if (problems.length > 0) throw new InputError('wrong world', problems);
  let levels = 0;
  for (let step = h; step / 2 >= 0.999 * shortestStep; step /= 2) levels++;
  const { repair } = options;
  return {
    gravity,
    h,
    theta,
    shortestStep,
    levels,
    travel,
    solver: options.solver ?? {},
    repair:
      repair === false
        ? undefined
        : { slop: repair?.slop ?? 1e-3, most: repair?.most ?? 0.2, sweeps: repair?.sweeps ?? 20 },
    gapAware: options.gapAware ?? true,
    slack,
    warmStart: options.warmStart ?? true,
  };
}
