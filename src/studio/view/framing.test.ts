import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type Insets, clampInsets, fillOf, noInsets, overreach } from './framing.js';
import { frame } from './frame-camera.js';

const box = new Box3(new Vector3(-0.3, -0.1, 0), new Vector3(0.5, 0.2, 0.4));

function framed(width: number, height: number, insets: Insets, of = box): PerspectiveCamera {
  const camera = new PerspectiveCamera(35, width / height, 0.01, 100);
  camera.up.set(0, 0, 1);
  frame(camera, of, [0.7, -1, 0.5], { width, height, insets });
  return camera;
}

describe('framing', () => {
  it.each([
    { width: 1280, height: 720, insets: noInsets },
    { width: 1280, height: 720, insets: { left: 60, top: 80, right: 350, bottom: 70 } },
    { width: 390, height: 792, insets: { left: 0, top: 40, right: 0, bottom: 480 } },
    { width: 390, height: 792, insets: { left: 0, top: 76, right: 0, bottom: 582 } },
    { width: 844, height: 338, insets: { left: 100, top: 8, right: 320, bottom: 70 } },
  ])('shows all of a box in the free part of $width x $height', ({ width, height, insets }) => {
    expect(clampInsets(insets, width, height)).toEqual(insets);
    const camera = framed(width, height, insets);
    const out = overreach(box, camera, width, height, insets);
    expect(out).toBeLessThanOrEqual(0);
    // and fills it, apart from the margin
    expect(out).toBeGreaterThan(-0.4);
    const fill = fillOf(box, camera, width, height, insets);
    expect(fill).toBeLessThanOrEqual(1);
    expect(fill).toBeGreaterThan(0.6);
  });

  it('sees that something has left the view', () => {
    const camera = framed(800, 600, noInsets);
    const away = box.clone().translate(new Vector3(2, 0, 0));
    expect(overreach(away, camera, 800, 600, noInsets)).toBeGreaterThan(0.5);
    const behind = box.clone().translate(new Vector3(14, -20, 10));
    expect(overreach(behind, camera, 800, 600, noInsets)).toBe(Infinity);
  });

  it('leaves some of a view that panels would cover altogether', () => {
    expect(clampInsets({ left: 300, top: 0, right: 300, bottom: 0 }, 400, 300)).toEqual({
      ...{ left: 170, right: 170, top: 0, bottom: 0 },
    });
  });
});
