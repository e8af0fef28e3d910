import { arithmetic, constants } from '../../study/expression/arithmetic.js';
import { overTime } from '../../study/measure/over-time.js';
import { quantities } from '../../study/measure/quantities.js';
import { exitCodes } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';

/** `sweep --quantities`: everything that expressions know. */
export function printQuantities(terminal: Terminal, json: boolean): number {
  const call = (name: string, args: readonly string[]): string =>
    args.length > 0 ? `${name}(${args.join(', ')})` : name;
  const measured = Object.entries(quantities).map(([name, own]) => ({
    name,
    use: call(name, own.arguments),
    type: own.type,
    unit: own.unit,
    summary: own.summary,
  }));
  const time = Object.entries(overTime).map(([name, own]) => ({
    name,
    use: own.time ? `${name}(time, x)` : `${name}(x)`,
    summary: own.summary,
  }));
  const functions = Object.entries(arithmetic).map(([name, { summary }]) => ({ name, summary }));
  if (json) {
    terminal.out(
      `${JSON.stringify({ quantities: measured, overTime: time, functions, constants: Object.keys(constants) })}\n`,
    );
    return exitCodes.done;
  }
  const line = (left: string, right: string): string => `  ${left.padEnd(34)} ${right}`;
  const text = [
    'Quantities, at the end of a run (vectors take .x .y .z .length; body and who are names, or numbers of bodies):',
    ...measured.map(({ use, type, unit, summary }) =>
      line(`${use}${type === 'vector' ? ' vector' : ''}`, `${summary}${unit ? ` (${unit})` : ''}`),
    ),
    '',
    'Over the whole run (looked at after every whole step):',
    ...time.map(({ use, summary }) => line(use, summary)),
    '',
    'Operators: + - * / ^ < <= > >= == != && || ! ?:   Constants: ' + Object.keys(constants).join(' '),
    `Functions: ${functions.map(({ name }) => name).join(' ')}`,
  ];
  terminal.out(`${text.join('\n')}\n`);
  return exitCodes.done;
}
