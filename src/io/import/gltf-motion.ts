import {
  conjugateQuaternion,
  integrateQuaternion,
  multiplyQuaternions,
  normaliseQuaternion,
  rotationVectorFromQuaternion,
} from '../../math/quaternion.js';
import type { GltfAnimation, GltfFile } from './gltf.js';
import { type LocalPose, framePose, localPose } from './gltf-pose.js';
import { type Placement, type Triple, placed, placedTurn } from './up-axis.js';

/** A pose at a time, as scenes hold it. */
export interface ImportedKeyframe {
  readonly t: number;
  readonly position: Triple;
  /** (w, x, y, z) */
  readonly orientation: [number, number, number, number];
}

/** Poses a second that a motion is sampled with where its keyframes alone would not do. */
const samplingRate = 120;

/** How long before a jump the old value is held (s). */
const jumpTime = 1e-6;

/** Samples of a whole motion at most. */
const mostSamples = 200000;

/** A channel: how one part of a node's pose changes. */
interface Track {
  readonly node: number;
  readonly path: keyof LocalPose;
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

/**
 * How a node of a glTF file moves, those above it included: poses at its keyframes, and in between where linear motion
 * from keyframe to keyframe would differ.
 */
export function gltfMotion(
  file: GltfFile,
  { node, animation }: { readonly node?: string; readonly animation?: string },
  placement: Placement,
): ImportedKeyframe[] {
  const tracks = tracksOf(file, chooseAnimation(file, animation));
  const moved = new Set(tracks.map((track) => track.node));
  const target = file.node(node, (_, k) => moved.has(k), 'a node that the animation moves');
  const chain = file.chain(target);
  const own = tracks.filter((track) => chain.includes(track.node));
  if (own.length === 0) file.findings.fail(node ?? 'node', 'a node that the animation moves', 'one that stands still');
  const rest = new Map(chain.map((k) => [k, localPose(file.json.nodes![k])]));
  return timesOf(own, file).map((t) => {
    const pose = framePose(chain.map((k) => poseAt(rest.get(k)!, own, k, t)));
    const turn = pose.subarray(3);
    return {
      t,
      position: placed(pose[0], pose[1], pose[2], placement),
      orientation: placedTurn(turn, placement.up),
    };
  });
}

function chooseAnimation(file: GltfFile, name: string | undefined): [GltfAnimation, number] {
  const all = file.json.animations ?? [];
  const k = name === undefined ? 0 : all.findIndex((own) => own.name === name);
  if (all[k]) return [all[k], k];
  const hint = `there are: ${all.map((own) => own.name ?? '(no name)').join(', ') || 'none'}`;
  return file.findings.fail(name ?? 'animations', 'an animation', 'nothing', hint);
}

function tracksOf(file: GltfFile, [animation, number]: [GltfAnimation, number]): Track[] {
  return animation.channels.flatMap(({ sampler, target }, c) => {
    const path = target.path as keyof LocalPose;
    if (target.node === undefined || !['translation', 'rotation', 'scale'].includes(path)) return [];
    const place = `animations[${number}].channels[${c}]`;
    if (!file.json.nodes?.[target.node]) file.findings.fail(`${place}.target.node`, 'a node', String(target.node));
    const own = animation.samplers[sampler];
    if (!own) file.findings.fail(`${place}.sampler`, 'a sampler', String(sampler));
    const times = file.numbers(own.input, 'SCALAR', `${place}.input`);
    const values = file.numbers(own.output, path === 'rotation' ? 'VEC4' : 'VEC3', `${place}.output`);
    const interpolation = (own.interpolation ?? 'LINEAR') as Track['interpolation'];
    const wide = (path === 'rotation' ? 4 : 3) * (interpolation === 'CUBICSPLINE' ? 3 : 1);
    if (times.length === 0 || values.length < wide * times.length) {
      file.findings.fail(`${place}.output`, `${wide * times.length} numbers`, String(values.length));
    }
    if (times.some((t, k) => !Number.isFinite(t) || (k > 0 && t < times[k - 1]))) {
      file.findings.fail(`${place}.input`, 'rising times', 'others');
    }
    if (!values.every(Number.isFinite)) file.findings.fail(`${place}.output`, 'finite numbers', 'others');
    return [{ node: target.node, path, times, values, interpolation }];
  });
}

/** Times at which poses are taken, rising. */
function timesOf(tracks: readonly Track[], file: GltfFile): number[] {
  const times = new Set<number>();
  for (const { times: own, interpolation } of tracks) {
    own.forEach((t, k) => {
      times.add(t);
      if (interpolation === 'STEP' && k > 0) times.add(Math.max(own[k - 1], t - jumpTime));
    });
  }
  const curved = tracks.some(({ interpolation }) => interpolation === 'CUBICSPLINE');
  const nodes = new Set(tracks.map((track) => track.node)).size;
  if (curved || nodes > 1) {
    const sorted = [...times].sort((a, b) => a - b);
    const [first, last] = [sorted[0], sorted[sorted.length - 1]];
    const count = Math.ceil((last - first) * samplingRate);
    if (!(count <= mostSamples)) file.findings.fail('animations', `at most ${mostSamples} samples`, String(count));
    for (let k = 1; k < count; k++) times.add(first + k / samplingRate);
  }
  return [...times].sort((a, b) => a - b);
}

function poseAt(rest: LocalPose, tracks: readonly Track[], node: number, t: number): LocalPose {
  const pose = { ...rest };
  for (const track of tracks) {
    if (track.node !== node) continue;
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
function valueAt({ path, times, values, interpolation }: Track, t: number): Float64Array {
  const width = path === 'rotation' ? 4 : 3;
  const cubic = interpolation === 'CUBICSPLINE';
  const stride = cubic ? 3 * width : width;
  /** keyframe k; tangents of splines stand before (-1) and after it (1) */
  const at = (k: number, part = 0): Float64Array => {
    const from = k * stride + (cubic ? (1 + part) * width : 0);
    return values.slice(from, from + width);
  };
  let k = 0;
  while (k < times.length - 1 && times[k + 1] <= t) k++;
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
  if (path === 'rotation') return slerp(a, b, u);
  return a.map((x, i) => x + u * (b[i] - x));
}

/** Between two turns (x, y, z, w), along the shorter way at a steady rate. */
function slerp(a: Float64Array, b: Float64Array, u: number): Float64Array {
  const from = Float64Array.of(a[3], a[0], a[1], a[2]);
  const turn = Float64Array.of(b[3], b[0], b[1], b[2]);
  normaliseQuaternion(from, 0, from, 0);
  normaliseQuaternion(turn, 0, turn, 0);
  const back = new Float64Array(4);
  const phi = new Float64Array(3);
  conjugateQuaternion(back, 0, from, 0);
  multiplyQuaternions(turn, 0, turn, 0, back, 0);
  rotationVectorFromQuaternion(phi, 0, turn, 0);
  integrateQuaternion(from, 0, from, 0, phi, 0, u);
  return Float64Array.of(from[1], from[2], from[3], from[0]);
}
