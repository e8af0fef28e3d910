import type { InputProblem } from '../../errors.js';
import { nearest } from '../../nearest.js';
import type { Columns } from './data-file.js';
import type { ObservationJson } from './schema.js';

/** One number that was observed, and the expression that a run computes it with. */
export interface Observed {
  readonly expression: string;
  readonly value: number;
  readonly error: number | undefined;
  /** how much of an independent number it is: the three components of a distance from a curve are two */
  readonly freedom: number;
  /** when (s); undefined: at the end of the run */
  readonly t: number | undefined;
  /** what plots draw it over: time, or its number */
  readonly x: number;
  /** lines of plots: the component, the node */
  readonly line: string;
}

/** A yes or no, and the condition that a run answers with. */
export interface YesNo {
  readonly expression: string;
  readonly observed: boolean;
}

/** What one entry of `observe` comes to. */
export interface Reading {
  readonly numbers: readonly Observed[];
  readonly yesNo: readonly YesNo[];
  readonly problems: readonly InputProblem[];
}

const axes = ['x', 'y', 'z'] as const;
const text = (name: string): string => JSON.stringify(name);
const nothing: Reading = { numbers: [], yesNo: [], problems: [] };

/** The numbers of an entry whose data are in `rows`; `path` is its place in the problem. */
export function readObservation(entry: ObservationJson, path: string): Reading {
  if (entry.type === 'threshold') {
    return { ...nothing, yesNo: [{ expression: entry.holds, observed: entry.observed }] };
  }
  if (entry.type === 'quantity' && entry.is !== undefined) {
    const { value, is, error } = entry;
    return {
      ...nothing,
      numbers: [{ expression: value, value: is, error, freedom: 1, t: undefined, x: 0, line: value }],
    };
  }
  const table = new Table(entry.rows ?? {}, path);
  const read = table.check(entry);
  if (table.problems.length > 0) return { ...nothing, problems: table.problems };
  return { ...nothing, numbers: read(table) };
}

/** Columns of one entry, with complaints about them. */
class Table {
  readonly problems: InputProblem[] = [];
  readonly rows: number;
  readonly #columns: Columns;
  readonly #path: string;

  constructor(columns: Columns, path: string) {
    this.#columns = columns;
    this.#path = path;
    const lengths = Object.values(columns).map(({ length }) => length);
    this.rows = lengths[0] ?? 0;
    if (new Set(lengths).size > 1) {
      const found = Object.entries(columns).map(([name, { length }]) => `${name} ${length}`);
      this.problems.push({ path, expected: 'columns of equal length', found: found.join(', ') });
    }
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#columns, name);
  }

  at(name: string, k: number): number {
    return this.#columns[name][k];
  }

