import type { Recording } from '../../record/recording.js';
import type { SceneDocument } from '../scene-document.js';
import { SimulationClient } from '../simulation/client.js';
import type { Listener, Player, Request } from '../simulation/messages.js';
import { RecordingPlayer } from '../simulation/recording-player.js';
import { toast } from '../ui/toast.js';

/** What runs on a scene's page: the simulation of a document or its recording, and the way from one to the other. */
export class SceneRun {
  document: SceneDocument | undefined;
  /** bytes of the recording on show */
  recorded: Uint8Array | undefined;
  readonly #listener: Listener;
  /** called when what runs is a recording now, or no longer one */
  readonly #changed: () => void;
  readonly #files = new Map<string, (bytes: Uint8Array) => void>();
  #player: Player | undefined;

  constructor(listener: Omit<Listener, 'file'>, changed: () => void) {
    this.#listener = { ...listener, file: ({ what, bytes }) => this.#files.get(what)?.(bytes) };
    this.#changed = changed;
  }

  get isRecording(): boolean {
    return this.#player instanceof RecordingPlayer;
  }

  /** Why what is on show can neither be pulled nor changed; undefined where it can. */
  get whyFrozen(): string | undefined {
    return this.#player instanceof RecordingPlayer ? this.#player.whyNotTakenUp : undefined;
  }

  send(request: Request): void {
    this.#player?.send(request);
  }

  /** Simulates a scene from its beginning. */
  open(scene: SceneDocument, play: boolean): void {
    if (!(this.#player instanceof SimulationClient)) {
      this.#player?.dispose();
      this.#player = new SimulationClient(this.#listener);
    }
    this.document = scene;
    this.recorded = undefined;
    this.#changed();
    this.send({ type: 'open', scene: scene.json, play });
  }

  /** Plays a recording; what is missing in it. */
  replay(
    { recording, bytes }: { recording: Recording; bytes: Uint8Array },
    play: boolean,
    document: SceneDocument,
  ): readonly string[] {
    this.document = document;
    this.recorded = bytes;
    const player = new RecordingPlayer(recording, this.#listener);
    this.#player = player;
    this.#changed();
    player.open(play);
    return recording.missing();
  }

  /** Sends something that changes the motion: a recording is taken up where it is, or it is said why that cannot be. */
  meddle(request: Request, playing: boolean, simulate: () => void): void {
    if (this.#player instanceof RecordingPlayer) {
      const why = this.#player.whyNotTakenUp;
      if (why !== undefined) {
        toast(why, { name: 'Simulate it', act: simulate });
        return;
      }
      this.#takeUp(this.#player, playing);
    }
    this.send(request);
  }

  #takeUp(player: RecordingPlayer, playing: boolean): void {
    const from = player.start;
    player.dispose();
    this.#player = new SimulationClient(this.#listener);
    this.recorded = undefined;
    this.#changed();
    this.send({ type: 'open', scene: this.document!.json, play: playing, from });
    toast(`Taken up at ${from.t.toFixed(2)} s: from here on it is simulated.`);
  }

  /** Asks the worker for a file. */
  ask(what: 'problem' | 'recording'): Promise<Uint8Array> {
    if (what === 'recording' && this.recorded) return Promise.resolve(this.recorded);
    return new Promise((resolve) => {
      this.#files.set(what, resolve);
      this.send({ type: 'save', what });
    });
  }

  dispose(): void {
    this.#player?.dispose();
  }
}
