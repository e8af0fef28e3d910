import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import { inspectScene } from '../../scene/read-scene.js';
import { deformationOf } from './deformations.js';
import { openGltf } from './gltf.js';
import { unreadable } from './unreadable.js';
import { gltfMesh } from './gltf-mesh.js';
import { gltfMotion } from './gltf-motion.js';
import { readHair } from './hair.js';
import { type ImportedMesh, bare, welded } from './mesh.js';
import { readObj } from './obj.js';
import { readPly } from './ply.js';
import {
  type Json,
  type ReadFile,
  type ReadUsd,
  type Sources,
  animationOf,
  beside,
  isGltf,
  isUsd,
  placementOf,
  sourcesOf,
  text,
} from './sources.js';
import { readStl } from './stl.js';
import { usdMesh, usdStrands } from './usd.js';

export type { ReadFile, ReadUsd } from './sources.js';

/** What a file is put in the place of. */
interface Import {
  /** endings of the names of such files */
  readonly endings: readonly string[];
  /** keys that only concern the file and go with it */
  readonly keys: readonly string[];
  /** what stands in the scene instead */
  take(file: string, json: Json, sources: Sources): Promise<Json>;
}

const usdEndings = ['.usda', '.usdc', '.usdz'];

async function meshIn(file: string, json: Json, sources: Sources): Promise<ImportedMesh> {
  if (isUsd(file)) return usdMesh(await sources.usd(file), file, text(json.node), json);
  const bytes = await sources.read(file);
  const placement = placementOf(json, file);
  if (isGltf(file)) {
    return gltfMesh(await openGltf(bytes, file, beside(file, sources.read)), text(json.node), placement);
  }
  const readers = { stl: readStl, ply: readPly, obj: readObj };
  return readers[endingOf(file) as keyof typeof readers](bytes, file, placement);
}

const meshImport: Import = {
  endings: ['.obj', '.stl', '.ply', '.glb', '.gltf', ...usdEndings],
  keys: ['file', 'scale', 'up', 'node'],
  take: async (file, json, sources) => ({ ...bare(await meshIn(file, json, sources)) }),
};

/** A piece of cloth: whole where its file had to cut it open, and with its texture coordinates. */
const clothImport: Import = {
  ...meshImport,
  async take(file, json, sources) {
    const mesh = await meshIn(file, json, sources);
    return { ...(isGltf(file) || endingOf(file) === 'ply' ? welded(mesh) : mesh) };
  },
};

const endingOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1).toLowerCase();

const hairImport: Import = {
  endings: ['.hair', ...usdEndings],
  keys: ['file', 'scale', 'up', 'count', 'node'],
  async take(file, json, sources) {
    const most = typeof json.count === 'number' && json.count >= 1 ? json.count : Infinity;
    if (isUsd(file)) return { strands: usdStrands(await sources.usd(file), file, text(json.node), json, most) };
    return { strands: readHair(await sources.read(file), file, placementOf(json, file), most) };
  },
};

const motionImport: Import = {
  endings: ['.glb', '.gltf'],
  keys: ['file', 'scale', 'up', 'node', 'animation'],
  async take(file, json, sources) {
    const gltf = await openGltf(await sources.read(file), file, beside(file, sources.read));
    const which = { node: text(json.node), animation: animationOf(json) };
    // glTF says how poses are joined, and they are sampled as closely as that takes
    return { keyframes: gltfMotion(gltf, which, placementOf(json, file)), interpolation: 'linear' };
  },
};

/** What may stand in a file at a place of a scene. */
function importAt(json: Json, key: string | number, path: string): Import | undefined {
  if (key === 'motion') return motionImport;
  if (json.type === 'mesh') return /\.pieces\[\d+\]$/.test(path) ? clothImport : meshImport;
  return json.type === 'strands' ? hairImport : undefined;
}

/**
 * The scene with the content of the files that it names: meshes (OBJ, STL, PLY, glTF, USD), strands (.hair, USD), motions
 * (glTF), deformations (glTF, USD, PC2, OBJ sequences). What comes out needs no other file. Throws an `InputError` that lists
 * everything that is wrong, with its place in the scene.
 *
 * @param usd gives the text of USD files; they are refused where it is missing
 * @example
 * ```ts
 * const scene = readScene(await importFiles(json, (path) => readFile(join(folder, path))));
 * ```
 */
