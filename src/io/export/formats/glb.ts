import type { Frame } from '../../../record/frame.js';
import type { RecordingView } from '../../../record/recording.js';
import type { Exporter, ExportOptions } from '../exporter.js';
import { GltfBuilder } from '../gltf-builder.js';
import { FrameMeshes, obstaclePose } from '../mesh/frame-meshes.js';
import { type Triangles, vertexNormals } from '../mesh/triangles.js';
import { tubeMesh } from '../mesh/tubes.js';
import { JointFrames } from '../mesh/joint-frames.js';
import { bodyColours, obstacleColour } from '../palette.js';

/** Corners of a rod's section. */
const sides = 6;

/** Collects a scene; glTF's axes are turned by the root node, so all numbers below are z up. */
class GlbWriter {
  readonly #gltf = new GltfBuilder();
  readonly #recording: RecordingView;
  readonly #frames: readonly Frame[];
  readonly #times: number;
  readonly #materials: number[];
  readonly #grey: number;
  readonly #nodes: number[] = [];
  readonly #skinned: number[] = [];

  constructor(recording: RecordingView, frames: readonly number[]) {
    this.#recording = recording;
    this.#frames = frames.map((k) => recording.frame(k));
    const t = Float32Array.from(this.#frames, (frame) => frame.t);
    this.#times = this.#gltf.accessor(t, 'SCALAR', { bounds: true });
    this.#materials = bodyColours.map((colour) => this.#gltf.material(colour));
    this.#grey = this.#gltf.material(obstacleColour);
  }

  write(): Uint8Array {
    const { layout } = this.#recording;
    const meshes = new FrameMeshes(this.#recording);
    layout.bodies.forEach((body, b) => {
      const material = this.#materials[b % this.#materials.length];
      if (body.kind === 'rod') this.#rod(b, body.name, body.radius, material);
      else if (body.kind === 'rigid') {
        this.#solid(body.name, meshes.solid('rigid', b), this.#track(b), material);
      } else {
        const colour = body.obstacle === undefined ? material : this.#grey;
        this.#cloth(b, body.name, Uint32Array.from(body.triangles), colour);
      }
    });
    layout.obstacles.forEach((obstacle, o) => {
      if (obstacle.parts.length === 0) return;
      const poses = layout.moving[o] < 0 ? [obstacle.pose] : this.#obstaclePoses(o);
      this.#solid(obstacle.name, meshes.solid('obstacle', o), poses, this.#grey);
    });
    return this.#gltf.finish(this.#nodes, this.#skinned);
  }

  /** Numbers of a body at every frame. */
  #track(b: number): Float32Array[] {
    const { offsets } = this.#recording.layout;
    return this.#frames.map((frame) => frame.bodies.subarray(offsets[b], offsets[b + 1]));
  }

  #obstaclePoses(o: number): Float32Array[] {
    return this.#frames.map((frame) => Float32Array.from(obstaclePose(this.#recording, frame, o)));
  }

