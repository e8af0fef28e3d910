/** How the gallery is ordered. Scenes that are in no group stand under "More". */
export const groups: readonly { readonly title: string; readonly about: string; readonly scenes: readonly string[] }[] =
  [
    {
      title: 'First contact',
      about: 'Does it stick, does it slide? The smallest scenes, with known answers.',
      scenes: ['incline', 'pinch', 'rod-drop', 'triangle'],
    },
    {
      title: 'Fibers',
      about: 'Rods that bend, twist and tangle, with friction and without.',
      scenes: [
        'knot',
        'rope',
        'plectoneme',
        'rotating-ball',
        'wavy-hair',
        'self-stacking',
        'spaghetti-7',
        'spaghetti-31',
        'spaghetti-76',
      ],
    },
    {
      title: 'Hair',
      about: 'Hundreds to thousands of fibers. They open on a recorded clip; press simulate to compute them here.',
      scenes: ['free-a', 'free-b', 'pony', 'curly', 'head-10k'],
    },
    {
      title: 'Rigid bodies',
      about: 'Piles, walls and rails.',
      scenes: ['elastic-column', 'spheres-80', 'spheres-160', 'spheres-320', 'masonry', 'double-loop'],
    },
    {
      title: 'Joints',
      about: 'Hinges, ropes that are tied, motors, nets and strings.',
      scenes: ['pulley', 'winch', 'chain', 'four-bar', 'puppet', 'net', 'curtain'],
    },
    {
      title: 'Cloth',
      about: 'Sheets and gowns.',
      scenes: ['hammock', 'ribbon', 'square-1', 'square-3', 'arabesque', 'crinoline'],
    },
  ];

/** Where a scene is looked at from at first. */
export interface FirstView {
  /** direction to the camera */
  readonly from: readonly number[];
  /** how much closer than fits */
  readonly zoom?: number;
  /** whether the bodies are looked at, and obstacles only as far as they are in view */
  readonly bodies?: boolean;
  /** what is looked at instead: a cube, by its centre and the length of its edge (m) */
  readonly cube?: { readonly at: readonly [number, number, number]; readonly edge: number };
}

export const views: Readonly<Record<string, FirstView>> = {
  pulley: { from: [0.3, -1, 0.15] },
  winch: { from: [0.4, -1, 0.15] },
  chain: { from: [0.25, -1, 0.2], bodies: true },
  'four-bar': { from: [0.2, -1, 0.15], bodies: true },
  puppet: { from: [0.35, -1, 0.1], bodies: true },
  net: { from: [0.5, -1, 0.35], bodies: true },
  curtain: { from: [0.3, -1, 0.1], bodies: true },
  incline: { from: [0.45, -1, 0.5] },
  pinch: { from: [0.45, -1, 0.3] },
  triangle: { from: [0.3, -1, 0.5] },
  'rod-drop': { from: [0.35, -1, 0.3], zoom: 0.8 },
  knot: { from: [0.15, -1, 0.35] },
  rope: { from: [0.05, -1, 0.15], zoom: 0.8 },
  plectoneme: { from: [0.2, -1, 0.4], zoom: 0.9 },
  'wavy-hair': { from: [0.5, -1, 0.15], bodies: true },
  'elastic-column': { from: [0.5, -1, 0.15] },
  'square-1': { from: [0.7, -1, 0.45], bodies: true },
  'square-3': { from: [0.7, -1, 0.45], bodies: true },
  'free-a': { from: [0.35, -1, 0.1], bodies: true },
  'free-b': { from: [0.9, -0.8, 0.1], bodies: true },
  pony: { from: [1, -0.5, 0.15], cube: { at: [0, 0.05, -0.1], edge: 0.32 } },
  curly: { from: [0.35, -1, 0.1], bodies: true },
  'head-10k': { from: [0.75, -0.9, 0.3], bodies: true, zoom: 0.8 },
  'spaghetti-7': { from: [0.4, -1, 0.55], bodies: true },
  masonry: { from: [0.45, -1, 0.3] },
  'double-loop': { from: [0.75, -1, 0.35], zoom: 1.6 },
};

export const defaultView: FirstView = { from: [0.7, -1, 0.5] };
