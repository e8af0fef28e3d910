import type { FrameEntry, FrameLayout } from './frame-layout.js';
import type { HandFacts, JointFacts, PartFacts } from './protocol.js';
import {
  type AnyRemote,
  type AnyRemoteHandle,
  RemoteHandle,
  RemoteHold,
  type RemoteHost,
  RemoteJoint,
  remoteOf,
} from './remote-handles.js';

type Facts = PartFacts | JointFacts | HandFacts;

/** The page's objects for what is in the worker, each the same for as long as somebody has it, also where it was gone and is back. */
export class RemoteParts {
  handles: readonly AnyRemoteHandle[] = [];
  joints: readonly RemoteJoint[] = [];
  hands: readonly RemoteHold[] = [];
  readonly #entries = new Map<number, FrameEntry>();
  readonly #live = new Map<number, AnyRemote>();
  readonly #gone = new Map<number, WeakRef<AnyRemote>>();
  readonly #facts = new Map<number, Facts>();
  readonly #forgotten: FinalizationRegistry<number>;

  /** @param forget told of what is gone and nobody has any more */
  constructor(forget: (key: number) => void) {
    this.#forgotten = new FinalizationRegistry((key) => {
      // it may have come back in the meantime, as another object
      if (this.#live.has(key) || this.#gone.get(key)?.deref()) return;
      this.#gone.delete(key);
      this.#facts.delete(key);
      forget(key);
    });
  }

  entry(key: number): FrameEntry | undefined {
    return this.#entries.get(key);
  }

  find(key: number): AnyRemote | undefined {
    return this.#live.get(key) ?? this.#gone.get(key)?.deref();
  }

  /** Takes in what is there now. */
  layOut({ entries }: FrameLayout, facts: readonly Facts[], host: RemoteHost): void {
    for (const each of facts) this.#facts.set(each.key, each);
    this.#entries.clear();
    for (const entry of entries) {
      const { key } = entry;
      this.#entries.set(key, entry);
      if (this.#live.has(key)) continue;
      this.#live.set(key, this.#gone.get(key)?.deref() ?? remoteOf(this.#facts.get(key)!, host));
      this.#gone.delete(key);
    }
    for (const [key, remote] of this.#live) {
      if (this.#entries.has(key)) continue;
      this.#live.delete(key);
      this.#gone.set(key, new WeakRef(remote));
      this.#forgotten.register(remote, key);
    }
    const all = entries.map(({ key }) => this.#live.get(key)!);
    this.handles = all.filter((remote) => remote instanceof RemoteHandle);
    this.joints = all.filter((remote) => remote instanceof RemoteJoint);
    this.hands = all.filter((remote) => remote instanceof RemoteHold);
  }
}
