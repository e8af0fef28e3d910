/** What is left out while things move on machines that draw slowly, a step at a time. */
export interface Quality {
  /** pixels of the canvas a pixel of the screen, at most */
  readonly pixelRatio: number;
  /** width of the shadow map; 0: no shadows */
  readonly shadows: number;
  /** share of the strands of hair that is drawn */
  readonly strands: number;
}

/** For what stands still, and for pictures. */
export const fullQuality: Quality = { pixelRatio: 2, shadows: 2048, strands: 1 };

/** The same where a processor draws in the place of a graphics card: hair takes it seconds. Pictures are drawn in full. */
export const softwareQuality: Quality = { ...fullQuality, strands: 0.12 };

const levels: readonly Quality[] = [
  fullQuality,
  { pixelRatio: 1, shadows: 1024, strands: 0.6 },
  { pixelRatio: 0.8, shadows: 512, strands: 0.3 },
  { pixelRatio: 0.6, shadows: 0, strands: 0.15 },
];

/** A frame that waits longer than this for its turn means that drawing is slow (ms): less than 15 frames a second. */
const slow = 70;
/** One that waits no longer than this is drawn as fast as screens are refreshed (60 Hz, and some for the timer). */
const quick = 20;

/** Slow frames in a row before something is left out; very slow ones count as several. */
const patience = 6;
const most = 3;

/** Frames after something was opened that do not count: shaders are compiled and buffers filled in them. */
const settling = 12;

/**
 * Decides how finely to draw from how long frames have waited. What was left out is tried again after a run of quick
 * frames, a longer run each time that the trial fails, so that it does not go back and forth.
 */
export class QualityControl {
  #level = 0;
  #strikes = 0;
  #quick = 0;
  #runNeeded = 90;
  #ignored = settling;

  get quality(): Quality {
    return levels[this.#level];
  }

  /** Something new is drawn from now on. */
  noteOpened(): void {
    this.#ignored = settling;
    this.#strikes = 0;
    this.#quick = 0;
  }

  /** Takes note of how long a frame has waited (ms). */
  noteDelay(milliseconds: number): void {
    if (this.#ignored > 0) {
      this.#ignored--;
      return;
    }
    const isSlow = milliseconds > slow;
    this.#strikes = isSlow ? this.#strikes + Math.min(most, Math.floor(milliseconds / slow)) : 0;
    this.#quick = milliseconds <= quick ? this.#quick + 1 : 0;
    if (this.#strikes >= patience && this.#level < levels.length - 1) {
      this.#change(1);
      this.#runNeeded = Math.min(2 * this.#runNeeded, 3600);
    } else if (this.#quick >= this.#runNeeded && this.#level > 0) this.#change(-1);
  }

  #change(by: 1 | -1): void {
    this.#level += by;
    this.#strikes = 0;
    this.#quick = 0;
  }
}

/** What all views of this visit use: what one has found out holds for the next. */
export const qualityControl = new QualityControl();
