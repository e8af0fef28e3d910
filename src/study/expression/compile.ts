import { nearest } from '../../nearest.js';
import { type ArithmeticFunction, arithmetic, constants } from './arithmetic.js';
import type { Node } from './parse.js';
import { parseExpression } from './parse.js';
import { expressionError } from './tokens.js';

/** A vector of three numbers. */
export type Vector3 = readonly [number, number, number];

/** What an expression may come to. Comparisons give 1 or 0. */
export type ValueType = 'number' | 'vector';

/** Gives the present value of a part of an expression. */
export type Evaluate = () => number | Vector3;

/** A part of an expression, ready to be evaluated again and again. */
export interface Compiled {
  readonly type: ValueType;
  readonly value: Evaluate;
}

/** What names mean in an expression, besides arithmetic. */
export interface Scope {
  /** names and functions of its own, for "did you mean" */
  readonly known: readonly string[];
  /** the meaning of a name, or undefined */
  name(name: string): Compiled | undefined;
  /** the meaning of a call, or undefined where the function is not one of its own; `compile` handles arguments */
  call(name: string, args: readonly Node[], help: CallHelp): Compiled | undefined;
}

/** What a scope needs to make sense of a call. */
export interface CallHelp {
  compile(node: Node): Compiled;
  number(node: Node): () => number;
  fail(node: Node | undefined, expected: string, found: string, hint?: string): never;
}

/** Prepares an expression that comes to a number. Throws an `InputError` that says where it is wrong. */
export function compileNumber(text: string, scope: Scope): () => number {
  return new Compiler(text, scope).number(parseExpression(text));
}

const components: Readonly<Record<string, number>> = { x: 0, y: 1, z: 2 };

class Compiler implements CallHelp {
  readonly #text: string;
  readonly #scope: Scope;

  constructor(text: string, scope: Scope) {
    this.#text = text;
    this.#scope = scope;
  }

  fail(node: Node | undefined, expected: string, found: string, hint?: string): never {
    throw expressionError(this.#text, node?.at ?? 0, expected, found, hint);
  }

  number(node: Node): () => number {
    const { type, value } = this.compile(node);
    if (type !== 'number') this.fail(node, 'a number', 'a vector', 'add .x, .y, .z or .length');
    return value as () => number;
  }

  compile(node: Node): Compiled {
    switch (node.kind) {
      case 'number':
        return scalar(() => node.value);
      case 'text':
        return this.fail(node, 'a number', `"${node.value}"`);
      case 'name':
        return this.#name(node);
      case 'call':
        return this.#call(node);
      case 'member':
        return this.#member(node);
      case 'unary': {
        const of = this.number(node.of);
        return scalar(node.operator === '-' ? () => -of() : () => (of() === 0 ? 1 : 0));
      }
      case 'binary':
        return this.#binary(node);
      case 'choice': {
        const test = this.number(node.test);
        const yes = this.number(node.yes);
        const no = this.number(node.no);
        return scalar(() => (test() !== 0 ? yes() : no()));
      }
    }
  }

  #name(node: Node & { kind: 'name' }): Compiled {
    const own = this.#scope.name(node.name);
    if (own) return own;
    if (Object.hasOwn(constants, node.name)) return scalar(() => constants[node.name]);
    const known = [...this.#scope.known, ...Object.keys(constants)];
    return this.#unknown(node, 'a quantity or a parameter', node.name, known);
  }

  #call(node: Node & { kind: 'call' }): Compiled {
    const own = this.#scope.call(node.name, node.args, this);
    if (own) return own;
    const known = [...this.#scope.known, ...Object.keys(arithmetic)];
    if (!Object.hasOwn(arithmetic, node.name)) return this.#unknown(node, 'a function', node.name, known);
    const { least, most, apply }: ArithmeticFunction = arithmetic[node.name];
    if (node.args.length < least || node.args.length > most) {
      const expected = least === most ? `${least}` : most === Infinity ? `${least} or more` : `${least} to ${most}`;
      return this.fail(node, `${expected} arguments of ${node.name}`, String(node.args.length));
    }
    const args = node.args.map((arg) => this.number(arg));
    return scalar(() => apply(args.map((arg) => arg())));
  }

  #unknown(node: Node, expected: string, found: string, known: readonly string[]): never {
    const similar = nearest(found, known);
    return this.fail(node, expected, found, similar ? `did you mean ${similar}?` : 'stickslip sweep --quantities');
  }

  #member(node: Node & { kind: 'member' }): Compiled {
    const { type, value } = this.compile(node.of);
    if (type !== 'vector') this.fail(node, 'a vector before the dot', 'a number');
    const vector = value as () => Vector3;
    if (node.key === 'length') {
      return scalar(() => {
        const [x, y, z] = vector();
        return Math.sqrt(x * x + y * y + z * z);
      });
    }
    if (!Object.hasOwn(components, node.key)) this.fail(node, 'x, y, z or length', node.key);
    const k = components[node.key];
    return scalar(() => vector()[k]);
  }

  #binary({ operator, a, b, at }: Node & { kind: 'binary' }): Compiled {
    const left = this.compile(a);
    const right = this.compile(b);
    if (left.type === 'vector' || right.type === 'vector') {
      if (left.type !== right.type || (operator !== '+' && operator !== '-'))
        throw expressionError(this.#text, at, 'numbers, or two vectors and + or -', operator);
      const sign = operator === '+' ? 1 : -1;
      const [va, vb] = [left.value as () => Vector3, right.value as () => Vector3];
      return {
        type: 'vector',
        value: () => {
          const [x, y] = [va(), vb()];
          return [x[0] + sign * y[0], x[1] + sign * y[1], x[2] + sign * y[2]];
        },
      };
    }
    const [x, y] = [left.value as () => number, right.value as () => number];
    return scalar(operators[operator](x, y));
  }
}

const scalar = (value: () => number): Compiled => ({ type: 'number', value });

type Operand = () => number;

const truth = (test: (x: number, y: number) => boolean) => (x: Operand, y: Operand) => () => (test(x(), y()) ? 1 : 0);

const operators: Readonly<Record<string, (x: Operand, y: Operand) => Operand>> = {
  '+': (x, y) => () => x() + y(),
  '-': (x, y) => () => x() - y(),
  '*': (x, y) => () => x() * y(),
  '/': (x, y) => () => x() / y(),
  '^': (x, y) => () => arithmetic.pow.apply([x(), y()]),
  '<': truth((x, y) => x < y),
  '<=': truth((x, y) => x <= y),
  '>': truth((x, y) => x > y),
  '>=': truth((x, y) => x >= y),
  '==': truth((x, y) => x === y),
  '!=': truth((x, y) => x !== y),
  '&&': truth((x, y) => x !== 0 && y !== 0),
  '||': truth((x, y) => x !== 0 || y !== 0),
};

/** A scope of plain numbers, as of parameters or of a row of results. */
export function numbersScope(names: readonly string[], value: (name: string) => number): Scope {
  return {
    known: names,
    name: (name) => (names.includes(name) ? scalar(() => value(name)) : undefined),
    call: () => undefined,
  };
}
