import type { GltfFile } from './gltf.js';
import { framePose, localPose } from './gltf-pose.js';
import { type Chosen, type Track, poseAt, tracksOf, valueAt, withoutConflict } from './gltf-tracks.js';
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

/** Scales that differ by less are one: single precision rounds them. */
const sameScale = 1e-5;

/**
 * How a node of a glTF file moves, those above it included: poses at its keyframes, and in between where linear motion
 * from keyframe to keyframe would differ.
 */
export function gltfMotion(
  file: GltfFile,
  { node, animation }: { readonly node?: string; readonly animation?: Chosen },
  placement: Placement,
): ImportedKeyframe[] {
  const tracks = tracksOf(file, animation).filter(({ path }) => path !== 'weights');
  const moved = new Set(tracks.map((track) => track.node));
  const target = file.node(node, (_, k) => moved.has(k), 'a node that the animation moves');
  const chain = file.chain(target);
  const own = withoutConflict(
    file,
    tracks.filter((track) => chain.includes(track.node)),
  );
  if (own.length === 0) file.findings.fail(node ?? 'node', 'a node that the animation moves', 'one that stands still');
  refuseScale(file, own);
  const rest = new Map(chain.map((k) => [k, localPose(file.json.nodes![k])]));
  const byNode = new Map(chain.map((k) => [k, own.filter((track) => track.node === k)]));
  return timesOf(own, file).map((t) => {
    const pose = framePose(chain.map((k) => poseAt(rest.get(k)!, byNode.get(k)!, t)));
    const turn = pose.subarray(3);
    return {
      t,
      position: placed(pose[0], pose[1], pose[2], placement),
      orientation: placedTurn(turn, placement.up),
    };
  });
}

/** A pose has no size: what grows or shrinks is a deformation. */
function refuseScale(file: GltfFile, tracks: readonly Track[]): void {
  for (const track of tracks) {
    if (track.path !== 'scale') continue;
    const first = valueAt(track, track.times[0]);
    for (const t of track.times) {
      if (valueAt(track, t).every((x, i) => Math.abs(x - first[i]) <= sameScale * Math.abs(first[i]))) continue;
      const hint = 'give the obstacle a "deformation" from this file instead of a "motion"';
      const name = file.json.nodes![track.node].name ?? `nodes[${track.node}]`;
      file.findings.fail(name, 'a motion that keeps the size', `a scale that changes at ${t} s`, hint);
    }
  }
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
