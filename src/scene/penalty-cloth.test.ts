import { expect, it } from 'vitest';
import { buildWorld, readScene } from './index.js';
import { sceneWarnings } from './warnings.js';

function sceneOf(more: { bodies?: object[]; joints?: object[] }, method = 'penalty'): ReturnType<typeof readScene> {
  const cloth = {
    ...{ type: 'cloth', name: 'net', material: 'wood', density: 0.2, stretch: 100, thickness: 0.01 },
    pieces: [{ type: 'sheet', vertices: [4, 4], u: [0.3, 0, 0], v: [0, 0.3, 0] }],
    solver: { method },
  };
  const { bodies = [], joints = [] } = more;
  return readScene({ version: 1, name: 'net', duration: 1, bodies: [cloth, ...bodies], joints });
}

it('check refuses joints of cloth whose method lets nothing hold it, and warns of bodies that it does not carry', () => {
  const joints = [{ type: 'ball', between: ['net', 'world'], at: [0, 0, 0] }];
  expect(() => buildWorld(sceneOf({ joints }))).toThrow(/joints\[0\]\.between\[0\]\.body: .*projective or exact/);
  expect(buildWorld(sceneOf({ joints }, 'exact')).joints).toHaveLength(1);
  const bodies = [{ type: 'rigid', shape: { type: 'sphere', radius: 0.1 }, material: 'wood', position: [0, 0, 1] }];
  expect(sceneWarnings(sceneOf({ bodies }))).toEqual([
    {
      path: 'bodies[0].solver.method',
      message: expect.stringContaining('where a body that moves touches it') as string,
    },
  ]);
  expect(sceneWarnings(sceneOf({ bodies }, 'exact'))).toEqual([]);
  expect(sceneWarnings(sceneOf({}))).toEqual([]);
});
