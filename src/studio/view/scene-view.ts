import { Box3, Quaternion, Sphere, Vector3 } from 'three';
import { noContacts } from '../../record/contacts.js';
import { defaultView, views } from '../groups.js';
import type { Grip, Opened, Shown } from '../simulation/messages.js';
import { ContactMarks, type MarkOptions } from './contact-marks.js';
import { Drawing } from './drawing.js';
import { JointMarks } from './joint-marks.js';
import { type HairStyle, plainStyle } from './hair.js';
import { HandMarks } from './hand-marks.js';
import { Picker } from './picker.js';
import { Plumb } from './plumb.js';
import { Stage } from './stage.js';
import { type TintKind, roundUp } from './tint.js';
import { tintValues } from './tint-values.js';
import { Trails } from './trails.js';

/** What a hand on the view does. */
export interface ViewActions {
  pull(grip: Grip, target: readonly [number, number, number]): void;
  release(): void;
  pin(grip: Grip): void;
  unpin(pin: number): void;
  /** a contact was clicked, or -1: nothing was */
  contact(contact: number): void;
}

/** Takes the pointer instead of the hands that pull: coordinates in pixels of the canvas. */
export interface PointerTool {
  /** pressed on the canvas; true where the camera is to stay */
  down?(x: number, y: number): boolean;
  move?(x: number, y: number): void;
  /** let go after `down` has said true */
  up?(x: number, y: number): void;
  /** pressed and let go in the same place */
  click(x: number, y: number): void;
}

/** Pixels that a finger may move in a click. */
const clickSlop = 5;

/** How far a notch of the wheel brings what is pulled towards the camera, over its distance. */
const wheelShare = 0.015;

/** Time from one look at whether something leaves the view to the next (ms). */
const followEvery = 45;
/** How far bodies may reach out of the view before the camera goes after them, over half of the view. */
const tolerated = 0.02;
/** Time in which the camera goes most of the way (1 - 1/e of it), and the longest that counts at once (ms). */
const followTime = 300;
const longestPassed = 1000;
/** Sizes of the scene that a motion may take before the camera shows only where the bodies are. */
const farAway = 2.2;

const size = new Vector3();

/** A box with at least half the room of the scene around its middle: what follows a small body shows some of the floor. */
function grown(box: Box3, room: number): Box3 {
  const middle = box.getCenter(new Vector3());
  const half = 0.25 * room;
  return box.clone().expandByPoint(middle.clone().addScalar(half)).expandByPoint(middle.clone().addScalar(-half));
}

/** A scene on a canvas: bodies, contacts, hands; and the pointer that takes hold of them. */
export class SceneView {
  readonly stage: Stage;
  drawing: Drawing | undefined;
  marks: ContactMarks | undefined;
  markOptions: MarkOptions = { points: true, forces: true, cones: false, crowd: false };
  /** whether the camera goes after what leaves the view */
  follows = true;
  /** whether pressing a body pins it instead of pulling */
  pinning = false;
  /** direction to the camera when something is opened; as the gallery has it where missing */
  lookFrom: readonly number[] | undefined;
  /** what takes the pointer instead of hands, as while a scene is built */
  tool: PointerTool | undefined;
  readonly picker: Picker;
  /** called when colours show something else, with the value of the last colour; 0: not known in what is on show */
  onTint: ((kind: TintKind, most: number) => void) | undefined;
  #toolHolds = false;
  readonly #actions: ViewActions | undefined;
  #hands: HandMarks | undefined;
  #joints: JointMarks | undefined;
  #trails: Trails | undefined;
  #plumb: Plumb | undefined;
  /** whether trails, and the horizon with gravity, are drawn */
  #shows = { trails: false, plumb: false };
  #opened: Opened | undefined;
  #pins: readonly (readonly number[])[] = [];
  #pull: { readonly id: number; readonly grip: Grip; readonly through: Vector3; begun: boolean } | undefined;
  #pressed: { readonly x: number; readonly y: number } | undefined;
  #hovered = 0;
  #tint: TintKind = 'own';
  /** the largest value shown as a colour so far, and what was shown last */
  #tintMost = 0;
  #shown: Shown | undefined;
  #hairStyle = plainStyle;
  /** box around the bodies over all that was shown since the camera was put, and the size of the scene then (m) */
  #motion = new Box3();
  #firstSize = 1;
  #followed = 0;
  #following = 0;

