import { Vector3 } from 'three';
import {
  type Change,
  movedPoint,
  orientationOf,
  quaternionOf,
  scaled,
  triple,
  turnedHalf,
  turnedVector,
  uniform,
} from './rigid-change.js';
import {
  type Json,
  type Thing,
  type Triple,
  entries,
  entryOf,
  isObject,
  isTriple,
  nameOf,
  withEntry,
} from './things.js';

/** What handles can do to a thing. */
export type Handle = 'move' | 'turn' | 'scale';

const all: readonly Handle[] = ['move', 'turn', 'scale'];

/** What can be done to an entry; the format has no turned walls, and planes have no size. */
export function handlesOf(thing: Thing, entry: Json): readonly Handle[] {
  if (thing.list === 'joints') return [];
  const shape = isObject(entry.shape) ? entry.shape.type : undefined;
  if (shape === 'plane') return ['move', 'turn'];
  if (entry.type === 'grid' || entry.type === 'wall' || entry.type === 'arch') return ['move'];
  return all;
}

/** What moves when a thing is moved: hair goes with what it grows on. */
export function carrierOf(scene: unknown, thing: Thing): Thing {
  const on = entryOf(scene, thing)?.on;
  if (thing.list !== 'bodies' || typeof on !== 'string') return thing;
  const index = entries(scene, 'obstacles').findIndex((_, k) => nameOf(scene, { list: 'obstacles', index: k }) === on);
  return index < 0 ? thing : { list: 'obstacles', index };
}

/** The scene with a thing moved, and with it the joints that are fastened to it. */
export function moveThing(scene: unknown, thing: Thing, change: Change): Json {
  const name = nameOf(scene, thing);
  const moved = withEntry(scene, thing, changedEntry(entryOf(scene, thing)!, change));
  if (entries(moved, 'joints').length === 0) return moved;
  return { ...moved, joints: entries(moved, 'joints').map((joint) => movedJoint(joint, name, change)) };
}

/** The place of an end goes with its body, that of the whole joint with the first of its two. */
function movedJoint(joint: Json, name: string, change: Change): Json {
  const between = (joint.between as unknown[]).map((end) =>
    isObject(end) && end.body === name && isTriple(end.at) ? { ...end, at: movedPoint(end.at, change) } : end,
  );
  const first = joint.between as unknown[];
  const isFirst = first[0] === name || (isObject(first[0]) && first[0].body === name);
  return {
    ...joint,
    between,
    ...(isFirst && isTriple(joint.at) && { at: movedPoint(joint.at, change) }),
    ...(isFirst && isTriple(joint.axis) && { axis: turnedVector(joint.axis, change) }),
    ...(isFirst && isTriple(joint.axisB) && { axisB: turnedVector(joint.axisB, change) }),
  };
}

/** An entry of the bodies or obstacles where its handles have taken it. */
export function changedEntry(entry: Json, change: Change): Json {
  switch (entry.type) {
    case 'rod':
      return changedRod(entry, change);
    case 'cloth':
      return changedCloth(entry, change);
    case 'strands':
      return changedStrands(entry, change);
    case 'bundle':
      return { ...entry, rod: changedRod(entry.rod as Json, change) };
    case 'grid':
    case 'wall':
    case 'arch':
      return { ...entry, position: movedPoint(placeOf(entry.position), change) };
    default:
      return changedSolid(entry, change);
  }
}

const placeOf = (position: unknown): Triple => (isTriple(position) ? position : [0, 0, 0]);

function changedSolid(entry: Json, change: Change): Json {
  const turned = change.turn.clone().multiply(quaternionOf(entry.orientation));
  const orientation = change.turn.w === 1 ? entry.orientation : orientationOf(turned);
  const { orientation: _, ...rest } = entry;
  return {
    ...rest,
    shape: scaledShape(entry.shape as Json, change.scale),
    position: movedPoint(placeOf(entry.position), { ...change, scale: new Vector3(1, 1, 1) }),
    ...(orientation !== undefined && { orientation }),
  };
}

