import { readHair } from '../../io/import/hair.js';
import { loadScene } from '../scene-input.js';
import { type Terminal, readInput } from '../terminal.js';

/** Elements of a strand that comes without a scene, and the radius of a hair (m). */
const elements = 6;
const radius = 5e-5;

/** The scene to groom: as given, or one with the strands of a .hair file, held at their roots. */
export async function groomInput(
  terminal: Terminal,
  given: string,
  options: {
    readonly set?: string[];
    readonly allowOutside?: boolean;
    readonly scale?: number;
    readonly count?: number;
  },
): Promise<unknown> {
  if (!/\.hair$/i.test(given)) return await loadScene(terminal, given, options.set ?? [], options);
  const { scale = 1, count = Infinity } = options;
  const strands = readHair(await readInput(terminal, given), given, { up: 'z', scale }, count);
  return {
    version: 1,
    name: given.replace(/^.*[/\\]/, '').replace(/\.hair$/i, ''),
    duration: 1,
    step: { length: 0.005 },
    materials: { hair: { preset: 'hair' } },
    bodies: [
      {
        type: 'strands',
        name: 'hair',
        model: 'super-helix',
        elements,
        radius,
        material: 'hair',
        self: false,
        strands: strands.filter((strand) => strand.length > 1),
      },
    ],
  };
}
