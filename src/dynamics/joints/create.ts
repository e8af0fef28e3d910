import { InputError } from '../../errors.js';
import type { InputProblem } from '../../errors.js';
import type { FiberBody, Movable } from '../../bodies/body.js';
import { contactFrame } from '../../math/frame.js';
import { distance3, dot3, normalise3 } from '../../math/vec3.js';
import { Obstacle } from '../members/obstacle.js';
import { Joint } from './joint.js';
import { JointSide } from './side.js';
import type { JointAnchor, JointSpec, JointType } from './spec.js';
import { jointTypes } from './spec.js';

/** Points that are to stay together may be this far apart when the joint is made: rounding of what people write (m). */
const together = 1e-6;

/** What a joint may refer to. */
interface Members {
  readonly bodies: readonly Movable[];
  readonly obstacles: readonly Obstacle[];
  readonly t: number;
  /** number of the joint to be made */
  readonly id: number;
}

const needsAxis: readonly JointType[] = ['hinge', 'slider', 'universal'];
const hasCoordinate: readonly JointType[] = ['hinge', 'slider', 'distance'];

/** Checks a joint and makes it, its bodies as they stand; throws an `InputError` that lists all that is wrong. */
export function createJoint(spec: JointSpec, members: Members): Joint {
  const problems: InputProblem[] = [];
  const demand = (holds: boolean, path: string, expected: string, found: unknown, hint?: string): void => {
    if (!holds) problems.push({ path, expected, found: String(found), ...(hint && { hint }) });
  };
  if (!(spec.type in jointTypes)) {
    demand(false, 'type', `one of ${Object.keys(jointTypes).join(', ')}`, spec.type);
    throw new InputError('wrong joint', problems);
  }
  checkAnchor(spec.a, 'a', members, problems);
  checkAnchor(spec.b, 'b', members, problems);
  checkValues(spec, demand);
  const moves = [spec.a, spec.b].some(({ body }) => body !== undefined && !(body instanceof Obstacle));
  demand(moves, 'a, b', 'at least one body that can move', 'none');
  if (problems.length > 0) throw new InputError('wrong joint', problems);
  const a = new JointSide(spec.a);
  const b = new JointSide(spec.b);
  const turnless = spec.type === 'ball' || spec.type === 'distance';
  demand(
    turnless || !(a.isRope || b.isRope),
    'type',
    'ball or distance for ropes and cloth, which have no axes',
    spec.type,
    'two ball joints a little apart clamp a rope',
  );
  const onCloth = (a.cloth?.nodes.length ?? 0) + (b.cloth?.nodes.length ?? 0);
  if (onCloth > 0) demand(spec.type === 'ball', 'type', 'ball for cloth', spec.type);
  demand(onCloth <= 4, 'a, b', 'a vertex for one of two places on cloth', 'two triangles');
  if (problems.length > 0) throw new InputError('wrong joint', problems);
  const joint = new Joint(spec, members.id, a, b, axesOf(spec), members.t);
  const apart = distance3(a.start.x, 0, b.start.x, 0);
  if (spec.type !== 'distance' && spec.type !== 'slider') {
    demand(apart <= together, 'b', 'the place of a', `a point ${apart} m away`, 'move a body, or use type distance');
  }
  const { limits, coordinate } = joint;
  if (limits) {
    const within = coordinate >= limits[0] - together && coordinate <= limits[1] + together;
    demand(within, 'limits', `limits that hold what is now, ${coordinate}`, limits);
  }
  if (spec.type === 'distance' && spec.length !== undefined) {
    demand(
      Math.abs(coordinate - spec.length) <= together,
      'length',
      `the present distance, ${coordinate}`,
      spec.length,
    );
  }
  if (problems.length > 0) throw new InputError('wrong joint', problems);
  return joint;
}

type Demand = (holds: boolean, path: string, expected: string, found: unknown, hint?: string) => void;

