import { InputError } from '../errors.js';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { overrideScene } from '../scene/set.js';

/** A scene that is on show: where it comes from and what was changed since. */
export class SceneDocument {
  /** name in the gallery; undefined where the scene was dropped or edited */
  gallery: string | undefined;
  /** changed values by path */
  readonly settings = new Map<string, string>();
  #base: unknown;

  /** From the gallery; throws an `InputError` where there is no such scene. */
  static fromGallery(name: string, settings: readonly string[] = []): SceneDocument {
    const scene = gallerySceneNamed(name);
    if (scene === undefined) {
      const problem = { path: 'scene', expected: 'a name of the gallery', found: name };
      throw new InputError(`there is no scene called ${name}`, [problem]);
    }
    const made = new SceneDocument(scene);
    made.gallery = name;
    for (const setting of settings) made.change(setting);
    return made;
  }

  constructor(base: unknown) {
    this.#base = base;
  }

  /** The scene with its settings, as JSON. */
  get json(): unknown {
    return overrideScene(
      this.#base,
      Array.from(this.settings, ([path, value]) => `${path}=${value}`),
    );
  }

  /** Changes a value: path=value. */
  change(setting: string): void {
    const at = setting.indexOf('=');
    this.settings.set(setting.slice(0, at), setting.slice(at + 1));
  }

  /** Replaces the whole scene; where it differs from the gallery's it is no longer that one. */
  replace(json: unknown): void {
    this.#base = json;
    this.settings.clear();
    if (this.gallery !== undefined && JSON.stringify(gallerySceneNamed(this.gallery)) !== JSON.stringify(json)) {
      this.gallery = undefined;
    }
  }

  /** What a link needs to bring the scene back. */
  async query(): Promise<URLSearchParams> {
    const query = new URLSearchParams();
    if (this.gallery === undefined) query.set('json', await packJson(this.json));
    else for (const [path, value] of this.settings) query.append('set', `${path}=${value}`);
    return query;
  }
}

/** JSON as text for links: deflated, in the letters of addresses. */
export async function packJson(value: unknown): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** What `packJson` made; throws where the text is no such thing. */
export async function unpackJson(text: string): Promise<unknown> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw'))));
}

async function pipe(bytes: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(through as TransformStream);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
