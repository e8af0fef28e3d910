import { describe, expect, it } from 'vitest';
import { buildWorld } from '../build/world.js';
import { readScene } from '../read-scene.js';
import { galleryFiles } from './files.js';

/** What the text of a scene claims, looked at in its run. */
describe('texts of the gallery', () => {
  it('rod-drop: it comes to lie on the floor and rolls on slowly', () => {
    const file = galleryFiles['rod-drop'] as { description: string };
    expect(file.description).toContain('comes to lie on it and rolls on slowly');
    const world = buildWorld(readScene(file));
    const look = (until: number): { lifted: number; fastest: number } => {
      while (world.t < until - 1e-9) world.step();
      const { q, v } = world.bodies[0];
      const nodes = Array.from({ length: 21 }, (_, k) => 4 * k);
      return {
        lifted: Math.max(...nodes.map((k) => Math.abs(q[k + 2] - 0.01))),
        fastest: Math.max(...nodes.map((k) => Math.hypot(v[k], v[k + 1], v[k + 2]))),
      };
    };
    const [falling, lying, end] = [look(0.1), look(0.5), look(1)];
    expect(falling.fastest).toBeGreaterThan(0.3);
    // all along it, to a thousandth of its radius
    expect(lying.lifted).toBeLessThan(1e-5);
    expect(end.lifted).toBeLessThan(1e-5);
    expect(end.fastest).toBeGreaterThan(0.05);
    expect(end.fastest).toBeLessThan(0.15);
    expect(end.fastest).toBeLessThan(lying.fastest);
  });

  it('knot and plectoneme claim nothing of friction, which they do without', () => {
    for (const name of ['knot', 'plectoneme'] as const) {
      const file = galleryFiles[name] as { description: string };
      expect(file.description).not.toMatch(/friction|hold/);
    }
  });
});
