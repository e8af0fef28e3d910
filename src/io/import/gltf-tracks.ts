import { slerp } from '../../bodies/motion.js';
import { normaliseQuaternion } from '../../math/quaternion.js';
import type { GltfAnimation, GltfFile } from './gltf.js';
import type { LocalPose } from './gltf-pose.js';

/** A channel: how one part of a node's pose, or the weights of its morph targets, change. */
export interface Track {
  readonly node: number;
  readonly path: keyof LocalPose | 'weights';
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** numbers of a value */
  readonly width: number;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** name of its animation, for messages */
  readonly animation: string;
}

/** Which animations of a file are meant: one by name, several, or all. */
export type Chosen = string | readonly string[] | undefined;

const paths = ['translation', 'rotation', 'scale', 'weights'];

/**
 * The channels of the chosen animations; of all where none is named, since some programs write one animation for each object
 * that moves.
 */
export function tracksOf(file: GltfFile, chosen: Chosen): Track[] {
  return animationsOf(file, chosen).flatMap(([animation, number]) => tracksOfOne(file, animation, number));
}

/** The same tracks; refused where two animations move the same thing: which of them is meant must be said. */
export function withoutConflict(file: GltfFile, tracks: readonly Track[]): readonly Track[] {
  const movers = new Map<string, string>();
  for (const { node, path, animation } of tracks) {
    const part = `${node} ${path}`;
    const other = movers.get(part);
    if (other === undefined) movers.set(part, animation);
    else if (other !== animation) {
      const names = [...new Set(tracks.map((track) => track.animation))].join(', ');
      const name = file.json.nodes![node].name ?? `nodes[${node}]`;
      const hint = `"animation" says which, one name or a list; there are: ${names}`;
      file.findings.fail(name, `one animation of its ${path}`, `${other} and ${animation}`, hint);
    }
  }
  return tracks;
}

function animationsOf(file: GltfFile, chosen: Chosen): [GltfAnimation, number][] {
  const all = (file.json.animations ?? []).map((animation, k): [GltfAnimation, number] => [animation, k]);
  const names = chosen === undefined ? undefined : typeof chosen === 'string' ? [chosen] : chosen;
  const missing = names?.find((name) => !all.some(([own]) => own.name === name));
  if (all.length > 0 && missing === undefined) return all.filter(([own]) => !names || names.includes(own.name ?? ''));
  const hint = `there are: ${all.map(([own]) => own.name ?? '(no name)').join(', ') || 'none'}`;
  return file.findings.fail(missing ?? 'animations', 'an animation', 'nothing', hint);
}

function tracksOfOne(file: GltfFile, animation: GltfAnimation, number: number): Track[] {
  return animation.channels.flatMap(({ sampler, target }, c) => {
    const path = target.path as Track['path'];
    if (target.node === undefined || !paths.includes(path)) return [];
    const place = `animations[${number}].channels[${c}]`;
    if (!file.json.nodes?.[target.node]) file.findings.fail(`${place}.target.node`, 'a node', String(target.node));
    const own = animation.samplers[sampler];
    if (!own) file.findings.fail(`${place}.sampler`, 'a sampler', String(sampler));
    const times = file.numbers(own.input, 'SCALAR', `${place}.input`);
    const interpolation = (own.interpolation ?? 'LINEAR') as Track['interpolation'];
    const type = path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3';
    const values = file.numbers(own.output, type, `${place}.output`);
    const parts = interpolation === 'CUBICSPLINE' ? 3 : 1;
    const width = path === 'rotation' ? 4 : path === 'weights' ? values.length / (times.length * parts) : 3;
    if (times.length === 0 || !Number.isInteger(width) || values.length < width * parts * times.length) {
      const expected = `numbers for ${times.length} times`;
      file.findings.fail(`${place}.output`, expected, String(values.length));
    }
    if (times.some((t, k) => !Number.isFinite(t) || (k > 0 && t < times[k - 1]))) {
      file.findings.fail(`${place}.input`, 'rising times', 'others');
    }
    if (!values.every(Number.isFinite)) file.findings.fail(`${place}.output`, 'finite numbers', 'others');
    return [{ node: target.node, path, times, values, width, interpolation, animation: nameOf(animation, number) }];
  });
}

function nameOf({ name }: GltfAnimation, number: number): string {
  return name ?? `animations[${number}]`;
}

/** Pose of a node at a time, of those tracks that are its own. */
export function poseAt(rest: LocalPose, tracks: readonly Track[], t: number): LocalPose {
  const pose = { ...rest };
  for (const track of tracks) {
    if (track.path === 'weights') continue;
    const value = valueAt(track, t);
    if (track.path === 'rotation') {
      const [x, y, z, w] = value;
      const q = Float64Array.of(w, x, y, z);
      normaliseQuaternion(q, 0, q, 0);
      pose.rotation = q;
    } else pose[track.path] = value;
  }
  return pose;
}

/** Value of a track at a time; before the first and after the last keyframe it stays. */
export function valueAt({ path, times, values, width, interpolation }: Track, t: number): Float64Array {
  const cubic = interpolation === 'CUBICSPLINE';
  const stride = cubic ? 3 * width : width;
  /** keyframe k; tangents of splines stand before (-1) and after it (1) */
  const at = (k: number, part = 0): Float64Array => {
    const from = k * stride + (cubic ? (1 + part) * width : 0);
    return values.slice(from, from + width);
  };
  const k = keyBefore(times, t);
  if (k === times.length - 1 || t <= times[0] || interpolation === 'STEP') return at(k);
  const span = times[k + 1] - times[k];
  const u = (t - times[k]) / span;
  const [a, b] = [at(k), at(k + 1)];
  if (cubic) {
    const [m, n] = [at(k, 1), at(k + 1, -1)];
    const [u2, u3] = [u * u, u * u * u];
    return a.map(
      (x, i) =>
        (2 * u3 - 3 * u2 + 1) * x +
        span * (u3 - 2 * u2 + u) * m[i] +
        (3 * u2 - 2 * u3) * b[i] +
        span * (u3 - u2) * n[i],
    );
  }
  if (path === 'rotation') return turnBetween(a, b, u);
  return a.map((x, i) => x + u * (b[i] - x));
}

/** The last keyframe that is not after t, or the first. */
function keyBefore(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Between two turns (x, y, z, w), along the shorter way at a steady rate. */
function turnBetween(a: Float64Array, b: Float64Array, u: number): Float64Array {
  const from = Float64Array.of(a[3], a[0], a[1], a[2]);
  const to = Float64Array.of(b[3], b[0], b[1], b[2]);
  normaliseQuaternion(from, 0, from, 0);
  normaliseQuaternion(to, 0, to, 0);
  slerp(from, 0, from, 0, to, 0, u);
  return Float64Array.of(from[1], from[2], from[3], from[0]);
}
