import { Box3, Color, Group, Sphere, Vector3 } from 'three';
import { type Frame, type FrameLayout, frameLayout } from '../../record/frame.js';
import type { Opened } from '../simulation/messages.js';
import type { DrawnRod } from './centre-lines.js';
import { Fibers } from './fibers.js';
import { Hair, type HairStyle } from './hair.js';
import { Ground } from './ground.js';
import { Scalp } from './scalp.js';
import { Sheet } from './sheets.js';
import { type DrawnSolid, Solids } from './solids.js';
import { TintUniforms } from './tint.js';
import type { ClothStyle } from './weave.js';

/** Strands of hair from which on they are drawn as hair; fewer are looked at one by one. */
const fewestStrands = 30;

/** Everything that is drawn of a scene, fed with frames. */
export class Drawing {
  readonly group = new Group();
  readonly layout: FrameLayout;
  readonly fibers: Fibers | undefined;
  readonly hair: Hair | undefined;
  readonly sheets: Sheet[] = [];
  /** body number of each sheet */
  readonly sheetBodies: number[] = [];
  readonly solids: Solids;
  readonly obstacles: Solids;
  /** the frame on show */
  frame: Frame | undefined;
  /** box around everything but planes in the first frame */
  readonly box: Box3;
  readonly #grounds: Ground[] = [];
  readonly #tint = new TintUniforms();
  readonly #scalp: Scalp | undefined;

