import { describe, expect, it } from 'vitest';
import { QualityControl, fullQuality } from './quality.js';

/** Takes note of n frames. */
function frames(control: QualityControl, n: number, milliseconds: number): void {
  for (let k = 0; k < n; k++) control.noteDelay(milliseconds);
}

describe('quality of drawing', () => {
  it('does not count the frames in which things are made ready', () => {
    const control = new QualityControl();
    frames(control, 12, 900);
    expect(control.quality).toBe(fullQuality);
  });

  it('goes down on slow frames, and up again on quick ones', () => {
    const control = new QualityControl();
    frames(control, 12, 10);
    frames(control, 6, 80);
    expect(control.quality.pixelRatio).toBe(1);
    frames(control, 1000, 16);
    expect(control.quality).toBe(fullQuality);
  });

  it('waits longer before it tries again what has failed', () => {
    const control = new QualityControl();
    frames(control, 12, 10);
    const tries: number[] = [];
    for (let k = 0; k < 3; k++) {
      frames(control, 6, 80);
      let n = 0;
      while (control.quality !== fullQuality) {
        control.noteDelay(16);
        n++;
      }
      tries.push(n);
    }
    expect(tries[1]).toBeGreaterThan(tries[0]);
    expect(tries[2]).toBeGreaterThan(tries[1]);
  });
});
