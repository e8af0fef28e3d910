import type { BodyPoint } from '../bodies/body.js';
import type { JointType } from '../dynamics/joints/spec.js';
import type { Shape } from '../geometry/shape.js';
import type { InputProblem } from '../errors.js';
import type { FrameLayout } from './frame-layout.js';

/** What carries messages: a `Worker`, the inside of one, a `MessagePort`. */
export interface Channel {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  /** ports wait for it */
  start?(): void;
}

/** What a call is made on: the world (0), one of its parts, hands or joints, functions of the worker's own (-1). */
export type Target = number;
export const theWorld = 0;
export const ownCalls = -1;

/** The mark of what stands for an object of the world in arguments and results. */
export const mark = '$stickslip';

/**
 * A part, hand or joint by its key (ids may be given to others after `restore`, keys are not); a point by what `handle.point` was given,
 * or by its place.
 */
export type Reference =
  | { readonly [mark]: 'object'; readonly key: number }
  | {
      readonly [mark]: 'point';
      readonly key: number;
      readonly method: 'point' | 'pointAt';
      readonly arguments: readonly unknown[];
    }
  | {
      readonly [mark]: 'place';
      readonly key: number;
      readonly body: number;
      readonly place: BodyPoint;
      readonly local?: readonly [number, number, number];
    };

/** From the page to the worker. */
export type Request =
  | {
      readonly do: 'open';
      readonly options: unknown;
      readonly scene?: unknown;
      readonly snapshot?: Uint8Array;
      readonly shared: boolean;
    }
  | {
      readonly do: 'call';
      readonly call: number;
      readonly on: Target;
      readonly method: string;
      readonly arguments: readonly unknown[];
    }
  | {
      readonly do: 'set';
      readonly call: number;
      readonly on: Target;
      readonly property: string;
      readonly value: unknown;
    }
  | { readonly do: 'play'; readonly call: number; readonly rate: number }
  | { readonly do: 'pause'; readonly call: number }
  | { readonly do: 'listen'; readonly type: string }
  /** a buffer of a frame that has been looked at */
  | { readonly do: 'return'; readonly buffer: ArrayBuffer }
  /** nobody has the handle of this key any more */
  | { readonly do: 'forget'; readonly key: number };

/** What stays as it is for as long as a part is there. */
export interface PartFacts {
  readonly key: number;
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  readonly shape?: Shape;
  readonly centre?: Float64Array;
  readonly mass?: number;
  readonly radius?: number;
  readonly length?: number;
  readonly starts?: Int32Array;
  readonly triangles?: Int32Array;
  readonly thickness?: number;
}

export interface JointFacts {
  readonly key: number;
  readonly id: number;
  readonly kind: 'joint';
  readonly name: string;
  readonly type: JointType;
}

export interface HandFacts {
  readonly key: number;
  readonly id: number;
  readonly kind: 'hand';
}

/** From the worker to the page. Layouts come before the frames and the answers that need them. */
export type Answer =
  | { readonly say: 'ready'; readonly h: number; readonly gravity: readonly number[] }
  /** parts, hands and joints have changed; `facts`: of those that are new */
  | {
      readonly say: 'layout';
      readonly layout: FrameLayout;
      readonly facts: readonly (PartFacts | JointFacts | HandFacts)[];
      /** the first frame, or memory that frames are written to from now on */
      readonly first: ArrayBuffer | SharedArrayBuffer;
    }
  | { readonly say: 'frame'; readonly buffer: ArrayBuffer }
  | { readonly say: 'done'; readonly call: number; readonly result: unknown }
  | { readonly say: 'failed'; readonly call: number; readonly error: PlainError }
  | { readonly say: 'event'; readonly type: string; readonly event: unknown };

/** Answers that no call waits for. */
export type News = Exclude<Answer, { say: 'done' | 'failed' }>;

/** An error in plain values. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly problems?: readonly InputProblem[];
}
