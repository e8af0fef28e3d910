import {
  multiplyQuaternions,
  normaliseQuaternion,
  quaternionFromMatrix,
  rotateByQuaternion,
} from '../../math/quaternion.js';
import type { GltfNode } from './gltf.js';

/** Place of a node in the one above it. */
export interface LocalPose {
  /** (m) */
  readonly translation: Float64Array;
  /** unit quaternion (w, x, y, z) */
  readonly rotation: Float64Array;
  readonly scale: Float64Array;
}

/** The pose that a node has where nothing moves it. */
export function localPose(node: GltfNode): LocalPose {
  if (node.matrix) return fromMatrix(node.matrix);
  const [x, y, z, w] = node.rotation ?? [0, 0, 0, 1];
  const rotation = Float64Array.of(w, x, y, z);
  normaliseQuaternion(rotation, 0, rotation, 0);
  return {
    translation: Float64Array.from(node.translation ?? [0, 0, 0]),
    rotation,
    scale: Float64Array.from(node.scale ?? [1, 1, 1]),
  };
}

/** Parts of a matrix of columns that turns, stretches along its axes and shifts. */
function fromMatrix(m: readonly number[]): LocalPose {
  const scale = new Float64Array(3);
  const R = new Float64Array(9);
  for (let j = 0; j < 3; j++) {
    scale[j] = Math.sqrt(m[4 * j] * m[4 * j] + m[4 * j + 1] * m[4 * j + 1] + m[4 * j + 2] * m[4 * j + 2]);
    for (let i = 0; i < 3; i++) R[3 * i + j] = scale[j] > 0 ? m[4 * j + i] / scale[j] : Number(i === j);
  }
  const rotation = new Float64Array(4);
  quaternionFromMatrix(rotation, 0, R, 0);
  return { translation: Float64Array.from(m.slice(12, 15)), rotation, scale };
}

/** Where the frame of the last of several nodes is, each in the one before: position (3), quaternion (4). */
export function framePose(chain: readonly LocalPose[]): Float64Array {
  const pose = Float64Array.of(0, 0, 0, 1, 0, 0, 0);
  const scale = [1, 1, 1];
  const shift = new Float64Array(3);
  for (const local of chain) {
    for (let i = 0; i < 3; i++) shift[i] = scale[i] * local.translation[i];
    rotateByQuaternion(shift, 0, pose, 3, shift, 0);
    for (let i = 0; i < 3; i++) {
      pose[i] += shift[i];
      scale[i] *= local.scale[i];
    }
    multiplyQuaternions(pose, 3, pose, 3, local.rotation, 0);
  }
  normaliseQuaternion(pose, 3, pose, 3);
  return pose;
}

/** A point of the last of several nodes, each in the one before, in the outermost frame. */
export function pointOf(chain: readonly LocalPose[], x: number, y: number, z: number): Float64Array {
  const p = Float64Array.of(x, y, z);
  for (let k = chain.length - 1; k >= 0; k--) {
    const { translation, rotation, scale } = chain[k];
    for (let i = 0; i < 3; i++) p[i] *= scale[i];
    rotateByQuaternion(p, 0, rotation, 0, p, 0);
    for (let i = 0; i < 3; i++) p[i] += translation[i];
  }
  return p;
}
