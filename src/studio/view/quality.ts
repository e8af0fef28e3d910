/** What is left out on machines that draw slowly, a step at a time. */
export interface Quality {
  /** pixels of the canvas a pixel of the screen, at most */
  readonly pixelRatio: number;
  /** width of the shadow map; 0: no shadows */
  readonly shadows: number;
}

const levels: readonly Quality[] = [
  { pixelRatio: 2, shadows: 2048 },
  { pixelRatio: 1, shadows: 1024 },
  { pixelRatio: 0.8, shadows: 512 },
  { pixelRatio: 0.6, shadows: 0 },
];

/** A frame that waits longer than this for its turn means that drawing is slow (ms). */
const slow = 70;

/** Slow frames in a row before something is left out; very slow ones count as several. */
const patience = 6;
const most = 3;

/** The level that all views of this visit use: what one has found out holds for the next. */
let level = 0;
let strikes = 0;

export function quality(): Quality {
  return levels[level];
}

/** Takes note of how long a frame has waited; true where the level has changed. */
export function noteDelay(milliseconds: number): boolean {
  strikes = milliseconds > slow ? strikes + Math.min(most, Math.floor(milliseconds / slow)) : 0;
  if (strikes < patience || level === levels.length - 1) return false;
  strikes = 0;
  level++;
  return true;
}
