import { type Affine, addMapped, affineOfColumns, affineOfPose, compose, identity } from './affine.js';
import { type DeformingMesh, welded } from './deforming-mesh.js';
import type { GltfFile, GltfPrimitive } from './gltf.js';
import { rootsOf, triangleMode, trianglesOf } from './gltf-mesh.js';
import { localPose } from './gltf-pose.js';
import { type Chosen, type Track, poseAt, tracksOf, valueAt, withoutConflict } from './gltf-tracks.js';
import { type Placement, type Triple, placed } from './up-axis.js';

/** Keys at most this far apart are the frames of a motion that was sampled (15 a second), and are enough (s). */
const frameTime = 1 / 15;

/** Where keys are farther apart than that, it is sampled so often a second. */
const samplingRate = 60;

/** Numbers of a whole deformation at most: gigabytes of text. */
const mostNumbers = 1e8;

/** The surface of one primitive, and what deforms it. */
interface Piece {
  readonly node: number;
  readonly positions: Float64Array;
  /** displacements of the morph targets */
  readonly targets: readonly Float64Array[];
  readonly skin: Skin | undefined;
}

interface Skin {
  readonly joints: readonly number[];
  readonly inverseBind: readonly Affine[];
  /** joint and weight of each influence of each vertex */
  readonly influences: readonly { readonly joints: Float64Array; readonly weights: Float64Array; readonly n: number }[];
}

/**
 * A surface of a glTF file as its animations deform it, in the frame of the file's scene: skins, morph targets and nodes that
 * move, turn and stretch. Of one node with everything below it, or of the whole scene.
 */
export function gltfDeformation(
  file: GltfFile,
  { node, animation }: { readonly node?: string; readonly animation?: Chosen },
  placement: Placement,
): DeformingMesh {
  const nodes = file.json.nodes ?? [];
  const roots = node === undefined ? rootsOf(file) : [file.node(node, () => false, 'a node of that name')];
  const triangles: Triple[] = [];
  const pieces = piecesBelow(file, roots, triangles);
  if (triangles.length === 0) file.findings.fail(node ?? 'the scene', 'a mesh of triangles', 'none');
  const concerned = new Set(
    pieces.flatMap((piece) => [piece.node, ...(piece.skin?.joints ?? [])]).flatMap((k) => file.chain(k)),
  );
  const withWeights = new Set(pieces.map((piece) => piece.node));
  const tracks = tracksOf(file, animation).filter((track) =>
    track.path === 'weights' ? withWeights.has(track.node) : concerned.has(track.node),
  );
  withoutConflict(file, tracks);
  if (tracks.length === 0) {
    const hint = 'what never changes needs no "deformation"';
    file.findings.fail(node ?? 'the scene', 'a mesh that the animation moves', 'one that stands still', hint);
  }
  const times = timesOf(tracks);
  const count = pieces.reduce((sum, { positions }) => sum + positions.length, 0);
  if (!(count * times.length <= mostNumbers)) {
    file.findings.fail('animations', `at most ${mostNumbers} numbers`, `${times.length} times ${count}`);
  }
  const byNode = new Map<number, Track[]>();
  for (const track of tracks) byNode.set(track.node, [...(byNode.get(track.node) ?? []), track]);
  const frames = times.map((t) => {
    const maps = globalMaps(file, concerned, byNode, t);
    const frame = new Float32Array(count);
    let at = 0;
    for (const piece of pieces) {
      const weights = weightsAt(file, piece, byNode.get(piece.node) ?? [], t);
      const own = shaped(piece, weights, maps);
      for (let k = 0; k < own.length; k += 3, at += 3) {
        frame.set(placed(own[k], own[k + 1], own[k + 2], placement), at);
      }
    }
    if (!frame.every(Number.isFinite))
      file.findings.fail(nodes[pieces[0].node].name ?? 'meshes', 'finite positions', 'others');
    return frame;
  });
  return welded({ times, frames, triangles });
}

function piecesBelow(file: GltfFile, roots: readonly number[], triangles: Triple[]): Piece[] {
  const pieces: Piece[] = [];
  let first = 0;
  const visit = (k: number): void => {
    const { mesh, children, skin } = file.json.nodes![k];
    file.chain(k);
    if (mesh !== undefined && !file.json.meshes?.[mesh]) file.findings.fail(`meshes[${mesh}]`, 'a mesh', 'nothing');
    if (mesh !== undefined) {
      file.json.meshes![mesh].primitives.forEach((primitive, p) => {
        if ((primitive.mode ?? triangleMode) !== triangleMode || primitive.attributes.POSITION === undefined) return;
        const place = `meshes[${mesh}].primitives[${p}]`;
        const piece = pieceOf(file, k, primitive, skin, place);
        const n = piece.positions.length / 3;
        for (const triangle of trianglesOf(file, primitive.indices, n, first, place)) triangles.push(triangle);
        first += n;
        pieces.push(piece);
      });
    }
    for (const child of children ?? []) if (file.json.nodes![child]) visit(child);
  };
  roots.forEach(visit);
  return pieces;
}

function pieceOf(
  file: GltfFile,
  node: number,
  primitive: GltfPrimitive,
  skin: number | undefined,
  place: string,
): Piece {
  const { attributes, targets = [] } = primitive;
  const positions = file.numbers(attributes.POSITION, 'VEC3', `${place}.attributes.POSITION`);
  const moves = targets.map((target, k) => {
    if (target.POSITION === undefined) return new Float64Array(positions.length);
    const own = file.numbers(target.POSITION, 'VEC3', `${place}.targets[${k}].POSITION`);
    if (own.length !== positions.length) {
      const expected = `${positions.length / 3} vertices, as the mesh has`;
      file.findings.fail(`${place}.targets[${k}].POSITION`, expected, String(own.length / 3));
    }
    return own;
  });
  const bound =
    skin === undefined || attributes.JOINTS_0 === undefined ? undefined : skinOf(file, skin, primitive, place);
  return { node, positions, targets: moves, skin: bound };
}

