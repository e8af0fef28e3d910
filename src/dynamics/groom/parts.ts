import type { ContactMemory } from '../contacts/memory.js';
import type { ContactParts } from '../members/contact-parts.js';
import type { Obstacle } from '../members/obstacle.js';

/** What a world is groomed by. */
export interface GroomParts extends ContactParts {
  readonly obstacles: readonly Obstacle[];
  readonly memory: ContactMemory;
}
