import type { ContactBody } from '../../bodies/body.js';
import type { Collider, Detector } from '../../collision/detector.js';
import type { ContactMemory } from '../contacts/memory.js';
import type { MaterialTable } from '../members/materials.js';
import type { Obstacle } from '../members/obstacle.js';
import type { WorldSettings } from '../members/settings.js';
import type { ContactSurface } from '../members/surface.js';

/** What a world is groomed by: its bodies in the order of their numbers, and what finds their contacts. */
export interface GroomParts {
  readonly bodies: readonly ContactBody[];
  readonly obstacles: readonly Obstacle[];
  readonly detector: Detector;
  readonly surfaces: readonly ContactSurface[];
  /** colliders of each body */
  readonly colliders: readonly (readonly Collider[])[];
  readonly materials: MaterialTable;
  readonly settings: WorldSettings;
  readonly memory: ContactMemory;
}
