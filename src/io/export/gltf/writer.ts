import type { RodGeometry } from '../../../record/geometry.js';
import { type Look, type Looks, looksOf } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import { turnedUp } from '../../../record/turned.js';
import { type ExportOptions, frameRate } from '../exporter.js';
import { FrameMeshes } from '../mesh/frame-meshes.js';
import { JointTracks, PoseTracks } from '../mesh/tracks.js';
import { type Triangles, joinTriangles, vertexNormals } from '../mesh/triangles.js';
import { ringOf } from '../mesh/tubes.js';
import { GltfBuilder, boundsOfArray } from './builder.js';
import { inverseMatrix, partOfPoses, poseFields } from './poses.js';
import { GltfMaterials, primitive, vertexArray, vertexColours } from './surfaces.js';

/**
 * Nodes of rods in a file that are bones, with animations of their own. Beyond, rods are surfaces with a shape a frame: Blender takes minutes to
 * make so many bones, and three.js as long as a frame lasts to move them.
 */
export const mostJoints = 2000;

/** Puts a scene together. Its numbers have y up, as glTF wants. */
export class GlbWriter {
  readonly #gltf = new GltfBuilder();
  readonly #recording: RecordingView;
  readonly #frames: readonly number[];
  readonly #meshes: FrameMeshes;
  readonly #looks: Looks;
  readonly #materials = new GltfMaterials(this.#gltf);
  readonly #poses: PoseTracks;
  readonly #times: number;
  readonly #bodies: number[] = [];
  readonly #obstacles: number[] = [];
  readonly #skinned: number[] = [];
  readonly #rate: number;
  /** meshes of solids that there are several of */
  readonly #known = new Map<Triangles, Map<number, number>>();

  constructor(recording: RecordingView, { frames, radius }: ExportOptions) {
    this.#recording = turnedUp(recording);
    this.#frames = frames;
    this.#meshes = new FrameMeshes(this.#recording, { radius });
    this.#looks = looksOf(recording.header);
    this.#poses = new PoseTracks(this.#recording, frames);
    this.#rate = frameRate(recording);
    const t = Float32Array.from(frames, (k) => recording.time(k));
    const bounds = boundsOfArray(t, 1);
    this.#times = this.#gltf.array({ type: 'SCALAR', count: t.length, bounds, data: () => [t] });
  }

