import { conjugateQuaternion, rotateByQuaternion } from '../../math/quaternion.js';
import type { GltfFile } from './gltf.js';
import { framePose, localPose, pointOf } from './gltf-pose.js';
import type { ImportedMesh } from './mesh.js';
import { type Placement, type Triple, placed } from './up-axis.js';

/** How primitives connect their vertices: 4 is triangles. */
export const triangleMode = 4;

/**
 * The triangles of a glTF file: of one node with everything below it, in the frame of that node, so that the node's
 * animation carries it; or of the whole scene.
 */
export function gltfMesh(file: GltfFile, node: string | undefined, placement: Placement): ImportedMesh {
  const nodes = file.json.nodes ?? [];
  const roots = node === undefined ? rootsOf(file) : [file.node(node, () => false, 'a node of that name')];
  const frame = node === undefined ? Float64Array.of(0, 0, 0, 1, 0, 0, 0) : poseOf(file, roots[0]);
  const back = new Float64Array(4);
  conjugateQuaternion(back, 0, frame, 3);
  const out = { vertices: [] as Triple[], triangles: [] as Triple[], uvs: [] as [number, number][] };
  const visit = (k: number): void => {
    const chain = file.chain(k).map((own) => localPose(nodes[own]));
    const toFrame = (x: number, y: number, z: number): Triple => {
      const p = pointOf(chain, x, y, z);
      for (let i = 0; i < 3; i++) p[i] -= frame[i];
      rotateByQuaternion(p, 0, back, 0, p, 0);
      return placed(p[0], p[1], p[2], placement);
    };
    const mesh = nodes[k]?.mesh;
    if (mesh !== undefined) addMesh(out, file, mesh, toFrame);
    for (const child of nodes[k]?.children ?? []) if (nodes[child]) visit(child);
  };
  roots.forEach(visit);
  if (out.triangles.length === 0) file.findings.fail(node ?? 'the scene', 'a mesh of triangles', 'none');
  const { uvs, ...mesh } = out;
  const textured = uvs.length === out.vertices.length && uvs.flat().every(Number.isFinite);
  return textured ? out : mesh;
}

function poseOf(file: GltfFile, node: number): Float64Array {
  return framePose(file.chain(node).map((k) => localPose(file.json.nodes![k])));
}

/** The nodes that a scene begins with. */
export function rootsOf({ json }: GltfFile): number[] {
  const nodes = json.nodes ?? [];
  const own = json.scenes?.[json.scene ?? 0]?.nodes;
  if (own) return own.filter((k) => nodes[k] !== undefined);
  const below = new Set(nodes.flatMap(({ children }) => children ?? []));
  return nodes.flatMap((_, k) => (below.has(k) ? [] : [k]));
}

function addMesh(
  out: { vertices: Triple[]; triangles: Triple[]; uvs: [number, number][] },
  file: GltfFile,
  number: number,
  toFrame: (x: number, y: number, z: number) => Triple,
): void {
  const mesh = file.json.meshes?.[number];
  if (!mesh) return file.findings.fail(`meshes[${number}]`, 'a mesh', 'nothing');
  mesh.primitives.forEach(({ attributes, indices, mode = triangleMode }, p) => {
    if (mode !== triangleMode || attributes.POSITION === undefined) return;
    const place = `meshes[${number}].primitives[${p}]`;
    const positions = file.numbers(attributes.POSITION, 'VEC3', `${place}.attributes.POSITION`);
    const first = out.vertices.length;
    const n = positions.length / 3;
    for (let k = 0; k < n; k++) {
      const vertex = toFrame(positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]);
      if (!vertex.every(Number.isFinite)) file.findings.fail(place, 'finite positions', 'others');
      out.vertices.push(vertex);
    }
    const uv = attributes.TEXCOORD_0;
    if (uv !== undefined) {
      const x = file.numbers(uv, 'VEC2', `${place}.attributes.TEXCOORD_0`);
      // glTF counts v from above
      for (let k = 0; k < x.length; k += 2) out.uvs.push([x[k], 1 - x[k + 1]]);
    }
    for (const triangle of trianglesOf(file, indices, n, first, place)) out.triangles.push(triangle);
  });
}

/** Triangles of a primitive of n vertices, the first of which has the number `first`. */
export function trianglesOf(
  file: GltfFile,
  indices: number | undefined,
  n: number,
  first: number,
  place: string,
): Triple[] {
  const corners = indices === undefined ? undefined : file.numbers(indices, 'SCALAR', `${place}.indices`);
  const corner = (k: number): number => {
    const index = corners ? corners[k] : k;
    if (!(index < n)) file.findings.fail(`${place}.indices`, `vertex numbers below ${n}`, String(index));
    return first + index;
  };
  const count = Math.floor((corners?.length ?? n) / 3);
  return Array.from({ length: count }, (_, k) => [corner(3 * k), corner(3 * k + 1), corner(3 * k + 2)]);
}
