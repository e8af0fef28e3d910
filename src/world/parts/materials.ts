import { materialPresets } from '../../scene/presets.js';
import { type MaterialJson, material as materialSchema } from '../../scene/schema/materials.js';
import { parseAll } from '../../scene/problems.js';
import { InputError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import { refuse } from './check.js';

/** The materials of a world by name; may grow, never change. */
export class WorldMaterials {
  readonly materials: Record<string, MaterialJson> = {};

  constructor(own: Readonly<Record<string, MaterialJson>> = {}) {
    for (const [name, values] of Object.entries(own)) this.materials[name] = checked(values, `materials.${name}`);
  }

  /** Name of a material that is given by name or by its values. */
  nameOf(call: string, given: string | MaterialJson | undefined, usual: string): string {
    if (given === undefined) return usual;
    if (typeof given === 'object' && given !== null) return this.#enter(checked(given, 'material'));
    const known = [...Object.keys(this.materials), ...Object.keys(materialPresets)];
    if (known.includes(given)) return given;
    const similar = typeof given === 'string' ? nearest(given, known) : undefined;
    const hint = similar ? `did you mean ${similar}?` : `there are: ${known.join(', ')}`;
    return refuse(call, 'material', 'the name of a material or preset, or its values', given, hint);
  }

  /** Values get a name made of them, so that the same ones are one material. */
  #enter(values: MaterialJson): string {
    const name = `#${JSON.stringify(values)}`;
    this.materials[name] ??= values;
    return name;
  }
}

function checked(values: MaterialJson, path: string): MaterialJson {
  const { value, problems } = parseAll(materialSchema, values);
  if (value) return value;
  throw new InputError(
    'wrong material',
    problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` })),
  );
}
