import { toast } from '../ui/toast.js';
import { Toolbar } from '../ui/toolbar.js';
import type { SceneView } from '../view/scene-view.js';

/** What the tools of a scene do beyond its view. */
interface ToolActions {
  /** of the gallery's scene; empty for others */
  name(): string;
  snapshot(): void;
  picture(): void;
  link(button: HTMLElement): void;
  compare(): void;
}

/** Where the camera looks from in turn; straight down is a little askew, so that it knows what is up. */
const sides = [
  { name: 'the front', from: [0, -1, 0.02] },
  { name: 'the side', from: [1, 0, 0.02] },
  { name: 'above', from: [0, -0.001, 1] },
  { name: 'askew', from: [0.7, -1, 0.5] },
];

/** Fills the screen with the page, or gives it back. */
function fullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : (document.documentElement.requestFullscreen?.() ?? Promise.reject(new Error('none')));
  change.catch(() => toast('This browser does not let the page fill the screen'));
}

/** The tools at the side of a scene, with their keys. */
export function sceneTools(view: SceneView, act: ToolActions): Toolbar {
  const contacts = (): boolean => {
    const { points, crowd } = view.markOptions;
    // of many contacts: those of the body under the pointer, then all, then none
    const many = view.marks?.crowded === true;
    const on = !points || (many && !crowd);
    view.setMarks({ points: on, forces: on, crowd: points && many });
    if (!on) toast('Contacts are hidden');
    else toast(many ? 'All contacts are shown' : 'Contacts are shown; of many, those of the body under the pointer');
    return on;
  };
  const cones = (): boolean => {
    view.setMarks({ cones: !view.markOptions.cones });
    return view.markOptions.cones;
  };
  let side = -1;
  const turn = (): void => {
    side = (side + 1) % sides.length;
    view.look(sides[side].from);
    toast(`Seen from ${sides[side].name}`.replace('from askew', 'askew'));
  };
  const pinning = (): boolean => (view.pinning = !view.pinning);
  return new Toolbar([
    { icon: 'pin', title: 'pin with a click instead of pulling', key: 'p', pressed: false, act: pinning },
    { icon: 'contacts', title: 'contacts', key: 'c', pressed: true, act: contacts },
    { icon: 'cone', title: 'friction cones', key: 'k', pressed: false, act: cones },
    { icon: 'frame', title: 'fit into the view', key: 'f', act: () => view.fit(act.name()) },
    { icon: 'cube', title: 'from the front, the side, above, askew', key: 'v', act: turn },
    { icon: 'full', title: 'full screen', key: 'g', act: fullScreen },
    { icon: 'mark', title: 'keep a snapshot', key: 's', act: () => act.snapshot() },
    { icon: 'camera', title: 'picture of the view', key: 'i', act: () => act.picture() },
    { icon: 'link', title: 'copy a link to this scene and view', key: 'l', act: (button) => act.link(button) },
    { icon: 'split', title: 'compare side by side', act: () => act.compare() },
  ]);
}
