import { InputError, type InputProblem } from '../../errors.js';

/** How contacts are solved: in the local step [Ly20 3.3], as penalties [Ly20 5.3], or exactly in the global step [Ly20 3.2]. */
export type ContactMethod = 'projective' | 'penalty' | 'exact';

/**
 * Which contacts of the cloth with itself are looked for. With edges, corners and edges of boxes and polyhedra are met by
 * the cloth's triangles and edges, too.
 */
export type SelfContact = 'none' | 'vertex-vertex' | 'vertex-face' | 'vertex-face-edge-edge';

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
  /** local/global iterations a step, where `stop` is missing. Default: 20 */
  readonly iterations?: number;
  /** iterate until the residuals are small instead of a fixed number of times */
  readonly stop?: StopRule;
  /** Default: vertex-vertex, as [Ly20] */
  readonly selfContact?: SelfContact;
  /**
   * What an open gap means for the end of the step: 'reach': the surfaces may come together (u_N >= -gap/h); 'stop': they
   * stop at once (u_N >= 0, Moreau's impact) and the position pass closes the gap. Default: reach
   */
  readonly gap?: 'reach' | 'stop';
  /** first guess: free motion as [Ly20 algorithm 1], or the velocity of the last step. Default: inertial */
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
  /** steps that Anderson's extrapolation looks back; 0: none, as [Ly20]. Default: 4, with `stop` 8; others than projective: 0 */
  readonly accelerate?: number;
  /** penalty method: stiffness of a contact (N/m). Default: ten times the stiffest vertex' */
  readonly penalty?: number;
  /** exact method: mean Alart-Curnier error of each global step, and sweeps at most. Default: 1e-6, 2000 */
  readonly exact?: { readonly tolerance?: number; readonly maxSweeps?: number };
}

/** Options with every default filled in. */
export interface ClothSettings {
  readonly h: number;
  readonly gravity: readonly [number, number, number];
  readonly method: ContactMethod;
  readonly iterations: number;
  readonly stop: Required<StopRule> | undefined;
  readonly selfContact: SelfContact;
  readonly gap: 'reach' | 'stop';
  readonly start: 'inertial' | 'velocity';
  readonly repair: boolean;
  readonly sweeps: number;
  readonly relaxation: number;
  readonly warmStart: boolean;
  readonly accelerate: number;
  readonly penalty: number | undefined;
  readonly exact: { readonly tolerance: number; readonly maxSweeps: number };
}

/** Checks the options and fills in the defaults. */
export function clothSettings(options: ClothWorldOptions): ClothSettings {
  const problems: InputProblem[] = [];
  const { h, iterations = 20, sweeps = 3, relaxation = 1.6 } = options;
  const demand = (fine: boolean, path: string, expected: string, found: unknown): void => {
    if (!fine) problems.push({ path, expected, found: String(found) });
  };
  demand(h > 0 && Number.isFinite(h), 'h', 'a number > 0', h);
  demand(Number.isInteger(iterations) && iterations > 0, 'iterations', 'an integer > 0', iterations);
  demand(Number.isInteger(sweeps) && sweeps > 0, 'sweeps', 'an integer > 0', sweeps);
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
    stop: options.stop ? { maxIterations: 2000, ...options.stop } : undefined,
    selfContact: options.selfContact ?? 'vertex-vertex',
    gap: options.gap ?? 'reach',
    start: options.start ?? 'inertial',
    repair: options.repair ?? true,
    sweeps,
    relaxation,
    warmStart: options.warmStart ?? true,
    accelerate: options.accelerate ?? (options.stop ? 8 : (options.method ?? 'projective') === 'projective' ? 4 : 0),
    penalty: options.penalty,
    exact: { tolerance: options.exact?.tolerance ?? 1e-6, maxSweeps: options.exact?.maxSweeps ?? 2000 },
  };
}
