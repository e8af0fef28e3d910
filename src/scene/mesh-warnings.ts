import { type MeshFaults, inspectMesh } from '../geometry/mesh-faults.js';
import { meshNumbers } from '../geometry/shapes/mesh.js';
import type { Scene } from './schema/scene.js';
import type { SceneWarning } from './warnings.js';

interface WrittenMesh {
  readonly type: 'mesh';
  readonly vertices: readonly (readonly number[])[];
  readonly triangles: readonly (readonly number[])[];
  readonly thickness?: number;
  readonly turned?: boolean;
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
    if (shape.triangles.some((corners) => corners.some((v) => shape.vertices[v] === undefined))) return;
    const { vertices, triangles, folded } = meshNumbers(shape, `${path}.`);
    const faults = inspectMesh(vertices, triangles);
    const messages = folded === undefined ? say(faults) : wallNotes(faults, folded);
    for (const message of messages) warnings.push({ path, message });
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
        'there, as in a container; what is outside is not held off. `"turned": true` if it is meant to be solid, `thickness` if it is to hold from both sides',
    ...crossingNotes(crossings, 'things between the layers are pushed to either side'),
  ].filter((note) => note !== false);
}

/** Of the wall that a surface with a thickness becomes: it has no border, and which way the surface faces does not matter. */
function wallNotes({ flat, turned, crossings }: MeshFaults, folded: number): string[] {
  return [
    folded > 0 &&
      `too thick: ${many(folded, 'triangle')} of the wall are turned over, where the surface bends more sharply`,
    flat > 0 && `${many(flat, 'triangle')} without an area: nothing touches them`,
    turned > 0 && `it has one side only (as a Möbius strip): the wall is open along ${many(turned, 'edge')}`,
    ...crossingNotes(
      crossings,
      'the thickness is more than its layers have room for; things there are pushed to either side',
    ),
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
