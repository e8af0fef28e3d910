import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  type Material,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';

/** The hand that pulls, as a line with a knob, and the pins. */
export class HandMarks {
  readonly group = new Group();
  readonly #line: Line;
  readonly #knob: Mesh;
  readonly #pins: Mesh[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6), 3));
    this.#line = new Line(geometry, new LineBasicMaterial({ color: 0xffffff, depthTest: false, transparent: true }));
    this.#line.frustumCulled = false;
    this.#knob = this.#ball(0xffffff);
    this.group.add(this.#line, this.#knob);
    this.show(undefined, []);
  }

  show(
    pull: { readonly from: readonly number[]; readonly to: readonly number[] } | undefined,
    pins: readonly (readonly number[])[],
  ): void {
    this.#line.visible = pull !== undefined;
    this.#knob.visible = pull !== undefined;
    if (pull) {
      const position = this.#line.geometry.getAttribute('position') as BufferAttribute;
      position.set([...pull.from, ...pull.to]);
      position.needsUpdate = true;
      this.#knob.position.fromArray(pull.to as number[]);
    }
    while (this.#pins.length < pins.length) {
      const pin = this.#ball(0xffd166);
      this.#pins.push(pin);
      this.group.add(pin);
    }
    this.#pins.forEach((pin, k) => {
      pin.visible = k < pins.length;
      if (pin.visible) pin.position.fromArray(pins[k] as number[]);
    });
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const mark of [this.#line, this.#knob, ...this.#pins]) {
      mark.geometry.dispose();
      (mark.material as Material).dispose();
    }
  }

  #ball(color: number): Mesh {
    const material = new MeshBasicMaterial({ color, depthTest: false, transparent: true, toneMapped: false });
    const ball = new Mesh(new SphereGeometry(0.02 * this.#size, 20, 14), material);
    ball.renderOrder = 4;
    return ball;
  }
}
