import { Box3, Quaternion, Vector3 } from 'three';
import type { Opened } from '../simulation/messages.js';
import { ask } from '../ui/ask.js';
import { toast } from '../ui/toast.js';
import type { PointerTool } from '../view/pointer-hands.js';
import type { SceneView } from '../view/scene-view.js';
import { BuildPanel } from './build-panel.js';
import { besideAll, freePlace } from './free-place.js';
import { Handles } from './handles.js';
import { JointTool } from './joint-tool.js';
import { type JointEnds, addJoint, kindsFor } from './joints.js';
import { type Part, duplicate } from './parts.js';
import { type Change, quaternionOf, still } from './rigid-change.js';
import { type Json, type Thing, type Triple, entries, entryOf, isTriple, remove, sameThing } from './things.js';
import { type Handle, carrierOf, changedEntry, handlesOf, moveThing } from './transform.js';

/** What a builder needs of the page. */
export interface BuildHost {
  readonly view: SceneView;
  /** the scene as it stands in the document */
  json(): unknown;
  /** what is drawn */
  opened(): Opened | undefined;
  /** shows a scene that is not kept yet */
  preview(json: unknown): void;
  /** keeps a scene: it is shown from its beginning and can be taken back */
  commit(json: unknown): void;
}

/** Building by hand: select, move, turn and scale with handles, add, copy, remove and join. */
export class Builder implements PointerTool {
  readonly panel: BuildPanel;
  selected: Thing | undefined;
  #handle: Handle = 'move';
  #snap = true;
  #on = false;
  readonly #host: BuildHost;
  readonly #handles: Handles;
  readonly #joints: JointTool;
  /** the scene while a handle is dragged */
  #dragged: Json | undefined;

  constructor(host: BuildHost) {
    this.#host = host;
    this.#handles = new Handles(host.view.stage, { moved: (change) => this.#drag(change), done: () => this.#drop() });
    this.#joints = new JointTool(host.view, (ends) => void this.#join(ends));
    this.panel = new BuildPanel({
      add: (part) => this.#add(part),
      join: (on) => {
        this.#joints.on = on;
        this.placeHandles();
      },
      select: (thing) => this.select(thing),
      handle: (handle) => this.setHandle(handle),
      snap: (on) => this.setSnap(on),
      duplicate: () => this.duplicate(),
      remove: () => this.remove(),
      change: (json) => host.commit(json),
    });
  }

  get on(): boolean {
    return this.#on;
  }

