import { describe, expect, it } from 'vitest';
import { ClothAssembly } from '../../bodies/cloth/assembly.js';
import { Cloth, sheet } from '../../bodies/cloth/index.js';
import { policy } from '../policy/values.js';
import { type ClothWorldOptions, clothSettings } from './settings.js';
import { StepState } from './step-state.js';
import { stoppingFor } from './stopping.js';

/** Error to reach and to come to of a sheet in the air that moves at so many m/s; the velocity scale is 0.1 m/s, and so is what weight makes. */
function asked(speed: number, options: Partial<ClothWorldOptions> = {}): [number, number] {
  const surface = sheet({ nu: 3, nv: 3, origin: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0] });
  const assembly = new ClothAssembly(
    [new Cloth({ surface, material: { density: 0.2, stretch: 50, bend: 1e-4, thickness: 0.002 } })],
    () => 0,
  );
  const state = new StepState(assembly, clothSettings({ h: 0.01, gravity: [0, 0, -10], ...options }));
  state.scale = 0.1;
  state.v0[4] = speed;
  const { tolerance, aim } = stoppingFor(state, 0.1);
  return [tolerance, aim];
}

describe('how well a step with cloth is solved', () => {
  it('moving: to the tolerance', () => {
    expect(asked(0.21)).toEqual([1e-3, 1e-3]);
  });

  it('at rest: to a tenth, and on to a share of its speed', () => {
    expect(asked(0.19)).toEqual([1e-4, 1e-4]);
    const [tolerance, aim] = asked(1e-4);
    expect([tolerance, aim]).toEqual([1e-4, (1e-3 * 1e-4) / 0.1]);
    expect(asked(0)[1]).toBe(policy.creep / 0.1);
  });

  it('to no more than is asked for', () => {
    expect(asked(0, { restTolerance: 1e-5 })).toEqual([1e-5, 1e-5]);
    expect(asked(0, { iterations: 20 })).toEqual([1e-4, 1e-4]);
    expect(asked(0, { method: 'exact' })).toEqual([1e-4, 1e-4]);
  });
});
