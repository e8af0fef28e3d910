import { type MeshFaults, inspectMesh } from '../geometry/mesh-faults.js';
import type { Scene } from './schema/scene.js';
import type { SceneWarning } from './warnings.js';

interface WrittenMesh {
  readonly type: 'mesh';
  readonly vertices: readonly (readonly number[])[];
  readonly triangles: readonly (readonly number[])[];
}

const isMesh = (shape: unknown): shape is WrittenMesh => {
  const { type, vertices, triangles } = (shape ?? {}) as Record<string, unknown>;
  return type === 'mesh' && Array.isArray(vertices) && Array.isArray(triangles);
};

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

/** What is unusual about the meshes of a scene, and what the simulation does about it. */
export function meshWarnings(scene: Scene): SceneWarning[] {
  const warnings: SceneWarning[] = [];
  const look = (shape: unknown, path: string, say: (faults: MeshFaults) => string[]): void => {
    if (!isMesh(shape)) return;
    const { vertices, triangles } = shape;
    if (triangles.some((corners) => corners.some((v) => vertices[v] === undefined))) return;
    for (const message of say(inspectMesh(vertices.flat(), triangles.flat()))) warnings.push({ path, message });
  };
  scene.obstacles.forEach((obstacle, k) => look(obstacle.shape, `obstacles[${k}].shape`, solidNotes));
  scene.bodies.forEach((body, b) => {
    if (body.type === 'cloth') body.pieces.forEach((piece, p) => look(piece, `bodies[${b}].pieces[${p}]`, clothNotes));
  });
  return warnings;
}

function solidNotes({ flat, open, turned, crowded, insideOut, crossings }: MeshFaults): string[] {
  return [
    flat > 0 && `${many(flat, 'triangle')} without an area: nothing touches them`,
    open > 0 &&
      `open: ${many(open, 'edge')} with one triangle. It is solid behind its triangles: what comes from the front is held, what ` +
        'comes from behind passes through. Close it, or use two sheets back to back',
    turned > 0 &&
      `${many(turned, 'edge')} between triangles that face opposite ways: what comes from behind one of them passes through. Turn ` +
        'them over, so that all normals point outwards',
    crowded > 0 && `${many(crowded, 'edge')} of three triangles and more: inside and outside are not told apart there`,
    insideOut &&
      'inside out: its normals point inwards, so that all around it is solid and its inside is empty. What is inside is held ' +
        'there, as in a container; what is outside is not held off. Turn its triangles over if it is meant to be solid',
    ...crossingNotes(crossings, 'things between the layers are pushed to either side'),
  ].filter((note) => note !== false);
}

function clothNotes({ flat, turned, crowded, crossings }: MeshFaults): string[] {
  return [
    flat > 0 && `${many(flat, 'triangle')} without an area: they resist no stretching`,
    turned > 0 && `${many(turned, 'edge')} between triangles that face opposite ways: harmless, cloth has two sides`,
    crowded > 0 && `${many(crowded, 'edge')} of three triangles and more: bending is between the first two`,
    ...crossingNotes(crossings, 'what begins entangled stays entangled'),
  ].filter((note) => note !== false);
}

function crossingNotes(crossings: number | undefined, what: string): string[] {
  if (crossings === undefined) return ['too many triangles to look for ones that cut through each other'];
  if (crossings === 0) return [];
  return [`it cuts through itself: ${many(crossings, 'pair')} of triangles; ${what}`];
}
