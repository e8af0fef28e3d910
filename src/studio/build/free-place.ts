import { Box3, Vector3 } from 'three';
import { quaternionOf } from './rigid-change.js';
import { type Triple, entries, isObject, isTriple } from './things.js';

/** Room that is left between what stands side by side (m). */
const gap = 0.02;

/** Height of the highest plane of a scene at a place; 0 where there is none that one could stand on. */
export function floorAt(scene: unknown, x: number, y: number): number {
  let height = -Infinity;
  for (const { shape, position, orientation } of entries(scene, 'obstacles')) {
    if (!isObject(shape) || shape.type !== 'plane') continue;
    const n = new Vector3(0, 0, 1).applyQuaternion(quaternionOf(orientation));
    const p: Triple = isTriple(position) ? position : [0, 0, 0];
    if (n.z > 0.1) height = Math.max(height, p[2] - (n.x * (x - p[0]) + n.y * (y - p[1])) / n.z);
  }
  return height === -Infinity ? 0 : height;
}

/**
 * Where something of a size can be put near a place: beside what is there, on the floor; where there is no room, on top
 * of it. The middle of its lowest face.
 */
export function freePlace(scene: unknown, boxes: readonly Box3[], near: Vector3, room: Triple): Triple {
  const across = new Vector3(room[0] / 2 + gap, room[1] / 2 + gap, 0);
  const footprint = (x: number, y: number): Box3 =>
    new Box3(new Vector3(x, y, -Infinity).sub(across), new Vector3(x, y, Infinity).add(across));
  const round = (value: number): number => Math.round(20 * value) / 20;
  const [nearX, nearY] = [round(near.x), round(near.y)];
  const standing = (x: number, y: number): number =>
    Math.max(...[-0.5, 0.5].flatMap((i) => [-0.5, 0.5].map((j) => floorAt(scene, x + i * room[0], y + j * room[1]))));
  const step = Math.max(0.25, round(room[0] + 0.1));
  for (let ring = 0; ring < 4; ring++) {
    const ways = [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ];
    for (const [i, j] of ring === 0 ? [ways[0]] : ways.slice(1)) {
      const [x, y] = [nearX + i * ring * step, nearY + j * ring * step];
      const own = footprint(x, y);
      if (boxes.every((box) => !box.intersectsBox(own))) return [x, y, standing(x, y)];
    }
  }
  const own = footprint(nearX, nearY);
  const top = boxes.filter((box) => box.intersectsBox(own)).reduce((z, box) => Math.max(z, box.max.z), 0);
  return [nearX, nearY, Math.max(top, standing(nearX, nearY))];
}

/** Where a slope that rises towards -x may begin: on the floor, with all that is there in front of it. */
export function besideAll(scene: unknown, boxes: readonly Box3[]): Triple {
  const x = boxes.reduce((least, { min }) => Math.min(least, min.x), 0) - gap;
  const round = Math.floor(20 * x) / 20;
  return [round, 0, floorAt(scene, round, 0)];
}
