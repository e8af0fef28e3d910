import { keepFile } from '../files/kept-files.js';
import { type Route, parseRoute, routeHash } from '../route.js';
import type { SceneDocument } from '../scene-document.js';
import { type Looks, lookNames, looksOf, writeLooks } from '../view/looks.js';
import type { CameraPlace } from '../view/stage.js';

/** Time after the last change after which it goes into the address (ms). */
const after = 250;

/** What is on show as an address: a reload brings it back, a link shares it. */
export class SceneAddress {
  #timer = 0;
  #disposed = false;

  /** Puts a scene into the address, and whether it is being built, a moment after its last change. */
  remember(document: SceneDocument, building: () => boolean): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#write(document, building), after);
  }

  async #write(document: SceneDocument, building: () => boolean): Promise<void> {
    const query = await document.ownQuery((text) => keepFile(new File([text], 'scene.json')));
    if (this.#disposed) return;
    const before = parseRoute(location.hash);
    for (const name of ['play', 'simulate', 'camera', 'embed', 'build', ...lookNames]) {
      const value = before.query.get(name);
      if (value !== null) query.set(name, value);
    }
    if (building()) query.set('build', '1');
    else query.delete('build');
    history.replaceState(history.state, '', routeHash('scene', document.gallery ?? '', query));
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }
}

/** Puts into the address how hair and cloth are drawn. */
export function rememberLooks(looks: Looks): void {
  const { page, scene, query } = parseRoute(location.hash);
  writeLooks(query, looks);
  history.replaceState(history.state, '', routeHash(page, scene, query));
}

/** A link to a scene, on its own page as seen now. */
export async function linkTo(page: Route['page'], document: SceneDocument, place: CameraPlace): Promise<string> {
  const query = await document.query();
  if (page === 'scene') {
    query.set('camera', place.map((x) => x.toPrecision(5)).join(','));
    writeLooks(query, looksOf(parseRoute(location.hash).query));
  }
  return routeHash(page, document.gallery ?? '', query);
}

/** The camera of a link. */
export function cameraOf(query: URLSearchParams): CameraPlace | undefined {
  const camera = query.get('camera')?.split(',').map(Number);
  return camera?.length === 6 && camera.every(Number.isFinite) ? (camera as unknown as CameraPlace) : undefined;
}
