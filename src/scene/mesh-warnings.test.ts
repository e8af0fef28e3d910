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

function notesOf(triangles: readonly (readonly number[])[], more: object = {}): string[] {
  const obstacles = [{ name: 'mesh', shape: { type: 'mesh', vertices, triangles, ...more }, material: 'stone' }];
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

it('check finds nothing to say of what was turned over or given a thickness, unless that is too much', () => {
  const insideOut = tetrahedron.map((corners) => corners.toReversed());
  expect(notesOf(insideOut, { turned: true })).toEqual([]);
  expect(notesOf(tetrahedron.slice(0, 2))).toEqual([expect.stringContaining('open: 4 edges')]);
  expect(notesOf(tetrahedron.slice(0, 2), { thickness: 0.01 })).toEqual([]);
  expect(notesOf([tetrahedron[0].toReversed(), ...tetrahedron.slice(1)], { thickness: 0.01 })).toEqual([]);
  expect(notesOf(tetrahedron, { thickness: 0.6 })).toEqual([expect.stringMatching(/too thick: 3 triangles/)]);
});
