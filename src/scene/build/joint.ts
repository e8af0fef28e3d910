import type { FiberBody, Movable } from '../../bodies/body.js';
import { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { Obstacle } from '../../dynamics/members/obstacle.js';
import type { JointAnchor, JointSpec } from '../../dynamics/joints/spec.js';
import type { World } from '../../dynamics/world.js';
import { InputError } from '../../errors.js';
import { conjugateQuaternion, rotateByQuaternion } from '../../math/quaternion.js';
import { nearest } from '../../nearest.js';
import type { JointEndJson, JointJson } from '../schema/joint.js';
import type { Vector } from '../schema/values.js';

/** An end of a joint as the scene has it: whose, and where as far as it says. */
interface End {
  readonly body: Movable | Obstacle | undefined;
  readonly s: number | undefined;
  readonly vertex: number | undefined;
  readonly point: Vector | undefined;
  readonly at: Vector | undefined;
}

/** Adds a joint; all bodies are there. */
export function addJoint(world: World, json: JointJson): void {
  const ends = json.between.map((end, k) => endOf(world, end, json.at, `between[${k}]`));
  // ropes and cloth are only where their nodes are: what they are tied to is taken there
  const places = [...ends.filter(isSoft), ...ends].map((end) => placeOf(end));
  const known = places.find((place) => place !== undefined);
  const shared = json.type === 'distance' ? undefined : known;
  const [a, b] = ends.map((end, k) => anchor(end, isSoft(end) ? undefined : shared, `between[${k}]`));
  const { between: _, at: __, motor, ...rest } = json;
  create(world, { ...rest, a, b, ...(motor && { motor }) });
}

/** Makes the joint; what is wrong with an end is said of the scene's. */
function create(world: World, spec: JointSpec): void {
  try {
    world.addJoint(spec);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const place = (path: string): string => path.replace(/^a\b/, 'between[0]').replace(/^b\b/, 'between[1]');
    const problems = error.problems.map((problem) => ({ ...problem, path: place(problem.path) }));
    throw new InputError('wrong joint', problems, { cause: error });
  }
}

const isKind = ({ body }: End, kind: string): boolean =>
  body !== undefined && !(body instanceof Obstacle) && body.kind === kind;

const isRope = (end: End): boolean => isKind(end, 'rod');

const isCloth = (end: End): boolean => isKind(end, 'cloth');

const isSoft = (end: End): boolean => isRope(end) || isCloth(end);

function endOf(world: World, json: JointEndJson, at: Vector | undefined, path: string): End {
  const { body: name, ...place } = typeof json === 'string' ? { body: json } : json;
  const all: readonly (Movable | Obstacle)[] = [...world.bodies, ...world.obstacles];
  const body = all.find((other) => other.name === name);
  if (!body && name !== 'world') {
    const names = [...all.map((other) => other.name), 'world'];
    const similar = nearest(name, names);
    const hint = similar ? `did you mean ${similar}?` : `there are: ${names.slice(0, 20).join(', ')}`;
    const expected = 'the name of a body or obstacle, or "world"';
    throw new InputError('wrong joint', [{ path, expected, found: name, hint }]);
  }
  const { s, vertex, point } = place as { s?: number; vertex?: number; point?: Vector };
  const own = (place as { at?: Vector }).at;
  const isPlaced = s !== undefined || vertex !== undefined || point !== undefined;
  return { body, s, vertex, point, at: own ?? (isPlaced ? undefined : at) };
}

/** Where an end is by itself, in world axes: by its arc length, its point, or as near as a rope comes to a place. */
function placeOf(end: End): Vector | undefined {
  const { body, at, point } = end;
  if (isRope(end)) {
    if (end.s === undefined && !at) return undefined;
    const rope = body as FiberBody;
    const s = end.s ?? nearestArc(rope, at!);
    const x = new Float64Array(3);
    rope.position(x, { index: segmentAt(rope, s), s, offset: [0, 0, 0] });
    return [x[0], x[1], x[2]];
  }
  if (isCloth(end)) {
    if (end.vertex === undefined && !at) return undefined;
    const { q } = body as Movable;
    const k = 3 * (end.vertex ?? nearestVertex(q, at!));
    return [q[k], q[k + 1], q[k + 2]];
  }
  if (!point) return at;
  const pose = poseOf(body);
  const x = Float64Array.from(point);
  rotateByQuaternion(x, 0, pose, 3, x, 0);
  return [x[0] + pose[0], x[1] + pose[1], x[2] + pose[2]];
}

function anchor(end: End, shared: Vector | undefined, path: string): JointAnchor {
  const { body, at } = end;
  const missing = (expected: string): never => {
    throw new InputError('wrong joint', [{ path, expected, found: 'none' }]);
  };
  if (isRope(end)) {
    const rope = body as FiberBody;
    if (end.s === undefined && !at) missing('an arc length s, or a place at');
    return { body: rope, point: { s: end.s ?? nearestArc(rope, at!) } };
  }
  if (isCloth(end)) {
    if (end.vertex === undefined && !at) missing('a vertex, or a place at');
    const cloth = body as Movable;
    return { body: cloth, point: { vertex: end.vertex ?? nearestVertex(cloth.q, at!) } };
  }
  if (end.point) return { ...(body && { body }), point: end.point };
  const place = shared ?? at ?? missing('a place: at, or point');
  if (!body) return { point: place };
  const pose = poseOf(body);
  const x = Float64Array.from(place, (value, i) => value - pose[i]);
  conjugateQuaternion(pose, 3, pose, 3);
  rotateByQuaternion(x, 0, pose, 3, x, 0);
  return { body, point: [x[0], x[1], x[2]] };
}

/** Place of the frame of a body or obstacle at the beginning. */
function poseOf(body: End['body']): Float64Array {
  const pose = Float64Array.of(0, 0, 0, 1, 0, 0, 0);
  if (body instanceof Obstacle) body.motion(pose, 0);
  else if (body instanceof RigidBody) body.pose(pose);
  return pose;
}

/** Arc length of the point of a rope that is nearest to a place. */
function nearestArc(rope: FiberBody, place: Vector): number {
  const x = new Float64Array(3 * rope.nodes);
  rope.centreLine(x);
  const arc = rope.nodeArcLength;
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < rope.nodes - 1; i++) {
    let along = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = x[3 * i + 3 + k] - x[3 * i + k];
      along += d * (place[k] - x[3 * i + k]);
      square += d * d;
    }
    const share = Math.max(0, Math.min(1, along / square));
    let distance = 0;
    for (let k = 0; k < 3; k++) {
      const off = x[3 * i + k] + share * (x[3 * i + 3 + k] - x[3 * i + k]) - place[k];
      distance += off * off;
    }
    if (distance >= least) continue;
    least = distance;
    best = arc[i] + share * (arc[i + 1] - arc[i]);
  }
  return best;
}

/** The vertex that is nearest to a place. */
function nearestVertex(q: Float64Array, place: Vector): number {
  let best = 0;
  let least = Infinity;
  for (let k = 0; k < q.length; k += 3) {
    let square = 0;
    for (let c = 0; c < 3; c++) square += (q[k + c] - place[c]) * (q[k + c] - place[c]);
    if (square >= least) continue;
    least = square;
    best = k / 3;
  }
  return best;
}

function segmentAt({ nodes, nodeArcLength }: FiberBody, s: number): number {
  let index = 0;
  while (index < nodes - 2 && nodeArcLength[index + 1] <= s) index++;
  return index;
}
