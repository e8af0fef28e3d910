import type { RecordedContacts } from '../../../record/contacts.js';
import type { Frame } from '../../../record/frame.js';
import { type Look, type Looks, looksOf, srgbBytes } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import { type Velocities, velocitiesAt } from '../../../record/velocities.js';
import { type ExportFile, type Exporter, type Piece, frameName, shortNumber, upright } from '../exporter.js';
import { FrameMeshes, type NamedMesh, directorsOf, rodHalfAxes } from '../mesh/frame-meshes.js';
import { vertexNormals } from '../mesh/triangles.js';
import { dataArray, textArray } from '../xml-arrays.js';

/** A frame of a recording, and what is known of all of them. */
interface Taken {
  readonly recording: RecordingView;
  readonly meshes: FrameMeshes;
  readonly looks: Looks;
  readonly radius: 'section' | 'collision';
  readonly frame: Frame;
  readonly velocities: Velocities;
}

/** Numbers that grow: points of all bodies one after another. */
class Points {
  readonly place: number[] = [];
  readonly velocity: number[] = [];
  readonly rgb: number[] = [];
  readonly body: number[] = [];
  readonly ends: number[] = [];
  readonly corners: number[] = [];

  paint({ colour }: Look, body: number, count: number): void {
    const own = srgbBytes(colour);
    for (let k = 0; k < count; k++) {
      this.rgb.push(...own);
      this.body.push(body);
    }
  }

  /** What every file has. */
  *arrays(): Generator<string> {
    yield dataArray('body', Int32Array.from(this.body));
    yield dataArray('velocity', Float32Array.from(this.velocity), 3);
    yield dataArray('rgb', Uint8Array.from(this.rgb), 3);
  }

  *file(kind: 'Lines' | 'Polys', names: ReadonlyMap<number, string>, own: Iterable<string>): Generator<Piece> {
    yield head;
    // which body is which
    yield `<FieldData>\n${dataArray('numbers', Int32Array.from(names.keys()))}${textArray('names', [...names.values()])}</FieldData>\n`;
    const count = (of: string): number => (of === kind ? this.ends.length : 0);
    yield `<Piece NumberOfPoints="${this.body.length}" NumberOfVerts="0" NumberOfLines="${count('Lines')}" NumberOfStrips="0" NumberOfPolys="${count('Polys')}">\n`;
    const attributes = kind === 'Polys' ? ' Normals="Normals" TCoords="TextureCoordinates"' : '';
    yield `<PointData Scalars="body" Vectors="velocity"${attributes}>\n`;
    yield* this.arrays();
    yield* own;
    yield `</PointData>\n<Points>\n${dataArray('Points', Float32Array.from(this.place), 3)}</Points>\n`;
    yield cells(kind, this.corners, this.ends);
    yield tail;
  }
}

function cells(kind: string, connectivity: readonly number[], offsets: readonly number[]): string {
  const arrays =
    dataArray('connectivity', Int32Array.from(connectivity)) + dataArray('offsets', Int32Array.from(offsets));
  return `<${kind}>\n${arrays}</${kind}>\n`;
}

const head =
  '<?xml version="1.0"?>\n<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt32">\n<PolyData>\n';
const tail = '</Piece>\n</PolyData>\n</VTKFile>\n';

/** Rods as lines. */
function* rodsFile({ recording, looks, radius, frame, velocities }: Taken): Generator<Piece> {
  const { layout } = recording;
  const points = new Points();
  const names = new Map<number, string>();
  const [radii, collision, axes, directors]: number[][] = [[], [], [], []];
  layout.bodies.forEach((rod, b) => {
    if (rod.kind !== 'rod') return;
    names.set(b, rod.name);
    const own = directorsOf(recording, frame, b);
    const [p, q] = rodHalfAxes(rod, radius);
    for (let k = 0; k < rod.nodes; k++) {
      points.corners.push(points.place.length / 3);
      for (let i = 0; i < 3; i++) {
        points.place.push(frame.bodies[layout.offsets[b] + 3 * k + i]);
        points.velocity.push(velocities.bodies[layout.offsets[b] + 3 * k + i]);
        directors.push(own ? own[3 * k + i] : 0);
      }
      radii.push(Math.max(p, q));
      collision.push(rod.radius);
      axes.push(p, q);
    }
    points.ends.push(points.corners.length);
    points.paint(looks.bodies[b], b, rod.nodes);
  });
  yield* points.file('Lines', names, [
    dataArray('radius', Float32Array.from(radii)),
    dataArray('collisionRadius', Float32Array.from(collision)),
    dataArray('halfAxes', Float32Array.from(axes), 2),
    ...(frame.directors.length > 0 ? [dataArray('director', Float32Array.from(directors), 3)] : []),
  ]);
}

/** Surfaces: of solids and cloth, or of obstacles, whose numbers are below zero. */
function* surfacesFile(taken: Taken, obstacles: boolean): Generator<Piece> {
  const { meshes, looks, frame } = taken;
  const points = new Points();
  const names = new Map<number, string>();
  const [normals, uv, nodes]: number[][] = [[], [], []];
  for (const own of meshes.at(frame)) {
    const { kind, number, mesh, name } = own;
    if (kind === 'rod' || (kind === 'obstacle') !== obstacles) continue;
    const body = obstacles ? -1 - number : number;
    names.set(body, name);
    const first = points.place.length / 3;
    const count = mesh.vertices.length / 3;
    for (const x of mesh.vertices) points.place.push(x);
    for (const x of vertexNormals(mesh)) normals.push(x);
    for (let v = 0; v < count; v++) {
      uv.push(mesh.uv ? mesh.uv[2 * v] : 0, mesh.uv ? mesh.uv[2 * v + 1] : 0);
      nodes.push(mesh.points ? mesh.points[v] : v);
    }
    pushVelocities(points.velocity, own, taken);
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      for (let i = 0; i < 3; i++) points.corners.push(first + mesh.triangles[t + i]);
      points.ends.push(points.corners.length);
    }
    points.paint((obstacles ? looks.obstacles : looks.bodies)[number], body, count);
  }
  yield* points.file('Polys', names, [
    dataArray('Normals', Float32Array.from(normals), 3),
    dataArray('TextureCoordinates', Float32Array.from(uv), 2),
    dataArray('node', Int32Array.from(nodes)),
  ]);
}

