import { type Look, type Looks, looksOf } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import { type ExportOptions, type Exporter, shortNumber, upright } from '../exporter.js';
import { FrameMeshes, type NamedMesh } from '../mesh/frame-meshes.js';
import { surfaceFiles } from '../mesh/surface-files.js';
import { type Triangles, vertexAtPoints, vertexNormals } from '../mesh/triangles.js';

/** Materials by how they look: `wood-red` would tell more, but looks have no names. */
class Materials {
  readonly #names = new Map<string, string>();
  readonly #looks: Looks;

  constructor(looks: Looks) {
    this.#looks = looks;
  }

  nameOf({ kind, number }: NamedMesh): string {
    const key = lines(kind === 'obstacle' ? this.#looks.obstacles[number] : this.#looks.bodies[number]);
    const name = this.#names.get(key) ?? `look-${this.#names.size}`;
    this.#names.set(key, name);
    return name;
  }

  /** The material library of all names given so far. */
  library(): string {
    return `# stickslip; colours are linear\n${[...this.#names].map(([key, name]) => `newmtl ${name}\n${key}`).join('\n')}`;
  }
}

function lines({ colour, roughness, opacity }: Look): string {
  const kd = colour.map((x) => Number(x.toPrecision(5))).join(' ');
  return `Kd ${kd}\nKs 0 0 0\nNs ${Math.round(1000 * (1 - roughness) ** 2)}\nPr ${roughness}\nd ${Number(opacity.toPrecision(4))}\nillum 1\n`;
}

/** Vertices are the points of a surface, so that it stays whole; normals and texture coordinates belong to its corners. */
function surface(mesh: Triangles, before: { v: number; n: number; t: number }): string {
  const out: string[] = [];
  const at = vertexAtPoints(mesh);
  const triple = (word: string, x: ArrayLike<number>, k: number): string =>
    `${word} ${shortNumber(x[k])} ${shortNumber(x[k + 1])} ${shortNumber(x[k + 2])}`;
  for (const v of at) out.push(triple('v', mesh.vertices, 3 * v));
  const normals = vertexNormals(mesh);
  // six digits of a direction are a hundredth of a second of arc
  for (let k = 0; k < normals.length; k += 3) {
    out.push(`vn ${[0, 1, 2].map((i) => Number(normals[k + i].toFixed(6))).join(' ')}`);
  }
  const { uv, points, triangles: f } = mesh;
  if (uv) for (let k = 0; k < uv.length; k += 2) out.push(`vt ${shortNumber(uv[k])} ${shortNumber(uv[k + 1])}`);
  const corner = (vertex: number): string => {
    const point = before.v + (points ? points[vertex] : vertex);
    return `${point}/${uv ? before.t + vertex : ''}/${before.n + vertex}`;
  };
  for (let t = 0; t < f.length; t += 3) out.push(`f ${corner(f[t])} ${corner(f[t + 1])} ${corner(f[t + 2])}`);
  before.v += at.length;
  before.n += normals.length / 3;
  if (uv) before.t += uv.length / 2;
  return `${out.join('\n')}\n`;
}

function* text(
  recording: RecordingView,
  meshes: FrameMeshes,
  materials: Materials,
  k: number,
  { name, up = 'z' }: ExportOptions,
  obstacles: boolean,
): Generator<string> {
  const frame = recording.frame(k);
  yield `# stickslip, frame ${k}, t = ${frame.t} s; metres, ${up} up\nmtllib ${name}.mtl\n`;
  const before = { v: 1, n: 1, t: 1 };
  for (const own of meshes.at(frame)) {
    if ((own.kind === 'obstacle') !== obstacles) continue;
    yield `o ${own.name.replace(/\s+/g, '_')}\nusemtl ${materials.nameOf(own)}\n`;
    yield surface(own.mesh, before);
  }
}

/** Surfaces as Wavefront OBJ files. */
export const objExporter: Exporter = {
  name: 'obj',
  summary:
    'Wavefront OBJ: rods as tubes, solids, cloth, with normals, textures and colours; a file a frame, obstacles apart',
  up: 'either',
  *files(given, options) {
    const { name, frames } = options;
    const recording = upright(given, options);
    const meshes = new FrameMeshes(recording, { radius: options.radius });
    const materials = new Materials(looksOf(recording.header));
    const files = surfaceFiles(recording, frames, (k, obstacles) =>
      text(recording, meshes, materials, k, options, obstacles),
    );
    for (const { file, pieces } of files) yield { path: `${name}-obj/${file}.obj`, pieces };
    yield { path: `${name}-obj/${name}.mtl`, pieces: [materials.library()] };
  },
};
