import { VertexKeys } from '../../bodies/deformation.js';
import { InputError } from '../../errors.js';
import type { Shape } from '../../geometry/shape.js';
import type { Shell } from '../../geometry/shell.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import type { DeformationJson } from '../schema/deformation.js';

/** A mesh that deforms, as it is at time 0, and its vertices at all times. */
export interface DeformingShape {
  readonly shape: Extract<Shape, { type: 'mesh' }>;
  readonly keys: VertexKeys;
}

/** The deformation of an obstacle's mesh. Throws an `InputError` where it does not fit the mesh. */
export function deformingShape(json: DeformationJson, shape: Shape): DeformingShape {
  const fail = (path: string, expected: string, found: string): never => {
    throw new InputError('wrong deformation', [{ path: `deformation.${path}`, expected, found }]);
  };
  const { times, positions, file, interpolation, start } = json;
  if (shape.type !== 'mesh') {
    const problem = { path: 'shape', expected: 'a mesh, since it has a deformation', found: `a ${shape.type}` };
    throw new InputError('wrong deformation', [problem]);
  }
  if (!times || !positions) {
    const found = file === undefined ? 'neither' : `the file ${file}, which was not read`;
    return fail('times', 'times and positions, or a file', found);
  }
  times.forEach((t, k) => {
    if (k > 0 && !(t > times[k - 1])) fail(`times[${k}]`, `a time after ${times[k - 1]}`, String(t));
  });
  const own = typeof positions === 'string' ? floatsOf(positions) : Float64Array.from(positions.flat(2));
  if (!own) return fail('positions', 'base64', 'something else');
  const { triangles } = shape.mesh;
  const { shell } = shape;
  const size = 3 * (shell?.size ?? shape.mesh.vertices.length / 3);
  if (typeof positions !== 'string') {
    if (positions.length !== times.length)
      fail('positions', `${times.length} lists, as many as times`, `${positions.length}`);
    positions.forEach((list, k) => {
      if (3 * list.length === size) return;
      fail(`positions[${k}]`, `${size / 3} vertices, as the mesh has`, String(list.length));
    });
  }
  if (own.length !== times.length * size) {
    const expected = `${times.length} times ${size / 3} vertices`;
    fail('positions', expected, `${own.length / 3} vertices in all`);
  }
  if (!own.every(Number.isFinite)) fail('positions', 'finite numbers', 'others');
  const keys = new VertexKeys(
    times.map((t) => t + start),
    shell ? wallsOf(own, shell) : own,
    interpolation === 'smooth',
  );
  const first = new Float64Array(shape.mesh.vertices.length);
  keys.at(first, 0);
  return { shape: { ...shape, mesh: new TriangleMesh(first, triangles) }, keys };
}

/** The vertices of a wall at the times for which those of its surface are given. */
function wallsOf(positions: Float32Array | Float64Array, shell: Shell): Float64Array {
  const size = 3 * shell.size;
  const out = new Float64Array(2 * positions.length);
  for (let at = 0; at < positions.length; at += size) out.set(shell.place(positions.subarray(at, at + size)), 2 * at);
  return out;
}

/** Little-endian floats of base64 text. */
function floatsOf(text: string): Float32Array | undefined {
  let bytes: string;
  try {
    bytes = atob(text);
  } catch {
    return undefined;
  }
  const view = new DataView(new ArrayBuffer(bytes.length));
  for (let k = 0; k < bytes.length; k++) view.setUint8(k, bytes.charCodeAt(k));
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, k) => view.getFloat32(4 * k, true));
}
