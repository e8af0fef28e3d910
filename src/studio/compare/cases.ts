/** Scenes made to be compared: where a shortcut in the law of friction shows. */
export interface CompareCase {
  readonly name: string;
  readonly title: string;
  /** what to look for */
  readonly about: string;
  readonly scene: unknown;
}

const floor = { name: 'floor', shape: { type: 'plane' }, material: 'board' };

/** A box of 1 kg on a board with μ = 0.4: friction resists up to 3.92 N. */
const box = {
  type: 'rigid',
  name: 'box',
  shape: { type: 'box', size: [0.2, 0.2, 0.1] },
  material: 'board',
  mass: 1,
  position: [0, 0, 0.05],
};

const rest = {
  version: 1,
  duration: 2,
  step: { length: 0.01 },
  solver: { tolerance: 1e-10 },
  materials: { board: { preset: 'wood', friction: 0.4 } },
  obstacles: [floor],
};

export const compareCases: readonly CompareCase[] = [
  {
    name: 'push',
    title: 'a box pushed diagonally',
    about:
      'A box is pushed along the diagonal with 4.38 N; friction can hold 3.92 N, so it slides. A pyramid has corners: ' +
      'along the diagonal it resists with another force than along its sides.',
    scene: { ...rest, name: 'diagonal push', bodies: [{ ...box, load: { force: [3.1, 3.1, 0] } }] },
  },
  {
    name: 'throw',
    title: 'a box thrown askew',
    about:
      'Friction acts against the motion, so the box slides straight ahead and stops. ' +
      'A pyramid pushes along its sides: the box is led astray.',
    scene: { ...rest, name: 'thrown askew', duration: 1, bodies: [{ ...box, velocity: [1.5, 0.75, 0] }] },
  },
];
