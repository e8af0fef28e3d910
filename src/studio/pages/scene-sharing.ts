import type { SceneDocument } from '../scene-document.js';
import { saveFile } from '../ui/save-file.js';
import { toast } from '../ui/toast.js';
import type { Stage } from '../view/stage.js';
import { linkTo } from './scene-address.js';

/** Saves a picture of the view. */
export async function savePicture(stage: Stage, scene: SceneDocument | undefined): Promise<void> {
  saveFile(`${scene?.gallery ?? 'scene'}.png`, await stage.picture());
}

/** Puts a link to a scene and its view into the address bar, and onto the clipboard where that is allowed. */
export async function copyLink(stage: Stage, scene: SceneDocument, button: HTMLElement): Promise<void> {
  history.replaceState(null, '', await linkTo('scene', scene, stage.place));
  const copied = await Promise.race([
    navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    ),
    // a browser may ask first, or never answer where the page has just been opened
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1500)),
  ]);
  toast(copied ? 'The link is on the clipboard' : 'The link is in the address bar');
  button.classList.add('done');
  setTimeout(() => button.classList.remove('done'), 1200);
}

/** Goes to the comparison of a scene. */
export async function openComparison(stage: Stage, scene: SceneDocument): Promise<void> {
  location.hash = await linkTo('compare', scene, stage.place);
}