  constructor(opened: Opened, first: Frame) {
    this.layout = frameLayout(opened.bodies, opened.obstacles);
    const { offsets } = this.layout;
    const rods: DrawnRod[] = [];
    const looks = opened.looks.bodies.map(({ colour, ...look }) => ({ ...look, colour: new Color(...colour) }));
    const solids: DrawnSolid[] = [];
    opened.bodies.forEach((body, k) => {
      const offset = offsets[k];
      if (body.kind === 'rod') rods.push({ body: k, offset, nodes: body.nodes, radius: body.radius });
      else if (body.kind === 'rigid') solids.push({ id: k, parts: body.parts, stripes: 0.8, ...looks[k] });
      else {
        const sheet = new Sheet(body.nodes, body.triangles, offset, looks[k], this.#tint);
        this.sheets.push(sheet);
        this.sheetBodies.push(k);
        this.group.add(sheet.mesh);
      }
    });
    const colourOf = (rod: DrawnRod): Color => looks[rod.body].colour;
    const strands = rods.filter((rod) => looks[rod.body].material === 'hair');
    const isHair = strands.length >= fewestStrands;
    const plain = isHair ? rods.filter((rod) => looks[rod.body].material !== 'hair') : rods;
    if (isHair) {
      this.hair = new Hair(strands, strands.map(colourOf), first.bodies, this.#tint);
      this.group.add(this.hair.mesh);
    }
    if (plain.length > 0) {
      this.fibers = new Fibers(plain, plain.map(colourOf), { roughness: looks[plain[0].body].roughness }, this.#tint);
      this.group.add(this.fibers.mesh);
    }
    this.solids = new Solids(solids, this.#tint);
    // a ball or a drum is striped to show how it turns; a figure of many parts shows that by itself
    const isFigure = opened.obstacles.reduce((sum, { parts }) => sum + parts.length, 0) >= 4;
    this.obstacles = new Solids(
      opened.obstacles.map((obstacle, k) => ({
        id: k,
        parts: obstacle.parts,
        opacity: opened.looks.obstacles[k].opacity,
        colour: new Color(...opened.looks.obstacles[k].colour),
        roughness: opened.looks.obstacles[k].roughness,
        stripes: isFigure ? 1 : 0.94,
      })),
    );
    this.group.add(this.solids.group, this.obstacles.group);
    this.show(first);
    if (isHair) this.#scalp = new Scalp(strands, first.bodies, colourOf(strands[0]), this.obstacles.singles);
    this.box = this.measure();
    const { center, radius } = this.box.getBoundingSphere(new Sphere());
    const planes = opened.obstacles.filter(({ parts }) => parts.some(({ shape }) => shape.type === 'plane'));
    planes.forEach((obstacle) => {
      const ground = new Ground(obstacle.pose, Math.max(radius, 1e-6), center, planes.length === 1);
      this.#grounds.push(ground);
      this.group.add(ground.mesh);
    });
  }

  /** All rods that are drawn. */
  get rods(): readonly DrawnRod[] {
    return [...(this.fibers?.lines.rods ?? []), ...(this.hair?.lines.rods ?? [])];
  }

  /** Shows a frame. */
  show(frame: Frame): void {
    this.frame = frame;
    const { offsets, obstacles, moving } = this.layout;
    this.fibers?.update(frame.bodies);
    this.hair?.update(frame.bodies);
    for (const sheet of this.sheets) sheet.update(frame.bodies);
    this.solids.solids.forEach((solid, k) => this.solids.place(k, frame.bodies, offsets[solid.id]));
    this.solids.update();
    obstacles.forEach((obstacle, k) => {
      if (moving[k] >= 0) this.obstacles.place(k, frame.obstacles, 7 * moving[k]);
      else this.obstacles.place(k, obstacle.pose, 0);
    });
    this.obstacles.update();
  }

  /** Draws hair in another style. */
  set hairStyle(style: HairStyle) {
    if (!this.hair || !this.#scalp) return;
    this.hair.style = style;
    this.#scalp.colour = style.colour;
  }

  /** Draws cloth in another style. */
  set clothStyle(style: ClothStyle) {
    for (const sheet of this.sheets) sheet.style = style;
  }

  /** Shows values as colours, or the colours of the scene; `most` has the last of the colours. */
  tint(values: Float32Array | undefined, most = 1): void {
    this.#tint.tintOn.value = values ? 1 : 0;
    this.#tint.tintMost.value = most;
    if (!values) return;
    this.fibers?.takeValues(values);
    this.hair?.takeValues(values);
    for (const sheet of this.sheets) sheet.takeValues(values);
    this.solids.takeValues(values, (id) => this.layout.offsets[id]);
  }

  /** Puts the floor under another point. */
  centreOn(point: Vector3): void {
    for (const ground of this.#grounds) ground.goTo(point);
  }

  dispose(): void {
    this.fibers?.dispose();
    this.hair?.dispose();
    for (const sheet of this.sheets) sheet.dispose();
    for (const ground of this.#grounds) ground.dispose();
    this.solids.dispose();
    this.obstacles.dispose();
    this.group.removeFromParent();
  }

  /** Takes the nodes of body k into a box, if it has some. */
  #takeNodes({ min, max }: Box3, k: number): void {
    const x = this.frame!.bodies;
    const { bodies, offsets } = this.layout;
    const body = bodies[k];
    if (body.kind === 'rigid') return;
    const r = body.kind === 'rod' ? body.radius : 0;
    for (let i = offsets[k]; i < offsets[k + 1]; i += 3) {
      min.set(Math.min(min.x, x[i] - r), Math.min(min.y, x[i + 1] - r), Math.min(min.z, x[i + 2] - r));
      max.set(Math.max(max.x, x[i] + r), Math.max(max.y, x[i + 1] + r), Math.max(max.z, x[i + 2] + r));
    }
  }

  /** Box around body k in the frame on show. */
  boxOfBody(k: number): Box3 {
    const box = new Box3();
    this.#takeNodes(box, k);
    const solid = this.solids.solids.findIndex(({ id }) => id === k);
    return solid < 0 ? box : box.union(this.solids.boxOf(solid));
  }

  /** Box around everything but planes in the frame on show, or around the bodies alone. */
  measure(bodiesOnly = false): Box3 {
    const box = new Box3();
    this.layout.bodies.forEach((_, k) => this.#takeNodes(box, k));
    for (const solids of bodiesOnly ? [this.solids] : [this.solids, this.obstacles]) {
      const own = solids.measure();
      if (!own.isEmpty()) box.union(own);
    }
    return box.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box;
  }
}
