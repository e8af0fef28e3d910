import type { InputProblem } from '../../errors.js';
import type { RecordedContacts } from '../../record/contacts.js';
import { type Frame, type FrameLayout, frameLayout } from '../../record/frame.js';
import type { BodyGeometry, ObstacleGeometry } from '../../record/geometry.js';
import type { Looks } from '../../record/looks.js';
import type { StartFrame } from './start-frame.js';

/** A place on a body that a hand holds: see `BodyPoint`. */
export interface Grip {
  readonly body: number;
  readonly index: number;
  /** rods: share of segment `index`, 0 to 1 */
  readonly s: number;
  /** rigid bodies: in the frame of the shape (m) */
  readonly local: readonly [number, number, number];
  /** cloth: barycentric coordinates in triangle `index` */
  readonly weights?: readonly [number, number, number];
}

/** What the page asks of the worker. */
export type Request =
  | { readonly type: 'open'; readonly scene: unknown; readonly play: boolean; readonly from?: StartFrame }
  /** other values for the running scene: the state stays, the future changes */
  | { readonly type: 'configure'; readonly scene: unknown }
  | { readonly type: 'play' | 'pause' | 'step' | 'back' | 'reset' | 'drawn' }
  | { readonly type: 'seek'; readonly t: number }
  | { readonly type: 'speed'; readonly speed: number }
  /** steps taken together with another simulation: this many, then the answer */
  | { readonly type: 'advance'; readonly t: number }
  | { readonly type: 'pull'; readonly grip: Grip; readonly target: readonly [number, number, number] }
  | { readonly type: 'release' }
  | { readonly type: 'pin'; readonly grip: Grip }
  | { readonly type: 'unpin'; readonly pin: number }
  | { readonly type: 'snapshot' }
  | { readonly type: 'restore'; readonly snapshot: number }
  | { readonly type: 'inspect'; readonly contact: number }
  /** makes the worker a thread of another, or gives it such threads */
  | { readonly type: 'serve'; readonly port: MessagePort }
  | { readonly type: 'threads'; readonly ports: readonly MessagePort[] }
  /** asks for files: the one-step problem of the last step, the recorded past */
  | { readonly type: 'save'; readonly what: 'problem' | 'recording' };

/** What is drawn of a scene, and what is known of it before it runs. */
export interface Opened {
  readonly type: 'opened';
  readonly name: string;
  readonly description: string;
  readonly duration: number;
  readonly step: number;
  readonly dofs: number;
  /** (m/s²) */
  readonly gravity: readonly number[];
  readonly bodies: readonly BodyGeometry[];
  readonly obstacles: readonly ObstacleGeometry[];
  /** how everything looks */
  readonly looks: Looks;
  readonly seconds: number;
}

/** How frames are sent to the page: with velocities, which colours may show. */
export function shownLayout(bodies: readonly BodyGeometry[], obstacles: readonly ObstacleGeometry[]): FrameLayout {
  return frameLayout(bodies, obstacles, true);
}

/** Where the simulation is. */
export interface Progress {
  readonly type: 'frame';
  readonly playing: boolean;
  readonly t: number;
  /** times of the first and the last recorded state (s) */
  readonly first: number;
  readonly last: number;
  /** bytes of a recorded frame and of its contacts (`record/frame.ts`, `record/contacts.ts`) */
  readonly frame: Uint8Array;
  readonly contacts: Uint8Array;
  /** numbers of the steps taken since the last message, `stepColumns` each */
  readonly rows: Float64Array;
  /** numbers of the step that led to what is on show; none at the beginning, and where they are not known */
  readonly row: Float64Array;
  /** true where what was recorded after `keepUntil` is gone */
  readonly truncated: boolean;
  readonly keepUntil: number;
  /** hash of the state, where it was computed */
  readonly hash: string | undefined;
  /** simulated seconds a second, and steps a second, of late */
  readonly rate: number;
  readonly stepsPerSecond: number;
  /** joints, `jointNumbers` each */
  readonly joints: Float64Array;
  /** places of the pins, 3 numbers each (m) */
  readonly pins: readonly (readonly [number, number, number])[];
  /** where the pulled point is, and where it is pulled to (m) */
  readonly pull: { readonly from: readonly number[]; readonly to: readonly number[] } | undefined;
  /** times of the snapshots (s) */
  readonly snapshots: readonly number[];
  /** reason of a step that did not converge, or of the stop */
  readonly warning: string | undefined;
}

/** Where a simulation or a recording is, as pages take it. */
export interface Shown extends Omit<Progress, 'frame' | 'contacts'> {
  readonly frame: Frame;
  readonly contacts: RecordedContacts;
}

/** Something that runs and can be asked to: a simulation, or a recording. */
export interface Player {
  send(request: Request): void;
  dispose(): void;
}

/** What a page does with the answers. */
export interface Listener {
  opened(opened: Opened): void;
  progress(shown: Shown): void;
  failed(failure: Extract<Response, { type: 'failed' }>): void;
  contact?(report: ContactReport): void;
  file?(file: Extract<Response, { type: 'file' }>): void;
}

/** One contact of the last step in numbers. */
export interface ContactReport {
  readonly type: 'contact';
  readonly contact: number;
  readonly a: string;
  readonly b: string;
  readonly state: string;
  readonly mu: number;
  readonly gap: number;
  readonly point: readonly [number, number, number];
  /** 3 x 3, normal first, row-major (1/kg) */
  readonly W: readonly number[];
  /** velocity without its own impulse, u - W r (m/s); impulse (N s); velocity (m/s) */
  readonly b0: readonly number[];
  readonly r: readonly number[];
  readonly u: readonly number[];
  /** |r - P_K(r - rho u~)| / rho (m/s) */
  readonly residual: number;
}

/** What the worker answers. */
export type Response =
  | Opened
  | Progress
  | ContactReport
  /** asks for threads */
  | { readonly type: 'threads' }
  | { readonly type: 'failed'; readonly message: string; readonly problems: readonly InputProblem[] }
  | {
      readonly type: 'file';
      readonly what: 'problem' | 'recording';
      readonly name: string;
      readonly bytes: Uint8Array;
    };