function skinOf(file: GltfFile, number: number, { attributes }: GltfPrimitive, place: string): Skin {
  const skin = file.json.skins?.[number];
  if (!skin) return file.findings.fail(`skins[${number}]`, 'a skin', 'nothing');
  const { joints } = skin;
  joints.forEach((joint, k) => {
    if (!file.json.nodes?.[joint]) file.findings.fail(`skins[${number}].joints[${k}]`, 'a node', String(joint));
  });
  const bind =
    skin.inverseBindMatrices === undefined
      ? undefined
      : file.numbers(skin.inverseBindMatrices, 'MAT4', `skins[${number}].inverseBindMatrices`);
  if (bind && bind.length < 16 * joints.length) {
    file.findings.fail(`skins[${number}].inverseBindMatrices`, `${joints.length} matrices`, `${bind.length / 16}`);
  }
  const vertices = file.json.accessors![attributes.POSITION].count;
  const influences = [];
  for (let set = 0; attributes[`JOINTS_${set}`] !== undefined; set++) {
    const at = `${place}.attributes.`;
    const own = file.numbers(attributes[`JOINTS_${set}`], 'VEC4', `${at}JOINTS_${set}`);
    const weights = file.numbers(attributes[`WEIGHTS_${set}`], 'VEC4', `${at}WEIGHTS_${set}`);
    if (own.length < 4 * vertices || weights.length < 4 * vertices) {
      file.findings.fail(`${at}JOINTS_${set}`, `joints and weights of ${vertices} vertices`, `${own.length / 4}`);
    }
    if (own.some((k, i) => weights[i] !== 0 && !(k < joints.length))) {
      file.findings.fail(`${at}JOINTS_${set}`, `joints below ${joints.length}`, 'others');
    }
    influences.push({ joints: own, weights, n: 4 });
  }
  return { joints, inverseBind: joints.map((_, k) => (bind ? affineOfColumns(bind, 16 * k) : identity)), influences };
}

/** Where each node that matters is at a time, as a map into the frame of the file's scene. */
function globalMaps(
  file: GltfFile,
  concerned: ReadonlySet<number>,
  tracks: ReadonlyMap<number, readonly Track[]>,
  t: number,
): Map<number, Affine> {
  const maps = new Map<number, Affine>();
  const mapOf = (chain: readonly number[]): Affine => {
    const k = chain[chain.length - 1];
    const known = maps.get(k);
    if (known) return known;
    const node = file.json.nodes![k];
    const own = tracks.get(k) ?? [];
    // a matrix may shear; nodes that have one are never animated
    const local =
      node.matrix && own.length === 0 ? affineOfColumns(node.matrix) : affineOfPose(poseAt(localPose(node), own, t));
    const map = chain.length > 1 ? compose(mapOf(chain.slice(0, -1)), local) : local;
    maps.set(k, map);
    return map;
  };
  for (const k of concerned) mapOf(file.chain(k));
  return maps;
}

function weightsAt(file: GltfFile, piece: Piece, tracks: readonly Track[], t: number): ArrayLike<number> {
  const track = tracks.find(({ path }) => path === 'weights');
  if (track) return valueAt(track, t);
  const node = file.json.nodes![piece.node];
  return node.weights ?? file.json.meshes![node.mesh!].weights ?? [];
}

/** The positions of a piece: morphed, then carried by its joints, or else by its node. */
function shaped(piece: Piece, weights: ArrayLike<number>, maps: ReadonlyMap<number, Affine>): Float64Array {
  const x = piece.positions.slice();
  piece.targets.forEach((target, m) => {
    const weight = weights[m] ?? 0;
    if (weight !== 0) for (let k = 0; k < x.length; k++) x[k] += weight * target[k];
  });
  const out = new Float64Array(x.length);
  const { skin } = piece;
  if (!skin) {
    const map = maps.get(piece.node)!;
    for (let k = 0; k < x.length; k += 3) addMapped(out, k, map, x, k, 1);
    return out;
  }
  const joints = skin.joints.map((joint, k) => compose(maps.get(joint)!, skin.inverseBind[k]));
  for (let v = 0; 3 * v < x.length; v++) {
    let total = 0;
    for (const { weights: w, n } of skin.influences) for (let i = 0; i < n; i++) total += w[n * v + i];
    for (const { joints: j, weights: w, n } of skin.influences) {
      for (let i = 0; i < n; i++) {
        // weights of files in bytes do not add up to one
        const share = total > 0 ? w[n * v + i] / total : 0;
        if (share !== 0) addMapped(out, 3 * v, joints[j[n * v + i]], x, 3 * v, share);
      }
    }
  }
  return out;
}

/** The times of all keys, and times between those that are far apart; rising. */
function timesOf(tracks: readonly Track[]): number[] {
  const keys = [...new Set(tracks.flatMap(({ times }) => Array.from(times)))].sort((a, b) => a - b);
  return keys.flatMap((t, k) => {
    const span = k + 1 < keys.length ? keys[k + 1] - t : 0;
    const pieces = span > frameTime * (1 + 1e-6) ? Math.min(Math.ceil(span * samplingRate), mostNumbers) : 1;
    return Array.from({ length: pieces }, (_, i) => t + (span * i) / pieces);
  });
}
