/** Worlds in workers: the page's side. */
export { WorkerWorld, workerWorld } from './worker-world.js';
export type {
  RemoteEvents,
  RemoteJointOptions,
  RemoteRayHit,
  RemoteTouchEvent,
  WorkerWorldOptions,
} from './options.js';
export type { Channel } from './protocol.js';
export {
  RemoteCloth,
  RemoteFixed,
  RemoteHair,
  RemoteHold,
  RemoteJoint,
  RemoteKinematic,
  RemoteOwn,
  RemotePoint,
  RemoteRigid,
  RemoteRope,
} from './remote-handles.js';
export type { AnyRemoteHandle } from './remote-handles.js';
export { InputError } from '../errors.js';
