import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import { inspectScene } from '../../scene/read-scene.js';
import { reasonOf } from '../findings.js';
import { openGltf } from './gltf.js';
import { gltfMesh } from './gltf-mesh.js';
import { gltfMotion } from './gltf-motion.js';
import { readHair } from './hair.js';
import { readObj } from './obj.js';
import type { Placement } from './up-axis.js';

type Json = Record<string, unknown>;

/** Bytes of a file that a scene names, by the path written there. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** What a file is put in the place of. */
interface Import {
  /** endings of the names of such files */
  readonly endings: readonly string[];
  /** keys that only concern the file and go with it */
  readonly keys: readonly string[];
  /** what stands in the scene instead */
  take(bytes: Uint8Array, file: string, json: Json, read: ReadFile): Promise<Json>;
}

const isGltf = (file: string): boolean => /\.(glb|gltf)$/i.test(file);

/** How the file's axes and unit become ours: glTF has y up, other files are taken as they are. */
function placementOf(json: Json, file: string): Placement {
  const up = json.up === 'y' || json.up === 'z' ? json.up : isGltf(file) ? 'y' : 'z';
  return { up, scale: typeof json.scale === 'number' ? json.scale : 1 };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A path beside another file. */
function beside(file: string, read: ReadFile): ReadFile {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return (path) => read(folder + path);
}

const meshImport: Import = {
  endings: ['.obj', '.glb', '.gltf'],
  keys: ['file', 'scale', 'up', 'node'],
  async take(bytes, file, json, read) {
    const placement = placementOf(json, file);
    if (!isGltf(file)) return { ...readObj(bytes, file, placement) };
    return { ...gltfMesh(await openGltf(bytes, file, beside(file, read)), text(json.node), placement) };
  },
};

const hairImport: Import = {
  endings: ['.hair'],
  keys: ['file', 'scale', 'up', 'count'],
  async take(bytes, file, json) {
    const most = typeof json.count === 'number' && json.count >= 1 ? json.count : Infinity;
    return { strands: readHair(bytes, file, placementOf(json, file), most) };
  },
};

const motionImport: Import = {
  endings: ['.glb', '.gltf'],
  keys: ['file', 'scale', 'up', 'node', 'animation'],
  async take(bytes, file, json, read) {
    const gltf = await openGltf(bytes, file, beside(file, read));
    const which = { node: text(json.node), animation: text(json.animation) };
    return { keyframes: gltfMotion(gltf, which, placementOf(json, file)) };
  },
};

/** What may stand in a file at a place of a scene. */
function importAt(json: Json, key: string | number): Import | undefined {
  if (key === 'motion') return motionImport;
  if (json.type === 'mesh') return meshImport;
  return json.type === 'strands' ? hairImport : undefined;
}

/**
 * The scene with the content of the files that it names: meshes (OBJ, glTF), strands (.hair), motions (glTF). What comes
 * out needs no other file. Throws an `InputError` that lists everything that is wrong, with its place in the scene.
 *
 * @example
 * ```ts
 * const scene = readScene(await importFiles(json, (path) => readFile(join(folder, path))));
 * ```
 */
export async function importFiles(scene: unknown, read: ReadFile, what = 'the scene'): Promise<unknown> {
  const problems: InputProblem[] = [];
  const visit = async (value: unknown, path: string, key: string | number): Promise<unknown> => {
    if (Array.isArray(value)) {
      const out: unknown[] = [];
      for (const [k, entry] of value.entries()) out.push(await visit(entry, `${path}[${k}]`, k));
      return out;
    }
    if (typeof value !== 'object' || value === null) return value;
    const json = value as Json;
    const own = typeof json.file === 'string' ? importAt(json, key) : undefined;
    if (own) return take(own, json, path);
    const out: Json = {};
    for (const [name, part] of Object.entries(json)) {
      const inner = await visit(part, path === '' ? name : `${path}.${name}`, name);
      // a key such as __proto__ must stay a key
      Object.defineProperty(out, name, { value: inner, enumerable: true, configurable: true, writable: true });
    }
    return out;
  };
  const take = async (own: Import, json: Json, path: string): Promise<Json> => {
    const file = json.file as string;
    try {
      if (!own.endings.some((ending) => file.toLowerCase().endsWith(ending))) {
        throw problem(`${path}.file`, `a file that ends in ${own.endings.join(', ')}`, JSON.stringify(file));
      }
      const content = await own.take(await contentOf(file, `${path}.file`, read), file, json, read);
      const rest = Object.fromEntries(Object.entries(json).filter(([key]) => !own.keys.includes(key)));
      return { ...rest, ...content };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const at = `${path}.file`;
      problems.push(...error.problems.map((one) => (one.path === at ? one : { ...one, path: `${at}: ${one.path}` })));
      return json;
    }
  };
  const complete = await visit(scene, '', '');
  if (problems.length === 0) return complete;
  throw new InputError(`${what} is not a usable scene`, [...inspectScene(scene).problems, ...problems]);
}

function problem(path: string, expected: string, found: string): InputError {
  return new InputError('wrong file', [{ path, expected, found }]);
}

async function contentOf(file: string, path: string, read: ReadFile): Promise<Uint8Array> {
  try {
    return await read(file);
  } catch (cause) {
    const found = cause instanceof InputError ? `${file}: ${cause.problems[0]?.found}` : `${file}: ${reasonOf(cause)}`;
    throw problem(path, 'a file that can be read', found);
  }
}