  /** Complains about columns that are missing or mean nothing; what makes numbers of the entry. */
  check(entry: Exclude<ObservationJson, { type: 'threshold' }>): (table: Table) => Observed[] {
    const { needed, any, also, read } = readers[entry.type];
    const known = [...needed, ...any, ...also, 'error'];
    for (const name of needed.filter((own) => !this.has(own))) this.#complain(`a column ${name}`);
    if (any.length > 0 && !any.some((own) => this.has(own))) this.#complain(`a column of ${any.join(', ')}`);
    for (const name of Object.keys(this.#columns).filter((own) => !known.includes(own))) {
      const similar = nearest(name, known);
      const hint = similar ? `did you mean ${similar}?` : 'leave out columns that are not used';
      this.problems.push({ path: this.#path, expected: `columns of ${known.join(', ')}`, found: name, hint });
    }
    const wrong = this.has('error') ? this.#columns.error.findIndex((own) => !(own > 0)) : -1;
    if (wrong >= 0)
      this.problems.push({
        path: `${this.#path}: error[${wrong}]`,
        expected: 'a number > 0',
        found: `${this.at('error', wrong)}`,
      });
    for (const name of Object.keys(this.#columns)) {
      const k = this.#columns[name].findIndex((own) => !Number.isFinite(own));
      if (k >= 0)
        this.problems.push({
          path: `${this.#path}: ${name}[${k}]`,
          expected: 'a finite number',
          found: `${this.at(name, k)}`,
        });
    }
    return (table) => read(table, entry as never);
  }

  error(k: number, entry: { readonly error?: number | undefined }): number | undefined {
    return this.has('error') ? this.at('error', k) : entry.error;
  }

  #complain(expected: string): void {
    const found = Object.keys(this.#columns).join(', ') || 'no data';
    this.problems.push({ path: this.#path, expected, found });
  }
}

type Entry<T extends ObservationJson['type']> = Extract<ObservationJson, { type: T }>;

interface Reader<T extends ObservationJson['type']> {
  readonly needed: readonly string[];
  /** at least one of them */
  readonly any: readonly string[];
  readonly also: readonly string[];
  read(table: Table, entry: Entry<T>): Observed[];
}

const each = (table: Table, make: (k: number) => Observed[]): Observed[] =>
  Array.from({ length: table.rows }, (_, k) => make(k)).flat();

const readers: { readonly [T in Exclude<ObservationJson['type'], 'threshold'>]: Reader<T> } = {
  trajectory: {
    needed: ['time'],
    any: axes,
    also: ['point'],
    read: (table, entry) =>
      each(table, (k) => {
        const t = table.at('time', k);
        const node = table.has('point') ? table.at('point', k) : entry.node;
        const point = node === undefined ? text(entry.body) : `${text(entry.body)}, ${node}`;
        const error = table.error(k, entry);
        return axes.flatMap((axis) => {
          if (!table.has(axis)) return [];
          const expression = `at(${t}, position(${point}).${axis})`;
          const line = node === undefined ? axis : `${axis} of ${node}`;
          return [{ expression, value: table.at(axis, k), error, freedom: 1, t, x: t, line }];
        });
      }),
  },
  shape: {
    needed: axes,
    any: [],
    also: [],
    read: (table, entry) =>
      each(table, (k) => {
        const place = axes.map((axis) => table.at(axis, k)).join(', ');
        return axes.map((axis) => ({
          expression: `at(${entry.time}, offset(${text(entry.body)}, ${place}).${axis})`,
          value: 0,
          error: table.error(k, entry),
          freedom: 2 / 3,
          t: entry.time,
          x: k,
          line: `${axis} off the curve`,
        }));
      }),
  },
  force: {
    needed: ['time'],
    any: [...axes, 'size'],
    also: [],
    read: (table, entry) =>
      each(table, (k) => {
        const t = table.at('time', k);
        const error = table.error(k, entry);
        return [...axes, 'size'].flatMap((column) => {
          if (!table.has(column)) return [];
          const part = column === 'size' ? 'length' : column;
          const expression = `at(${t}, endForce(${text(entry.body)}, ${entry.end}).${part})`;
          return [{ expression, value: table.at(column, k), error, freedom: 1, t, x: t, line: column }];
        });
      }),
  },
  quantity: {
    needed: ['time', 'value'],
    any: [],
    also: [],
    read: (table, entry) =>
      each(table, (k) => {
        const t = table.at('time', k);
        const expression = `at(${t}, ${entry.value})`;
        return [
          {
            expression,
            value: table.at('value', k),
            error: table.error(k, entry),
            freedom: 1,
            t,
            x: t,
            line: entry.value,
          },
        ];
      }),
  },
  solution: {
    needed: ['index', 'value'],
    any: [],
    also: [],
    read: (table, entry) =>
      each(table, (k) => {
        const x = table.at('index', k);
        const expression = `${entry.of}[${x}]`;
        return [
          {
            expression,
            value: table.at('value', k),
            error: table.error(k, entry),
            freedom: 1,
            t: undefined,
            x,
            line: entry.of,
          },
        ];
      }),
  },
};
