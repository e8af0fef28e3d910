import { slerp } from '../bodies/motion.js';
import type { Frame, FrameLayout } from './frame.js';
import type { RecordingView } from './recording.js';

/** Times apart by this share of a frame are the same time: times are sums of steps, which round. */
const timeTolerance = 1e-6;

/**
 * A recording as if its frames had been taken so many times a second: the first and the last of them at the very start and
 * end, nodes joined linearly, poses along the shortest turn. Contacts are those of the nearest frame that was recorded.
 * Where frames are missing nothing is made up: the frame before the gap stays.
 */
export function resampled(recording: RecordingView, rate: number): RecordingView {
  const { layout, frames } = recording;
  const own = Float64Array.from({ length: frames }, (_, k) => recording.time(k));
  const times = frames === 0 ? own : newTimes(own, rate);
  const { frameTime } = recording.header;
  let known: { k: number; frame: Frame }[] = [];
  const recorded = (k: number): Frame => {
    const found = known.find((entry) => entry.k === k);
    if (found) return found.frame;
    const frame = recording.frame(k);
    known = [...known.slice(-1), { k, frame }];
    return frame;
  };
  const before = (t: number): number => {
    let low = 0;
    let high = frames - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (own[middle] <= t + timeTolerance / rate) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  /** the frame before a time, and the share of the way to the next one */
  const place = (j: number): { k: number; u: number } => {
    if (!(j >= 0 && j < times.length)) throw new RangeError(`there is no frame ${j} of ${times.length}`);
    const k = before(times[j]);
    const span = k + 1 < frames ? own[k + 1] - own[k] : 0;
    const u = span > 0 ? Math.max(0, (times[j] - own[k]) / span) : 0;
    return { k, u: span > 1.5 * frameTime || u < timeTolerance ? 0 : u };
  };
  return {
    header: { ...recording.header, frameTime: 1 / rate },
    layout,
    frames: times.length,
    time: (j) => times[j],
    frame(j) {
      const { k, u } = place(j);
      const a = recorded(k);
      return u === 0 ? { ...a, t: times[j] } : between(layout, a, recorded(k + 1), u, times[j]);
    },
    contacts(j) {
      const { k, u } = place(j);
      return recording.contacts(u > 0.5 ? k + 1 : k);
    },
    steps: () => recording.steps(),
    stepCount: () => recording.stepCount(),
    column: (name) => recording.column(name),
    summary: () => recording.summary(),
    missing: () => recording.missing(),
  };
}

/** From the first to the last time, `rate` times a second; the last one as it is. */
function newTimes(own: Float64Array, rate: number): Float64Array {
  const first = own[0];
  const last = own[own.length - 1];
  const spans = (last - first) * rate;
  const times = Float64Array.from({ length: 1 + Math.ceil(spans - timeTolerance) }, (_, j) => first + j / rate);
  times[times.length - 1] = last;
  return times;
}

function between(layout: FrameLayout, a: Frame, b: Frame, u: number, t: number): Frame {
  const bodies = mixed(a.bodies, b.bodies, u);
  const obstacles = mixed(a.obstacles, b.obstacles, u);
  layout.bodies.forEach((body, k) => {
    if (body.kind === 'rigid') turn(bodies, a.bodies, b.bodies, layout.offsets[k] + 3, u);
  });
  for (let k = 0; k < obstacles.length; k += 7) turn(obstacles, a.obstacles, b.obstacles, k + 3, u);
  const directors = mixed(a.directors, b.directors, u);
  for (let k = 0; k < directors.length; k += 3) normalise(directors, k);
  const velocities = a.velocities && b.velocities && mixed(a.velocities, b.velocities, u);
  return { t, step: a.step, bodies, obstacles, directors, ...(velocities && { velocities }) };
}

function normalise(x: Float32Array, at: number): void {
  const size = Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);
  if (size > 0) for (let i = 0; i < 3; i++) x[at + i] /= size;
}

function mixed(a: Float32Array, b: Float32Array, u: number): Float32Array {
  return a.map((x, k) => x + u * (b[k] - x));
}

const from = new Float64Array(4);
const to = new Float64Array(4);
const out = new Float64Array(4);

function turn(result: Float32Array, a: Float32Array, b: Float32Array, at: number, u: number): void {
  from.set(a.subarray(at, at + 4));
  to.set(b.subarray(at, at + 4));
  slerp(out, 0, from, 0, to, 0, u);
  result.set(out, at);
}
