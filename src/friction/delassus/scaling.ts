import { type Room, defineWork, ownRoom, performWork } from '../../linalg/kernel/shared-work.js';

interface ScalingData {
  readonly [name: string]: Float64Array | number;
  readonly x: Float64Array;
  readonly factor: number;
}

/** Numbers that a thread does at a time. */
const numbersInTask = 1 << 15;

const scaling = defineWork<ScalingData>('scaling', ({ x, factor }, task) => {
  const end = Math.min(x.length, (task + 1) * numbersInTask);
  for (let k = task * numbersInTask; k < end; k++) x[k] *= factor;
});

/** x <- factor x */
export function scaleArray(x: Float64Array, factor: number, room: Room = ownRoom): void {
  performWork(scaling, { x, factor }, Math.ceil(x.length / numbersInTask), room.crew);
}