  constructor(holder: HTMLElement, actions?: ViewActions) {
    this.stage = new Stage(holder);
    this.stage.onDraw = ({ strands }, pixel) => {
      const hair = this.drawing?.hair;
      if (!hair) return;
      hair.share = strands;
      hair.pixel = pixel;
      hair.style = this.#hairStyle;
    };
    this.#actions = actions;
    this.picker = new Picker(this.stage.camera, this.stage.canvas);
    if (!actions) return;
    // before the camera controls, which listen on the canvas
    holder.addEventListener('pointerdown', (event) => this.#down(event), true);
    holder.addEventListener('pointermove', (event) => this.#move(event), true);
    holder.addEventListener('pointerup', (event) => this.#up(event), true);
    holder.addEventListener('pointercancel', (event) => this.#up(event), true);
    holder.addEventListener('wheel', (event) => this.#wheel(event), { capture: true, passive: false });
    holder.addEventListener('dblclick', (event) => this.#doubleClick(event));
  }

  /** A new scene: what is on show goes when its first frame comes. */
  open(opened: Opened): void {
    this.#opened = opened;
  }

  show(shown: Shown): void {
    if (this.#opened) this.#build(this.#opened, shown);
    if (!this.drawing) return;
    this.drawing.show(shown.frame);
    this.#shown = shown;
    this.#showTint();
    this.marks!.options = this.markOptions;
    this.marks!.show(shown.contacts);
    this.#pins = shown.pins;
    this.#hands!.show(shown.pull, shown.pins);
    this.#joints!.show(shown.joints);
    this.#trails!.take(shown.frame);
    this.#follow();
    this.stage.invalidate();
  }

  /** What colours show. */
  get tint(): TintKind {
    return this.#tint;
  }

  set tint(kind: TintKind) {
    this.#tint = kind;
    this.#tintMost = 0;
    this.#showTint();
    this.stage.invalidate();
  }

  #showTint(): void {
    const { drawing } = this;
    const shown = this.#shown;
    if (!drawing || !shown) return;
    if (this.#tint === 'own') {
      drawing.tint(undefined);
      this.onTint?.('own', 0);
      return;
    }
    const values = tintValues(this.#tint, shown.frame, shown.contacts, drawing.layout);
    this.#tintMost = Math.max(this.#tintMost, values?.most ?? 0);
    const most = roundUp(this.#tintMost);
    drawing.tint(values?.numbers, most);
    this.onTint?.(this.#tint, values ? most : 0);
  }

  /** Keeps what moves in view, as long as nobody has moved the camera. */
  #follow(): void {
    if (!this.follows || !this.stage.framed || !this.drawing) return;
    const time = performance.now();
    const passed = Math.min(time - this.#followed, longestPassed);
    // too soon after the last look: another one then, also where no frame comes any more
    if (passed < followEvery) return this.#followIn(followEvery - passed);
    this.#followed = time;
    const now = this.drawing.measure(true);
    const motion = this.#motion.union(now);
    const first = this.#firstSize;
    // all of the way where it is not far, else only where the bodies are now
    const far = motion.getSize(size).length() > farAway * first;
    if (this.stage.overreach(far ? now : motion) <= tolerated) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.stage.follow(far ? grown(now, first) : motion, still ? 1 : 1 - Math.exp(-passed / followTime));
    // until it is there, also where nothing moves any more
    this.#followIn(followEvery);
  }

  #followIn(milliseconds: number): void {
    clearTimeout(this.#following);
    this.#following = window.setTimeout(() => this.#follow(), milliseconds);
  }

  /** Draws hair in another style. */
  set hairStyle(style: HairStyle) {
    this.#hairStyle = style;
    this.stage.invalidate();
  }

  get hairStyle(): HairStyle {
    return this.#hairStyle;
  }

  /** Whether bodies leave a trail. */
  get trails(): boolean {
    return this.#shows.trails;
  }

  set trails(on: boolean) {
    this.#shows.trails = on;
    this.#showGuides();
  }

  /** Whether the horizon and the direction of gravity are drawn. */
  get plumb(): boolean {
    return this.#shows.plumb;
  }

  set plumb(on: boolean) {
    this.#shows.plumb = on;
    this.#showGuides();
  }

  #showGuides(): void {
    if (this.#trails) this.#trails.group.visible = this.#shows.trails;
    if (this.#plumb) this.#plumb.group.visible = this.#shows.plumb;
    this.stage.invalidate();
  }

  /** Draws a line between two places, as of a joint that is made; without them it goes. */
  showLine(from?: Vector3, to?: Vector3): void {
    this.#hands?.show(from && to && { from: from.toArray(), to: to.toArray() }, this.#pins);
    this.stage.invalidate();
  }

  /** Shows contacts with other options. */
  setMarks(options: Partial<MarkOptions>): void {
    this.markOptions = { ...this.markOptions, ...options };
    if (!this.marks) return;
    this.marks.options = this.markOptions;
    this.marks.show();
    this.stage.invalidate();
  }

  select(contact: number): void {
    if (!this.marks) return;
    this.marks.selected = contact;
    this.marks.show();
    this.stage.invalidate();
  }

  /** Shows the contacts of one body where there are too many to show all. */
  #focus(body: number | undefined): void {
    if (!this.marks || this.marks.focus === body) return;
    this.marks.focus = body;
    if (!this.marks.crowded) return;
    this.marks.show();
    this.stage.invalidate();
  }

  /** Fits the scene as it is now into the view. */
  fit(name: string): void {
    if (!this.drawing) return;
    const view = views[name] ?? defaultView;
    const { cube } = view;
    this.#motion = this.drawing.measure(true);
    this.#firstSize = Math.max(1e-6, this.drawing.measure(view.bodies).getSize(size).length());
    // what was framed by hand stays so
    this.follows = this.follows && cube === undefined && (view.zoom ?? 1) <= 1;
    const box = cube
      ? new Box3().setFromCenterAndSize(new Vector3(...cube.at), new Vector3().setScalar(cube.edge))
      : this.drawing.measure(view.bodies);
    this.stage.fit(box, this.lookFrom ?? view.from, view.zoom);
  }

  /** Looks at all of the scene from a side: a direction to the camera. */
  look(direction: readonly number[], zoom = 1): void {
    if (this.drawing) this.stage.fit(this.drawing.measure(), direction, zoom);
  }

  dispose(): void {
    clearTimeout(this.#following);
    this.follows = false;
    this.drawing?.dispose();
    this.marks?.dispose();
    this.#hands?.dispose();
    this.#joints?.dispose();
    this.#trails?.dispose();
    this.#plumb?.dispose();
    this.stage.dispose();
  }

  #build(opened: Opened, shown: Shown): void {
    this.#opened = undefined;
    const first = this.drawing === undefined;
    this.drawing?.dispose();
    this.marks?.dispose();
    this.#hands?.dispose();
    this.#joints?.dispose();
    this.#trails?.dispose();
    this.#plumb?.dispose();
    this.drawing = new Drawing(opened, shown.frame);
    const size = this.drawing.box.getBoundingSphere(new Sphere()).radius;
    this.marks = new ContactMarks(size);
    this.#hands = new HandMarks(size);
    this.#joints = new JointMarks(size);
    this.#trails = new Trails(this.drawing.layout);
    const planes = opened.obstacles.flatMap(({ parts, pose: [, , , w, x, y, z] }) =>
      parts.some(({ shape }) => shape.type === 'plane')
        ? [new Vector3(0, 0, 1).applyQuaternion(new Quaternion(x, y, z, w))]
        : [],
    );
    this.#plumb = new Plumb(this.drawing.box, opened.gravity, planes);
    this.stage.scene.add(this.drawing.group, this.marks.group, this.#hands.group, this.#joints.group);
    this.stage.scene.add(this.#trails.group, this.#plumb.group);
    this.#showGuides();
    this.stage.light(this.drawing.box);
    if (first) this.fit(opened.name);
  }

  #at(event: MouseEvent): { x: number; y: number } {
    const box = this.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || !this.drawing || event.target !== this.stage.canvas) return;
    const at = this.#at(event);
    this.#pressed = at;
    if (this.tool) {
      this.#toolHolds = this.tool.down?.(at.x, at.y) ?? false;
      if (!this.#toolHolds) return;
      this.stage.controls.enabled = false;
      this.stage.canvas.setPointerCapture(event.pointerId);
      return;
    }
    const picked = this.picker.body(this.drawing, at.x, at.y);
    if (!picked || event.shiftKey) return;
    if (this.pinning) {
      this.#actions!.pin(picked.grip);
      return;
    }
    this.#pull = { id: event.pointerId, grip: picked.grip, through: picked.point, begun: false };
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.stage.canvas.style.cursor = 'grabbing';
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event);
    if (this.tool) {
      if (this.#toolHolds) this.tool.move?.(at.x, at.y);
      return;
    }
    if (this.#pull?.id === event.pointerId) {
      // a click is no pull; what has begun as a pull stays one, wherever it goes
      if (this.#pull.begun || !this.#isClick(at)) this.#pullTo(at);
      return;
    }
    if (event.buttons !== 0 || !this.drawing || event.timeStamp - this.#hovered < 80) return;
    this.#hovered = event.timeStamp;
    const picked = this.picker.body(this.drawing, at.x, at.y);
    this.#focus(picked?.grip.body);
    const over = picked !== undefined;
    this.stage.canvas.style.cursor = over ? (this.pinning ? 'crosshair' : 'grab') : '';
  }

  /** Brings what is pulled nearer, or takes it farther away: the way behind a rope, and through its loop. */
  #wheel(event: WheelEvent): void {
    if (!this.#pull) return;
    event.preventDefault();
    event.stopPropagation();
    const { camera } = this.stage;
    const distance = this.#pull.through.distanceTo(camera.position);
    const step = wheelShare * Math.sign(event.deltaY) * distance;
    this.#pull.through.addScaledVector(camera.getWorldDirection(new Vector3()), -step);
    this.#pullTo(this.#at(event));
  }

  #pullTo({ x, y }: { x: number; y: number }): void {
    const pull = this.#pull!;
    pull.begun = true;
    const target = this.picker.onPlane(pull.through, x, y);
    this.#actions!.pull(pull.grip, [target.x, target.y, target.z]);
  }

  /** Whether a pointer that was pressed and is here now has only clicked so far. */
  #isClick(at: { x: number; y: number }): boolean {
    const pressed = this.#pressed;
    return pressed !== undefined && Math.hypot(at.x - pressed.x, at.y - pressed.y) < clickSlop;
  }

  #up(event: PointerEvent): void {
    const at = this.#at(event);
    const begun = this.#pull?.id === event.pointerId && this.#pull.begun;
    const clicked = event.type === 'pointerup' && !begun && this.#isClick(at);
    this.#pressed = undefined;
    if (this.tool) {
      if (this.#toolHolds) {
        this.#toolHolds = false;
        this.stage.controls.enabled = true;
        this.tool.up?.(at.x, at.y);
      } else if (clicked) this.tool.click(at.x, at.y);
      return;
    }
    if (this.#pull?.id === event.pointerId) {
      this.#pull = undefined;
      this.stage.controls.enabled = true;
      this.stage.canvas.style.cursor = '';
      if (begun) this.#actions!.release();
    }
    if (!clicked || !this.marks) return;
    const shown = this.markOptions.points || this.markOptions.forces;
    this.#actions!.contact(shown ? this.picker.contact(this.marks.contacts, at.x, at.y) : -1);
  }

  #doubleClick(event: MouseEvent): void {
    if (!this.drawing || this.tool || event.target !== this.stage.canvas) return;
    const { x, y } = this.#at(event);
    const points = Float32Array.from(this.#pins.flat());
    const pin = this.picker.contact({ ...noContacts, n: this.#pins.length, point: points }, x, y);
    if (pin >= 0) {
      this.#actions!.unpin(pin);
      return;
    }
    const picked = this.picker.body(this.drawing, x, y);
    if (picked) this.#actions!.pin(picked.grip);
  }
}
