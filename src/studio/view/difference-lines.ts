import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import type { Frame, FrameLayout } from '../../record/frame.js';

/** Lines drawn at most: of long rods and fine cloth every so many points have one. */
const most = 1500;

/** Lines from every body to where the same body is on the other side. */
export class DifferenceLines {
  readonly lines: LineSegments;
  readonly #starts: readonly number[];

  constructor({ bodies, offsets }: FrameLayout) {
    const points = bodies.flatMap(({ kind }, k) => {
      const end = kind === 'rigid' ? offsets[k] + 3 : offsets[k + 1];
      return Array.from({ length: (end - offsets[k]) / 3 }, (_, i) => offsets[k] + 3 * i);
    });
    const every = Math.ceil(points.length / most);
    this.#starts = points.filter((_, k) => k % every === 0);
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
