import { InputError } from '../../errors.js';

/** A piece of an expression and where it stands. */
export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign' | 'end';
  readonly text: string;
  /** place of the first letter, from 0 */
  readonly at: number;
}

const pattern =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|"([^"]*)"|'([^']*)'|([A-Za-z_]\w*)|(<=|>=|==|!=|&&|\|\||[-+*/^<>!?:(),.]))/y;

/** Says what is wrong with an expression, with a mark under the place. */
export function expressionError(text: string, at: number, expected: string, found: string, hint?: string): InputError {
  const path = `"${text}", column ${at + 1}`;
  return new InputError('not a usable expression', [{ path, expected, found, ...(hint !== undefined && { hint }) }]);
}

/** The pieces of an expression, an end last. Throws an `InputError` at what is none. */
export function tokens(text: string): Token[] {
  const list: Token[] = [];
  const end = text.trimEnd().length;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < end) {
    const from = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) {
      const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
      throw expressionError(text, at, 'a number, a name or an operator', text.slice(at, at + 1));
    }
    const [whole, number, double, single, name, sign] = match;
    const at = from + whole.search(/\S/);
    if (number !== undefined) list.push({ kind: 'number', text: number, at });
    else if (name !== undefined) list.push({ kind: 'name', text: name, at });
    else if (sign !== undefined) list.push({ kind: 'sign', text: sign, at });
    else list.push({ kind: 'text', text: double ?? single, at });
  }
  list.push({ kind: 'end', text: '', at: end });
  return list;
}
