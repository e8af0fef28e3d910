import { type Box3, type PerspectiveCamera, Vector3 } from 'three';
import { type Insets, distanceFor } from './framing.js';

/** A view in pixels, and what lies over its edges. */
export interface ViewArea {
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
}

/** Room around what is framed. */
const margin = 1.12;

/** Puts the middle of the picture into the middle of what bars and panels leave free. */
export function aim(camera: PerspectiveCamera, { width, height, insets }: ViewArea): void {
  const x = 0.5 * (insets.right - insets.left);
  const y = 0.5 * (insets.bottom - insets.top);
  if (x === 0 && y === 0) camera.clearViewOffset();
  else camera.setViewOffset(width, height, x, y, width, height);
  camera.updateProjectionMatrix();
}

/** Where a camera stands that sees a box in the free part of a view, looking along a direction; and the box's middle. */
export function placeFor(
  camera: PerspectiveCamera,
  box: Box3,
  direction: readonly number[],
  { width, height, insets }: ViewArea,
  zoom = 1,
): { readonly position: Vector3; readonly target: Vector3 } {
  const tangent = Math.tan((0.5 * camera.fov * Math.PI) / 180);
  const tangentY = (tangent * (height - insets.top - insets.bottom)) / height;
  const tangentX = (tangent * (width - insets.left - insets.right)) / height;
  const toCamera = new Vector3(direction[0], direction[1], direction[2]).normalize();
  const target = box.getCenter(new Vector3());
  const distance = (margin * distanceFor(box, toCamera, tangentX, tangentY)) / zoom;
  return { position: target.clone().addScaledVector(toCamera, distance), target };
}

/** Stands a camera so that it sees a box in the free part of a view. */
export function frame(camera: PerspectiveCamera, box: Box3, direction: readonly number[], area: ViewArea): void {
  aim(camera, area);
  const { position, target } = placeFor(camera, box, direction, area);
  camera.position.copy(position);
  camera.lookAt(target);
  camera.updateMatrixWorld();
}
