import { Cloth, type Pin, type Surface, type SurfaceUv, joinSurfaces, sheet } from '../../bodies/cloth/index.js';
import type { World } from '../../dynamics/world.js';
import { InputError } from '../../errors.js';
import type { ClothJson, PieceJson } from '../schema/cloth.js';
import type { Vector } from '../schema/values.js';
import { tubeSurface } from './cloth-tube.js';
import { foldedPositions } from './folded-sheet.js';
import { type Carriers, scriptedMotion } from './motion.js';
import { meshNumbers } from './shape.js';
import { ObstacleSurfaces } from './obstacle-surfaces.js';
import { wornPositions } from './worn-cloth.js';

/** Adds a cloth to a world. */
export function addCloth(world: World, json: ClothJson, name: string, carriers: Carriers): void {
  const { bend, airDamping, density, stretch, thickness } = json;
  const pieces = json.pieces.map(surfaceOf);
  const surface = joinSurfaces(pieces);
  checkAreas(surface);
  const drawn = drawnPieces(json.pieces, pieces);
  const asDrawn = joined(drawn.map(({ positions }) => positions));
  const places = json.worn ? joined(wornPositions(drawn, new ObstacleSurfaces(world.obstacles), thickness)) : asDrawn;
  const cloth = new Cloth({
    name,
    surface,
    positions: places,
    material: {
      ...{ density, stretch, bend, thickness, airDamping },
      ...(json.limits && { limits: json.limits }),
    },
    curved: json.curved,
    ...(json.velocity && { velocity: json.velocity }),
    pins: json.pins.flatMap((pin, k) => pinsOf(pin, asDrawn, carriers, `pins[${k}]`)),
    ...(json.wind && { wind: definedOnly(json.wind) }),
  });
  world.addCloth(cloth, { material: json.material, ...definedOnly(json.solver) });
}

/** Triangles without an area, or of infinite size, have no elastic forces. */
function checkAreas({ positions: x, triangles }: Surface): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const side = (from: number, to: number, i: number): number => x[to + i] - x[from + i];
    let square = 0;
    let [uu, vv] = [0, 0];
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      const n = side(a, b, j) * side(a, c, k) - side(a, b, k) * side(a, c, j);
      square += n * n;
      uu += side(a, b, i) * side(a, b, i);
      vv += side(a, c, i) * side(a, c, i);
    }
    // elastic forces need its height, a difference of squares that each round by 1e-16 of themselves
    if (square > 1e-14 * uu * vv && square < Infinity) continue;
    const problem = { path: 'pieces', expected: 'triangles that have an area', found: `none in triangle ${t / 3}` };
    throw new InputError('wrong cloth', [problem]);
  }
}

/** The pieces as they are drawn: as at rest, but for sheets in folds. */
function drawnPieces(pieces: readonly PieceJson[], surfaces: readonly Surface[]): Surface[] {
  return pieces.map((piece, k) =>
    piece.type === 'sheet' && piece.folds
      ? { ...surfaces[k], positions: foldedPositions(surfaces[k], piece, `pieces[${k}].`) }
      : surfaces[k],
  );
}

/** One after the other. */
function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function surfaceOf(json: PieceJson, k: number): Surface {
  switch (json.type) {
    case 'sheet': {
      const [nu, nv] = json.vertices;
      return sheet({ nu, nv, origin: json.corner, u: json.u, v: json.v, cut: json.cut });
    }
    case 'tube':
      return tubeSurface(json);
    case 'mesh': {
      const { vertices, triangles } = meshNumbers(json, `pieces[${k}].`);
      const uv = uvOf(json, Array.from(triangles), `pieces[${k}].`);
      return { positions: Float64Array.from(vertices), triangles: Int32Array.from(triangles), ...(uv && { uv }) };
    }
  }
}

/** Texture coordinates of a mesh, where it has some. */
function uvOf(
  { uvs, uvTriangles }: Extract<PieceJson, { type: 'mesh' }>,
  triangles: readonly number[],
  path: string,
): SurfaceUv | undefined {
  if (!uvs) return undefined;
  const corners = uvTriangles?.flat() ?? triangles;
  const fail = (expected: string, found: string): never => {
    throw new InputError('wrong cloth', [{ path: `${path}${uvTriangles ? 'uvTriangles' : 'uvs'}`, expected, found }]);
  };
  if (corners.length !== triangles.length)
    fail(`${triangles.length / 3} triangles, as many as there are`, String(corners.length / 3));
  const wrong = corners.find((corner) => corner >= uvs.length);
  if (wrong !== undefined) fail(`numbers below ${uvs.length}, the count of uvs`, String(wrong));
  return { points: Float64Array.from(uvs.flat()), triangles: Int32Array.from(corners) };
}

/** What holds the vertices of a box: one frame, or, where a mesh that deforms carries them, one for each. */
function pinsOf(
  { within, motion }: ClothJson['pins'][number],
  positions: Float64Array,
  carriers: Carriers,
  path: string,
): Pin[] {
  const nodes: number[] = [];
  for (let i = 0; 3 * i < positions.length; i++) {
    const inside = [0, 1, 2].every((c) => {
      const x = positions[3 * i + c];
      return x >= within.least[c] && x <= within.most[c];
    });
    if (inside) nodes.push(i);
  }
  if (nodes.length === 0) {
    const expected = 'a box with vertices in it';
    throw new InputError('wrong cloth', [{ path: `${path}.within`, expected, found: JSON.stringify(within) }]);
  }
  const pinAt = (place: Vector, held: number[]): Pin => {
    const scripted = scriptedMotion(motion, place, [1, 0, 0, 0], carriers);
    return { nodes: held, ...(scripted && { motion: scripted }) };
  };
  const carrier = motion?.with === undefined ? undefined : carriers.get(motion.with);
  if (!carrier?.deforms) return [pinAt([0, 0, 0], nodes)];
  return nodes.map((i) => pinAt([positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]], [i]));
}

/** Without the keys that have no value. */
function definedOnly<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as never;
}
