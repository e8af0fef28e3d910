import { Box3, Quaternion, Sphere, Vector3 } from 'three';
import { defaultView, views } from '../groups.js';
import type { Opened, Shown } from '../simulation/messages.js';
import { ContactMarks, type MarkOptions } from './contact-marks.js';
import { Drawing } from './drawing.js';
import { Following } from './following.js';
import { JointMarks } from './joint-marks.js';
import { type HairStyle, plainStyle } from './hair.js';
import { HandMarks } from './hand-marks.js';
import { Picker } from './picker.js';
import { PointerHands, type PointerTool, type ViewActions } from './pointer-hands.js';
import { Plumb } from './plumb.js';
import { Stage } from './stage.js';
import { type TintKind, roundUp } from './tint.js';
import { tintValues } from './tint-values.js';
import { Trails } from './trails.js';
import { type ClothStyle, plainCloth } from './weave.js';

/** Size of the horizon around what the camera has gone after, over that around a scene. */
const followedShare = 0.8;

/** A scene on a canvas: bodies, contacts, hands; and the pointer that takes hold of them. */
export class SceneView {
  readonly stage: Stage;
  drawing: Drawing | undefined;
  marks: ContactMarks | undefined;
  markOptions: MarkOptions = { points: true, forces: true, cones: false, crowd: false };
  /** whether pressing a body pins it instead of pulling */
  pinning = false;
  /** direction to the camera when something is opened; as the gallery has it where missing */
  lookFrom: readonly number[] | undefined;
  /** another view whose camera goes along: what moves there is kept in view too */
  beside: SceneView | undefined;
  /** what takes the pointer instead of hands, as while a scene is built */
  tool: PointerTool | undefined;
  readonly picker: Picker;
  /** called when colours show something else, with the value of the last colour; 0: not known in what is on show */
  onTint: ((kind: TintKind, most: number) => void) | undefined;
  /** where bodies are pinned */
  pins: readonly (readonly number[])[] = [];
  readonly #following: Following;
  #hands: HandMarks | undefined;
  #joints: JointMarks | undefined;
  #trails: Trails | undefined;
  #plumb: Plumb | undefined;
  /** whether trails, and the horizon with gravity, are drawn; the latter where there is a slope unless somebody has said otherwise */
  #shows: { trails: boolean; plumb: boolean | undefined } = { trails: false, plumb: undefined };
  #opened: Opened | undefined;
  #tint: TintKind = 'own';
  /** the largest value shown as a colour so far, and what was shown last */
  #tintMost = 0;
  #shown: Shown | undefined;
  #hairStyle = plainStyle;
  #clothStyle = plainCloth;

  constructor(holder: HTMLElement, actions?: ViewActions) {
    this.stage = new Stage(holder);
    this.stage.onDraw = ({ strands }, pixel) => {
      const hair = this.drawing?.hair;
      if (!hair) return;
      hair.share = strands;
      hair.pixel = pixel;
      this.drawing!.hairStyle = this.#hairStyle;
    };
    this.#following = new Following(
      this.stage,
      () => {
        const bodies = this.drawing?.measure(true);
        const other = bodies && this.beside?.drawing?.measure(true);
        return other ? bodies.union(other) : bodies;
      },
      (bodies, seen) => {
        this.#centreOn(bodies);
        this.#plumb?.standAround(seen, followedShare);
      },
    );
    this.picker = new Picker(this.stage.camera, this.stage.canvas);
    if (actions) new PointerHands(holder, this, actions);
    window.addEventListener('themechange', this.#repaint);
  }

  /** Whether the camera goes after what leaves the view. */
  get follows(): boolean {
    return this.#following.on;
  }

  set follows(on: boolean) {
    this.#following.on = on;
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
    this.pins = shown.pins;
    this.#hands!.show(shown.pull, shown.pins);
    this.#joints!.show(shown.joints);
    this.#trails!.take(shown.frame);
    this.#following.look();
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

  /** Draws hair in another style. */
  set hairStyle(style: HairStyle) {
    this.#hairStyle = style;
    this.stage.invalidate();
  }

  get hairStyle(): HairStyle {
    return this.#hairStyle;
  }

  /** Draws cloth in another style. */
  set clothStyle(style: ClothStyle) {
    this.#clothStyle = style;
    if (this.drawing) this.drawing.clothStyle = style;
    this.stage.invalidate();
  }

  get clothStyle(): ClothStyle {
    return this.#clothStyle;
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
    return this.#shows.plumb ?? this.#plumb?.slopes ?? false;
  }

  set plumb(on: boolean) {
    this.#shows.plumb = on;
    this.#showGuides();
  }

  #showGuides(): void {
    if (this.#trails) this.#trails.group.visible = this.#shows.trails;
    if (this.#plumb) this.#plumb.group.visible = this.plumb;
    this.stage.invalidate();
  }

  /** Draws a line between two places, as of a joint that is made; without them it goes. */
  showLine(from?: Vector3, to?: Vector3): void {
    this.#hands?.show(from && to && { from: from.toArray(), to: to.toArray() }, this.pins);
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
  focus(body: number | undefined): void {
    if (!this.marks || this.marks.focus === body) return;
    this.marks.focus = body;
    if (!this.marks.crowded) return;
    this.marks.show();
    this.stage.invalidate();
  }

  /** Light, shadows and floor go where the bodies are. */
  #centreOn(bodies: Box3): void {
    const centre = bodies.getCenter(new Vector3());
    this.stage.lightAt(centre);
    this.drawing?.centreOn(centre);
  }

  /** Fits the scene as it is now into the view. */
  fit(name: string): void {
    if (!this.drawing) return;
    const view = views[name] ?? defaultView;
    const { cube } = view;
    this.#following.begin(this.drawing.measure(true), this.drawing.measure(view.bodies));
    // what was framed by hand stays so
    this.follows = this.follows && cube === undefined;
    const box = cube
      ? new Box3().setFromCenterAndSize(new Vector3(...cube.at), new Vector3().setScalar(cube.edge))
      : this.drawing.measure(view.bodies);
    this.#centreOn(this.drawing.measure());
    this.stage.fit(this.#withPlumb(box), this.lookFrom ?? view.from, view.zoom);
  }

  /** Looks at all of the scene from a side: a direction to the camera. */
  look(direction: readonly number[], zoom = 1): void {
    if (!this.drawing) return;
    this.#following.begin(this.drawing.measure(true), this.drawing.measure());
    this.#centreOn(this.drawing.measure());
    this.stage.fit(this.#withPlumb(this.drawing.measure()), direction, zoom);
  }

  /** A box that is to be seen, with the arrow along gravity where that is drawn. */
  #withPlumb(box: Box3): Box3 {
    this.#plumb?.standAround(this.drawing!.measure());
    return this.plumb && this.#plumb ? box.clone().union(this.#plumb.arrow) : box;
  }

  readonly #repaint = (): void => {
    this.marks?.show();
    this.#plumb?.paint();
  };

  dispose(): void {
    window.removeEventListener('themechange', this.#repaint);
    this.#following.dispose();
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
    this.drawing.clothStyle = this.#clothStyle;
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
    // what was shown before is no part of this motion
    else this.#following.begin(this.drawing.measure(true), this.drawing.measure());
  }
}
