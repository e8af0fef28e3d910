import { iconButton } from '../ui/element.js';
import { toast } from '../ui/toast.js';
import { Toolbar } from '../ui/toolbar.js';
import type { SceneView } from '../view/scene-view.js';
import type { TintKind } from '../view/tint.js';

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

/** Shows the scene alone, its name in large letters, and its playback; again: with all tools. */
function present(): void {
  const on = document.body.toggleAttribute('data-present');
  // bars and panels have come or gone
  window.dispatchEvent(new Event('resize'));
  if (on) toast('The scene alone: X or the cross ends it');
}

/** Ends presenter mode, for those without a keyboard. */
export function presentEnd(): HTMLElement {
  const button = iconButton('close', 'end presenter mode (X)', present);
  button.classList.add('present-end');
  return button;
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
    else
      toast(
        many ? 'All contacts are shown' : 'Contacts are shown; of many, those of the body under the pointer or tapped',
      );
    return on;
  };
  const cones = (): boolean => {
    view.setMarks({ cones: !view.markOptions.cones });
    return view.markOptions.cones;
  };
  const tints: readonly TintKind[] = ['own', 'speed', 'slip'];
  const tint = (): boolean => {
    view.tint = tints[(tints.indexOf(view.tint) + 1) % tints.length];
    const words = { own: 'the colours of the scene', speed: 'how fast everything moves', slip: 'how fast it slides' };
    toast(`Colours: ${words[view.tint]}`);
    return view.tint !== 'own';
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
    { icon: 'trail', title: 'trails of bodies', key: 'w', pressed: false, act: () => (view.trails = !view.trails) },
    {
      icon: 'plumb',
      title: 'horizon, gravity and slope',
      key: 'h',
      pressed: false,
      act: () => (view.plumb = !view.plumb),
    },
    { icon: 'tint', title: 'colours of speed, of slip, of the scene', key: 'u', pressed: false, act: tint },
    { icon: 'frame', title: 'fit into the view', key: 'f', act: () => view.fit(act.name()) },
    { icon: 'cube', title: 'from the front, the side, above, askew', key: 'v', act: turn },
    { icon: 'full', title: 'full screen', key: 'g', act: fullScreen },
    { icon: 'present', title: 'presenter mode: the scene alone', key: 'x', act: present },
    { icon: 'mark', title: 'keep a snapshot', key: 's', act: () => act.snapshot() },
    { icon: 'camera', title: 'picture of the view', key: 'i', act: () => act.picture() },
    { icon: 'link', title: 'copy a link to this scene and view', key: 'l', act: (button) => act.link(button) },
    { icon: 'split', title: 'compare side by side', key: 'y', act: () => act.compare() },
  ]);
}
