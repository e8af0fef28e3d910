/** Poses are positions and quaternions w x y z; glTF's quaternions have w last. */

function rotationAt(poses: ArrayLike<number>, at: number): [number, number, number, number] {
  const [w, x, y, z] = [poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]];
  const size = Math.hypot(w, x, y, z);
  return [x / size, y / size, z / size, w / size];
}

/** Where a node is at first. */
export function poseFields(poses: ArrayLike<number>): object {
  return { translation: [poses[0], poses[1], poses[2]], rotation: rotationAt(poses, 0) };
}

/** Positions or turns of poses one after another. */
export function partOfPoses(poses: ArrayLike<number>, part: 'translation' | 'rotation'): Float32Array {
  const n = poses.length / 7;
  const out = new Float32Array((part === 'translation' ? 3 : 4) * n);
  for (let k = 0; k < n; k++) {
    if (part === 'rotation') out.set(rotationAt(poses, 7 * k), 4 * k);
    else for (let i = 0; i < 3; i++) out[3 * k + i] = poses[7 * k + i];
  }
  return out;
}

/** Column-major matrix that takes space to the frame of the first of some poses. */
export function inverseMatrix(out: Float32Array, o: number, poses: ArrayLike<number>): void {
  const [x, y, z, w] = rotationAt(poses, 0);
  const R = [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[o + 4 * j + i] = R[3 * j + i];
      out[o + 12 + i] -= R[3 * j + i] * poses[j];
    }
  }
  out[o + 15] = 1;
}
