import { InputError } from '../errors.js';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { overrideScene } from '../scene/set.js';

/** What undo goes back to. */
interface Version {
  readonly base: unknown;
  readonly gallery: string | undefined;
  readonly file: string | undefined;
  readonly settings: ReadonlyMap<string, string>;
}

/** Changes of one value in quick succession, as from a slider that is dragged, are one change (ms). */
const together = 900;

/** A scene that is on show: where it comes from, what was changed since, and the way back. */
export class SceneDocument {
  /** name in the gallery; undefined where the scene was dropped or edited */
  gallery: string | undefined;
  /** number of the kept file that the scene comes from */
  file: string | undefined;
  /** changed values by path */
  settings = new Map<string, string>();
  #base: unknown;
  readonly #past: Version[] = [];
  readonly #future: Version[] = [];
  #last = { path: '', at: -Infinity, held: false };

  /** From the gallery; throws an `InputError` where there is no such scene. */
  static fromGallery(name: string, settings: readonly string[] = []): SceneDocument {
    const scene = gallerySceneNamed(name);
    if (scene === undefined) {
      const problem = { path: 'scene', expected: 'a name of the gallery', found: name };
      throw new InputError(`there is no scene called ${name}`, [problem]);
    }
    const made = new SceneDocument(scene, settings);
    made.gallery = name;
    return made;
  }

  /** @param settings path=value each */
  constructor(base: unknown, settings: readonly string[] = []) {
    this.#base = base;
    for (const setting of settings) this.#set(setting);
  }

  /** The scene with its settings, as JSON. */
  get json(): unknown {
    return overrideScene(
      this.#base,
      Array.from(this.settings, ([path, value]) => `${path}=${value}`),
    );
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Changes values: path=value each. */
  change(...settings: readonly string[]): void {
    const path = settings.map((setting) => setting.slice(0, setting.indexOf('='))).join();
    const now = performance.now();
    // a slider that is still held makes one change, however long it takes
    const same = path === this.#last.path && (this.#last.held || now - this.#last.at <= together);
    if (!same) this.#keep();
    this.#last = { path, at: now, held: true };
    for (const setting of settings) this.#set(setting);
  }

  /** What changed values was let go: later changes of the same ones are others, but for those that follow at once. */
  settle(): void {
    this.#last = { ...this.#last, at: performance.now(), held: false };
  }

  /** Replaces the whole scene; where it differs from the gallery's it is no longer that one. */
  replace(json: unknown): void {
    if (JSON.stringify(json) === JSON.stringify(this.json)) return;
    this.#keep();
    this.#last = { path: '', at: -Infinity, held: false };
    this.#base = json;
    this.settings = new Map();
    this.file = undefined;
    if (this.gallery !== undefined && JSON.stringify(gallerySceneNamed(this.gallery)) !== JSON.stringify(json)) {
      this.gallery = undefined;
    }
  }

  /** Takes the last change back; what has changed: values of the same scene, or all of it. */
  undo(): 'values' | 'scene' | undefined {
    return this.#move(this.#past, this.#future);
  }

  redo(): 'values' | 'scene' | undefined {
    return this.#move(this.#future, this.#past);
  }

  /** What a link needs to bring the scene back, anywhere. */
  async query(): Promise<URLSearchParams> {
    const query = new URLSearchParams();
    if (this.gallery === undefined) query.set('json', await packJson(this.json));
    else this.#addSettings(query);
    return query;
  }

  /** What brings the scene back in this browser: a kept file where there is one. `keep` keeps a large scene as a file. */
  async ownQuery(keep: (text: string) => Promise<string | undefined>): Promise<URLSearchParams> {
    const query = new URLSearchParams();
    if (this.gallery === undefined && this.file === undefined) {
      const packed = await packJson(this.json);
      this.file = packed.length > longestPacked ? await keep(JSON.stringify(this.#base)) : undefined;
      if (this.file === undefined) {
        query.set('json', packed);
        return query;
      }
    }
    if (this.file !== undefined) query.set('file', this.file);
    this.#addSettings(query);
    return query;
  }

  #addSettings(query: URLSearchParams): void {
    for (const [path, value] of this.settings) query.append('set', `${path}=${value}`);
  }

  #set(setting: string): void {
    const at = setting.indexOf('=');
    this.settings.set(setting.slice(0, at), setting.slice(at + 1));
  }

  get #version(): Version {
    return { base: this.#base, gallery: this.gallery, file: this.file, settings: new Map(this.settings) };
  }

  #keep(): void {
    this.#past.push(this.#version);
    this.#future.length = 0;
  }

  #move(from: Version[], to: Version[]): 'values' | 'scene' | undefined {
    const version = from.pop();
    if (!version) return undefined;
    to.push(this.#version);
    const same = version.base === this.#base;
    this.#base = version.base;
    this.gallery = version.gallery;
    this.file = version.file;
    this.settings = new Map(version.settings);
    this.#last = { path: '', at: -Infinity, held: false };
    return same ? 'values' : 'scene';
  }
}

/** Letters of a packed scene up to which an address takes it: servers and programs refuse addresses beyond 8000 or so. */
const longestPacked = 6000;

/** JSON as text for links: deflated, in the letters of addresses. */
export async function packJson(value: unknown): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** What `packJson` made; throws an `InputError` where the text is no such thing. */
export async function unpackJson(text: string): Promise<unknown> {
  try {
    const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw'))));
  } catch {
    const found = `${text.length} letters that are none`;
    const problem = { path: 'json', expected: 'a whole scene, packed', found, hint: 'mail and chat may cut links' };
    throw new InputError('the link is damaged or cut off: copy it once more', [problem]);
  }
}

async function pipe(bytes: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(through as TransformStream);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
