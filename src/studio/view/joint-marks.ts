import {
  BufferAttribute,
  BufferGeometry,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';
import { jointNumbers } from '../simulation/joint-numbers.js';

const color = 0x4cc9f0;
const matrix = new Matrix4();

/** Joints: a ball where the two are joined, a line along the axis or between the two ends. */
export class JointMarks {
  readonly group = new Group();
  readonly #size: number;
  #balls: InstancedMesh | undefined;
  #lines: LineSegments | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** `jointNumbers` numbers a joint: its two ends (m), and a unit axis or zeros. */
  show(joints: Float64Array): void {
    const n = joints.length / jointNumbers;
    if (this.#balls?.count !== n) this.#rebuild(n);
    if (!this.#balls || !this.#lines) return;
    const position = this.#lines.geometry.getAttribute('position') as BufferAttribute;
    for (let k = 0; k < n; k++) {
      const [ax, ay, az, bx, by, bz, ux, uy, uz] = joints.subarray(jointNumbers * k, jointNumbers * (k + 1));
      this.#balls.setMatrixAt(k, matrix.makeTranslation(ax, ay, az));
      const l = 0.06 * this.#size;
      const isAxis = ux !== 0 || uy !== 0 || uz !== 0;
      position.setXYZ(2 * k, isAxis ? ax - l * ux : ax, isAxis ? ay - l * uy : ay, isAxis ? az - l * uz : az);
      position.setXYZ(2 * k + 1, isAxis ? ax + l * ux : bx, isAxis ? ay + l * uy : by, isAxis ? az + l * uz : bz);
    }
    this.#balls.instanceMatrix.needsUpdate = true;
    position.needsUpdate = true;
  }

  #rebuild(n: number): void {
    this.#clear();
    if (n === 0) return;
    const look = { color, depthTest: false, transparent: true, opacity: 0.85, toneMapped: false };
    this.#balls = new InstancedMesh(new SphereGeometry(0.008 * this.#size, 12, 8), new MeshBasicMaterial(look), n);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * n), 3));
    this.#lines = new LineSegments(geometry, new LineBasicMaterial(look));
    for (const mark of [this.#balls, this.#lines]) {
      mark.frustumCulled = false;
      mark.renderOrder = 3;
      this.group.add(mark);
    }
  }

  #clear(): void {
    for (const mark of [this.#balls, this.#lines]) {
      if (!mark) continue;
      this.group.remove(mark);
      mark.geometry.dispose();
      (mark.material as MeshBasicMaterial).dispose();
    }
    this.#balls?.dispose();
    this.#balls = this.#lines = undefined;
  }

  dispose(): void {
    this.#clear();
    this.group.removeFromParent();
  }
}