  #primitive(mesh: Triangles, material: number, more: Record<string, number> = {}): object {
    return {
      attributes: {
        POSITION: this.#gltf.accessor(Float32Array.from(mesh.vertices), 'VEC3', { bounds: true, target: 'vertices' }),
        NORMAL: this.#gltf.accessor(Float32Array.from(vertexNormals(mesh)), 'VEC3', { target: 'vertices' }),
        ...more,
      },
      indices: this.#gltf.accessor(mesh.triangles, 'SCALAR', { target: 'indices' }),
      material,
    };
  }

  /** A rigid thing: one mesh, its node moved. */
  #solid(name: string, surface: Triangles, poses: readonly ArrayLike<number>[], material: number): void {
    const mesh = this.#gltf.mesh({ name, primitives: [this.#primitive(surface, material)] });
    const node = this.#gltf.node({ name, mesh, ...poseFields(poses[0]) });
    this.#nodes.push(node);
    if (poses.length > 1) this.#animate(node, poses);
  }

  #animate(node: number, poses: readonly ArrayLike<number>[]): void {
    const translation = new Float32Array(3 * poses.length);
    const rotation = new Float32Array(4 * poses.length);
    poses.forEach((pose, k) => {
      translation.set([pose[0], pose[1], pose[2]], 3 * k);
      rotation.set(rotationOf(pose), 4 * k);
    });
    this.#gltf.channel(node, 'translation', this.#times, this.#gltf.accessor(translation, 'VEC3'));
    this.#gltf.channel(node, 'rotation', this.#times, this.#gltf.accessor(rotation, 'VEC4'));
  }

  /** A rod: a tube with a joint at every node, which carries a ring of its vertices. */
  #rod(b: number, name: string, radius: number, material: number): void {
    const points = this.#track(b);
    const n = points[0].length / 3;
    const rest = tubeMesh(points[0], radius, sides);
    const joints = new Uint16Array((4 * rest.vertices.length) / 3);
    const weights = new Float32Array(joints.length);
    for (let v = 0; 4 * v < joints.length; v++) {
      // rings first, then the middle of the first and of the last
      joints[4 * v] = v < n * sides ? Math.floor(v / sides) : v === n * sides ? 0 : n - 1;
      weights[4 * v] = 1;
    }
    const skin = this.#skin(name, points, n);
    const primitive = this.#primitive(rest, material, {
      JOINTS_0: this.#gltf.accessor(joints, 'VEC4', { target: 'vertices' }),
      WEIGHTS_0: this.#gltf.accessor(weights, 'VEC4', { target: 'vertices' }),
    });
    const mesh = this.#gltf.mesh({ name, primitives: [primitive] });
    this.#skinned.push(this.#gltf.node({ name, mesh, skin }));
  }

  #skin(name: string, points: readonly Float32Array[], n: number): number {
    const frames = new JointFrames(n);
    const poses = points.map((line) => frames.next(line));
    const joints = Array.from({ length: n }, (_, i) => {
      const own = poses.map((pose) => pose.subarray(7 * i, 7 * i + 7));
      const node = this.#gltf.node({ name: `${name}-joint-${i}`, ...poseFields(own[0]) });
      if (own.length > 1) this.#animate(node, own);
      return node;
    });
    this.#nodes.push(...joints);
    const inverse = new Float32Array(16 * n);
    for (let i = 0; i < n; i++) inverseMatrix(inverse, 16 * i, poses[0].subarray(7 * i, 7 * i + 7));
    return this.#gltf.skin({ name, joints, inverseBindMatrices: this.#gltf.accessor(inverse, 'MAT4') });
  }

  /** A cloth: one shape a frame, of which two are mixed at any time. */
  #cloth(b: number, name: string, triangles: Uint32Array, material: number): void {
    const points = this.#track(b);
    const surface = { vertices: Float64Array.from(points[0]), triangles };
    const normals = vertexNormals(surface);
    const difference = (values: ArrayLike<number>, base: ArrayLike<number>): Float32Array =>
      Float32Array.from(values, (x, k) => x - base[k]);
    const targets = points.slice(1).map((line) => ({
      POSITION: this.#gltf.accessor(difference(line, points[0]), 'VEC3', { bounds: true, target: 'vertices' }),
      // without them a sheet that folds is lit as if it were flat
      NORMAL: this.#gltf.accessor(
        difference(vertexNormals({ vertices: Float64Array.from(line), triangles }), normals),
        'VEC3',
        { target: 'vertices' },
      ),
    }));
    const primitive = { ...this.#primitive(surface, material), ...(targets.length > 0 && { targets }) };
    const mesh = this.#gltf.mesh({ name, primitives: [primitive] });
    const node = this.#gltf.node({ name, mesh });
    this.#nodes.push(node);
    if (targets.length === 0) return;
    const weights = new Float32Array(points.length * targets.length);
    for (let k = 1; k < points.length; k++) weights[k * targets.length + k - 1] = 1;
    this.#gltf.channel(node, 'weights', this.#times, this.#gltf.accessor(weights, 'SCALAR'));
  }
}

/** glTF's quaternions have w last. */
function rotationOf(pose: ArrayLike<number>): number[] {
  const size = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
  return [pose[4] / size, pose[5] / size, pose[6] / size, pose[3] / size];
}

function poseFields(pose: ArrayLike<number>): object {
  return { translation: [pose[0], pose[1], pose[2]], rotation: rotationOf(pose) };
}

/** Column-major matrix that takes space to the frame of a pose. */
function inverseMatrix(out: Float32Array, o: number, pose: ArrayLike<number>): void {
  const [x, y, z, w] = rotationOf(pose);
  const R = [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[o + 4 * j + i] = R[3 * j + i];
      out[o + 12 + i] -= R[3 * j + i] * pose[j];
    }
  }
  out[o + 15] = 1;
}

/** The bytes of an animated scene in binary glTF 2.0. */
export function writeGlb(recording: RecordingView, { frames }: ExportOptions): Uint8Array {
  return new GlbWriter(recording, frames).write();
}

/** Binary glTF. */
export const glbExporter: Exporter = {
  name: 'glb',
  summary: 'binary glTF 2.0, animated: rods as skinned tubes, solids by their nodes, cloth by morph targets',
  *files(recording, options) {
    yield { path: `${options.name}.glb`, pieces: [writeGlb(recording, options)] };
  },
};
