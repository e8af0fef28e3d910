/** Numbers that a part, hand or joint has in a frame: from where on, and how many of each of its arrays. */
export interface FrameEntry {
  readonly key: number;
  readonly at: number;
  /**
   * rigid, fixed, kinematic: pose, velocity; ropes, hair, cloth: positions, velocities; behind the flags. Joints: force, torque. Hands: force
   */
  readonly first: number;
  readonly second: number;
}

/** Where everything stands in the frames of a version. */
export interface FrameLayout {
  readonly version: number;
  /** numbers of a frame */
  readonly size: number;
  readonly entries: readonly FrameEntry[];
}

/** Numbers at the start of every frame: version, time (s), steps taken, simulated over real time of late. */
export const frameHeader = 4;

/** Numbers of an entry before its arrays. Parts: enabled, asleep; joints: coordinate, broken; hands: holding, 0. */
export const entryHeader = 2;

/** Lays out entries one after the other. */
export function layOut(version: number, list: readonly Omit<FrameEntry, 'at'>[]): FrameLayout {
  let size = frameHeader;
  const entries = list.map((entry): FrameEntry => {
    const at = size;
    size += entryHeader + entry.first + entry.second;
    return { ...entry, at };
  });
  return { version, size, entries };
}
