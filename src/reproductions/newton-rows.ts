import type { RunPlan } from './measured-run.js';

/** A row as printed in the paper, and how it is run here. */
export interface Row {
  readonly key: string;
  readonly example: string;
  readonly paper: {
    readonly model: string;
    readonly rods: number;
    readonly elements: number;
    readonly mu: number;
    /** (ms) */
    readonly dt: number;
    readonly n: number;
    readonly nu: number;
    /** mean time of a step (s) */
    readonly time: number;
  };
  readonly ours: { readonly model: string; readonly elements: string; readonly dt: string };
  readonly plan: RunPlan;
  /** plan of `--quick` */
  readonly quick: Partial<RunPlan>;
}

const SH = 'super-helix';

/** Points of two metres of rope in turns of 3 cm, hardly apart, just above the plate: it sinks into a stack at once. */
function coil(): number[][] {
  const [length, radius, pitch, perTurn] = [2, 0.03, 0.0095, 16];
  const turns = length / Math.hypot(2 * Math.PI * radius, pitch);
  return Array.from({ length: Math.floor(turns * perTurn) + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / perTurn;
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0.006 + (pitch * k) / perTurn];
  });
}

/** Wisps are kept farther apart than in the gallery: 315 of them touch at most instead of 287. */
const thickWisps = 'bodies.0.collisionRadius=0.0027';

/** A cord of 20 elements, clamped at its root, with a force along x (N) and a moment about x (N m) on its free end. */
function loadedCord(length: number, radius: number, shape: object, force: object, moment?: object): string {
  const loads = {
    forces: [{ s: length, force }],
    ...(moment && { moments: [{ s: length, moment }] }),
  };
  const cord = {
    ...{ type: 'rod', name: 'cord', model: SH, elements: 20, segmentsPerElement: 4, length, radius },
    ...{ material: 'cord', selfDistance: 0.06, shape, start: { kind: 'clamped' }, loads },
  };
  return `bodies.0=${JSON.stringify(cord)}`;
}

/** Rises from nothing to x, in the time t, along the x axis. */
const ramp = (t: number, x: number): object => ({
  keyframes: [
    { t: 0, value: [0, 0, 0] },
    { t, value: [x, 0, 0] },
  ],
});

/** Almost straight: a moment on the free end winds it up. */
const bowed = {
  through: [
    [-0.28, 0, 0],
    [-0.1, 0, 0.006],
    [0.1, 0, 0.006],
    [0.28, 0, 0],
  ],
};

/** The rows of [Bertails11 Table I]. */
export const rows: readonly Row[] = [
  {
    key: 'plectoneme-sh',
    example: 'plectoneme',
    paper: { model: SH, rods: 1, elements: 20, mu: 0, dt: 11, n: 18, nu: 0.9, time: 0.04 },
    ours: { model: SH, elements: '20', dt: '0.69-11' },
    // the moment winds it up until it buckles, at 4.5 s, and folds over itself; later it whips about
    plan: {
      scene: 'plectoneme',
      set: ['step.shortest=0.0006875', loadedCord(0.6, 0.005, bowed, ramp(1, 0.1), ramp(8, 0.06))],
      time: 7,
      enough: 100,
    },
    quick: { time: 0.3 },
  },
  {
    key: 'knot-sh',
    example: 'tight knot',
    paper: { model: SH, rods: 1, elements: 20, mu: 0, dt: 11, n: 8, nu: 0.4, time: 0.033 },
    ours: { model: SH, elements: '20', dt: '0.69-11' },
    plan: {
      scene: 'knot',
      set: [loadedCord(1.2, 0.006, { knot: { size: 0.08 } }, ramp(1, 2))],
      time: 4,
      enough: 100,
    },
    quick: { time: 0.3 },
  },
  {
    key: 'plectoneme',
    example: 'plectoneme',
    paper: { model: SH, rods: 1, elements: 20, mu: 0, dt: 11, n: 18, nu: 0.9, time: 0.04 },
    ours: { model: 'der', elements: '40', dt: '11' },
    // nearer to the paper's degrees of freedom than the gallery's 60 elements, and with as many contacts
    plan: { scene: 'plectoneme', set: ['bodies.0.elements=40'], time: 12, enough: 100 },
    quick: { time: 0.3 },
  },
  {
    key: 'knot',
    example: 'tight knot',
    paper: { model: SH, rods: 1, elements: 20, mu: 0, dt: 11, n: 8, nu: 0.4, time: 0.033 },
    ours: { model: 'der', elements: '40', dt: '0.69-11' },
    // as many degrees of freedom for each of the paper's contacts; the gallery's 120 elements have 36 contacts
    plan: { scene: 'knot', set: ['bodies.0.elements=40'], enough: 100 },
    quick: { time: 0.3 },
  },
  {
    key: 'wavy-hair-0',
    example: 'wavy hair',
    paper: { model: SH, rods: 84, elements: 8, mu: 0, dt: 11, n: 392, nu: 0.58, time: 2.6 },
    ours: { model: SH, elements: '8', dt: '1.4-11' },
    plan: {
      scene: 'wavy-hair',
      set: [thickWisps, 'materials.strand.friction=0', 'materials.skin.friction=0'],
      time: 2,
      enough: 200,
    },
    quick: { time: 0.11 },
  },
  {
    key: 'wavy-hair',
    example: 'wavy hair',
    paper: { model: SH, rods: 84, elements: 8, mu: 0.3, dt: 11, n: 380, nu: 0.57, time: 41.2 },
    ours: { model: SH, elements: '8', dt: '1.4-11' },
    plan: { scene: 'wavy-hair', set: [thickWisps], time: 2, enough: 200 },
    quick: { time: 0.11 },
  },
  {
    key: 'self-stacking',
    example: 'self-stacking',
    paper: { model: 'corde', rods: 1, elements: 256, mu: 0.3, dt: 0.25, n: 303, nu: 1.18, time: 0.31 },
    ours: { model: 'corde', elements: '256', dt: '0.25' },
    plan: {
      scene: 'self-stacking',
      set: ['materials.rope.youngModulus=3e4', `bodies.0.shape=${JSON.stringify({ through: coil() })}`],
      enough: 100,
    },
    quick: { time: 0.05 },
  },
  {
    key: 'spaghetti-7',
    example: 'spaghetti',
    paper: { model: 'corde', rods: 7, elements: 16, mu: 0.3, dt: 0.1, n: 121, nu: 1.08, time: 0.36 },
    ours: { model: 'corde', elements: '16', dt: '0.1' },
    plan: { scene: 'spaghetti-7', enough: 500 },
    quick: { time: 0.02 },
  },
  {
    key: 'spaghetti-31',
    example: 'spaghetti',
    paper: { model: 'mass-spring', rods: 31, elements: 16, mu: 0.3, dt: 1, n: 653, nu: 1.32, time: 2.26 },
    ours: { model: 'mass-spring', elements: '16', dt: '1' },
    plan: { scene: 'spaghetti-31', enough: 150 },
    quick: { time: 0.12 },
  },
  {
    key: 'spaghetti-76',
    example: 'spaghetti',
    paper: { model: 'mass-spring', rods: 76, elements: 22, mu: 0.3, dt: 1, n: 1806, nu: 1.08, time: 19.1 },
    ours: { model: 'mass-spring', elements: '22', dt: '1' },
    plan: { scene: 'spaghetti-76', enough: 120 },
    quick: { time: 0.1 },
  },
];
