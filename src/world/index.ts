/** Worlds by calls. */
export { World } from './world.js';
export type { RayHit } from './world.js';
export {
  ClothHandle,
  FixedHandle,
  HairHandle,
  KinematicHandle,
  OwnHandle,
  RigidHandle,
  RopeHandle,
} from './handles/index.js';
export type { AnyHandle, Point } from './handles/index.js';
export type { ForceField, Wind } from './forces/fields.js';
export { Hold } from './forces/hold.js';
export type { GrabOptions } from './forces/hold.js';
export type {
  ClothOptions,
  CommonOptions,
  FixedOptions,
  Groups,
  HairOptions,
  Placement,
  RigidOptions,
  RopeEnd,
  RopeOptions,
  ShapeOption,
  SleepOptions,
  WorldOptions,
} from './options.js';
export type { VectorLike } from './parts/check.js';
export type { Contacts } from './queries/contacts.js';
export type { BreakEvent, TouchEvent, WorldEvents } from './queries/events.js';
export type { ContactCallback, ContactDraft, ContactFilter } from './queries/filter.js';
export { JointHandle } from './joints.js';
export type { JointOptions } from './joints.js';
export type { JointMotor, JointType } from '../dynamics/joints/spec.js';
export type { StepRecord } from '../dynamics/report/step-record.js';
export type { WorldEnergy } from '../dynamics/energy/energy-book.js';
export type {
  Body,
  BodyEnergy,
  EnergySums,
  BodyPoint,
  BodySystem,
  FiberBody,
  JacobianSpan,
  Movable,
  StepContext,
} from '../bodies/body.js';
export { registerRodModel } from '../bodies/rods/registry.js';
export { MassSpringRod } from '../bodies/rods/mass-spring.js';
export type { BandMatrix } from '../bodies/rods/band-matrix.js';
export type { TangentKind } from '../bodies/rods/elastic-system.js';
export type { Rod, RodModel } from '../bodies/rods/registry.js';
export type { ResolvedRod } from '../bodies/rods/spec.js';
