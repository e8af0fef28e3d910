import type { ContactBody } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import type { Collider, Detector } from '../../collision/detector.js';
import type { MaterialTable } from './materials.js';
import type { WorldSettings } from './settings.js';
import type { ContactSurface } from './surface.js';

/** What a world's contacts are found with and act on; bodies in the order of their numbers. May grow between steps. */
export interface ContactParts {
  readonly bodies: readonly ContactBody[];
  readonly detector: Detector;
  readonly surfaces: readonly ContactSurface[];
  /** colliders of each body */
  readonly colliders: readonly (readonly Collider[])[];
  readonly materials: MaterialTable;
  readonly settings: WorldSettings;
}

/** Size that the penetration of contact k is compared with: the smaller of the two (m). */
export function sizeOf(surfaces: readonly ContactSurface[], { a, b }: ContactSet, k: number): number {
  return Math.min(surfaces[a[k]].size, surfaces[b[k]].size);
}

/** Whether a fiber takes part in contact k. */
export function isOfFibers(surfaces: readonly ContactSurface[], { a, b }: ContactSet, k: number): boolean {
  return surfaces[a[k]].fiber !== undefined || surfaces[b[k]].fiber !== undefined;
}

/** What tells a contact from others, from step to step: the leaves and features that touch. */
export function contactKey({ leafA, leafB, feature }: ContactSet, k: number): string {
  return `${leafA[k]} ${leafB[k]} ${feature[k]}`;
}
