import type { Frame, FrameLayout } from '../../record/frame.js';

/** What a lesson judges a run by: where things are, from the beginning to the end. */
export interface Seen {
  /** times of the frames (s), the first at the beginning */
  readonly times: readonly number[];
  /** where a body is in frame k: the middle of a solid, the first node of a rod (m) */
  place(name: string, k: number): readonly [number, number, number];
  /** where a rod ends in frame k (m) */
  tip(name: string, k: number): readonly [number, number, number];
}

/** Frames of a run as a lesson sees them. */
export function seenIn(layout: FrameLayout, frames: readonly Frame[]): Seen {
  const at = (name: string): number => {
    const k = layout.bodies.findIndex((body) => body.name === name);
    if (k < 0) throw new Error(`the lesson's scene has no body called ${name}`);
    return k;
  };
  const triple = (k: number, from: number): [number, number, number] => {
    const x = frames[k].bodies;
    return [x[from], x[from + 1], x[from + 2]];
  };
  return {
    times: frames.map(({ t }) => t),
    place: (name, k) => triple(k, layout.offsets[at(name)]),
    tip: (name, k) => triple(k, layout.offsets[at(name) + 1] - 3),
  };
}

/** How far a body is from where it began, at the end (m). */
export function wayOf(seen: Seen, name: string): number {
  return distance(seen.place(name, 0), seen.place(name, seen.times.length - 1));
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
