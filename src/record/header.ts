import { z } from 'zod';
import { InputError } from '../errors.js';
import { parseJson } from '../parse-json.js';
import type { RecordingHeader } from './writer.js';

const numbers = z.array(z.number());
const count = z.int().min(0).max(1e9);

const solid = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sphere'), radius: z.number() }),
  z.object({ type: z.enum(['capsule', 'cylinder']), radius: z.number(), halfLength: z.number() }),
  z.object({ type: z.literal('box'), half: numbers.length(3) }),
  z.object({ type: z.literal('plane') }),
  z.object({ type: z.literal('convex'), vertices: numbers, faces: z.array(z.array(count)) }),
  z.object({ type: z.literal('mesh'), vertices: numbers, triangles: z.array(count) }),
  z.object({ type: z.literal('tube'), radius: z.number(), points: numbers, closed: z.boolean() }),
]);

const parts = z.array(z.object({ shape: solid, pose: numbers.length(7) }));

const named = { name: z.string(), entry: count.optional() };

const header = z.object({
  scene: z.unknown(),
  program: z.string(),
  frameTime: z.number(),
  contacts: z.boolean().optional(),
  velocities: z.boolean().optional(),
  source: z.unknown().optional(),
  stepColumns: z.array(z.string()),
  bodies: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('rod'),
        ...named,
        nodes: count,
        radius: z.number(),
        halfAxes: z.tuple([z.number(), z.number()]).optional(),
        directors: z.boolean().optional(),
      }),
      z.object({ kind: z.literal('rigid'), ...named, parts }),
      z.object({
        kind: z.literal('cloth'),
        ...named,
        nodes: count,
        thickness: z.number(),
        triangles: z.array(count),
        uv: numbers.optional(),
        uvTriangles: z.array(count).optional(),
        obstacle: count.optional(),
      }),
    ]),
  ),
  obstacles: z.array(z.object({ name: z.string(), parts, moves: z.boolean(), pose: numbers.length(7) })),
});

/** The header of a recording from its JSON; an `InputError` where it is not one. */
export function parseHeader(text: string, what: string): RecordingHeader {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (cause) {
    const problem = { path: 'the header', expected: 'JSON', found: 'something else' };
    throw new InputError(`${what} cannot be read`, [problem], { cause });
  }
  const result = header.safeParse(json);
  if (result.success) {
    checkIndices(result.data, what);
    return result.data;
  }
  const problems = result.error.issues.slice(0, 10).map((issue) => ({
    path: `header.${issue.path.join('.')}`,
    expected: 'what a recording has there',
    found: issue.message,
  }));
  throw new InputError(`${what} cannot be read`, problems);
}

const gap = z.object({
  before: z.number().optional(),
  after: z.number().optional(),
  frames: z.number().optional(),
});

/** What a repaired recording notes of a gap; nothing where it is not such a note. */
export function parseGap(text: string): z.output<typeof gap> {
  try {
    return gap.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** Vertices that triangles and faces name must be there. */
function checkIndices(parsed: z.output<typeof header>, what: string): void {
  const fail = (path: string): never => {
    const problem = { path: `header.${path}`, expected: 'numbers of vertices', found: 'one that is not there' };
    throw new InputError(`${what} cannot be read`, [problem]);
  };
  const checkParts = (own: z.output<typeof parts>, path: string): void => {
    for (const { shape } of own) {
      if (shape.type === 'convex' && shape.faces.some((face) => face.some((k) => 3 * k + 2 >= shape.vertices.length)))
        fail(`${path}.faces`);
      if (shape.type === 'mesh' && shape.triangles.some((k) => 3 * k + 2 >= shape.vertices.length))
        fail(`${path}.triangles`);
    }
  };
  parsed.bodies.forEach((body, b) => {
    if (body.kind === 'rigid') checkParts(body.parts, `bodies.${b}`);
    if (body.kind !== 'cloth') return;
    if (body.triangles.some((k) => k >= body.nodes)) fail(`bodies.${b}.triangles`);
    const { uv, uvTriangles: corners = body.triangles } = body;
    if (uv && (corners.length !== body.triangles.length || corners.some((k) => 2 * k + 1 >= uv.length)))
      fail(`bodies.${b}.uvTriangles`);
  });
  parsed.obstacles.forEach((obstacle, o) => checkParts(obstacle.parts, `obstacles.${o}`));
}
