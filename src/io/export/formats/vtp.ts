import { littleEndian, joinBytes } from '../../../record/bytes.js';
import type { RecordedContacts } from '../../../record/contacts.js';
import type { Frame } from '../../../record/frame.js';
import type { RecordingView } from '../../../record/recording.js';
import { base64 } from '../base64.js';
import { type Exporter, frameName, shortNumber } from '../exporter.js';
import { FrameMeshes } from '../mesh/frame-meshes.js';

type Numbers = Float32Array | Int32Array;

/** An array in VTK's XML: base64 of its length in bytes and its bytes. */
function dataArray(name: string, data: Numbers, components = 1): string {
  const type = data instanceof Float32Array ? 'Float32' : 'Int32';
  const bytes = joinBytes([littleEndian(Uint32Array.of(data.byteLength)), littleEndian(data)]);
  const wide = components > 1 ? ` NumberOfComponents="${components}"` : '';
  return `<DataArray type="${type}" Name="${name}"${wide} format="binary">${base64(bytes)}</DataArray>\n`;
}

function cells(kind: string, connectivity: readonly number[], offsets: readonly number[]): string {
  const arrays =
    dataArray('connectivity', Int32Array.from(connectivity)) + dataArray('offsets', Int32Array.from(offsets));
  return `<${kind}>\n${arrays}</${kind}>\n`;
}

const head =
  '<?xml version="1.0"?>\n<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt32">\n<PolyData>\n';
const tail = '</Piece>\n</PolyData>\n</VTKFile>\n';

/** Rods as lines with a radius, everything else as triangles. */
function* bodiesFile(recording: RecordingView, meshes: FrameMeshes, frame: Frame): Generator<string> {
  const { layout } = recording;
  const points: number[] = [];
  const radius: number[] = [];
  const body: number[] = [];
  const lines: number[] = [];
  const lineEnds: number[] = [];
  const polys: number[] = [];
  const polyEnds: number[] = [];
  layout.bodies.forEach((own, b) => {
    if (own.kind !== 'rod') return;
    const first = points.length / 3;
    for (let k = layout.offsets[b]; k < layout.offsets[b + 1]; k++) points.push(frame.bodies[k]);
    for (let k = 0; k < own.nodes; k++) {
      radius.push(own.radius);
      body.push(b);
      lines.push(first + k);
    }
    lineEnds.push(lines.length);
  });
  for (const { kind, number, mesh } of meshes.at(frame)) {
    if (kind === 'rod') continue;
    const first = points.length / 3;
    for (let k = 0; k < mesh.vertices.length; k += 3) {
      points.push(mesh.vertices[k], mesh.vertices[k + 1], mesh.vertices[k + 2]);
      radius.push(0);
      // obstacles have numbers below zero
      body.push(kind === 'obstacle' ? -1 - number : number);
    }
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      for (let i = 0; i < 3; i++) polys.push(first + mesh.triangles[t + i]);
      polyEnds.push(polys.length);
    }
  }
  yield head;
  yield `<Piece NumberOfPoints="${radius.length}" NumberOfVerts="0" NumberOfLines="${lineEnds.length}" NumberOfStrips="0" NumberOfPolys="${polyEnds.length}">\n`;
  yield `<PointData Scalars="body">\n${dataArray('body', Int32Array.from(body))}${dataArray('radius', Float32Array.from(radius))}</PointData>\n`;
  yield `<Points>\n${dataArray('Points', Float32Array.from(points), 3)}</Points>\n`;
  yield cells('Lines', lines, lineEnds);
  yield cells('Polys', polys, polyEnds);
  yield tail;
}

/** Contacts as points with force, normal and state. */
function* contactsFile(contacts: RecordedContacts): Generator<string> {
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

/** ParaView's files: bodies and contacts of every frame, and an index over time. */
export const vtpExporter: Exporter = {
  name: 'vtp',
  summary: 'ParaView: .vtp a frame for bodies and for contacts (force, normal, state), indexed by a .pvd',
  *files(recording, { name, frames }) {
    const meshes = new FrameMeshes(recording);
    const entries: string[] = [];
    for (const k of frames) {
      const frame = recording.frame(k);
      const folder = `${name}-vtp`;
      const files = [`${folder}/${frameName(k)}.vtp`, `${folder}/contacts-${frameName(k)}.vtp`];
      yield { path: files[0], pieces: bodiesFile(recording, meshes, frame) };
      yield { path: files[1], pieces: contactsFile(recording.contacts(k)) };
      files.forEach((file, part) =>
        entries.push(
          `<DataSet timestep="${shortNumber(frame.t)}" part="${part}" name="${part === 0 ? 'bodies' : 'contacts'}" file="${file}"/>\n`,
        ),
      );
    }
    const pvd = `<?xml version="1.0"?>\n<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">\n<Collection>\n${entries.join('')}</Collection>\n</VTKFile>\n`;
    yield { path: `${name}.pvd`, pieces: [pvd] };
  },
};
