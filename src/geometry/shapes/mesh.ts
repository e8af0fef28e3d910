import { InputError } from '../../errors.js';
import { Shell } from '../shell.js';
import { TriangleMesh } from '../triangle-mesh.js';
import { checkIndices } from './fields.js';
import { farthestOfBox, l, toLocal, toWorld, turnBox } from './frame.js';
import type { ShapeKind } from './kind.js';

/** A triangulated surface; solid on the side opposite to the normals of its triangles. */
export interface Mesh {
  readonly type: 'mesh';
  readonly mesh: TriangleMesh;
  /** where it is the wall of another surface: how its vertices follow from that one's */
  readonly shell?: Shell;
}

/** As scenes write it; files have been read into vertices and triangles. */
export interface WrittenMesh {
  readonly vertices?: readonly (readonly number[])[] | undefined;
  readonly triangles?: readonly (readonly number[])[] | undefined;
  readonly thickness?: number | undefined;
  readonly turned?: boolean | undefined;
}

/** The numbers of a surface, flat, with what is to be made of it. */
export interface MeshNumbers {
  readonly vertices: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  readonly shell?: Shell;
  /** triangles that the wall is too thick for */
  readonly folded?: number;
}

/** The numbers of a surface as it meets others. Throws an `InputError` where they are missing or do not fit together. */
export function meshNumbers(json: WrittenMesh & { readonly file?: string | undefined }, path = ''): MeshNumbers {
  if (!json.vertices || !json.triangles) {
    const found = json.file === undefined ? 'neither' : `the file ${json.file}, which was not read`;
    throw new InputError('wrong shape', [
      { path: `${path}vertices`, expected: 'vertices and triangles, or a file', found },
    ]);
  }
  checkIndices(json.triangles, json.vertices.length, `${path}triangles`);
  const vertices = json.vertices.flat();
  const triangles = json.triangles.flatMap(([a, b, c]) => (json.turned ? [a, c, b] : [a, b, c]));
  if (json.thickness === undefined) return { vertices, triangles };
  const shell = new Shell(vertices, triangles, json.thickness, path);
  const placed = shell.place(vertices);
  return { vertices: placed, triangles: shell.triangles, shell, folded: shell.folded(placed) };
}

const local = new Float64Array(6);
const foot = new Float64Array(7);

export const mesh: ShapeKind<Mesh, WrittenMesh> = {
  type: 'mesh',
  written: {
    fields: {
      vertices: { is: 'points', least: 3, optional: true },
      triangles: { is: 'triangles', least: 1, optional: true },
      thickness: {
        is: 'positive',
        optional: true,
        about:
          'makes a wall of the surface, half on either side, which holds from both (m); solid behind its triangles where missing',
      },
      turned: { is: 'flag', optional: true, about: 'turns its triangles over, for files whose normals point inwards' },
    },
    fromFile: true,
    build(json) {
      const { vertices, triangles, shell } = meshNumbers(json);
      return { type: 'mesh', mesh: new TriangleMesh(vertices, triangles), ...(shell && { shell }) };
    },
  },
  isConvex: false,
  example: () => {
    // an octahedron
    const corners = [0.4, 0, 0, -0.4, 0, 0, 0, 0.4, 0, 0, -0.4, 0, 0, 0, 0.4, 0, 0, -0.4];
    const triangles = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
    return { type: 'mesh', mesh: new TriangleMesh(corners, triangles) };
  },
  extent(shape) {
    shape.mesh.bounds(local);
    return farthestOfBox(local);
  },
  size: () => Infinity,
  bounds(out, shape, { rotation: R, position: p }) {
    shape.mesh.bounds(local);
    turnBox(out, local, R, p);
  },
  distance(n, shape, placed, x, y, z) {
    toLocal(placed, x, y, z);
    shape.mesh.nearest(foot, l[0], l[1], l[2]);
    const dx = l[0] - foot[0];
    const dy = l[1] - foot[1];
    const dz = l[2] - foot[2];
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // on the surface itself the triangle has the normal
    if (d === 0) {
      toWorld(n, placed, foot[3], foot[4], foot[5]);
      return 0;
    }
    const signed = foot[6] >= 0 ? d : -d;
    toWorld(n, placed, dx / signed, dy / signed, dz / signed);
    return signed;
  },
  recorded: (shape) => ({
    type: 'mesh',
    vertices: Array.from(shape.mesh.vertices),
    triangles: Array.from(shape.mesh.triangles),
  }),
};
