import { BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial } from 'three';
import type { Frame, FrameLayout } from '../../record/frame.js';

/** Points of a trail, and bodies that leave one: lines beyond that are a thicket. */
const longest = 900;
const most = 60;

const colour = new Color(0xb388ff);

/** Where bodies have been: a line behind the middle of each solid and the end of each rod. */
export class Trails {
  readonly group = new Group();
  readonly #starts: readonly number[];
  readonly #lines: readonly Line[];
  #count = 0;
  #last = -Infinity;

  constructor({ bodies, offsets }: FrameLayout) {
    this.#starts = bodies
      .flatMap(({ kind }, k) => (kind === 'rigid' ? [offsets[k]] : kind === 'rod' ? [offsets[k + 1] - 3] : []))
      .slice(0, most);
    this.#lines = this.#starts.map(() => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * longest), 3));
      const line = new Line(geometry, new LineBasicMaterial({ color: colour, toneMapped: false }));
      line.frustumCulled = false;
      line.renderOrder = 2;
      return line;
    });
    for (const line of this.#lines) this.group.add(line);
    this.group.visible = false;
  }

  /** Takes a frame; one from before the last begins the trails anew. */
  take({ t, bodies }: Frame): void {
    if (t < this.#last) this.#count = 0;
    if (t === this.#last && this.#count > 0) return;
    this.#last = t;
    if (this.#count === longest) this.#thin();
    const at = this.#count++;
    this.#lines.forEach((line, k) => {
      const position = line.geometry.getAttribute('position') as BufferAttribute;
      const from = this.#starts[k];
      position.setXYZ(at, bodies[from], bodies[from + 1], bodies[from + 2]);
      position.needsUpdate = true;
      line.geometry.setDrawRange(0, this.#count);
    });
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const line of this.#lines) {
      line.geometry.dispose();
      (line.material as LineBasicMaterial).dispose();
    }
  }

  /** Every second point is kept where there are too many. */
  #thin(): void {
    for (const line of this.#lines) {
      const { array } = line.geometry.getAttribute('position') as BufferAttribute;
      for (let k = 0; 2 * k < longest; k++) array.copyWithin(3 * k, 6 * k, 6 * k + 3);
    }
    this.#count = Math.ceil(longest / 2);
  }
}
