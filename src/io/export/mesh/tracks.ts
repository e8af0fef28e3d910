import type { RodGeometry } from '../../../record/geometry.js';
import type { RecordingView } from '../../../record/recording.js';
import { directorsOf, obstaclePose } from './frame-meshes.js';
import { JointFrames, keepSign } from './joint-frames.js';

/** Numbers that tracks held at a time may take together: 64 MB. Longer runs are read several times instead. */
const mostNumbers = 1 << 24;

/** Things whose numbers over all frames are wanted one after another, read from the recording in blocks. */
abstract class Tracks {
  protected readonly recording: RecordingView;
  protected readonly frames: readonly number[];
  readonly #starts: number[] = [0];
  readonly #limit: number;
  #first = 0;
  #loaded: readonly Float32Array[] = [];

  /** @param widths numbers of each thing at a frame */
  constructor(recording: RecordingView, frames: readonly number[], widths: readonly number[], limit = mostNumbers) {
    this.recording = recording;
    this.frames = frames;
    this.#limit = limit;
    for (const width of widths) this.#starts.push(this.#starts[this.#starts.length - 1] + width * frames.length);
  }

  /** Numbers of thing i at all frames, one after another. */
  track(i: number): Float32Array {
    if (!this.#loaded[i - this.#first]) {
      let end = i + 1;
      while (end + 1 < this.#starts.length && this.#starts[end + 1] - this.#starts[i] <= this.#limit) end++;
      this.#first = i;
      this.#loaded = this.load(i, end);
    }
    return this.#loaded[i - this.#first];
  }

  /** Tracks of the things from `first` to before `end`. */
  protected abstract load(first: number, end: number): Float32Array[];
}

/** Poses over time: first of rigid bodies, then of obstacles that move. */
export class PoseTracks extends Tracks {
  readonly #bodies: readonly number[];
  readonly #obstacles: readonly number[];

  constructor(recording: RecordingView, frames: readonly number[], limit?: number) {
    const { layout } = recording;
    const bodies = layout.bodies.flatMap((body, b) => (body.kind === 'rigid' ? [b] : []));
    const obstacles = layout.moving.flatMap((place, o) => (place >= 0 ? [o] : []));
    super(
      recording,
      frames,
      [...bodies, ...obstacles].map(() => 7),
      limit,
    );
    this.#bodies = bodies;
    this.#obstacles = obstacles;
  }

  /** Poses of body b: position and quaternion a frame, signs of quaternions without jumps. */
  body(b: number): Float32Array {
    return this.track(this.#bodies.indexOf(b));
  }

  /** Poses of obstacle o; one where it stands still. */
  obstacle(o: number): ArrayLike<number> {
    const place = this.#obstacles.indexOf(o);
    return place < 0 ? this.recording.layout.obstacles[o].pose : this.track(this.#bodies.length + place);
  }

  protected override load(first: number, end: number): Float32Array[] {
    const { recording, frames } = this;
    const { offsets } = recording.layout;
    const tracks = Array.from({ length: end - first }, () => new Float32Array(7 * frames.length));
    frames.forEach((k, at) => {
      const frame = recording.frame(k);
      tracks.forEach((track, j) => {
        const i = first + j;
        const own = this.#bodies[i];
        const pose =
          own === undefined
            ? obstaclePose(recording, frame, this.#obstacles[i - this.#bodies.length])
            : frame.bodies.subarray(offsets[own], offsets[own] + 7);
        track.set(pose, 7 * at);
        if (at > 0) keepSign(track, 7 * at + 3, track, 7 * at - 4);
      });
    });
    return tracks;
  }
}

/** Poses of the nodes of rods over time: joint after joint, position and quaternion a frame each. */
export class JointTracks extends Tracks {
  readonly #rods: readonly number[];
  readonly #places: ReadonlyMap<number, number>;

  constructor(recording: RecordingView, frames: readonly number[], rods: readonly number[], limit?: number) {
    const { bodies } = recording.layout;
    super(
      recording,
      frames,
      rods.map((b) => 7 * (bodies[b] as RodGeometry).nodes),
      limit,
    );
    this.#rods = rods;
    this.#places = new Map(rods.map((b, place) => [b, place]));
  }

  /** Poses of node i of rod b at all frames. */
  joint(b: number, i: number): Float32Array {
    const width = 7 * this.frames.length;
    return this.track(this.#places.get(b)!).subarray(i * width, (i + 1) * width);
  }

  protected override load(first: number, end: number): Float32Array[] {
    const { recording, frames } = this;
    const { bodies, offsets } = recording.layout;
    const own = this.#rods.slice(first, end);
    const counts = own.map((b) => (bodies[b] as RodGeometry).nodes);
    const tracks = counts.map((nodes) => new Float32Array(7 * nodes * frames.length));
    const carried = counts.map((nodes) => new JointFrames(nodes));
    frames.forEach((k, at) => {
      const frame = recording.frame(k);
      own.forEach((b, j) => {
        const line = frame.bodies.subarray(offsets[b], offsets[b + 1]);
        const poses = carried[j].next(line, directorsOf(recording, frame, b));
        for (let i = 0; i < counts[j]; i++) {
          tracks[j].set(poses.subarray(7 * i, 7 * i + 7), 7 * (i * frames.length + at));
        }
      });
    });
    return tracks;
  }
}
