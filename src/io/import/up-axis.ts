/** Which axis of a file points up; ours is z. */
export type UpAxis = 'y' | 'z';

export type Triple = [number, number, number];

/** How coordinates of a file become ours: turned so that z points up, then scaled. */
export interface Placement {
  readonly up: UpAxis;
  readonly scale: number;
}

/** A point of a file in our axes (m). */
export function placed(x: number, y: number, z: number, { up, scale }: Placement): Triple {
  return up === 'y' ? [scale * x, -scale * z, scale * y] : [scale * x, scale * y, scale * z];
}

/** A unit quaternion (w, x, y, z) of a file in our axes. */
export function placedTurn(q: ArrayLike<number>, up: UpAxis): [number, number, number, number] {
  return up === 'y' ? [q[0], q[1], -q[3], q[2]] : [q[0], q[1], q[2], q[3]];
}
