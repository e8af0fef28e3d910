import type { Body, FiberBody } from '../../bodies/body.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { nodeVelocities } from '../../bodies/node-velocities.js';
import { eachSimpleShape } from '../../geometry/simple-shapes.js';
import { PlacedShape } from '../../geometry/placed-shape.js';
import type { Shape } from '../../geometry/shape.js';
import { norm3 } from '../../math/vec3.js';
import type { Member } from '../parts/member.js';

const own = new Float64Array(6);
const pose = new Float64Array(7);
const linear = new Float64Array(3);

/** out[0..5] = box that holds a part where it is, min then max, wider by `by` on all sides (m) */
export function boundsOf(out: Float64Array, { part }: Member, by: number): void {
  out.fill(Infinity, 0, 3);
  out.fill(-Infinity, 3, 6);
  if (part.obstacle) addShape(out, part.obstacle.shape, part.obstacle.pose);
  for (const added of part.bodies) {
    if (added.kind === 'rigid') {
      added.body.pose(pose);
      addShape(out, added.shape, pose);
    } else if (added.kind === 'rod') {
      const line = new Float64Array(3 * added.body.nodes);
      added.body.centreLine(line);
      addPoints(out, line, added.body.radius);
    } else if (added.kind === 'cloth') addPoints(out, added.cloth.q, 0.5 * added.cloth.material.thickness);
  }
  for (let i = 0; i < 3; i++) {
    out[i] -= by;
    out[3 + i] += by;
  }
}

function addShape(out: Float64Array, shape: Shape, frame: Float64Array): void {
  eachSimpleShape(shape, (simple, position, orientation) => {
    const placed = new PlacedShape(simple, position, orientation);
    placed.place(frame);
    placed.bounds(own);
    for (let i = 0; i < 3; i++) {
      out[i] = Math.min(out[i], own[i]);
      out[3 + i] = Math.max(out[3 + i], own[3 + i]);
    }
  });
}

function addPoints(out: Float64Array, x: Float64Array, radius: number): void {
  for (let k = 0; k < x.length; k++) {
    const i = k % 3;
    out[i] = Math.min(out[i], x[k] - radius);
    out[3 + i] = Math.max(out[3 + i], x[k] + radius);
  }
}

export function overlap(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < 3; i++) if (a[i] > b[3 + i] || b[i] > a[3 + i]) return false;
  return true;
}

/** Bound on the speed of the points of a part (m/s); infinite where that cannot be told. */
export function speedOf({ part }: Member): number {
  let fastest = 0;
  for (const added of part.bodies) {
    if (added.kind === 'own') return Infinity;
    const speed =
      added.kind === 'rigid'
        ? rigidSpeed(added.body, added.shape)
        : added.kind === 'rod'
          ? largest(nodesOf(added.body))
          : largest(added.cloth.v);
    fastest = Math.max(fastest, speed);
  }
  return fastest;
}

function rigidSpeed(body: RigidBody, shape: Shape): number {
  body.linearVelocity(linear);
  if (!body.rotates) return norm3(linear);
  let reach = 0;
  eachSimpleShape(shape, (simple, position, orientation) => {
    reach = Math.max(reach, new PlacedShape(simple, position, orientation).reach);
  });
  return norm3(linear) + norm3(body.v, 3) * (reach + norm3(body.centre));
}

function nodesOf(body: FiberBody & Body): Float64Array {
  const v = new Float64Array(3 * body.nodes);
  nodeVelocities(v, body);
  return v;
}

function largest(v: Float64Array): number {
  let most = 0;
  for (let k = 0; k + 2 < v.length; k += 3) most = Math.max(most, norm3(v, k));
  return most;
}
