import type { Findings } from '../findings.js';

/** A value of an attribute: all its numbers in a row, however they are nested, or its words. */
export interface UsdValue {
  readonly numbers: readonly number[];
  readonly words: readonly string[];
}

export interface UsdAttribute {
  readonly value?: UsdValue;
  /** values at time codes, rising */
  readonly samples?: readonly (readonly [code: number, value: UsdValue])[];
}

export interface UsdPrim {
  /** e.g. Mesh; empty where it has none */
  readonly type: string;
  readonly path: string;
  readonly attributes: ReadonlyMap<string, UsdAttribute>;
  readonly children: readonly UsdPrim[];
  /** names in its brackets, such as references */
  readonly metadata: ReadonlyMap<string, UsdValue>;
}

/** What stands in a layer: its own metadata, and its prims. */
export interface UsdLayer {
  readonly metadata: ReadonlyMap<string, UsdValue>;
  readonly prims: readonly UsdPrim[];
}

const specifiers = new Set(['def', 'over', 'class']);

/** Prims in prims at most. */
const deepest = 1000;

/** The prims of a layer in text form (.usda). Reports to `findings` where it is none. */
export function parseUsd(text: string, findings: Findings): UsdLayer {
  return new Parser(text, findings).layer();
}

class Parser {
  readonly #text: string;
  readonly #findings: Findings;
  readonly #token =
    /\s+|#[^\n]*|"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|@[^@]*@|<[^>]*>|[()[\]{}=,;:]|[^\s()[\]{}=,;"'@<#]+/y;
  #at = 0;
  /** the token that comes next; empty at the end */
  #next = '';
  #from = 0;

  constructor(text: string, findings: Findings) {
    this.#text = text;
    this.#findings = findings;
    this.#advance();
  }

  layer(): UsdLayer {
    const metadata = this.#next === '(' ? this.#metadata() : new Map<string, UsdValue>();
    const prims: UsdPrim[] = [];
    while (this.#next !== '') {
      if (specifiers.has(this.#next)) prims.push(this.#prim('', 0));
      else this.#statement(new Map());
    }
    return { metadata, prims };
  }

  #fail(expected: string): never {
    const line = this.#text.slice(0, this.#from).split('\n').length;
    return this.#findings.fail(`line ${line} of its text`, expected, JSON.stringify(this.#next.slice(0, 40)));
  }

  #advance(): string {
    const taken = this.#next;
    this.#next = '';
    while (this.#at < this.#text.length) {
      this.#token.lastIndex = this.#from = this.#at;
      const match = this.#token.exec(this.#text);
      if (!match) this.#fail('the text of a USD layer');
      this.#at = this.#token.lastIndex;
      const [found] = match!;
      if (/^[\s#]/.test(found)) continue;
      this.#next = found;
      break;
    }
    return taken;
  }

  #take(token: string): void {
    if (this.#next !== token) this.#fail(token);
    this.#advance();
  }

  #prim(above: string, depth: number): UsdPrim {
    if (depth > deepest) this.#fail(`at most ${deepest} prims in each other`);
    this.#advance();
    const type = /^["']/.test(this.#next) ? '' : this.#advance();
    const path = `${above}/${unquoted(this.#advance())}`;
    const metadata = this.#next === '(' ? this.#metadata() : new Map<string, UsdValue>();
    const attributes = new Map<string, UsdAttribute>();
    const children: UsdPrim[] = [];
    this.#take('{');
    while (this.#next !== '}') {
      if (this.#next === '') this.#fail('}');
      if (specifiers.has(this.#next)) children.push(this.#prim(path, depth + 1));
      else if (this.#next === 'variantSet') this.#fail('a file without variants');
      else this.#statement(attributes);
    }
    this.#advance();
    return { type, path, attributes, children, metadata };
  }

  /** Words, then perhaps a value and brackets: an attribute, a relationship or something else. */
  #statement(attributes: Map<string, UsdAttribute>): void {
    let name = '';
    while (!['=', '}', '(', ''].includes(this.#next)) {
      const word = this.#advance();
      if (word !== '[' && word !== ']' && word !== ';') {
        if (name !== '' && specifiers.has(word)) this.#fail('a value');
        name = word;
      }
      if (specifiers.has(this.#next)) return;
    }
    if (this.#next === '=') {
      this.#advance();
      const sampled = name.endsWith('.timeSamples');
      const key = sampled ? name.slice(0, -'.timeSamples'.length) : name;
      if (sampled) attributes.set(key, { ...attributes.get(key), samples: this.#samples() });
      else attributes.set(key, { ...attributes.get(key), value: this.#value() });
    } else if (this.#next === '}' && name === '') this.#fail('an attribute');
    if (this.#next === '(') this.#metadata();
  }

  #samples(): [number, UsdValue][] {
    const samples: [number, UsdValue][] = [];
    this.#take('{');
    while (this.#next !== '}') {
      // 1: or 1 :
      const word = this.#advance();
      const code = Number(word.replace(/:$/, ''));
      if (!Number.isFinite(code)) this.#fail('a time code');
      if (!word.endsWith(':')) this.#take(':');
      samples.push([code, this.#value()]);
      if (this.#next === ',') this.#advance();
      else if (this.#next !== '}') this.#fail(', or }');
    }
    this.#advance();
    return samples.sort(([a], [b]) => a - b);
  }

  /** What stands in brackets after a prim, an attribute or the layer's head. */
  #metadata(): Map<string, UsdValue> {
    const found = new Map<string, UsdValue>();
    this.#take('(');
    let name = '';
    while (this.#next !== ')') {
      if (this.#next === '') this.#fail(')');
      const word = this.#advance();
      if (word !== '=') {
        name = word;
        continue;
      }
      found.set(name, this.#value());
    }
    this.#advance();
    return found;
  }

  /** A value, flat. */
  #value(): UsdValue {
    const numbers: number[] = [];
    const words: string[] = [];
    let depth = 0;
    do {
      const token = this.#advance();
      if (token === '') this.#fail('a value');
      if ('([{'.includes(token)) depth++;
      else if (')]}'.includes(token)) depth--;
      else if (!',=:;'.includes(token)) {
        const x = token === 'inf' ? Infinity : token === '-inf' ? -Infinity : token === 'nan' ? NaN : Number(token);
        if (Number.isNaN(x) && token !== 'nan') words.push(unquoted(token));
        else numbers.push(x);
      }
    } while (depth > 0);
    // an asset may be followed by the prim that is meant: @file@</path>
    if (this.#next.startsWith('<') && words.length > 0) words.push(unquoted(this.#advance()));
    return { numbers, words };
  }
}

function unquoted(token: string): string {
  if (/^("""|''')/.test(token)) return token.slice(3, -3);
  return /^["'@<]/.test(token) ? token.slice(1, -1) : token;
}
