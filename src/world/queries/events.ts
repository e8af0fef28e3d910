import type { ContactColumns } from '../../dynamics/contacts/columns.js';
import type { AnyHandle } from '../handles/index.js';
import type { JointHandle } from '../joints.js';
import { refuse } from '../parts/check.js';
import type { Member } from '../parts/member.js';

/** Two parts that have begun or ceased to touch: to press on each other, or for a sensor to be inside it. */
export interface TouchEvent {
  readonly a: AnyHandle;
  readonly b: AnyHandle;
  /** time at the end of the step (s) */
  readonly t: number;
}

/** A joint that has given way. */
export interface BreakEvent {
  readonly joint: JointHandle;
  readonly t: number;
}

export interface WorldEvents {
  readonly begin: TouchEvent;
  readonly end: TouchEvent;
  readonly break: BreakEvent;
}

type Listener<E> = (event: E) => void;

/** Who wants to know of what. */
export class Listeners {
  readonly #of: { [K in keyof WorldEvents]: Set<Listener<WorldEvents[K]>> } = {
    begin: new Set(),
    end: new Set(),
    break: new Set(),
  };

  /** Calls `listener` from now on; returns what stops that. */
  on<K extends keyof WorldEvents>(type: K, listener: Listener<WorldEvents[K]>): () => void {
    if (!Object.hasOwn(this.#of, type)) refuse('on', 'type', `one of ${Object.keys(this.#of).join(', ')}`, type);
    if (typeof listener !== 'function') refuse('on', 'listener', 'a function', listener);
    this.#of[type].add(listener);
    return () => void this.#of[type].delete(listener);
  }

  emit<K extends keyof WorldEvents>(type: K, event: WorldEvents[K]): void {
    for (const listener of [...this.#of[type]]) listener(event);
  }
}

/** Which parts touched in the last step; part of a world's state. */
export class Touching {
  #pairs = new Map<string, readonly [Member, Member]>();

  /** Takes note of the pairs that touch now; returns those that have begun and ceased to. */
  update(
    columns: ContactColumns,
    owner: (number: number) => Member,
    sensed: ReadonlyMap<string, readonly [Member, Member]>,
  ): { readonly begun: (readonly [Member, Member])[]; readonly ended: (readonly [Member, Member])[] } {
    const now = new Map<string, readonly [Member, Member]>();
    const { n, a, b, force, normal } = columns;
    for (let k = 0; k < n; k++) {
      let pressing = 0;
      for (let i = 3 * k; i < 3 * k + 3; i++) pressing += force[i] * normal[i];
      if (!(pressing > 0)) continue;
      const [p, q] = [owner(a[k]), owner(b[k])];
      if (p !== q) now.set(key(p, q), p.id < q.id ? [p, q] : [q, p]);
    }
    for (const pair of sensed.values()) now.set(key(...pair), pair);
    const before = this.#pairs;
    // those that sleep keep what they touch
    for (const [name, pair] of before) {
      if (!now.has(name) && pair.every(({ alive, asleep, isObstacle }) => alive && (asleep || isObstacle)))
        now.set(name, pair);
    }
    this.#pairs = now;
    const missing = (from: typeof now, other: typeof now): (readonly [Member, Member])[] =>
      [...from].filter(([name]) => !other.has(name)).map(([, pair]) => pair);
    return { begun: missing(now, before), ended: missing(before, now) };
  }

  /** Members that a member touches. */
  *of(member: Member): Iterable<Member> {
    for (const [a, b] of this.#pairs.values()) {
      if (a === member) yield b;
      else if (b === member) yield a;
    }
  }

  /** Forgets a part that is gone. */
  forget(member: Member): void {
    for (const [name, pair] of this.#pairs) if (pair.includes(member)) this.#pairs.delete(name);
  }

  save(): number[] {
    return [...this.#pairs.values()].flatMap(([a, b]) => [a.id, b.id]);
  }

  load(ids: readonly number[], member: (id: number) => Member | undefined): void {
    this.#pairs.clear();
    for (let k = 0; k + 1 < ids.length; k += 2) {
      const [a, b] = [member(ids[k]), member(ids[k + 1])];
      if (a && b) this.#pairs.set(key(a, b), [a, b]);
    }
  }
}

function key(a: Member, b: Member): string {
  return a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
}
