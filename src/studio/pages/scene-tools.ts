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
  const pinning = (): boolean => (view.pinning = !view.pinning);
  return new Toolbar([
    { icon: 'pin', title: 'pin with a click instead of pulling', key: 'p', pressed: false, act: pinning },
    { icon: 'contacts', title: 'contacts', key: 'c', pressed: true, act: contacts },
    { icon: 'cone', title: 'friction cones', key: 'k', pressed: false, act: cones },
    { icon: 'frame', title: 'fit into the view', key: 'f', act: () => view.fit(act.name()) },
    { icon: 'mark', title: 'keep a snapshot', key: 's', act: () => act.snapshot() },
    { icon: 'camera', title: 'picture of the view', key: 'i', act: () => act.picture() },
    { icon: 'link', title: 'copy a link to this scene and view', key: 'l', act: (button) => act.link(button) },
    { icon: 'split', title: 'compare side by side', act: () => act.compare() },
  ]);
}
