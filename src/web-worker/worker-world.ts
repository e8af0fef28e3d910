import type { WorldEnergy } from '../dynamics/energy/energy-book.js';
import type { StepRecord } from '../dynamics/report/step-record.js';
import type { GrabOptions } from '../world/forces/hold.js';
import type { JointOptions } from '../world/joints.js';
import type {
  ClothOptions,
  CommonOptions,
  FixedOptions,
  HairOptions,
  RigidOptions,
  RopeOptions,
  ShapeOption,
} from '../world/options.js';
import type { VectorLike } from '../world/parts/check.js';
import type { Contacts } from '../world/queries/contacts.js';
import { Connection, errorOf } from './connection.js';
import { FrameSource } from './frame-source.js';
import type { Carrier, RemoteEvents, RemoteJointOptions, RemoteRayHit, WorkerWorldOptions } from './options.js';
import { type Channel, type News, type PlainError, ownCalls, theWorld } from './protocol.js';
import type {
  AnyRemote,
  AnyRemoteHandle,
  RemoteCloth,
  RemoteFixed,
  RemoteHair,
  RemoteHold,
  RemoteHost,
  RemoteJoint,
  RemoteKinematic,
  RemotePoint,
  RemoteRigid,
  RemoteRope,
} from './remote-handles.js';
import { RemoteParts } from './remote-parts.js';
import { decode, encode, inputError } from './remote-values.js';

/**
 * A world in a worker. Its calls are those of `World`, each answered by a promise; they are done in the order in which they are made,
 * between steps. Handles have the same views: they show the frame that was last taken with `update`.
 */
export class WorkerWorld {
  readonly #channel: Channel;
  readonly #connection: Connection;
  readonly #source = new FrameSource((buffer) => this.#connection.tell({ do: 'return', buffer }, [buffer]));
  readonly #parts = new RemoteParts((key) => this.#connection.tell({ do: 'forget', key }));
  readonly #listeners = new Map<string, Set<(event: never) => void>>();
  /** whether frames come in shared memory */
  readonly shared: boolean;
  /** length of a step (s) */
  h = 0;
  /** (m/s²) */
  gravity: readonly [number, number, number] = [0, 0, 0];
  readonly #host: RemoteHost;

