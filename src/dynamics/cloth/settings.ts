import { InputError, type InputProblem } from '../../errors.js';

/** How contacts are solved: in the local step [Ly20 3.3], as penalties [Ly20 5.3], or exactly in the global step [Ly20 3.2]. */
export type ContactMethod = 'projective' | 'penalty' | 'exact';

/** Which contacts of the cloth with itself are looked for. */
export type SelfContact = 'none' | 'vertex-vertex' | 'vertex-face' | 'vertex-face-edge-edge';

/**
 * What of the cloth meets obstacles and bodies: its vertices alone, as [Ly20]; or also its triangles and edges, where round
 * things would dip in between vertices and corners and edges of solids come through. Default: features
 */
export type ObstacleContact = 'vertices' | 'features';

/** When iterating stops: all of them reached, or the largest number of iterations. */
export interface StopRule {
  /** mean Alart-Curnier error (of the velocity scale) */
  readonly contact: number;
  /** unbalanced momentum over mass, root mean square (of the velocity scale) */
  readonly elastic: number;
  /** Default: 2000 */
  readonly maxIterations?: number;
}

/** Choices for stepping a cloth. */
export interface ClothWorldOptions {
  /** time step (s) */
  readonly h: number;
  /** gravity (m/s²). Default: [0, 0, -9.81] */
  readonly gravity?: readonly [number, number, number];
  readonly method?: ContactMethod;
  /** local/global iterations a step, no more and no fewer, as [Ly20]. Default: as many as the tolerance takes */
  readonly iterations?: number;
  /** error to reach: the larger of the contacts' and the equations of motion's, of the velocity scale. Default: 1e-3 */
  readonly tolerance?: number;
  /**
   * the same where nothing moves faster than weight makes it in two steps, and no more. Default: a tenth of the tolerance, and on until
   * errors are `tolerance` times the largest speed, or 1e-11 m/s
   */
  readonly restTolerance?: number;
  /** most iterations a step, where their number is not given. Default: 200 */
  readonly maxIterations?: number;
  /** iterate until the residuals are small instead of a fixed number of times */
  readonly stop?: StopRule;
  /** Default: vertex-face; [Ly20]: vertex-vertex */
  readonly selfContact?: SelfContact;
  readonly obstacleContact?: ObstacleContact;
  /**
   * What an open gap means for the end of the step: 'reach': the surfaces may come together (u_N >= -gap/h); 'stop': they
   * stop at once (u_N >= 0, Moreau's impact) and the position pass closes the gap. Default: reach
   */
  readonly gap?: 'reach' | 'stop';
  /**
   * first guess: free motion as [Ly20 algorithm 1], or the velocity of the last step. Default: velocity, with a fixed number of
   * iterations inertial
   */
  readonly start?: 'inertial' | 'velocity';
  /** whether contacts push apart what overlaps by more than 1 % of the thickness. Default: true */
  readonly repair?: boolean;
  /**
   * passes over the contacts per iteration; those after the first leave out contacts that share nothing with others. 1, as
   * [Ly20], or more. Default: 3
   */
  readonly sweeps?: number;
  /** ρ of the splitting P = ρ M + C from the second iteration on: 1, as [Ly20], up to less than 2. Default: 1.6 */
  readonly relaxation?: number;
  /** impulses of the last step as first guess. Default: true */
  readonly warmStart?: boolean;
  /** steps that Anderson's extrapolation looks back; 0: none, as [Ly20]. Default: 8; with a fixed number of iterations 4, or 0 by other methods */
  readonly accelerate?: number;
  /** penalty method: stiffness of a contact (N/m). Default: ten times the stiffest vertex' */
  readonly penalty?: number;
  /** exact method: mean Alart-Curnier error of each global step, and sweeps at most. Default: 1e-6, 2000 */
  readonly exact?: { readonly tolerance?: number; readonly maxSweeps?: number };
}

/** Options with every default filled in; those without one may stay undefined. */
export type ClothSettings = Required<
  Omit<ClothWorldOptions, 'iterations' | 'restTolerance' | 'stop' | 'penalty' | 'exact'>
> & {
  readonly restTolerance: number | undefined;
  readonly iterations: number | undefined;
  readonly stop: Required<StopRule> | undefined;
  readonly penalty: number | undefined;
  readonly exact: Required<NonNullable<ClothWorldOptions['exact']>>;
};

/** Checks the options and fills in the defaults. */
export function clothSettings(options: ClothWorldOptions): ClothSettings {
  const problems: InputProblem[] = [];
  const { h, iterations, tolerance = 1e-3, restTolerance, maxIterations = 200, sweeps = 3, relaxation = 1.6 } = options;
  const demand = (fine: boolean, path: string, expected: string, found: unknown): void => {
    if (!fine) problems.push({ path, expected, found: String(found) });
  };
  demand(h > 0 && Number.isFinite(h), 'h', 'a number > 0', h);
  demand(isCount(iterations ?? 1), 'iterations', 'an integer > 0', iterations);
  demand(isCount(maxIterations), 'maxIterations', 'an integer > 0', maxIterations);
  demand(tolerance > 0, 'tolerance', 'a number > 0', tolerance);
  demand((restTolerance ?? 1) > 0, 'restTolerance', 'a number > 0', restTolerance);
  demand(isCount(sweeps), 'sweeps', 'an integer > 0', sweeps);
  demand(relaxation >= 1 && relaxation < 2, 'relaxation', 'a number >= 1 and < 2', relaxation);
  if (options.stop) {
    demand(options.stop.contact > 0, 'stop.contact', 'a number > 0', options.stop.contact);
    demand(options.stop.elastic > 0, 'stop.elastic', 'a number > 0', options.stop.elastic);
  }
  if (problems.length > 0) throw new InputError('wrong cloth options', problems);
  return {
    h,
    gravity: options.gravity ?? [0, 0, -9.81],
    method: options.method ?? 'projective',
    iterations,
    tolerance,
    restTolerance,
    maxIterations,
    stop: options.stop ? { maxIterations: 2000, ...options.stop } : undefined,
    selfContact: options.selfContact ?? 'vertex-face',
    obstacleContact: options.obstacleContact ?? 'features',
    gap: options.gap ?? 'reach',
    start: options.start ?? (iterations === undefined ? 'velocity' : 'inertial'),
    repair: options.repair ?? true,
    sweeps,
    relaxation,
    warmStart: options.warmStart ?? true,
    accelerate: options.accelerate ?? defaultWindow(options),
    penalty: options.penalty,
    exact: { tolerance: options.exact?.tolerance ?? 1e-6, maxSweeps: options.exact?.maxSweeps ?? 2000 },
  };
}

/** Whether ends of steps are looked at, and what overlaps there is taken in: not with the algorithm of the paper as it is. */
export function looksAtEnds({ iterations, stop, gap, method }: ClothSettings): boolean {
  return iterations === undefined && !stop && gap === 'reach' && method !== 'penalty';
}

function isCount(n: number): boolean {
  return Number.isInteger(n) && n > 0;
}

/** Few iterations leave no time to learn from many; other methods than the projective one do not gain by it. */
function defaultWindow({ stop, iterations, method = 'projective' }: ClothWorldOptions): number {
  if (stop) return 8;
  if (method !== 'projective') return 0;
  return iterations === undefined ? 8 : 4;
}
