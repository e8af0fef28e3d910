import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { RecordingPlayer } from '../simulation/recording-player.js';
import type { Opened, Shown } from '../simulation/messages.js';
import type { MarkOptions } from '../view/contact-marks.js';
import { SceneView } from '../view/scene-view.js';
import type { CameraPlace } from '../view/stage.js';
import { type VideoChunk, webmFile } from './webm.js';

/** How a video is made. */
export interface VideoSettings {
  readonly width: number;
  readonly height: number;
  /** pictures a second of the video */
  readonly rate: number;
  /** simulated seconds a second of the video */
  readonly speed: number;
}

/** What the video shows of the scene. */
export interface VideoLook {
  readonly camera: CameraPlace;
  readonly marks: MarkOptions;
}

const codecs = [
  { name: 'vp09.00.40.08', webm: 'V_VP9' },
  { name: 'vp8', webm: 'V_VP8' },
];

/** Bits a second of a video with this many pixels a second: enough for thin fibers (0.15 a pixel). */
const bitsPerPixel = 0.15;

/**
 * A video of what was recorded, drawn for it: in its own size and with every picture, however long that takes. `tell` is
 * called with the share that is done; where it says false the video is given up.
 */
export async function makeVideo(
  bytes: Uint8Array,
  settings: VideoSettings,
  look: VideoLook,
  tell: (share: number) => boolean,
): Promise<Uint8Array | undefined> {
  const codec = await supportedCodec(settings);
  const { width, height, rate, speed } = settings;
  // on the page, so that it has a size, but out of sight
  const holder = document.createElement('div');
  holder.style.cssText = `position:fixed;left:-99999px;top:0;width:${width}px;height:${height}px`;
  document.body.append(holder);
  const view = new SceneView(holder);
  let failure: unknown;
  const chunks: VideoChunk[] = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ time: chunk.timestamp / 1000, key: chunk.type === 'key', bytes: data });
    },
    error: (error) => (failure = error),
  });
  try {
    encoder.configure(configOf(codec.name, settings));
    const seconds = showing(bytes, view, look);
    const count = Math.max(1, Math.floor((seconds.last / speed) * rate) + 1);
    for (let k = 0; k < count; k++) {
      if (failure) throw failure;
      if (!tell(k / count)) return undefined;
      seconds.seek(Math.min(seconds.last, (k * speed) / rate));
      const picture = view.stage.flat(width, height);
      const frame = new VideoFrame(picture, { timestamp: Math.round((1e6 * k) / rate) });
      encoder.encode(frame, { keyFrame: k % (2 * Math.round(rate)) === 0 });
      frame.close();
      // the page stays alive, and the queue short
      do await new Promise((resolve) => setTimeout(resolve));
      while (encoder.encodeQueueSize > 4);
    }
    await encoder.flush();
    return webmFile(chunks, { width, height, duration: (1000 * count) / rate, codec: codec.webm });
  } finally {
    if (encoder.state !== 'closed') encoder.close();
    view.dispose();
    holder.remove();
  }
}

/** Feeds a view from a recording. */
function showing(bytes: Uint8Array, view: SceneView, look: VideoLook): { last: number; seek(t: number): void } {
  let last = 0;
  let placed = false;
  const player = new RecordingPlayer(new Recording(memorySource(bytes)), {
    opened: (opened: Opened) => view.open(opened),
    progress: (shown: Shown) => {
      last = shown.last;
      view.setMarks(look.marks);
      view.show(shown);
      if (!placed) view.stage.place = look.camera;
      placed = true;
    },
    failed: () => undefined,
  });
  player.open(false);
  return { last, seek: (t) => player.send({ type: 'seek', t }) };
}

function configOf(codec: string, { width, height, rate }: VideoSettings): VideoEncoderConfig {
  return { codec, width, height, framerate: rate, bitrate: Math.round(bitsPerPixel * width * height * rate) };
}

async function supportedCodec(settings: VideoSettings): Promise<(typeof codecs)[number]> {
  const reason =
    'this browser cannot make videos; export frames with `stickslip export --to png` or `--to mp4` instead';
  if (typeof VideoEncoder === 'undefined') throw new Error(reason);
  for (const codec of codecs) {
    const { supported } = await VideoEncoder.isConfigSupported(configOf(codec.name, settings));
    if (supported) return codec;
  }
  throw new Error(reason);
}