  /** @internal */
  constructor(channel: Channel, shared: boolean) {
    this.#channel = channel;
    this.shared = shared;
    this.#connection = new Connection(
      channel,
      (answer) => this.#receive(answer),
      (result) => {
        this.update();
        return decode(result, this.#find);
      },
    );
    const frame = (): Float64Array => this.#source.frame;
    this.#host = {
      get frame() {
        return frame();
      },
      entry: (key) => this.#parts.entry(key),
      call: (key, method, args) => this.#call(key, method, args),
      set: (key, property, value) => void this.#set(key, property, value),
    };
  }

  /** @internal */
  open({ options, scene, snapshot }: Opening): Promise<void> {
    const transfer = snapshot ? [snapshot.buffer] : [];
    return this.#connection.ask(
      () => ({
        ...{ do: 'open', options: encode('workerWorld', options, this.#host), shared: this.shared },
        ...(scene !== undefined && { scene }),
        ...(snapshot && { snapshot }),
      }),
      transfer,
    );
  }

  /** present time of the frame that is shown (s) */
  get t(): number {
    return this.#source.frame[1];
  }

  /** steps taken until then */
  get steps(): number {
    return this.#source.frame[2];
  }

  /** simulated seconds a second, of late, while it plays; else 0 */
  get rate(): number {
    return this.#source.frame[3];
  }

  /** All parts, in the order in which they were added. */
  get handles(): readonly AnyRemoteHandle[] {
    return this.#parts.handles;
  }

  get joints(): readonly RemoteJoint[] {
    return this.#parts.joints;
  }

  get hands(): readonly RemoteHold[] {
    return this.#parts.hands;
  }

  /** The part of an id, if it is there. */
  handle(id: number): AnyRemoteHandle | undefined {
    return this.handles.find((handle) => handle.id === id);
  }

  /**
   * Takes the newest frame; whether there is one. Views that were read before are of no use any more: read them anew. Answers to calls
   * do the same, so that it is needed only while the world plays: once before every picture.
   */
  update(): boolean {
    return this.#source.update();
  }

  /** Steps at the pace of the clock, `rate` times as fast, or as fast as it can, until `pause`. */
  play(options: { readonly rate?: number } = {}): Promise<void> {
    const { rate = 1 } = options;
    if (!(rate > 0 && rate < Infinity)) return refused('play', 'rate', 'a number > 0', rate);
    return this.#connection.ask((call) => ({ do: 'play', call, rate }));
  }

  pause(): Promise<void> {
    return this.#connection.ask((call) => ({ do: 'pause', call }));
  }

  /** Takes one step and says how it went. */
  step(): Promise<StepRecord> {
    return this.#ask('step');
  }

  addPlane(
    options?: CommonOptions & { readonly point?: VectorLike; readonly normal?: VectorLike },
  ): Promise<RemoteFixed> {
    return this.#ask('addPlane', options);
  }

  addFixed(shape: ShapeOption, options?: FixedOptions): Promise<RemoteFixed> {
    return this.#ask('addFixed', shape, options);
  }

  addKinematic(shape: ShapeOption, options?: FixedOptions): Promise<RemoteKinematic> {
    return this.#ask('addKinematic', shape, options);
  }

  addBox(size: VectorLike, options?: RigidOptions): Promise<RemoteRigid> {
    return this.#ask('addBox', size, options);
  }

  addSphere(radius: number, options?: RigidOptions): Promise<RemoteRigid> {
    return this.#ask('addSphere', radius, options);
  }

  addRigid(shape: ShapeOption, options?: RigidOptions): Promise<RemoteRigid> {
    return this.#ask('addRigid', shape, options);
  }

  addRope(options: Omit<RopeOptions, 'on'> & { readonly on?: Carrier }): Promise<RemoteRope> {
    return this.#ask('addRope', options);
  }

  addHair(options: Omit<HairOptions, 'on'> & { readonly on: Carrier }): Promise<RemoteHair> {
    return this.#ask('addHair', options);
  }

  addCloth(options: ClothOptions): Promise<RemoteCloth> {
    return this.#ask('addCloth', options);
  }

  remove(handle: AnyRemoteHandle): Promise<void> {
    return this.#ask('remove', handle);
  }

  grab(point: RemotePoint, options?: GrabOptions): Promise<RemoteHold> {
    return this.#ask('grab', point, options);
  }

  release(hold: RemoteHold): Promise<void> {
    return this.#ask('release', hold);
  }

  /** Ties a point to another, or to a place in space. */
  attach(
    a: RemotePoint,
    b: RemotePoint | VectorLike,
    options?: Pick<JointOptions, 'breakForce' | 'collide'>,
  ): Promise<RemoteJoint> {
    return this.#ask('attach', a, b, options);
  }

  addJoint(options: RemoteJointOptions): Promise<RemoteJoint> {
    return this.#ask('addJoint', options);
  }

  removeJoint(joint: RemoteJoint): Promise<void> {
    return this.#ask('removeJoint', joint);
  }

  castRay(
    origin: VectorLike,
    direction: VectorLike,
    options?: { readonly longest?: number },
  ): Promise<RemoteRayHit | undefined> {
    return this.#ask('castRay', origin, direction, options);
  }

  /** Energies now (J). */
  energy(): Promise<WorldEnergy> {
    return this.#ask('energy');
  }

  /** The contacts of the last step, as columns: copies. */
  contacts(): Promise<Contacts> {
    return this.#ask('contacts');
  }

  /** Velocity of the air (m/s), the same everywhere; functions are given in the worker. */
  set wind(wind: readonly [number, number, number] | undefined) {
    void this.#set(theWorld, 'wind', wind);
  }

  snapshot(): Promise<Uint8Array> {
    return this.#ask('snapshot');
  }

  restore(bytes: Uint8Array): Promise<void> {
    return this.#ask('restore', bytes);
  }

  /** Calls a function that the worker gave to `serveWorld`. */
  call(name: string, ...args: unknown[]): Promise<unknown> {
    return this.#call(ownCalls, name, args);
  }

  /** Calls a listener after steps in which two parts begin or cease to touch, a joint breaks, or which failed; returns what stops that. */
  on<K extends keyof RemoteEvents>(type: K, listener: (event: RemoteEvents[K]) => void): () => void {
    const types = ['begin', 'end', 'break', 'error'];
    if (!types.includes(type)) throw inputError('on', 'type', `one of ${types.join(', ')}`, type);
    let listeners = this.#listeners.get(type);
    if (!listeners) {
      this.#listeners.set(type, (listeners = new Set()));
      if (type !== 'error') this.#connection.tell({ do: 'listen', type });
    }
    listeners.add(listener as (event: never) => void);
    return () => void listeners.delete(listener as (event: never) => void);
  }

  /** Ends the worker; calls that are not answered yet are rejected. */
  terminate(): void {
    this.#connection.end(new Error('the worker of the world has been ended'));
    const channel = this.#channel as { terminate?: () => void; close?: () => void };
    (channel.terminate ?? channel.close)?.call(channel);
  }

  #ask<T>(method: string, ...args: unknown[]): Promise<T> {
    return this.#call(theWorld, method, args);
  }

  async #call<T>(on: number, method: string, args: readonly unknown[]): Promise<T> {
    const encoded = args.map((value) => encode(method, value, this.#host));
    return this.#connection.ask((call) => ({ do: 'call', call, on, method, arguments: encoded }));
  }

  async #set(on: number, property: string, value: unknown): Promise<void> {
    const encoded = encode(property, value, this.#host);
    await this.#connection.ask((call) => ({ do: 'set', call, on, property, value: encoded }));
  }

  #receive(answer: News): void {
    switch (answer.say) {
      case 'ready':
        this.h = answer.h;
        this.gravity = answer.gravity as readonly [number, number, number];
        break;
      case 'layout':
        this.#parts.layOut(answer.layout, answer.facts, this.#host);
        this.#source.begin(answer.layout, answer.first);
        break;
      case 'frame':
        this.#source.receive(answer.buffer);
        break;
      case 'event':
        this.#emit(answer.type, answer.event);
        break;
    }
  }

  readonly #find = (key: number): AnyRemote | undefined => this.#parts.find(key);

  #emit(type: string, event: unknown): void {
    const listeners = this.#listeners.get(type);
    const given = type === 'error' ? errorOf(event as PlainError) : decode(event, this.#find);
    if (type === 'error' && !listeners?.size) {
      // as an error that nobody caught
      void Promise.reject(given as Error);
      return;
    }
    for (const listener of [...(listeners ?? [])]) listener(given as never);
  }
}

interface Opening {
  readonly options: unknown;
  readonly scene: unknown;
  readonly snapshot: Uint8Array<ArrayBuffer> | undefined;
}

function refused(call: string, path: string, expected: string, found: unknown): Promise<never> {
  return Promise.reject(inputError(call, path, expected, found));
}

/**
 * Makes a world in a worker.
 *
 * @example
 * ```ts
 * const world = await workerWorld({ h: 0.01 });
 * await world.addPlane();
 * const box = await world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 1] });
 * await world.play();
 * renderer.setAnimationLoop(() => {
 *   world.update();
 *   console.log(world.t, box.pose);
 * });
 * ```
 */
export async function workerWorld(options: WorkerWorldOptions = {}): Promise<WorkerWorld> {
  const { worker, scene, snapshot, shared = globalThis.crossOriginIsolated === true, ...rest } = options;
  const channel: Channel = worker ?? new Worker(new URL('../browser/worker.js', import.meta.url), { type: 'module' });
  const world = new WorkerWorld(channel, shared);
  // the bytes are handed over: a copy, as they may be wanted again
  await world.open({ options: rest, scene, snapshot: snapshot?.slice() });
  return world;
}
