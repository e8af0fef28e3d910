import type { Vector3 } from 'three';
import { toast } from '../ui/toast.js';
import type { Met } from '../view/picker.js';
import type { SceneView } from '../view/scene-view.js';
import type { JointEnd, JointEnds } from './joints.js';
import { triple } from './rigid-change.js';

/** Least way of the pointer that makes a joint (pixels): less is a click. */
const least = 12;

/** A joint that is made by dragging from a point of one thing to a point of another, or to nothing: to the world. */
export class JointTool {
  readonly #view: SceneView;
  readonly #made: (ends: JointEnds) => void;
  #on = false;
  #from: { readonly met: Met; readonly x: number; readonly y: number } | undefined;

  constructor(view: SceneView, made: (ends: JointEnds) => void) {
    this.#view = view;
    this.#made = made;
  }

  get on(): boolean {
    return this.#on;
  }

  set on(on: boolean) {
    if (on && !this.#on) toast('Drag from a point of one thing to a point of another; to nothing: to the world');
    this.#on = on;
    this.#view.stage.canvas.style.cursor = on ? 'crosshair' : '';
  }

  down(x: number, y: number): boolean {
    const met = this.#view.drawing && this.#view.picker.thing(this.#view.drawing, x, y);
    this.#from = met && { met, x, y };
    return met !== undefined;
  }

  move(x: number, y: number): void {
    if (this.#from) this.#view.showLine(this.#from.met.point, this.#end(x, y).point);
  }

  up(x: number, y: number): void {
    const from = this.#from;
    this.#from = undefined;
    this.#view.showLine();
    if (!from) return;
    if (Math.hypot(x - from.x, y - from.y) < least) return toast('Drag to the point that it shall be joined to');
    const end = this.#end(x, y);
    const first = this.#endAt(from.met);
    const second = end.met ? this.#endAt(end.met) : { name: 'world', at: triple(end.point) };
    if (first.name === second.name)
      return toast('Both points are on the same thing: drag to another one, or to nothing');
    this.#made({ from: first, to: second });
  }

  /** What the pointer is on, else the place beside the first point. */
  #end(x: number, y: number): { readonly met: Met | undefined; readonly point: Vector3 } {
    const met = this.#view.picker.thing(this.#view.drawing!, x, y);
    return { met, point: met?.point ?? this.#view.picker.onPlane(this.#from!.met.point, x, y) };
  }

  #endAt({ body, obstacle, point }: Met): JointEnd {
    const { layout } = this.#view.drawing!;
    const at = triple(point);
    if (body === undefined) return { name: layout.obstacles[obstacle!].name, at };
    const { name, kind } = layout.bodies[body];
    return { name, at, soft: kind !== 'rigid' };
  }
}
