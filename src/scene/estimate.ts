import type { FiberBody, Movable } from '../bodies/body.js';
import type { World } from '../dynamics/world.js';
import type { Scene } from './schema/scene.js';

/** What a run of a scene may need, from counts alone. */
export interface CostEstimate {
  readonly bodies: number;
  /** straight pieces of fibers that are looked at for contacts */
  readonly segments: number;
  /** contacts near enough to take part in a step where everything lies packed */
  readonly contacts: number;
  /** memory that the process has at most, for as many contacts (bytes) */
  readonly memory: number;
  /** steps of the scene's length */
  readonly steps: number;
  /** a packed step on one core of 2020 or later (s): within a factor of four or so */
  readonly step: number;
}

/**
 * Contacts per segment of fibers that lie packed: each has neighbours on all sides, half of them counted with it
 * (1.8 to 2.4 were measured in heads of 1,000 to 10,000 strands). Rigid bodies in piles have 3 to 6 each.
 */
const contactsPerSegment = 2.2;
const contactsPerBody = 6;
const contactsPerVertex = 0.5;

/** Bytes of the program and a small scene; of a body, of a degree of freedom, of a square of one (full matrices), of a contact. */
const bytes = { program: 130e6, body: 7000, freedom: 200, square: 60, segment: 900, contact: 2600, vertex: 9000 };

/** Seconds of a step for a contact and a segment: a hundred sweeps or so, and the search for contacts. */
const seconds = { contact: 5e-5, segment: 1e-5, vertex: 2e-5 };

/** Estimates memory and time of a scene's run. */
export function estimateCost(world: World, scene: Pick<Scene, 'duration' | 'step'>): CostEstimate {
  let [segments, contacts, memory] = [0, 0, bytes.program];
  let step = 1e-4;
  for (const body of world.bodies) {
    memory += bytes.body + bytes.freedom * body.dofs;
    if (isFiber(body)) {
      const pieces = body.nodes - 1;
      segments += pieces;
      contacts += contactsPerSegment * pieces;
      // matrices of super-helices are full, those of chains of nodes have bands
      memory += bytes.segment * pieces + bytes.square * body.dofs * Math.min(body.dofs, 24);
    } else if (body.kind === 'cloth') {
      const vertices = body.dofs / 3;
      contacts += contactsPerVertex * vertices;
      memory += bytes.vertex * vertices;
      step += seconds.vertex * vertices;
    } else {
      contacts += contactsPerBody;
    }
  }
  contacts = Math.round(contacts);
  memory += bytes.contact * contacts;
  step += seconds.contact * contacts + seconds.segment * segments;
  const steps = Math.max(1, Math.round(scene.duration / world.settings.h));
  return { bodies: world.bodies.length, segments, contacts, memory, steps, step };
}

function isFiber(body: Movable): body is FiberBody {
  return 'centreLine' in body;
}
