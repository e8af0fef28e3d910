import type { World } from '../world/world.js';
import { Hold } from '../world/forces/hold.js';
import { Handle, type Point } from '../world/handles/handle.js';
import { JointHandle } from '../world/joints.js';
import { refuse } from '../world/parts/check.js';
import { type FrameLayout, layOut } from './frame-layout.js';
import type { FrameSink } from './frame-sink.js';
import { type Framed, factsOf, roomOf, writeEntry, writeHeader } from './frame-writer.js';
import { Keys } from './keys.js';
import { type Answer, type Reference, mark } from './protocol.js';

type Post = (answer: Answer, transfer?: Transferable[]) => void;

/** Calls that change nothing: no frame follows them. */
const queries = new Set(['castRay', 'energy', 'contacts', 'snapshot']);

/** Methods of the world, its parts, hands and joints that the page may call, and properties that it may set. */
const methods = {
  world: [
    ...['addPlane', 'addFixed', 'addKinematic', 'addBox', 'addSphere', 'addRigid', 'addRope', 'addHair', 'addCloth'],
    ...['remove', 'step', 'energy', 'contacts', 'grab', 'release', 'attach', 'addJoint', 'removeJoint', 'castRay'],
    ...['snapshot', 'restore'],
  ],
  part: ['applyForce', 'applyImpulse', 'setPose', 'setVelocity', 'moveTo'],
} as const;
const properties = { world: ['wind'], part: ['enabled', 'groups', 'motor', 'limits'] } as const;

/** A world that is stepped for a page: calls in plain values, frames of its state. */
export class ServedWorld {
  readonly world: World;
  readonly #post: Post;
  readonly #sink: FrameSink;
  readonly #keys = new Keys<Framed>();
  #layout: FrameLayout = layOut(0, []);
  #shown: Framed[] = [];
  #steps = 0;
  /** simulated over real time while it plays */
  rate = 0;

  constructor(world: World, post: Post, sink: FrameSink) {
    this.world = world;
    this.#post = post;
    this.#sink = sink;
  }

  step(): unknown {
    this.#steps++;
    return this.world.step();
  }

  /** Does what the page asks; the result in plain values. */
  call(on: number, method: string, given: readonly unknown[]): unknown {
    const target = on === 0 ? this.world : this.#object(method, on);
    const known: readonly string[] = on === 0 ? methods.world : methods.part;
    if (!known.includes(method) || !(method in target)) refuse(method, 'call', `one of ${known.join(', ')}`, method);
    const args = given.map((value) => this.decode(value));
    if (method === 'contacts') return this.#contacts();
    if (method === 'step') return this.step();
    const result = (target as unknown as Record<string, (...args: unknown[]) => unknown>)[method](...args);
    return this.encode(result);
  }

  /** Sets a property. */
  set(on: number, property: string, value: unknown): void {
    const target = on === 0 ? this.world : this.#object(property, on);
    const known: readonly string[] = on === 0 ? properties.world : properties.part;
    if (!known.includes(property) || !(property in target)) refuse(property, 'property', known.join(', '), property);
    (target as unknown as Record<string, unknown>)[property] = this.decode(value);
  }

  forget(key: number): void {
    this.#keys.forget(key);
  }

  #object(call: string, key: number): Framed {
    return this.#keys.object(key) ?? refuse(call, 'handle', 'a part of this world', 'one that it does not know');
  }

  /** Columns of the contacts, cut to their number: copies. */
  #contacts(): unknown {
    const { n, ...columns } = this.world.contacts;
    const cut = Object.entries(columns).map(([name, column]) => {
      const width = ['point', 'normal', 'force', 'velocity'].includes(name) ? 3 : 1;
      return [name, column.slice(0, width * n)] as const;
    });
    return { n, ...Object.fromEntries(cut) };
  }

  /** Objects of the world for what stands for them. */
  decode(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) return value.map((each) => this.decode(each));
    if (mark in value) return this.#referred(value as Reference);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.decode(each)]));
  }

  #referred(reference: Reference): unknown {
    const object = this.#object('point', reference.key);
    switch (reference[mark]) {
      case 'object':
        return object;
      case 'point': {
        const { method } = reference;
        if (!(method in object)) refuse(method, 'handle', 'a part that has points', (object as Handle).kind);
        const makes = object as unknown as Record<string, (...args: unknown[]) => Point>;
        return makes[method](...reference.arguments.map((each) => this.decode(each)));
      }
      case 'place': {
        const { body, place, local } = reference;
        return { handle: object, body, place, ...(local && { local }) };
      }
    }
  }

  /** Plain values for a result. */
  encode(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) return value.map((each) => this.encode(each));
    if (value instanceof Handle || value instanceof JointHandle || value instanceof Hold) {
      return { [mark]: 'object', key: this.#keys.of(value as Framed, this.#isNew) };
    }
    if ('handle' in value && 'place' in value) {
      const { handle, body, place, local } = value as Point;
      const key = this.#keys.of(handle as Framed, this.#isNew);
      return { [mark]: 'place', key, body, place, ...(local && { local }) };
    }
    const plain = Object.getOwnPropertyNames(value).map((key) => [key, this.encode((value as never)[key])] as const);
    return Object.fromEntries(plain);
  }

  readonly #facts: Framed[] = [];
  readonly #isNew = (object: Framed): void => void this.#facts.push(object);

  /** Sends the page what it does not know yet: new parts, and where everything is. */
  show(): void {
    const { handles, joints, hands } = this.world;
    const now: Framed[] = [...handles, ...joints, ...hands];
    if (now.length !== this.#shown.length || now.some((object, k) => object !== this.#shown[k])) this.#layOut(now);
    else this.frame();
  }

  #layOut(now: Framed[]): void {
    this.#shown = now;
    const rooms = now.map((object) => roomOf(object, this.#keys.of(object, this.#isNew)));
    const layout = (this.#layout = layOut(this.#layout.version + 1, rooms));
    const facts = this.#facts.splice(0).map((object) => factsOf(object, this.#keys.of(object)));
    this.#sink.begin(layout);
    this.#write(this.#sink.frame()!);
    const first = this.#sink.first();
    this.#post({ say: 'layout', layout, facts, first }, first instanceof ArrayBuffer ? [first] : []);
  }

  /** Sends a frame, unless the page has yet to look at earlier ones. */
  frame(): void {
    const frame = this.#sink.frame();
    if (!frame) return;
    this.#write(frame);
    this.#sink.send();
  }

  #write(frame: Float64Array): void {
    writeHeader(frame, this.#layout, this.world.t, this.#steps, this.rate);
    this.#layout.entries.forEach((entry, k) => writeEntry(frame, entry, this.#shown[k]));
  }

  giveBack(buffer: ArrayBuffer): void {
    if (this.#sink.giveBack(buffer)) this.frame();
  }

  /** Whether the page may see something new after a call. */
  static changes(method: string): boolean {
    return !queries.has(method);
  }
}
