import type { FiberBody, Movable } from '../bodies/body.js';
import type { World } from '../dynamics/world.js';
import type { Scene } from './schema/scene.js';

/** What a run of a scene may need, from counts alone: calibrated on few small runs of hair, guessed for solids and cloth. */
export interface CostEstimate {
  readonly bodies: number;
  /** straight pieces of fibers that are looked at for contacts */
  readonly segments: number;
  /** contacts near enough to take part in a step where everything lies packed */
  readonly contacts: number;
  /** resident memory with as many contacts (bytes): an extrapolation from up to 10,000 strands */
  readonly memory: number;
  /** steps of the scene's length */
  readonly steps: number;
  /** a packed step on one core (s): the order of magnitude, no more */
  readonly step: number;
}

/**
 * Contacts near by per segment of packed fibers. 500 strands of 15 segments in layers on a head had 1.17 of them after 56 steps, and were
 * still gaining; 300 had 0.7 to 1.0 after 25. Those of solids and cloth are guesses.
 */
const contactsPerSegment = 1.2;
const contactsPerBody = 6;
const contactsPerVertex = 0.5;

/**
 * Bytes. Fibers: resident memory was 546 MB with 10,000 strands of 15 segments as built (4,200 MB with 100,000), 1,100 MB after a first step with
 * 180,000 contacts; steps after that took 180 MB more. From 1,000 contacts to 178,000 it grew by 450 MB. Cloth: a guess.
 */
const bytes = { program: 130e6, body: 15_000, segment: 3_400, contact: 3_000, vertex: 9_000 };

/**
 * Seconds of a step. Fibers: 8.4 s of one core at 176,000 contacts and 150,000 segments, 3 to 4 s at 70,000 and 45,000, hair pressed in layers that had nearly come to rest.
 * The first steps, with forces still to be found, took five times as long. Cloth: a guess.
 */
const seconds = { contact: 5e-5, segment: 1e-5, vertex: 2e-5 };

/** Estimates memory and time of a scene's run. */
export function estimateCost(world: World, scene: Pick<Scene, 'duration' | 'step'>): CostEstimate {
  let [segments, contacts, memory] = [0, 0, bytes.program];
  let step = 1e-4;
  for (const body of world.bodies) {
    memory += bytes.body;
    if (isFiber(body)) {
      const pieces = body.nodes - 1;
      segments += pieces;
      contacts += contactsPerSegment * pieces;
      memory += bytes.segment * pieces;
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
