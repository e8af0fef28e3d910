import { cos, sin } from '../../../math/functions.js';
import type { RodEnd, RodMotion } from '../end.js';
import type { RodSpec } from '../spec.js';
import { createRod } from '../registry.js';
import { stepAlone } from '../time-step.js';

const gravity = [0, 0, -9.81] as const;

/** Carried to and fro, turned and rolled about, beginning at rest at the place where `softRod` starts. */
const wave: RodMotion = (pose, t) => {
  const a = 0.5 * (1 - cos(12 * t));
  pose.set([0.1 + 0.05 * a, 0.2 - 0.02 * a * a, 0.3 + 0.03 * a]);
  // half angles about x and about z
  const [roll, turn] = [0.3 * a, 0.4 * a];
  const [c, s, d, e] = [cos(roll), sin(roll), cos(turn), sin(turn)];
  pose.set([d * c, d * s, e * s, e * c], 3);
};

/** The kinds of driven ends. */
export const drivenEnds: [string, RodEnd][] = [
  ['pinned', { kind: 'pinned', motion: wave }],
  ['clamped', { kind: 'clamped', motion: wave }],
  ['a whole segment', { kind: 'clamped', clamp: 'segment', motion: wave }],
];

/** Balance of energy of a waved rod. */
export interface WorkBalance {
  /** done by the end (J) */
  readonly work: number;
  /** work less energy gained, over the largest kinetic energy: its lowest value, and its largest size */
  readonly least: number;
  readonly error: number;
}

export function waveRod(spec: RodSpec, h: number, theta: number, time = 0.4): WorkBalance {
  const rod = createRod(spec);
  // the ends come to where they are driven from
  stepAlone(rod, { t: -h, h, theta: 1, gravity: [0, 0, 0] });
  rod.v.fill(0);
  const total = (): number => {
    const { kinetic, elastic, gravity: height } = rod.energy(gravity);
    return kinetic + elastic + height;
  };
  const start = total();
  let work = 0;
  let least = 0;
  let most = 0;
  let swing = 0;
  for (let k = 0; k < Math.round(time / h); k++) {
    stepAlone(rod, { t: k * h, h, theta, gravity });
    work += rod.drivenWork ?? 0;
    const left = start + work - total();
    least = Math.min(least, left);
    most = Math.max(most, left);
    swing = Math.max(swing, rod.energy(gravity).kinetic);
  }
  return { work, least: least / swing, error: Math.max(most, -least) / swing };
}