function checkValues(spec: JointSpec, demand: Demand): void {
  const { type, axis, axisB, limits, motor, friction, breakForce, length } = spec;
  const isVector = (x: unknown): boolean =>
    Array.isArray(x) && x.length === 3 && x.every(Number.isFinite) && x.some((c) => c !== 0);
  if (needsAxis.includes(type)) demand(isVector(axis), 'axis', 'three numbers, not all zero', axis);
  if (type === 'universal') {
    demand(isVector(axisB), 'axisB', 'three numbers, not all zero', axisB);
    if (isVector(axis) && isVector(axisB)) {
      const [x, y] = [Float64Array.from(axis!), Float64Array.from(axisB!)];
      normalise3(x, 0, x, 0);
      normalise3(y, 0, y, 0);
      demand(Math.abs(dot3(x, 0, y, 0)) <= together, 'axisB', 'an axis at a right angle to `axis`', axisB);
    }
  }
  const free = hasCoordinate.includes(type);
  const only = `only for ${hasCoordinate.join(', ')}`;
  if (limits !== undefined) {
    demand(free, 'limits', only, type);
    demand(limits.length === 2 && limits[0] <= limits[1], 'limits', 'two numbers, the smaller first', limits);
  }
  if (motor !== undefined) {
    demand(free, 'motor', only, type);
    demand(Number.isFinite(motor.speed), 'motor.speed', 'a number', motor.speed);
    if (motor.force !== undefined) demand(motor.force > 0, 'motor.force', 'a number > 0', motor.force);
    if (motor.until !== undefined) demand(motor.until > 0, 'motor.until', 'a time > 0', motor.until);
  }
  if (friction !== undefined) {
    demand(free, 'friction', only, type);
    demand(friction >= 0 && friction < Infinity, 'friction', 'a number >= 0', friction);
  }
  if (breakForce !== undefined) demand(breakForce > 0, 'breakForce', 'a number > 0', breakForce);
  if (length !== undefined) demand(length > 0 && length < Infinity, 'length', 'a length > 0', length);
  if (length !== undefined) demand(type === 'distance', 'length', 'only for distance', type);
  demand(!(length !== undefined && limits), 'length', 'either a length or limits', 'both');
}

function checkAnchor({ body, point }: JointAnchor, path: string, members: Members, problems: InputProblem[]): void {
  const wrong = (part: string, expected: string, found: unknown, hint?: string): void => {
    problems.push({ path: `${path}.${part}`, expected, found: String(found), ...(hint && { hint }) });
  };
  const vector = Array.isArray(point) || ArrayBuffer.isView(point);
  if (body instanceof Obstacle ? !members.obstacles.includes(body) : body && !members.bodies.includes(body)) {
    wrong('body', 'a body of this world', body!.name);
    return;
  }
  const kind = body instanceof Obstacle || !body ? 'solid' : body.kind;
  if (kind === 'rod') {
    const { length } = body as FiberBody;
    const s = !vector && 's' in point ? point.s : NaN;
    if (!(s >= 0 && s <= length)) wrong('point', `{ s } from 0 to the rope's length, ${length} m`, describe(point));
  } else if (kind === 'cloth') {
    const { surface } = body as Movable & { surface: { triangles: ArrayLike<number> } };
    const most = (body as Movable).q.length / 3;
    const place = vector ? {} : (point as { vertex?: number; triangle?: number; weights?: readonly number[] });
    const known =
      isBelow(place.vertex, most) ||
      (isBelow(place.triangle, surface.triangles.length / 3) &&
        place.weights?.length === 3 &&
        sumsToOne(place.weights));
    if (!known) wrong('point', `{ vertex } below ${most}, or { triangle, weights }, weights of sum 1`, describe(point));
  } else if (
    !vector ||
    (point as readonly number[]).length !== 3 ||
    !(point as readonly number[]).every(Number.isFinite)
  ) {
    wrong('point', 'three numbers', describe(point));
  }
}

const isBelow = (k: number | undefined, most: number): boolean => Number.isInteger(k) && k! >= 0 && k! < most;

const sumsToOne = (weights: readonly number[]): boolean =>
  Math.abs(weights[0] + weights[1] + weights[2] - 1) <= together;

const describe = (point: unknown): string => JSON.stringify(point) ?? String(point);

/** Columns: the axis of the joint, and two across. */
function axesOf({ axis, axisB }: JointSpec): Float64Array {
  const e = Float64Array.from(axis ?? [0, 0, 1]);
  normalise3(e, 0, e, 0);
  const rows = new Float64Array(9);
  contactFrame(rows, 0, e, 0);
  if (axisB) {
    const f = Float64Array.from(axisB);
    normalise3(f, 0, f, 0);
    rows.set(f, 3);
    rows.set([e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]], 6);
  }
  const columns = new Float64Array(9);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) columns[3 * i + j] = rows[3 * j + i];
  return columns;
}