export async function importFiles(scene: unknown, read: ReadFile, what = 'the scene', usd?: ReadUsd): Promise<unknown> {
  const problems: InputProblem[] = [];
  const sources = sourcesOf(readable(read), usd);
  const visit = async (value: unknown, path: string, key: string | number): Promise<unknown> => {
    if (Array.isArray(value)) {
      const out: unknown[] = [];
      for (const [k, entry] of value.entries()) out.push(await visit(entry, `${path}[${k}]`, k));
      return out;
    }
    if (!isObject(value)) return value;
    const own = typeof value.file === 'string' ? importAt(value, key, path) : undefined;
    if (own) return (await guarded(`${path}.file`, () => take(own, value, sources))) ?? value;
    const { deformation } = value;
    if (isObject(deformation) && typeof deformation.file === 'string' && isObject(value.shape)) {
      return await deforming(value, value.shape, deformation, path);
    }
    const out: Json = {};
    for (const [name, part] of Object.entries(value)) {
      const inner = await visit(part, path === '' ? name : `${path}.${name}`, name);
      // a key such as __proto__ must stay a key
      Object.defineProperty(out, name, { value: inner, enumerable: true, configurable: true, writable: true });
    }
    return out;
  };
  /** An obstacle whose mesh deforms as a file says; the file may hold the mesh, too. */
  const deforming = async (json: Json, shape: Json, deformation: Json, path: string): Promise<Json> => {
    const { shape: _, deformation: __, ...others } = json;
    const rest = (await visit(others, path, '')) as Json;
    const whole = shape.file === deformation.file || (shape.file === undefined && shape.vertices === undefined);
    const own = whole ? shape : ((await visit(shape, `${path}.shape`, 'shape')) as Json);
    const mesh = whole ? undefined : (own as unknown as ImportedMesh);
    if (mesh && !(Array.isArray(mesh.vertices) && Array.isArray(mesh.triangles)))
      return { ...rest, shape: own, deformation };
    const found = await guarded(`${path}.deformation.file`, () => deformationOf(deformation, mesh, sources));
    if (!found) return json;
    const kept = Object.entries(deformation).filter(([key]) => key === 'interpolation' || key === 'start');
    return {
      ...rest,
      shape: { type: shape.type, ...found.mesh },
      deformation: { ...Object.fromEntries(kept), ...found.deformation },
    };
  };
  /** Runs a part; what is wrong there goes to the list, with its place. */
  const guarded = async <T>(at: string, part: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await part();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems.map((one) => ({ ...one, path: one.path === '' ? at : `${at}: ${one.path}` })));
      return undefined;
    }
  };
  const complete = await visit(scene, '', '');
  if (problems.length === 0) return complete;
  throw new InputError(`${what} is not a usable scene`, [...inspectScene(scene).problems, ...problems]);
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands in the place of an entry that names a file. */
async function take(own: Import, json: Json, sources: Sources): Promise<Json> {
  const file = json.file as string;
  if (!own.endings.some((ending) => file.toLowerCase().endsWith(ending))) {
    throw problem('', `a file that ends in ${own.endings.join(', ')}`, JSON.stringify(file));
  }
  const content = await own.take(file, json, sources);
  const rest = Object.fromEntries(Object.entries(json).filter(([key]) => !own.keys.includes(key)));
  return { ...rest, ...content };
}

function problem(path: string, expected: string, found: string): InputError {
  return new InputError('wrong file', [{ path, expected, found }]);
}

/** The same reading, with errors that name the file. */
function readable(read: ReadFile): ReadFile {
  return async (file) => {
    try {
      return await read(file);
    } catch (cause) {
      const { expected, found, hint } = unreadable(cause);
      const one = { path: '', expected, found: `${file}: ${found}`, ...(hint !== undefined && { hint }) };
      throw new InputError('wrong file', [one], { cause });
    }
  };
}
