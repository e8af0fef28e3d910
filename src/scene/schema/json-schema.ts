import { z } from 'zod';
import { sceneSchema, sceneVersion } from './scene.js';

/** Where the JSON Schema of this version of scene files is found. */
export const sceneSchemaAddress = `https://unpkg.com/stickslip/schema/scene-${sceneVersion}.json`;

/** The JSON Schema of scene files, for editors. */
export function sceneJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(sceneSchema, { io: 'input', reused: 'ref' }) as Record<string, unknown>;
  const { $schema, ...rest } = schema;
  return { $schema, $id: sceneSchemaAddress, title: 'stickslip scene', ...rest };
}
