/** What a recording lacks at one place. */
export interface Gap {
  /** first damaged byte of the file, and the first sound one after it; equal where a repaired recording only notes the gap */
  readonly from: number;
  readonly end: number;
  /** last time that is recorded before it, and first after it; undefined where there is none (s) */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** frames that are missing; undefined at the end, where nothing tells how many were to come */
  readonly frames: number | undefined;
}

/**
 * How a recording ends: the run was finished; it was stopped and saved; or the file just ends, because the run was killed,
 * still goes on, or the file was cut off.
 */
export type Ending = 'finished' | 'stopped' | 'cut';

const seconds = (t: number): string => `t = ${Number(t.toPrecision(9))} s`;

/** A line about a gap: where it is, and what is missing from when to when. */
export function describeGap({ from, end, before, after, frames }: Gap): string {
  const where = end > from ? `bytes ${from} to ${end - 1} are damaged` : 'a repaired recording';
  const start = before === undefined ? 'from the beginning' : `after ${seconds(before)}`;
  const stop = after === undefined ? 'to the end' : `before ${seconds(after)}`;
  const count = frames === undefined ? 'what was recorded' : frames === 1 ? '1 frame' : `${frames} frames`;
  if (frames === 0) return `${where}: no frame is missing; steps or checkpoints may be, ${start} and ${stop}`;
  return `${where}: ${count} missing, ${start} and ${stop}`;
}

/** A line about a recording that just ends. */
export function describeCut(last: number | undefined): string {
  const where = last === undefined ? 'before the first frame' : `at ${seconds(last)}`;
  return `it ends ${where} without saying so: the run was killed or still goes on, or the file was cut off`;
}
