import { Vector3 } from 'three';
import { noContacts } from '../../record/contacts.js';
import type { Grip } from '../simulation/messages.js';
import type { ContactMarks, MarkOptions } from './contact-marks.js';
import type { Drawing } from './drawing.js';
import type { Picker } from './picker.js';
import type { Stage } from './stage.js';

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

/** What the pointer finds on a view. */
export interface PointedView {
  readonly stage: Stage;
  readonly picker: Picker;
  readonly drawing: Drawing | undefined;
  readonly marks: ContactMarks | undefined;
  readonly markOptions: MarkOptions;
  /** whether pressing a body pins it instead of pulling */
  readonly pinning: boolean;
  /** what takes the pointer instead of hands, as while a scene is built */
  readonly tool: PointerTool | undefined;
  /** where bodies are pinned */
  readonly pins: readonly (readonly number[])[];
  /** the pointer is over a body, or over none */
  focus(body: number | undefined): void;
}

/** The pointer on a view: takes hold of bodies, pulls and pins them, clicks contacts, or is handed to a tool. */
export class PointerHands {
  readonly #view: PointedView;
  readonly #actions: ViewActions;
  #toolHolds = false;
  #pull: { readonly id: number; readonly grip: Grip; readonly through: Vector3; begun: boolean } | undefined;
  #pressed: { readonly x: number; readonly y: number } | undefined;
  #hovered = 0;

  constructor(holder: HTMLElement, view: PointedView, actions: ViewActions) {
    this.#view = view;
    this.#actions = actions;
    // before the camera controls, which listen on the canvas
    holder.addEventListener('pointerdown', (event) => this.#down(event), true);
    holder.addEventListener('pointermove', (event) => this.#move(event), true);
    holder.addEventListener('pointerup', (event) => this.#up(event), true);
    holder.addEventListener('pointercancel', (event) => this.#up(event), true);
    holder.addEventListener('wheel', (event) => this.#wheel(event), { capture: true, passive: false });
    holder.addEventListener('dblclick', (event) => this.#doubleClick(event));
  }

  #at(event: MouseEvent): { x: number; y: number } {
    const box = this.#view.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || !this.#view.drawing || event.target !== this.#view.stage.canvas)
      return;
    const at = this.#at(event);
    this.#pressed = at;
    if (this.#view.tool) {
      this.#toolHolds = this.#view.tool.down?.(at.x, at.y) ?? false;
      if (!this.#toolHolds) return;
      this.#view.stage.controls.enabled = false;
      this.#view.stage.canvas.setPointerCapture(event.pointerId);
      return;
    }
    const picked = this.#view.picker.body(this.#view.drawing, at.x, at.y);
    if (!picked || event.shiftKey) return;
    if (this.#view.pinning) {
      this.#actions.pin(picked.grip);
      return;
    }
    this.#pull = { id: event.pointerId, grip: picked.grip, through: picked.point, begun: false };
    this.#view.stage.controls.enabled = false;
    this.#view.stage.canvas.setPointerCapture(event.pointerId);
    this.#view.stage.canvas.style.cursor = 'grabbing';
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event);
    if (this.#view.tool) {
      if (this.#toolHolds) this.#view.tool.move?.(at.x, at.y);
      return;
    }
    if (this.#pull?.id === event.pointerId) {
      // a click is no pull; what has begun as a pull stays one, wherever it goes
      if (this.#pull.begun || !this.#isClick(at)) this.#pullTo(at);
      return;
    }
    if (event.buttons !== 0 || !this.#view.drawing || event.timeStamp - this.#hovered < 80) return;
    this.#hovered = event.timeStamp;
    const picked = this.#view.picker.body(this.#view.drawing, at.x, at.y);
    this.#view.focus(picked?.grip.body);
    const over = picked !== undefined;
    this.#view.stage.canvas.style.cursor = over ? (this.#view.pinning ? 'crosshair' : 'grab') : '';
  }

  /** Brings what is pulled nearer, or takes it farther away: the way behind a rope, and through its loop. */
  #wheel(event: WheelEvent): void {
    if (!this.#pull) return;
    event.preventDefault();
    event.stopPropagation();
    const { camera } = this.#view.stage;
    const distance = this.#pull.through.distanceTo(camera.position);
    const step = wheelShare * Math.sign(event.deltaY) * distance;
    this.#pull.through.addScaledVector(camera.getWorldDirection(new Vector3()), -step);
    this.#pullTo(this.#at(event));
  }

  #pullTo({ x, y }: { x: number; y: number }): void {
    const pull = this.#pull!;
    pull.begun = true;
    const target = this.#view.picker.onPlane(pull.through, x, y);
    this.#actions.pull(pull.grip, [target.x, target.y, target.z]);
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
    if (this.#view.tool) {
      if (this.#toolHolds) {
        this.#toolHolds = false;
        this.#view.stage.controls.enabled = true;
        this.#view.tool.up?.(at.x, at.y);
      } else if (clicked) this.#view.tool.click(at.x, at.y);
      return;
    }
    if (this.#pull?.id === event.pointerId) {
      this.#pull = undefined;
      this.#view.stage.controls.enabled = true;
      this.#view.stage.canvas.style.cursor = '';
      if (begun) this.#actions.release();
    }
    if (clicked) this.#clickContact(at, event.pointerType === 'touch');
  }

  /** Shows the contact that was clicked, of those whose marks are seen. */
  #clickContact({ x, y }: { x: number; y: number }, byFinger: boolean): void {
    const { marks, drawing, picker, markOptions } = this.#view;
    if (!marks) return;
    const before = marks.focus;
    // fingers do not hover: a tap shows the contacts of what it is on
    if (byFinger && drawing) this.#view.focus(picker.body(drawing, x, y)?.grip.body);
    // and only the next one is for one of them, which nobody has seen before
    const hidden = marks.crowded && marks.focus !== before;
    const shown = (markOptions.points || markOptions.forces) && !hidden;
    this.#actions.contact(shown ? picker.contact(marks.contacts, x, y, (k) => marks.isShown(k)) : -1);
  }

  #doubleClick(event: MouseEvent): void {
    if (!this.#view.drawing || this.#view.tool || event.target !== this.#view.stage.canvas) return;
    const { x, y } = this.#at(event);
    const points = Float32Array.from(this.#view.pins.flat());
    const pin = this.#view.picker.contact({ ...noContacts, n: this.#view.pins.length, point: points }, x, y);
    if (pin >= 0) {
      this.#actions.unpin(pin);
      return;
    }
    const picked = this.#view.picker.body(this.#view.drawing, x, y);
    if (picked) this.#actions.pin(picked.grip);
  }
}
