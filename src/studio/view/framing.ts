import { type Box3, type Camera, Vector3 } from 'three';

/** What bars and panels cover of a view, from its edges (pixels). */
export interface Insets {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const noInsets: Insets = { left: 0, top: 0, right: 0, bottom: 0 };

/**
 * The least part of a view, each way, that is taken for free however much lies over it: a phone held upright with its
 * panel open leaves 0.17.
 */
const leastFree = 0.15;

/** Insets that leave something of the view: those of two opposite edges shrink alike. */
export function clampInsets({ left, top, right, bottom }: Insets, width: number, height: number): Insets {
  const across = Math.min(1, ((1 - leastFree) * width) / Math.max(1, left + right));
  const along = Math.min(1, ((1 - leastFree) * height) / Math.max(1, top + bottom));
  return { left: across * left, right: across * right, top: along * top, bottom: along * bottom };
}

/** How far from the middle of a box a camera must stand to see all of its corners; tangents of half its angles. */
export function distanceFor(box: Box3, toCamera: Vector3, tangentX: number, tangentY: number): number {
  const right = new Vector3(0, 0, 1).cross(toCamera);
  if (right.lengthSq() < 1e-9) right.set(1, 0, 0);
  right.normalize();
  const up = toCamera.clone().cross(right);
  const half = box.getSize(new Vector3()).multiplyScalar(0.5);
  const corner = new Vector3();
  let distance = 0;
  for (let k = 0; k < 8; k++) {
    corner.set(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z);
    const wide = Math.abs(corner.dot(right)) / tangentX;
    const high = Math.abs(corner.dot(up)) / tangentY;
    distance = Math.max(distance, Math.max(wide, high) + corner.dot(toCamera));
  }
  return distance;
}

const corner = new Vector3();

/**
 * How far a box reaches beyond the free part of a view, over half of that part: up to 0 where it is all in view.
 * The middle of the picture is the middle of the free part.
 */
export function overreach(box: Box3, camera: Camera, width: number, height: number, insets: Insets): number {
  // in pixels of the whole view, then from the middle of the free part
  const free = { x: width - insets.left - insets.right, y: height - insets.top - insets.bottom };
  let most = -1;
  for (let k = 0; k < 8; k++) {
    corner.set(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z);
    corner.project(camera);
    if (corner.z > 1) return Infinity;
    const x = 0.5 * (corner.x + 1) * width - insets.left - 0.5 * free.x;
    const y = 0.5 * (1 - corner.y) * height - insets.top - 0.5 * free.y;
    most = Math.max(most, Math.abs(x) / (0.5 * free.x) - 1, Math.abs(y) / (0.5 * free.y) - 1);
  }
  return most;
}

/** How much of the free part of a view a box takes, along the way of which it takes more: 1 where it fills it. */
export function fillOf(box: Box3, camera: Camera, width: number, height: number, insets: Insets): number {
  const [least, most] = [new Vector3(Infinity, Infinity, 0), new Vector3(-Infinity, -Infinity, 0)];
  for (let k = 0; k < 8; k++) {
    corner.set(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z);
    corner.project(camera);
    least.min(corner);
    most.max(corner);
  }
  const wide = (0.5 * (most.x - least.x) * width) / (width - insets.left - insets.right);
  return Math.max(wide, (0.5 * (most.y - least.y) * height) / (height - insets.top - insets.bottom));
}
