import type { Command, Option } from 'commander';
import { delassusForms, localSolvers, measureNames, solvers } from '../../friction/index.js';
import { galleryNames } from '../../scene/gallery/gallery.js';
import { exportFormatNames } from '../export/formats.js';
import { validations } from '../../validation/registry.js';

/** What a shell offers after a word. */
export type Offer =
  { readonly kind: 'words'; readonly words: readonly string[] } | { readonly kind: 'files' | 'folders' | 'nothing' };

export interface OptionWords {
  readonly flag: string;
  readonly summary: string;
  /** what follows the option; undefined where nothing does */
  readonly value: Offer | undefined;
}

export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionWords[];
  /** what stands beside the options; with files where those may be given too */
  readonly operand: Offer;
  readonly files: boolean;
}

const words = (list: readonly string[]): Offer => ({ kind: 'words', words: list });

/** Options whose values are known, by their flags. */
const values: Readonly<Record<string, () => Offer>> = {
  '--solver': () => words(solvers().map(({ name }) => name)),
  '--solvers': () => words(solvers().map(({ name }) => name)),
  '--local': () => words(localSolvers().map(({ name }) => name)),
  '--measure': () => words(measureNames),
  '--form': () => words(delassusForms),
  '--facets': () => words(['4', '6', '8', '12', '16']),
  '--cone': () => words(['inner', 'outer']),
  '--export': () => words(exportFormatNames),
  '--to': () => words(exportFormatNames),
  '--dump-problems': () => words(['every=', 'unconverged']),
  '--warm-start': () => ({ kind: 'files' }),
  '--trace': () => ({ kind: 'files' }),
  '--html': () => ({ kind: 'files' }),
  '--scene': () => words(galleryNames),
};

/** Operands of commands, by name. */
const operands: Readonly<Record<string, () => Offer>> = {
  run: () => words(galleryNames),
  scenes: () => words(galleryNames),
  validate: () => words(validations.map(({ name }) => name)),
  completion: () => words(['bash', 'zsh', 'fish']),
};

const takeFiles: Readonly<Record<string, 'files' | 'folders'>> = {
  solve: 'files',
  compare: 'files',
  convert: 'files',
  run: 'files',
  check: 'files',
  export: 'folders',
  repair: 'folders',
};

function valueOf(command: string, option: Option): Offer | undefined {
  if (!option.required && !option.optional) return undefined;
  const flag = option.long!;
  if (flag === '--out') return { kind: command === 'solve' ? 'files' : 'folders' };
  if (option.argChoices) return words(option.argChoices);
  return values[flag]?.() ?? { kind: 'nothing' };
}

/** Everything that can be completed, from the program's own commands and the names of the reproductions at hand. */
export function completionWords(program: Command, reproductions: readonly string[]): CommandWords[] {
  return program.commands.map((command) => {
    const name = command.name();
    const files = takeFiles[name];
    return {
      name,
      summary: command.description(),
      options: [
        ...command.options.map((option) => ({
          flag: option.long!,
          summary: option.description,
          value: valueOf(name, option),
        })),
        { flag: '--help', summary: 'show this help', value: undefined },
      ],
      operand: name === 'reproduce' ? words(reproductions) : (operands[name]?.() ?? { kind: files ?? 'nothing' }),
      files: files !== undefined,
    };
  });
}
