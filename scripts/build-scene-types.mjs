/**
 * `node scripts/build-scene-types.mjs`: the types of scene files, with names and comments, from schema/scene-1.json into
 * src/scene/scene-types.ts. Types inferred from the schema itself have neither, and editors show pages of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'prettier';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const pascal = (name) => name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, __, letter) => letter.toUpperCase());

/** Of a list of obstacles each is an obstacle. */
const singular = (name) => name.replace(/(?<=bod)ies$/, 'y').replace(/(?<=[a-rt-z])s$/, '');

class Writer {
  #definitions;
  #names = new Map();
  #taken = new Set();
  #parts = [];

  constructor(definitions) {
    this.#definitions = definitions;
  }

  /** The text of all named types. */
  write(schema) {
    this.#object(schema, 'SceneInput', 'A scene file. Lengths in metres, masses in kilograms, times in seconds.');
    return this.#parts.reverse().join('\n\n');
  }

  #claim(wanted, context) {
    let name = `Scene${pascal(wanted)}`;
    if (this.#taken.has(name)) name = `Scene${pascal(context)}${pascal(wanted)}`;
    for (let k = 2; this.#taken.has(name); k++) name = `Scene${pascal(context)}${pascal(wanted)}${k}`;
    this.#taken.add(name);
    return name;
  }

  /** A schema as a type; `wanted` is what it would be called, `context` what it is a part of. */
  #type(schema, wanted, context) {
    if (schema.$ref) return this.#reference(schema.$ref.slice('#/$defs/'.length), wanted, context);
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    const options = schema.anyOf ?? schema.oneOf;
    if (options)
      return options
        .map((option) =>
          this.#type(
            option,
            this.#kindOf(option) ?? (this.#resolved(option).properties ? `${wanted} object` : wanted),
            context,
          ),
        )
        .join(' | ');
    if (schema.prefixItems)
      return `[${schema.prefixItems.map((item) => this.#type(item, wanted, context)).join(', ')}]`;
    if (schema.type === 'array') return `Array<${this.#type(schema.items ?? {}, singular(wanted), context)}>`;
    if (schema.type === 'object') return this.#objectType(schema, wanted, context);
    if (schema.type === 'integer') return 'number';
    return ['number', 'string', 'boolean'].includes(schema.type) ? schema.type : 'unknown';
  }

  #resolved(schema) {
    return schema.$ref ? this.#resolved(this.#definitions[schema.$ref.slice('#/$defs/'.length)]) : schema;
  }

  /** What an object says it is: the one value of its field `type`. */
  #kindOf(schema) {
    const own = this.#resolved(schema).properties?.type;
    const value = own && this.#resolved(own).const;
    return typeof value === 'string' ? value : undefined;
  }

  /** Shared objects and unions get a name; other shared parts are written out. */
  #reference(key, wanted, context) {
    const known = this.#names.get(key);
    if (known) return known;
    const schema = this.#definitions[key];
    const union = (schema.anyOf ?? schema.oneOf) && !schema.const;
    if (!union && !(schema.type === 'object' && schema.properties)) return this.#type(schema, wanted, context);
    const name = this.#claim(this.#kindOf(schema) ?? wanted, context);
    this.#names.set(key, name);
    if (union) this.#parts.push(`export type ${name} = ${this.#type(schema, wanted, wanted)};`);
    else this.#object(schema, name, schema.description);
    return name;
  }

  #objectType(schema, wanted, context) {
    if (!schema.properties)
      return `Record<string, ${this.#type(schema.additionalProperties || {}, singular(wanted), context)}>`;
    const name = this.#claim(this.#kindOf(schema) ?? wanted, context);
    this.#object(schema, name, schema.description);
    return name;
  }

  #object(schema, name, description) {
    const own = name.replace(/^Scene/, '');
    const lines = Object.entries(schema.properties).map(([key, property]) => {
      const optional = !(schema.required ?? []).includes(key);
      const fallback = property.default === undefined ? '' : ` Default: ${JSON.stringify(property.default)}.`;
      const described = property.description && fallback ? `${property.description}.` : (property.description ?? '');
      const comment = `${described}${fallback}`.trim();
      const text = comment === '' ? '' : `  /** ${comment.replaceAll('*/', '* /')} */\n`;
      return `${text}  ${/^\w+$/.test(key) ? key : JSON.stringify(key)}${optional ? '?' : ''}: ${this.#type(property, key, own)};`;
    });
    const head = description ? `/** ${description} */\n` : '';
    this.#parts.push(`${head}export interface ${name} {\n${lines.join('\n')}\n}`);
  }
}

/** The source text of the types. */
export async function sceneTypes() {
  const schema = JSON.parse(readFileSync(path.join(root, 'schema/scene-1.json'), 'utf8'));
  const head = `/** What may stand in a scene file. Made by scripts/build-scene-types.mjs from the schema: change that, not this. */\n\n`;
  const text = head + new Writer(schema.$defs).write(schema) + '\n';
  const options = JSON.parse(readFileSync(path.join(root, '.prettierrc.json'), 'utf8'));
  return format(text, { ...options, parser: 'typescript' });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(path.join(root, 'src/scene/scene-types.ts'), await sceneTypes());
