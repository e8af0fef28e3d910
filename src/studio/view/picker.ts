import { type Camera, Raycaster, Vector2, Vector3 } from 'three';
import type { RecordedContacts } from '../../record/contacts.js';
import type { Grip } from '../simulation/messages.js';
import type { DrawnRod } from './centre-lines.js';
import type { Drawing } from './drawing.js';

/** What is under the pointer. */
export interface Picked {
  readonly grip: Grip;
  /** the place (m) */
  readonly point: Vector3;
  readonly distance: number;
}

/** A body or an obstacle under the pointer. */
export interface Met {
  /** number of the body; undefined for obstacles */
  readonly body?: number;
  readonly obstacle?: number;
  readonly point: Vector3;
}

/** Pixels around the pointer in which thin things are still met. */
const reach = 9;

const ray = new Raycaster();
const a = new Vector3();
const b = new Vector3();

/** Finds what a pointer is on. Coordinates in pixels of the canvas. */
export class Picker {
  readonly #camera: Camera;
  readonly #canvas: HTMLCanvasElement;

  constructor(camera: Camera, canvas: HTMLCanvasElement) {
    this.#camera = camera;
    this.#canvas = canvas;
  }

  /** The nearest thing that can be taken hold of. */
  body(drawing: Drawing, x: number, y: number): Picked | undefined {
    ray.setFromCamera(this.#normalised(x, y), this.#camera);
    const found = [this.#solid(drawing), this.#sheet(drawing), this.#fiber(drawing, x, y)];
    const front = this.#obstacle(drawing);
    return found
      .filter((picked) => picked !== undefined && picked.distance < 1.02 * front)
      .sort((p, q) => p!.distance - q!.distance)[0];
  }

  /** The nearest body or obstacle; planes are not met. */
  thing(drawing: Drawing, x: number, y: number): Met | undefined {
    const picked = this.body(drawing, x, y);
    if (picked) return { body: picked.grip.body, point: picked.point };
    ray.setFromCamera(this.#normalised(x, y), this.#camera);
    const hit = ray.intersectObject(drawing.obstacles.group, true).find(({ instanceId }) => instanceId !== undefined);
    if (!hit) return undefined;
    const k = drawing.obstacles.solidOf(hit.object, hit.instanceId!);
    return { obstacle: drawing.obstacles.solids[k].id, point: hit.point };
  }

  /** Number of the contact nearest to the pointer, of those that may be met, or -1. */
  contact(contacts: RecordedContacts, x: number, y: number, mayBeMet?: (k: number) => boolean): number {
    let best = 14 * 14;
    let found = -1;
    for (let k = 0; k < contacts.n; k++) {
      this.#toPixels(a.fromArray(contacts.point, 3 * k));
      const square = (a.x - x) ** 2 + (a.y - y) ** 2;
      if (a.z > 1 || square >= best || mayBeMet?.(k) === false) continue;
      best = square;
      found = k;
    }
    return found;
  }

  /** Where the pointer is on the plane through a point that faces the camera. */
  onPlane(through: Vector3, x: number, y: number): Vector3 {
    ray.setFromCamera(this.#normalised(x, y), this.#camera);
    const normal = this.#camera.getWorldDirection(new Vector3());
    const { origin, direction } = ray.ray;
    const along = through.clone().sub(origin).dot(normal) / direction.dot(normal);
    return origin.clone().addScaledVector(direction, along);
  }

  #solid(drawing: Drawing): Picked | undefined {
    const hit = ray.intersectObject(drawing.solids.group, true).find(({ instanceId }) => instanceId !== undefined);
    if (!hit) return undefined;
    const k = drawing.solids.solidOf(hit.object, hit.instanceId!);
    const local = hit.point.clone().applyMatrix4(drawing.solids.poseOf(k).clone().invert());
    const grip: Grip = { body: drawing.solids.solids[k].id, index: 0, s: 0, local: [local.x, local.y, local.z] };
    return { grip, point: hit.point, distance: hit.distance };
  }

  /** Distance to the first obstacle on the ray. */
  #obstacle(drawing: Drawing): number {
    const deforming = drawing.sheets.filter((_, k) => isObstacle(drawing, k)).map(({ mesh }) => mesh);
    return ray.intersectObjects([drawing.obstacles.group, ...deforming], true)[0]?.distance ?? Infinity;
  }

  #sheet(drawing: Drawing): Picked | undefined {
    let best: Picked | undefined;
    drawing.sheets.forEach((sheet, k) => {
      if (isObstacle(drawing, k)) return;
      const hit = ray.intersectObject(sheet.mesh)[0];
      if (!hit || (best && best.distance < hit.distance)) return;
      const w = hit.barycoord!;
      const grip: Grip = {
        body: drawing.sheetBodies[k],
        index: hit.faceIndex!,
        s: 0,
        local: [0, 0, 0],
        weights: [w.x, w.y, w.z],
      };
      best = { grip, point: hit.point, distance: hit.distance };
    });
    return best;
  }

  /** The segment that comes nearest to the pointer on the screen; of several under it, the one in front. */
  #fiber(drawing: Drawing, x: number, y: number): Picked | undefined {
    const { frame } = drawing;
    if (!frame) return undefined;
    let best = Infinity;
    let found: { rod: DrawnRod; segment: number; along: number } | undefined;
    drawing.rods.forEach((rod) => {
      for (let i = 0; i < rod.nodes; i++) {
        b.fromArray(frame.bodies, rod.offset + 3 * i);
        const depth = this.#toPixels(b);
        if (i > 0 && a.z < 1 && b.z < 1) {
          const along = nearestOnSegment(x, y);
          const dx = a.x + along * (b.x - a.x) - x;
          const dy = a.y + along * (b.y - a.y) - y;
          const thick = Math.max(reach, this.#pixels(rod.radius, depth));
          const away = Math.sqrt(dx * dx + dy * dy);
          // in front counts more than dead on
          const score = depth * (1 + 0.02 * (away / thick));
          if (away <= thick && score < best) {
            best = score;
            found = { rod, segment: i - 1, along };
          }
        }
        a.copy(b);
      }
    });
    return found && this.#fiberGrip(drawing, found.rod, found.segment, found.along);
  }

  #fiberGrip(drawing: Drawing, rod: DrawnRod, segment: number, along: number): Picked {
    const x = drawing.frame!.bodies;
    const at = rod.offset + 3 * segment;
    const point = new Vector3().fromArray(x, at).lerp(b.fromArray(x, at + 3), along);
    // s is a share of the segments here: the worker knows the arc lengths
    const grip: Grip = { body: rod.body, index: segment, s: along, local: [0, 0, 0] };
    return { grip, point, distance: point.distanceTo(this.#camera.position) };
  }

  /** Pixels of the canvas, depth in z; returns the distance from the camera. */
  #toPixels(v: Vector3): number {
    const distance = v.distanceTo(this.#camera.position);
    v.project(this.#camera);
    v.x = 0.5 * (v.x + 1) * this.#canvas.clientWidth;
    v.y = 0.5 * (1 - v.y) * this.#canvas.clientHeight;
    return distance;
  }

  #pixels(size: number, distance: number): number {
    return (0.5 * this.#canvas.clientHeight * this.#camera.projectionMatrix.elements[5] * size) / distance;
  }

  #normalised(x: number, y: number): Vector2 {
    return new Vector2((2 * x) / this.#canvas.clientWidth - 1, 1 - (2 * y) / this.#canvas.clientHeight);
  }
}

/** Share of the segment from a to b (pixels) that is nearest to a point. */
function nearestOnSegment(x: number, y: number): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy;
  return square > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / square)) : 0;
}

/** Whether sheet k is an obstacle that deforms: nobody takes hold of it. */
function isObstacle({ layout, sheetBodies }: Drawing, k: number): boolean {
  const body = layout.bodies[sheetBodies[k]];
  return body.kind === 'cloth' && body.obstacle !== undefined;
}
