import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import type { Frame, FrameLayout } from '../../record/frame.js';

/** Lines drawn at most, as contact forces: more of them bury the bodies that they are about. */
const most = 100;

/** Points that get a line (first of their numbers in a frame): of every body as many, evenly along it and with its end. */
export function comparedPoints({ bodies, offsets }: FrameLayout): number[] {
  const every = Math.ceil(bodies.length / most);
  const each = Math.max(1, Math.floor((most * every) / bodies.length));
  return bodies.flatMap(({ kind }, k) => {
    if (k % every !== 0) return [];
    const points = kind === 'rigid' ? 1 : (offsets[k + 1] - offsets[k]) / 3;
    const lines = Math.min(each, points);
    return Array.from({ length: lines }, (_, i) => offsets[k] + 3 * (Math.ceil(((i + 1) * points) / lines) - 1));
  });
}

/** Lines from bodies to where they are on the other side. */
export class DifferenceLines {
  readonly lines: LineSegments;
  readonly #starts: readonly number[];

  constructor(layout: FrameLayout) {
    this.#starts = comparedPoints(layout);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * this.#starts.length), 3));
    const material = new LineBasicMaterial({ color: 0xe5484d, transparent: true, depthTest: false, toneMapped: false });
    this.lines = new LineSegments(geometry, material);
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 3;
  }

  show(own: Frame, other: Frame): void {
    const position = this.lines.geometry.getAttribute('position') as BufferAttribute;
    this.lines.visible = own.bodies.length === other.bodies.length;
    if (!this.lines.visible) return;
    this.#starts.forEach((from, k) => {
      for (const [i, { bodies }] of [own, other].entries()) {
        position.setXYZ(2 * k + i, bodies[from], bodies[from + 1], bodies[from + 2]);
      }
    });
    position.needsUpdate = true;
  }

  dispose(): void {
    this.lines.removeFromParent();
    this.lines.geometry.dispose();
    (this.lines.material as LineBasicMaterial).dispose();
  }
}
