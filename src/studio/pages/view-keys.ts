import type { SceneView } from '../view/scene-view.js';
import { turned } from '../view/turn-camera.js';
import type { ContactInspector } from './contact-inspector.js';

/** A press of a key turns the camera by so much (radians), or brings it so much nearer. */
const turn = Math.PI / 24;
const nearer = 1.15;

/** Keys that do what a pointer does on the view: turn it, zoom it, go from contact to contact. */
export function viewKey(event: KeyboardEvent, view: SceneView, inspector: ContactInspector): void {
  const { stage } = view;
  const go = (right: number, up: number, by = 1): void => {
    stage.place = turned(stage.place, right * turn, up * turn, by);
  };
  const acts: Record<string, () => void> = {
    '+': () => go(0, 0, nearer),
    '=': () => go(0, 0, nearer),
    '-': () => go(0, 0, 1 / nearer),
    '.': () => inspector.go(1),
    ',': () => inspector.go(-1),
  };
  const turns: Record<string, () => void> = {
    ArrowRight: () => go(1, 0),
    ArrowLeft: () => go(-1, 0),
    ArrowUp: () => go(0, 1),
    ArrowDown: () => go(0, -1),
  };
  const act = (event.shiftKey ? turns[event.key] : undefined) ?? acts[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
}
