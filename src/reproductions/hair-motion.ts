import type { FiberBody } from '../bodies/body.js';
import type { StepRecord } from '../dynamics/report/step-record.js';
import type { World } from '../dynamics/world.js';
import type { LinePlot } from '../present/line-plot.js';
import { type MeasuredRun, type RunPlan, measureRun } from './measured-run.js';
import type { Surroundings } from './reproduction.js';

/** How hair moves at one time; means over what happened since the sample before. */
export interface HairSample {
  readonly t: number;
  /** of the nodes (m/s) */
  readonly speed: number;
  /** tangential speed between strands that press on each other, now (m/s) */
  readonly slip: number;
  /** share of the contacts under pressure that stick */
  readonly stick: number;
  /** root mean square distance of the nodes from the upright axis of the head (m) */
  readonly spread: number;
  /** contacts of strands with obstacles below the head that press */
  readonly onBody: number;
  readonly contacts: number;
}

/** Time between samples (s). */
const interval = 0.02;

/** Collects samples while a world steps. */
class HairWatch {
  readonly samples: HairSample[] = [];
  #before: Float64Array | undefined;
  #time = 0;
  #travel = 0;
  #span = 0;
  #stick = 0;
  #press = 0;
  #due = interval;

  look(world: World, step: StepRecord): void {
    this.#stick += step.stick;
    this.#press += step.stick + step.slide;
    if (!world.atWholeStep) return;
    const nodes = positions(world);
    if (this.#before) {
      this.#travel += meanDistance(nodes, this.#before);
      this.#span += world.t - this.#time;
    }
    this.#before = nodes;
    this.#time = world.t;
    if (world.t < this.#due - 1e-9 || this.#span === 0) return;
    this.#due += interval;
    this.samples.push({
      t: world.t,
      speed: this.#travel / this.#span,
      stick: this.#press > 0 ? this.#stick / this.#press : 0,
      spread: spreadOf(nodes),
      contacts: step.contacts,
      ...pressing(world),
    });
    this.#travel = this.#span = this.#stick = this.#press = 0;
  }
}

/** All nodes of all strands. */
function positions(world: World): Float64Array {
  const strands = world.bodies as FiberBody[];
  const out = new Float64Array(strands.reduce((sum, { nodes }) => sum + 3 * nodes, 0));
  let at = 0;
  for (const strand of strands) {
    strand.centreLine(out.subarray(at, at + 3 * strand.nodes));
    at += 3 * strand.nodes;
  }
  return out;
}

function meanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 3) sum += Math.hypot(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]);
  return (3 * sum) / a.length;
}

function spreadOf(nodes: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < nodes.length; k += 3) sum += nodes[k] * nodes[k] + nodes[k + 1] * nodes[k + 1];
  return Math.sqrt((3 * sum) / nodes.length);
}

/** Slip between strands, and how many contacts press on what is not the head. */
function pressing(world: World): { slip: number; onBody: number } {
  let [slip, between, onBody] = [0, 0, 0];
  for (const { bodyB, b, state, velocity } of world.contacts()) {
    if (state === 'takeOff') continue;
    if (bodyB < 0) {
      if (b !== 'head') onBody++;
      continue;
    }
    slip += Math.hypot(velocity[1], velocity[2]);
    between++;
  }
  return { slip: between > 0 ? slip / between : 0, onBody };
}

/** A head of hair in motion, and how it was computed. */
export interface HairMotion {
  readonly name: string;
  readonly run: MeasuredRun;
  readonly samples: readonly HairSample[];
}

/** Runs a head of hair and samples its motion. */
export async function watchHair(
  around: Surroundings,
  name: string,
  plan: RunPlan,
  share: (x: number) => void,
): Promise<HairMotion> {
  const watch = new HairWatch();
  const run = await measureRun(around, { ...plan, each: (world, step) => watch.look(world, step) }, share);
  return { name, run, samples: watch.samples };
}

/** Mean of a quantity over the samples of a stretch of time. */
export function meanOver(
  { samples }: HairMotion,
  of: (sample: HairSample) => number,
  from: number,
  to = Infinity,
): number {
  const chosen = samples.filter(({ t }) => t > from && t <= to);
  return chosen.reduce((sum, sample) => sum + of(sample), 0) / Math.max(1, chosen.length);
}

/** A quantity over time, a line for each motion. */
export function motionPlot(
  motions: readonly HairMotion[],
  title: string,
  unit: string,
  of: (sample: HairSample) => number,
): LinePlot {
  return {
    title,
    x: { title: 'time (s)', kind: 'linear' },
    y: { title: unit, kind: 'linear', from: 0 },
    series: motions.map(({ name, samples }, color) => ({
      name,
      color,
      points: samples.map((sample) => ({ x: sample.t, y: of(sample) })),
    })),
  };
}
