import { describe, expect, it } from 'vitest';
import { Cloth, joinSurfaces, sheet } from '../../bodies/cloth/index.js';
import { Runner } from '../../record/runner.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { clothCrossings } from './crossings.js';

const material = { density: 1, stretch: 1, thickness: 1e-3 };
const level = sheet({ nu: 9, nv: 7, u: [0.2, 0, 0], v: [0, 0.2, 0], origin: [-0.1, -0.1, 0] });

describe('crossings', () => {
  it('are none in sheets that lie on each other', () => {
    const above = sheet({ nu: 5, nv: 8, u: [0.2, 0, 0], v: [0, 0.2, 0], origin: [-0.1, -0.1, 1e-6] });
    expect(clothCrossings(new Cloth({ surface: joinSurfaces([level, above]), material }))).toBe(0);
  });

  it('are the edges of a sheet that stands through another, and those of the other that it cuts', () => {
    // one column of cells through it, far from its threads: three lengthwise edges, of which two are rims, go through
    const standing = sheet({ nu: 2, nv: 2, u: [0.013, 0.004, 0], v: [0, 0, 0.1], origin: [0.003, 0.011, -0.05] });
    const cloth = new Cloth({ surface: joinSurfaces([level, standing]), material });
    const along = clothCrossings(cloth);
    expect(along).toBeGreaterThanOrEqual(3);
    // lifted off the other
    for (let i = level.positions.length; i < cloth.dofs; i += 3) cloth.q[i + 2] += 0.051;
    expect(clothCrossings(cloth)).toBe(0);
  });

  it('are seen where a vertex was pushed through a layer', () => {
    const above = sheet({ nu: 9, nv: 7, u: [0.2, 0, 0], v: [0, 0.2, 0], origin: [-0.09, -0.11, 2e-3] });
    const cloth = new Cloth({ surface: joinSurfaces([level, above]), material });
    cloth.q[level.positions.length + 3 * 31 + 2] = -2e-3;
    expect(clothCrossings(cloth)).toBeGreaterThan(0);
  });

  it('do not come up where three sheets fold over a ball, iterated a given number of times', () => {
    const run = new Runner({ ...(gallerySceneNamed('square-3') as object), duration: 0.32 });
    while (!run.done) run.step();
    for (const { cloth } of run.world.cloths) expect(clothCrossings(cloth)).toBe(0);
  });
});