/** Velocities of the vertices of a surface. */
function pushVelocities(
  out: number[],
  { kind, number, mesh }: NamedMesh,
  { recording, frame, velocities }: Taken,
): void {
  const { bodies, offsets, moving } = recording.layout;
  const count = mesh.vertices.length / 3;
  const deforming = (b: number): boolean => {
    const body = bodies[b];
    return body.kind === 'cloth' && body.obstacle === number;
  };
  const b = kind === 'obstacle' ? bodies.findIndex((_, k) => deforming(k)) : number;
  if (b >= 0 && bodies[b].kind !== 'rigid') {
    for (let k = 0; k < count; k++) {
      const at = offsets[b] + 3 * (mesh.points ? mesh.points[k] : k);
      for (let i = 0; i < 3; i++) out.push(velocities.bodies[at + i]);
    }
    return;
  }
  if (b < 0 && moving[number] < 0) {
    for (let k = 0; k < 3 * count; k++) out.push(0);
    return;
  }
  const [x, v, at] =
    b < 0 ? [frame.obstacles, velocities.obstacles, 7 * moving[number]] : [frame.bodies, velocities.bodies, offsets[b]];
  for (let k = 0; k < count; k++) {
    const arm = [0, 1, 2].map((i) => mesh.vertices[3 * k + i] - x[at + i]);
    for (let i = 0; i < 3; i++) {
      const [j, l] = [(i + 1) % 3, (i + 2) % 3];
      out.push(v[at + i] + v[at + 3 + j] * arm[l] - v[at + 3 + l] * arm[j]);
    }
  }
}

/** Contacts as points with force, normal and state. */
function* contactsFile(contacts: RecordedContacts): Generator<Piece> {
  const { n } = contacts;
  const each = Array.from({ length: n }, (_, k) => k);
  yield head;
  yield `<Piece NumberOfPoints="${n}" NumberOfVerts="${n}" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="0">\n`;
  yield '<PointData Scalars="state" Vectors="force">\n';
  yield dataArray('force', contacts.force, 3);
  yield dataArray('normal', contacts.normal, 3);
  yield dataArray('state', Int32Array.from(contacts.state));
  yield dataArray('gap', contacts.gap);
  yield dataArray('mu', contacts.mu);
  yield dataArray('bodyA', contacts.a) + dataArray('bodyB', contacts.b);
  yield `</PointData>\n<Points>\n${dataArray('Points', contacts.point, 3)}</Points>\n`;
  yield cells(
    'Verts',
    each,
    each.map((k) => k + 1),
  );
  yield tail;
}

/** Blocks of a frame, by their names; obstacles of which none moves have one file for all frames. */
function* blocks(taken: Taken, k: number): Generator<{ name: string; file: string; pieces: () => Iterable<Piece> }> {
  const { bodies, obstacles, moving } = taken.recording.layout;
  const number = frameName(k);
  const deforming = bodies.some((body) => body.kind === 'cloth' && body.obstacle !== undefined);
  if (bodies.some(({ kind }) => kind === 'rod')) {
    yield { name: 'rods', file: `rods-${number}.vtp`, pieces: () => rodsFile(taken) };
  }
  if (bodies.some((body) => body.kind === 'rigid' || (body.kind === 'cloth' && body.obstacle === undefined))) {
    yield { name: 'bodies', file: `bodies-${number}.vtp`, pieces: () => surfacesFile(taken, false) };
  }
  if (obstacles.length > 0) {
    const moves = deforming || moving.some((place) => place >= 0);
    const file = moves ? `obstacles-${number}.vtp` : 'obstacles.vtp';
    yield { name: 'obstacles', file, pieces: () => surfacesFile(taken, true) };
  }
  yield { name: 'contacts', file: `contacts-${number}.vtp`, pieces: () => contactsFile(taken.recording.contacts(k)) };
}

/** ParaView's files: rods, bodies, obstacles and contacts of every frame, and an index over time. */
export const vtpExporter: Exporter = {
  name: 'vtp',
  summary: 'ParaView: .vtp a frame for rods, bodies, obstacles and contacts, indexed by a .pvd',
  up: 'either',
  *files(given, options): Generator<ExportFile> {
    const { name, frames, radius = 'section' } = options;
    const recording = upright(given, options);
    const meshes = new FrameMeshes(recording, { radius });
    const looks = looksOf(recording.header);
    const entries: string[] = [];
    const written = new Set<string>();
    for (const k of frames) {
      const frame = recording.frame(k);
      const taken = { recording, meshes, looks, radius, frame, velocities: velocitiesAt(recording, k) };
      for (const [part, { name: block, file, pieces }] of [...blocks(taken, k)].entries()) {
        const path = `${name}-vtp/${file}`;
        if (!written.has(path)) yield { path, pieces: pieces() };
        written.add(path);
        entries.push(`<DataSet timestep="${shortNumber(frame.t)}" part="${part}" name="${block}" file="${path}"/>\n`);
      }
    }
    const pvd = `<?xml version="1.0"?>\n<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">\n<Collection>\n${entries.join('')}</Collection>\n</VTKFile>\n`;
    yield { path: `${name}.pvd`, pieces: [pvd] };
  },
};
