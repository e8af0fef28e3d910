import { expect, it } from 'vitest';
import { meshWarnings } from './mesh-warnings.js';
import { readScene } from './read-scene.js';

const tetrahedron = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];
const vertices = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function notesOf(triangles: readonly (readonly number[])[]): string[] {
  const obstacles = [{ name: 'mesh', shape: { type: 'mesh', vertices, triangles }, material: 'stone' }];
  const shape = { type: 'sphere', radius: 0.1 };
  const bodies = [{ type: 'rigid', shape, material: 'stone', position: [0, 0, 9] }];
  return meshWarnings(readScene({ version: 1, name: 'notes', duration: 1, obstacles, bodies })).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

it('check says what is unusual about a mesh and what becomes of it', () => {
  expect(notesOf(tetrahedron)).toEqual([]);
  expect(notesOf(tetrahedron.slice(1))).toEqual([
    expect.stringMatching(/^obstacles\[0\]\.shape: open: 3 edges .* from behind passes through/),
  ]);
  expect(notesOf(tetrahedron.map((corners) => corners.toReversed()))).toEqual([expect.stringContaining('inside out')]);
  expect(notesOf([tetrahedron[0].toReversed(), ...tetrahedron.slice(1)])).toEqual([
    expect.stringContaining('3 edges between triangles that face opposite ways'),
  ]);
});