  write(): Generator<Uint8Array> {
    const { bodies, obstacles } = this.#recording.layout;
    for (const { name, bodies: own } of this.#looks.groups) {
      const rods = own.filter((b) => bodies[b].kind === 'rod');
      if (rods.length > 0) this.#rods(name, rods);
    }
    bodies.forEach((body, b) => {
      const look = this.#looks.bodies[b];
      if (body.kind === 'rigid') {
        this.#bodies.push(this.#solid(body.name, this.#meshes.solid('rigid', b), look, () => this.#poses.body(b)));
      } else if (body.kind === 'cloth') {
        const to = body.obstacle === undefined ? this.#bodies : this.#obstacles;
        to.push(this.#deforming(body.name, [b], this.#materials.of(look, true)));
      }
    });
    obstacles.forEach((obstacle, o) => {
      if (obstacle.parts.length === 0) return;
      const mesh = this.#meshes.solid('obstacle', o);
      this.#obstacles.push(
        this.#solid(obstacle.name, mesh, this.#looks.obstacles[o], () => this.#poses.obstacle(o), true),
      );
    });
    const roots = [...this.#skinned];
    for (const [name, children] of [['bodies', this.#bodies] as const, ['obstacles', this.#obstacles] as const]) {
      if (children.length > 0) roots.push(this.#gltf.node({ name, children }));
    }
    return this.#gltf.write(roots, { framesPerSecond: this.#rate, metersPerUnit: 1 });
  }

  /** A rigid thing: one mesh, its node moved. Equal ones of one look share theirs. */
  #solid(name: string, surface: Triangles, look: Look, poses: () => ArrayLike<number>, twoSided = false): number {
    const material = this.#materials.of(look, twoSided);
    const known = this.#known.get(surface) ?? new Map<number, number>();
    this.#known.set(surface, known);
    const mesh =
      known.get(material) ?? this.#gltf.mesh({ name, primitives: [primitive(this.#gltf, surface, material)] });
    known.set(material, mesh);
    const own = poses();
    const node = this.#gltf.node({ name, mesh, ...poseFields(own) });
    if (own.length > 7) this.#animate(node, poses);
    return node;
  }

  /** Moves a node; its numbers are asked for again when they are written. */
  #animate(node: number, poses: () => ArrayLike<number>): void {
    const count = this.#frames.length;
    for (const [path, type] of [['translation', 'VEC3'] as const, ['rotation', 'VEC4'] as const]) {
      this.#gltf.channel(
        node,
        path,
        this.#times,
        this.#gltf.array({ type, count, data: () => [partOfPoses(poses(), path)] }),
      );
    }
  }

  /** Rods of one entry of the scene as one mesh: tubes with a joint at every node, or, of very many, with a shape a frame. */
  #rods(name: string, own: readonly number[]): void {
    const { bodies } = this.#recording.layout;
    const looks = own.map((b) => this.#looks.bodies[b]);
    const counts = own.map((b) => (bodies[b] as RodGeometry).nodes);
    const joints = counts.reduce((sum, n) => sum + n, 0);
    const { material, perVertex } = this.#materials.ofAll(looks, false);
    const sides = this.#meshes.sides;
    const vertices = counts.map((n) => n * ringOf(sides) + 2 * (ringOf(sides) + 1));
    const colours = (): Record<string, number> =>
      perVertex ? { COLOR_0: this.#gltf.array(vertexArray('VEC3', vertexColours(looks, vertices))) } : {};
    if (joints > mostJoints) {
      this.#bodies.push(this.#deforming(name, own, material, colours()));
      return;
    }
    const frame = this.#recording.frame(this.#frames[0]);
    const rest = joinTriangles(own.map((b) => this.#meshes.body(frame, b)));
    const skin = this.#skin(name, own, counts);
    const mesh = this.#gltf.mesh({
      name,
      primitives: [primitive(this.#gltf, rest, material, { ...colours(), ...this.#bindings(counts, vertices) })],
    });
    this.#skinned.push(this.#gltf.node({ name, mesh, skin }));
  }

  /** Which joint carries which vertex: its ring, and the caps the first and the last. */
  #bindings(counts: readonly number[], vertices: readonly number[]): Record<string, number> {
    const total = vertices.reduce((sum, count) => sum + count, 0);
    const joints = new Uint16Array(4 * total);
    const weights = new Float32Array(4 * total);
    const ring = ringOf(this.#meshes.sides);
    let [vertex, first] = [0, 0];
    counts.forEach((n, k) => {
      for (let v = 0; v < vertices[k]; v++, vertex++) {
        const node = v < n * ring ? Math.floor(v / ring) : v < n * ring + ring + 1 ? 0 : n - 1;
        joints[4 * vertex] = first + node;
        weights[4 * vertex] = 1;
      }
      first += n;
    });
    return {
      JOINTS_0: this.#gltf.array(vertexArray('VEC4', joints)),
      WEIGHTS_0: this.#gltf.array(vertexArray('VEC4', weights)),
    };
  }

  #skin(name: string, own: readonly number[], counts: readonly number[]): number {
    const { bodies } = this.#recording.layout;
    const tracks = new JointTracks(this.#recording, this.#frames, own);
    const inverse = new Float32Array(16 * counts.reduce((sum, n) => sum + n, 0));
    const joints: number[] = [];
    own.forEach((b, k) => {
      for (let i = 0; i < counts[k]; i++) {
        const poses = (): Float32Array => tracks.joint(b, i);
        const node = this.#gltf.node({ name: `${bodies[b].name}-joint-${i}`, ...poseFields(poses()) });
        if (this.#frames.length > 1) this.#animate(node, poses);
        inverseMatrix(inverse, 16 * joints.length, poses());
        joints.push(node);
      }
    });
    this.#bodies.push(...joints);
    const matrices = this.#gltf.array({ type: 'MAT4', count: joints.length, data: () => [inverse] });
    return this.#gltf.skin({ name, joints, inverseBindMatrices: matrices });
  }

  /** A surface with one shape a frame, of which two are mixed at any time: cloth, obstacles that deform, very many rods. */
  #deforming(name: string, own: readonly number[], material: number, more: Record<string, number> = {}): number {
    const at = (k: number): Triangles => {
      const frame = this.#recording.frame(k);
      return joinTriangles(own.map((b) => this.#meshes.body(frame, b)));
    };
    const [first, ...others] = this.#frames;
    const base = at(first);
    const normals = vertexNormals(base);
    const count = base.vertices.length / 3;
    const shift = (mesh: Triangles): Float32Array => Float32Array.from(mesh.vertices, (x, k) => x - base.vertices[k]);
    const turn = (mesh: Triangles): Float32Array => Float32Array.from(vertexNormals(mesh), (x, k) => x - normals[k]);
    const array = { type: 'VEC3', count, target: 'vertices' } as const;
    const targets = others.map((k) => ({
      POSITION: this.#gltf.array({ ...array, bounds: boundsOfArray(shift(at(k)), 3), data: () => [shift(at(k))] }),
      // without them a sheet that folds is lit as if it were flat
      NORMAL: this.#gltf.array({ ...array, data: () => [turn(at(k))] }),
    }));
    const own1 = { ...primitive(this.#gltf, base, material, more), ...(targets.length > 0 && { targets }) };
    const mesh = this.#gltf.mesh({ name, primitives: [own1] });
    const node = this.#gltf.node({ name, mesh });
    if (targets.length > 0) {
      const weights = this.#gltf.array({
        type: 'SCALAR',
        count: this.#frames.length * targets.length,
        data: () => weightRows(targets.length),
      });
      this.#gltf.channel(node, 'weights', this.#times, weights);
    }
    return node;
  }
}

/** How much each shape counts at each frame: none at the first, then one after another. */
function* weightRows(shapes: number): Generator<Float32Array> {
  for (let k = -1; k < shapes; k++) {
    const row = new Float32Array(shapes);
    if (k >= 0) row[k] = 1;
    yield row;
  }
}
