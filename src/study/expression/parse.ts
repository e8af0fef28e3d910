import { type Token, expressionError, tokens } from './tokens.js';

/** A parsed expression. `at` is its place in the text. */
export type Node =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[]; readonly at: number }
  | { readonly kind: 'member'; readonly of: Node; readonly key: string; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Node; readonly at: number }
  | { readonly kind: 'binary'; readonly operator: string; readonly a: Node; readonly b: Node; readonly at: number }
  | { readonly kind: 'choice'; readonly test: Node; readonly yes: Node; readonly no: Node; readonly at: number };

/** How tightly operators bind. */
const strength: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '^': 8,
};

/** A sign before a number binds more than a product and less than a power: -x^2 is -(x^2). */
const unaryStrength = 7;

/** Deeper nesting is refused: nobody writes it, and the stack is finite. */
const deepest = 100;

/** Parses an expression. Throws an `InputError` with the column of what is wrong. */
export function parseExpression(text: string): Node {
  return new Parser(text).whole();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokens(text);
  }

  whole(): Node {
    const node = this.#choice();
    if (this.#peek().kind !== 'end') this.#fail('an operator or the end');
    return node;
  }

  #peek(): Token {
    return this.#tokens[this.#next];
  }

  #take(): Token {
    return this.#tokens[this.#next++];
  }

  #is(sign: string): boolean {
    const token = this.#peek();
    return token.kind === 'sign' && token.text === sign;
  }

  #accept(sign: string): boolean {
    if (!this.#is(sign)) return false;
    this.#next++;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#accept(sign)) this.#fail(sign);
  }

  #fail(expected: string): never {
    const token = this.#peek();
    throw expressionError(this.#text, token.at, expected, token.kind === 'end' ? 'the end' : token.text);
  }

  #choice(): Node {
    if (++this.#depth > deepest) this.#fail(`at most ${deepest} levels of nesting`);
    const test = this.#binary(0);
    let node = test;
    if (this.#accept('?')) {
      const yes = this.#choice();
      this.#expect(':');
      node = { kind: 'choice', test, yes, no: this.#choice(), at: test.at };
    }
    this.#depth--;
    return node;
  }

  #binary(least: number): Node {
    let a = this.#unary();
    for (;;) {
      const token = this.#peek();
      const own = token.kind === 'sign' ? strength[token.text] : undefined;
      if (own === undefined || own <= least) return a;
      this.#next++;
      // powers bind to the right
      const b = this.#binary(token.text === '^' ? own - 1 : own);
      a = { kind: 'binary', operator: token.text, a, b, at: token.at };
    }
  }

  #unary(): Node {
    const { at, text } = this.#peek();
    if (this.#is('-') || this.#is('!') || this.#is('+')) {
      this.#next++;
      if (++this.#depth > deepest) this.#fail(`at most ${deepest} levels of nesting`);
      const of = this.#binary(unaryStrength - 1 + (text === '!' ? 1 : 0));
      this.#depth--;
      return text === '+' ? of : { kind: 'unary', operator: text, of, at };
    }
    return this.#members(this.#primary());
  }

  #members(node: Node): Node {
    while (this.#accept('.')) {
      const key = this.#take();
      if (key.kind !== 'name') {
        this.#next--;
        this.#fail('x, y, z or length');
      }
      node = { kind: 'member', of: node, key: key.text, at: key.at };
    }
    return node;
  }

  #primary(): Node {
    const token = this.#take();
    const { at } = token;
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text), at };
    if (token.kind === 'text') return { kind: 'text', value: token.text, at };
    if (token.kind === 'name') return this.#accept('(') ? this.#call(token) : { kind: 'name', name: token.text, at };
    if (token.kind === 'sign' && token.text === '(') {
      const inner = this.#choice();
      this.#expect(')');
      return inner;
    }
    this.#next--;
    return this.#fail('a number, a name or (');
  }

  #call({ text: name, at }: Token): Node {
    const args: Node[] = [];
    if (!this.#accept(')')) {
      do args.push(this.#choice());
      while (this.#accept(','));
      this.#expect(')');
    }
    return { kind: 'call', name, args, at };
  }
}
