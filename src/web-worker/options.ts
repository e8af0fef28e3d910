import type { JointOptions } from '../world/joints.js';
import type { WorldOptions } from '../world/options.js';
import type { VectorLike } from '../world/parts/check.js';
import type { Channel } from './protocol.js';
import type { AnyRemoteHandle, RemoteFixed, RemoteJoint, RemoteKinematic, RemotePoint } from './remote-handles.js';

/** What roots and held ends move with. */
export type Carrier = RemoteFixed | RemoteKinematic;

/** Options of joints between points of parts in a worker. */
export interface RemoteJointOptions extends Omit<JointOptions, 'a' | 'b'> {
  readonly a: RemotePoint | VectorLike;
  readonly b: RemotePoint | VectorLike;
}

/** What a ray has met first. */
export interface RemoteRayHit {
  readonly handle: AnyRemoteHandle;
  readonly distance: number;
  readonly position: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
  readonly point: RemotePoint | undefined;
}

/** Two parts that have begun or ceased to touch. */
export interface RemoteTouchEvent {
  readonly a: AnyRemoteHandle;
  readonly b: AnyRemoteHandle;
  readonly t: number;
}

export interface RemoteEvents {
  readonly begin: RemoteTouchEvent;
  readonly end: RemoteTouchEvent;
  readonly break: { readonly joint: RemoteJoint; readonly t: number };
  /** a step failed while the world was playing; it has stopped */
  readonly error: Error;
}

/** How a world in a worker is made. */
export interface WorkerWorldOptions extends Omit<WorldOptions, 'solver'> {
  /** name of a solver, or options as `solve` takes them; objects of your own are given in the worker (`registerSolver`) */
  readonly solver?: string | Omit<Extract<WorldOptions['solver'], { tolerance?: number }>, 'solver'>;
  /** a scene file or one of the gallery, as for `World.fromScene`: of what else a world is made with, only `sleep` goes with it */
  readonly scene?: unknown;
  /** or the bytes of a snapshot, as for `World.fromSnapshot` */
  readonly snapshot?: Uint8Array;
  /**
   * a worker that calls `serveWorld` (stickslip/web-worker/serve). Default: one that comes with the package
   * (stickslip/web-worker/worker.js)
   */
  readonly worker?: Channel;
  /** whether frames are handed over in shared memory. Default: where the page is cross-origin isolated */
  readonly shared?: boolean;
}