  /** Begins or ends building. */
  set on(on: boolean) {
    if (this.#on === on) return;
    this.#on = on;
    this.#host.view.tool = on ? this : undefined;
    if (on) window.addEventListener('keydown', this.#key);
    else window.removeEventListener('keydown', this.#key);
    this.#joints.on = false;
    this.refresh();
  }

  /** What is on show has changed. */
  refresh(): void {
    if (this.selected && !entryOf(this.#json, this.selected)) this.selected = undefined;
    if (!this.#on || this.#json === undefined) return this.#handles.hide();
    this.panel.show(this.#json, this.selected, { handle: this.#handle, snap: this.#snap, joining: this.#joints.on });
    this.placeHandles();
  }

  /** Puts the handles where the selected thing is now. */
  placeHandles(): void {
    const thing = this.selected;
    const entry = thing && entryOf(this.#json, thing);
    if (!this.#on || !thing || !entry || !this.#host.view.drawing) return this.#handles.hide();
    const moving = carrierOf(this.#json, thing);
    const possible = handlesOf(moving, entryOf(this.#json, moving)!);
    // a joint is drawn over what is selected: handles there would take the pointer, and move it
    const free = possible.includes(this.#handle) ? this.#handle : possible[0];
    const handle = this.#joints.on ? undefined : free;
    const { place, turn } = this.#pivot(moving);
    this.#handles.show(place, turn, this.#boxOf(thing), handle, this.#snap);
  }

  select(thing: Thing | undefined): void {
    this.selected = sameThing(thing, this.selected) ? this.selected : thing;
    this.refresh();
  }

  setHandle(handle: Handle): void {
    this.#handle = handle;
    const moving = this.selected && carrierOf(this.#json, this.selected);
    const entry = moving && entryOf(this.#json, moving);
    if (moving && entry && !handlesOf(moving, entry).includes(handle)) toast(`This can not be ${words[handle]}`);
    this.refresh();
  }

  setSnap(on: boolean): void {
    this.#snap = on;
    this.refresh();
  }

  duplicate(): void {
    const thing = this.selected;
    const entry = thing && entryOf(this.#json, thing);
    if (!thing || !entry || thing.list === 'joints') return;
    const box = this.#boxOf(thing);
    const size = box.isEmpty() ? new Vector3(0.3, 0, 0) : box.getSize(new Vector3());
    const shift = new Vector3(Math.ceil(20 * size.x + 1) / 20, 0, 0);
    // hair stays on what it grows on
    const copied = typeof entry.on === 'string' ? entry : changedEntry(entry, { ...still(new Vector3()), shift });
    const made = duplicate(this.#json, thing, copied);
    this.#commit(made.scene, made.thing);
  }

  remove(): void {
    if (!this.selected) return;
    const left = remove(this.#json, this.selected);
    if (!left) return toast('A scene has at least one body: add another before this one goes');
    this.#commit(left, undefined);
  }

  down(x: number, y: number): boolean {
    return this.#joints.on && this.#joints.down(x, y);
  }

  move(x: number, y: number): void {
    this.#joints.move(x, y);
  }

  up(x: number, y: number): void {
    this.#joints.up(x, y);
  }

  click(x: number, y: number): void {
    const { view } = this.#host;
    if (this.#handles.held || !view.drawing) return;
    this.select(this.#thingOf(view.picker.thing(view.drawing, x, y)));
  }

  dispose(): void {
    this.on = false;
    this.#handles.dispose();
  }

  get #json(): unknown {
    return this.#dragged ?? this.#host.json();
  }

  #thingOf(met: { readonly body?: number; readonly obstacle?: number } | undefined): Thing | undefined {
    if (met?.obstacle !== undefined) return { list: 'obstacles', index: met.obstacle };
    const entry = met?.body === undefined ? undefined : this.#host.opened()?.bodies[met.body]?.entry;
    return entry === undefined ? undefined : { list: 'bodies', index: entry };
  }

  /** Solids turn about their own middle, all else about the middle of the box around it. */
  #pivot(thing: Thing): { readonly place: Vector3; readonly turn: Quaternion } {
    const entry = entryOf(this.#json, thing)!;
    if (thing.list === 'obstacles' || entry.type === 'rigid') {
      const position: Triple = isTriple(entry.position) ? entry.position : [0, 0, 0];
      return { place: new Vector3(...position), turn: quaternionOf(entry.orientation) };
    }
    return { place: this.#boxOf(thing).getCenter(new Vector3()), turn: new Quaternion() };
  }

  #boxOf({ list, index }: Thing): Box3 {
    const { drawing } = this.#host.view;
    const box = new Box3();
    if (!drawing || list === 'joints') return box;
    if (list === 'obstacles') return drawing.obstacles.boxOf(index);
    this.#host.opened()?.bodies.forEach(({ entry }, k) => {
      if (entry === index) box.union(drawing.boxOfBody(k));
    });
    return box;
  }

  #add(part: Part): void {
    const scene = this.#json;
    const { stage } = this.#host.view;
    const boxes = (['bodies', 'obstacles'] as const).flatMap((list) =>
      entries(scene, list).map((_, index) => this.#boxOf({ list, index })),
    );
    const near = stage.controls.target;
    const there = boxes.filter((box) => !box.isEmpty());
    const made = part.make(scene, part.endless ? besideAll(scene, there) : freePlace(scene, there, near, part.room));
    this.#commit(made.scene, made.thing);
  }

  #commit(scene: Json, selected: Thing | undefined): void {
    this.selected = selected;
    this.#host.commit(scene);
  }

  #drag(change: Change): void {
    if (!this.selected) return;
    const base = this.#host.json();
    this.#dragged = moveThing(base, carrierOf(base, this.selected), change);
    this.#host.preview(this.#dragged);
  }

  #drop(): void {
    const dragged = this.#dragged;
    this.#dragged = undefined;
    if (dragged) this.#host.commit(dragged);
  }

  async #join(ends: JointEnds): Promise<void> {
    const type = await ask('How are the two joined?', kindsFor(ends));
    this.#joints.on = false;
    this.refresh();
    if (type === undefined) return;
    const made = addJoint(this.#json, type, ends, type === 'slider' ? along(ends) : this.#viewAxis());
    this.#commit(made.scene, made.thing);
  }

  /** The axis of the world that the camera looks along. */
  #viewAxis(): Triple {
    const look = this.#host.view.stage.camera.getWorldDirection(new Vector3());
    const most = Math.max(Math.abs(look.x), Math.abs(look.y), Math.abs(look.z));
    return look.toArray().map((x) => (Math.abs(x) === most ? 1 : 0)) as unknown as Triple;
  }

  readonly #key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return;
    const acts: Record<string, () => void> = {
      m: () => this.setHandle('move'),
      q: () => this.setHandle('turn'),
      e: () => this.setHandle('scale'),
      n: () => this.setSnap(!this.#snap),
      d: () => this.duplicate(),
      j: () => {
        this.#joints.on = !this.#joints.on;
        this.refresh();
      },
      delete: () => this.remove(),
      backspace: () => this.remove(),
      escape: () => this.select(undefined),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

const words: Record<Handle, string> = { move: 'moved', turn: 'turned', scale: 'scaled' };

/** The direction from one end of a joint to the other, with few digits. */
function along({ from, to }: JointEnds): Triple {
  const way = new Vector3(...to.at).sub(new Vector3(...from.at)).normalize();
  return way.toArray().map((x) => Math.round(1e4 * x) / 1e4 + 0) as unknown as Triple;
}