/** A shape larger or smaller along its own axes; what is round stays round. */
export function scaledShape(shape: Json, scale: Vector3): Json {
  if (scale.x === 1 && scale.y === 1 && scale.z === 1) return shape;
  const factor = uniform(scale);
  const across = Math.abs(Math.log(scale.x)) > Math.abs(Math.log(scale.y)) ? scale.x : scale.y;
  const points = (list: unknown): Triple[] =>
    (list as Triple[]).map((point) => triple(new Vector3(...point).multiply(scale)));
  switch (shape.type) {
    case 'box':
      return { ...shape, size: points([shape.size])[0] };
    case 'capsule':
    case 'cylinder':
      return { ...shape, radius: scaled(shape.radius, across), length: scaled(shape.length, scale.z) };
    case 'convex':
    case 'mesh':
      return Array.isArray(shape.vertices)
        ? { ...shape, vertices: points(shape.vertices) }
        : { ...shape, scale: scaled(shape.scale ?? 1, factor) };
    case 'compound':
      return {
        ...shape,
        parts: (shape.parts as Json[]).map((part) => ({
          ...part,
          shape: scaledShape(part.shape as Json, new Vector3(factor, factor, factor)),
          ...(isTriple(part.position) && { position: part.position.map((x) => scaled(x, factor)) }),
        })),
      };
    default:
      return scaledNumbers(shape, factor);
  }
}

/** Lengths of a shape that is scaled as a whole. */
function scaledNumbers(shape: Json, factor: number): Json {
  const lengths = ['radius', 'size', 'length', 'thickness', 'gap', 'rail', 'approach', 'shift', 'points'];
  const grown = (value: unknown): unknown => (Array.isArray(value) ? value.map(grown) : scaled(value, factor));
  return Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [key, lengths.includes(key) ? grown(value) : value]),
  );
}

function changedRod(rod: Json, change: Change): Json {
  const shape = isObject(rod.shape) ? rod.shape : {};
  const knot = isObject(shape.knot) ? shape.knot : undefined;
  const tangent = turnedVector(isTriple(shape.tangent) ? shape.tangent : [1, 0, 0], change);
  const placed: Json = Array.isArray(shape.through)
    ? { through: (shape.through as Triple[]).map((point) => movedPoint(point, change)) }
    : knot
      ? {
          knot: {
            ...knot,
            position: movedPoint(placeOf(knot.position), change),
            size: scaled(knot.size, uniform(change.scale)),
            axis: turnedVector(isTriple(knot.axis) ? knot.axis : [1, 0, 0], change),
          },
        }
      : { position: movedPoint(placeOf(shape.position), change), tangent };
  const normal = isTriple(shape.normal) ? { normal: turnedVector(shape.normal, change) } : {};
  return { ...rod, length: scaled(rod.length, uniform(change.scale)), shape: { ...shape, ...placed, ...normal } };
}

function changedStrands(entry: Json, change: Change): Json {
  // those of a file are only shifted
  if (!Array.isArray(entry.strands)) return { ...entry, position: movedPoint(placeOf(entry.position), change) };
  const shift = new Vector3(...placeOf(entry.position));
  const own = { ...change, about: change.about.clone().sub(shift) };
  const strands = (entry.strands as Triple[][]).map((strand) => strand.map((point) => movedPoint(point, own)));
  const length = entry.length === undefined ? {} : { length: scaled(entry.length, uniform(change.scale)) };
  return { ...entry, strands, ...length };
}

function changedCloth(entry: Json, change: Change): Json {
  const factor = uniform(change.scale);
  const grown = (v: unknown): Triple =>
    triple(new Vector3(...turnedVector(v as Triple, change)).multiplyScalar(factor));
  const pieces = (entry.pieces as Json[]).map((piece): Json => {
    if (piece.type === 'sheet') {
      return { ...piece, corner: movedPoint(placeOf(piece.corner), change), u: grown(piece.u), v: grown(piece.v) };
    }
    if (piece.type === 'tube') {
      const profile = (piece.profile as Json[]).map((ring) => ({ ...ring, radius: scaled(ring.radius, factor) }));
      const [from, to] = [piece.from, piece.to].map((end) => movedPoint(end as Triple, change));
      const wide = turnedVector(isTriple(piece.wide) ? piece.wide : [1, 0, 0], change);
      return { ...piece, from, to, profile, wide };
    }
    if (!Array.isArray(piece.vertices)) return piece;
    return { ...piece, vertices: (piece.vertices as Triple[]).map((point) => movedPoint(point, change)) };
  });
  const pins = Array.isArray(entry.pins) ? { pins: (entry.pins as Json[]).map((pin) => movedPin(pin, change)) } : {};
  return { ...entry, pieces, ...pins };
}

/** The box that holds vertices goes with them; turned askew it is the box around it. */
function movedPin(pin: Json, change: Change): Json {
  const { least, most } = pin.within as { least: Triple; most: Triple };
  const [low, high] = [new Vector3(...least), new Vector3(...most)];
  const middle = new Vector3(...movedPoint(triple(low.clone().add(high).multiplyScalar(0.5)), change));
  const half = turnedHalf(high.sub(low).multiplyScalar(0.5 * uniform(change.scale)), change.turn);
  return { ...pin, within: { least: triple(middle.clone().sub(half)), most: triple(middle.clone().add(half)) } };
}
