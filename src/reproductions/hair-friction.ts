import { short } from '../present/format.js';
import type { Table } from '../present/table.js';
import { type Claim, claim } from './claim.js';
import { type HairMotion, meanOver, motionPlot, watchHair } from './hair-motion.js';
import type { Reproduced, Surroundings } from './reproduction.js';

/** A head of hair that moves and stops, with and without friction. */
export interface FrictionPlan {
  readonly scene: string;
  readonly set: readonly string[];
  /** when the head stops, and when the run ends (s) */
  readonly stop: number;
  readonly time: number;
  readonly quick: { readonly set: readonly string[]; readonly stop: number; readonly time: number };
  /** what the paper shows */
  readonly paper: string;
  /** what that says in numbers; verdicts are left out at smaller sizes */
  readonly claims: (rough: HairMotion, smooth: HairMotion, stop: number) => readonly Claim[];
}

const frictionless = ['materials.strand.friction=0', 'materials.skin.friction=0'];
/** Time that hair is given to settle after the head stopped, before its rest is measured (s). */
const settling = 0.1;

/** Runs a head of hair twice, and puts the two side by side. */
export async function compareFriction(around: Surroundings, plan: FrictionPlan): Promise<Reproduced> {
  const { set, stop, time } = around.quick ? { ...plan.quick, set: [...plan.set, ...plan.quick.set] } : plan;
  const moves = [...set, `obstacles.0.motion.moves.0.end=${stop}`];
  const motions: HairMotion[] = [];
  const cases = [
    { name: 'with friction', set: moves },
    { name: 'without', set: [...moves, ...frictionless, ...pairs(plan.scene)] },
  ];
  for (const [k, { name, set }] of cases.entries()) {
    if (around.stopped()) break;
    around.progress(`${plan.scene} ${name}`);
    const share = (x: number): void => around.progress(`${plan.scene} ${name}`, (k + x) / 2);
    motions.push(await watchHair(around, name, { scene: plan.scene, set, time }, share));
  }
  const [rough, smooth] = motions;
  const claims = smooth === undefined || around.stopped() ? [] : plan.claims(rough, smooth, stop);
  return {
    tables: [table(motions, stop)],
    plots: [
      motionPlot(motions, 'Mean speed of the hair', 'speed (m/s)', ({ speed }) => speed),
      motionPlot(motions, 'Spread about the axis', 'spread (m)', ({ spread }) => spread),
      motionPlot(motions, 'Slip between touching strands', 'slip (m/s)', ({ slip }) => slip),
      motionPlot(motions, 'Share of sticking contacts', 'share', ({ stick }) => stick),
    ],
    remarks: [
      plan.paper,
      `The head stops at ${short(stop)} s; "at rest" is from ${settling} s after that on. Sticking: of the contacts under pressure.`,
      ...motions.flatMap(({ name, run }) => (run.broken === undefined ? [] : [`${name}: ${run.broken}`])),
    ],
    data: { stop, motions },
    claims: around.quick ? claims.map(({ says, paper, ours }) => ({ says, paper, ours })) : claims,
  };
}

/** The pair of materials that a scene names takes precedence over the materials: it has to be set too. */
function pairs(scene: string): string[] {
  return scene === 'wavy-hair' ? [] : ['pairs.0.friction=0'];
}

function table(motions: readonly HairMotion[], stop: number): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  const rest = stop + settling;
  const line = (title: string, of: (motion: HairMotion) => string): string[] => [title, ...motions.map(of)];
  return {
    columns: [{ title: '' }, ...motions.map(({ name }) => right(name))],
    rows: [
      line('strands', ({ run }) => String(run.bodies)),
      line('contacts, mean / most', ({ run }) => `${Math.round(run.contacts.mean)} / ${run.contacts.max}`),
      line('speed while moving (m/s)', (m) => short(meanOver(m, ({ speed }) => speed, 0, stop))),
      line('speed at rest (m/s)', (m) => short(meanOver(m, ({ speed }) => speed, rest))),
      line('slip over speed while moving', (m) => short(slipOverSpeed(m, stop))),
      line('spread while moving (m)', (m) => short(spreadMoving(m, stop))),
      line('sticking while moving (%)', (m) => short(100 * meanOver(m, ({ stick }) => stick, stop / 2, stop))),
      line('sticking at rest (%)', (m) => short(100 * restStick(m, stop))),
      line('contacts on neck and shoulders at rest', (m) => short(restOnBody(m, stop))),
      line('steps not converged', ({ run }) => `${run.unconverged} of ${run.steps}`),
      line('worst overlap over the radius (%)', ({ run }) => short(100 * run.penetration)),
      line('time of a step (s)', ({ run }) => short(run.step.seconds)),
    ],
  };
}

/** Slip between strands over their speed while the head moves. */
export function slipOverSpeed(motion: HairMotion, stop: number): number {
  return meanOver(motion, ({ slip }) => slip, stop / 2, stop) / meanOver(motion, ({ speed }) => speed, stop / 2, stop);
}

/** Share of the contacts under pressure that stick after the head stopped. */
export function restStick(motion: HairMotion, stop: number): number {
  return meanOver(motion, ({ stick }) => stick, stop + settling);
}

/** Spread about the axis while the head moves (m). */
export function spreadMoving(motion: HairMotion, stop: number): number {
  return meanOver(motion, ({ spread }) => spread, stop / 2, stop);
}

/** Contacts on neck and shoulders after the head stopped. */
export function restOnBody(motion: HairMotion, stop: number): number {
  return meanOver(motion, ({ onBody }) => onBody, stop + settling);
}

/** A claim on a quantity with friction and without. */
export function comparison(
  says: string,
  paper: string,
  [rough, smooth]: readonly [number, number],
  unit: string,
  holds: boolean,
): Claim {
  return claim(says, paper, `${short(rough)} with friction, ${short(smooth)} without${unit}`, holds);
}

/** Mean speed after the head stopped. */
export function restSpeed(motion: HairMotion, stop: number): number {
  return meanOver(motion, ({ speed }) => speed, stop + settling);
}
