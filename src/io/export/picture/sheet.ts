import { contactStates } from '../../../record/contacts.js';
import { type LinearColour, type Looks, fromHex, looksOf } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import { floorColours, stateColours } from '../../../record/stage-look.js';
import { FrameMeshes, boundsOf } from '../mesh/frame-meshes.js';
import { planeCells, solidMesh } from '../mesh/solids.js';
import { type Triangles, placed } from '../mesh/triangles.js';
import { Canvas, type View } from './canvas.js';
import type { Picture } from './png.js';

/** How frames are drawn. */
export interface PictureOptions {
  /** pixels. Default: 480 x 360 */
  readonly width?: number;
  readonly height?: number;
  /** from the eye into the picture. Default: from the front, a little from the right and above */
  readonly direction?: readonly [number, number, number];
  /** magnification. Default: everything that moves is in the picture */
  readonly zoom?: number;
  /** whether contacts are marked: in the studio's colours of sticking and sliding. Default: false */
  readonly contacts?: boolean;
}

const markColours = contactStates.map((state) => fromHex(stateColours[state]));
const floorColour = fromHex(floorColours.light);
/** Shade of every second square of a floor. */
const chequer = 0.9;

/** Draws frames of a recording. */
export class FramePainter {
  readonly #recording: RecordingView;
  readonly #meshes: FrameMeshes;
  readonly #looks: Looks;
  readonly #options: PictureOptions;
  readonly #view: View;
  readonly #dot: Triangles;

  constructor(recording: RecordingView, options: PictureOptions = {}) {
    this.#recording = recording;
    // as contacts see them: hair as thin as it is would not be seen
    this.#meshes = new FrameMeshes(recording, { sides: 6, radius: 'collision' });
    this.#looks = looksOf(recording.header);
    this.#options = options;
    this.#view = viewOf(boundsOf(recording), options);
    const radius = 0.006 * this.#view.height;
    this.#dot = solidMesh({ type: 'sphere', radius }, { sides: 6 });
  }

  /** The picture of frame k. */
  paint(k: number): Picture {
    const { width = 480, height = 360 } = this.#options;
    const canvas = new Canvas(width, height, this.#view);
    const frame = this.#recording.frame(k);
    for (const { kind, number, mesh } of this.#meshes.at(frame)) {
      if (kind === 'obstacle') this.#obstacle(canvas, number, mesh);
      else canvas.draw(mesh, this.#looks.bodies[number].colour);
    }
    if (this.#options.contacts) this.#contacts(canvas, k);
    return canvas.picture();
  }

  #obstacle(canvas: Canvas, number: number, mesh: Triangles): void {
    const { parts } = this.#recording.layout.obstacles[number];
    const flat = parts.length === 1 && parts[0].shape.type === 'plane';
    if (!flat) {
      const { colour, opacity } = this.#looks.obstacles[number];
      canvas.draw(mesh, colour, { cover: opacity < 1 ? 1 : 4 });
      return;
    }
    // floors are chequered
    for (const dark of [0, 1]) {
      const cells = mesh.triangles.filter((_, k) => {
        const cell = Math.floor(k / 6);
        return (Math.floor(cell / planeCells) + cell) % 2 === dark;
      });
      const paint = floorColour.map((x) => (dark ? chequer * x : x)) as unknown as LinearColour;
      canvas.draw({ vertices: mesh.vertices, triangles: cells }, paint);
    }
  }

  #contacts(canvas: Canvas, k: number): void {
    const contacts = this.#recording.contacts(k);
    // drawn nearer to the eye, so that bodies do not hide them
    const d = this.#view.direction;
    for (let c = 0; c < contacts.n; c++) {
      const p = [0, 1, 2].map((i) => contacts.point[3 * c + i] - 0.05 * this.#view.height * d[i]);
      const paint = markColours[contacts.state[c]] ?? markColours[0];
      canvas.draw(placed(this.#dot, [...p, 1, 0, 0, 0]), paint, { plain: true });
    }
  }
}

function viewOf(box: Float64Array, options: PictureOptions): View {
  const { width = 480, height = 360, zoom = 1 } = options;
  const d = options.direction ?? [-0.35, 0.85, -0.4];
  const size = Math.hypot(d[0], d[1], d[2]);
  const direction = [d[0] / size, d[1] / size, d[2] / size] as const;
  const centre = [0, 1, 2].map((i) => 0.5 * (box[i] + box[3 + i])) as unknown as View['centre'];
  const flat = Math.hypot(direction[0], direction[1]);
  const right = flat > 1e-9 ? [direction[1] / flat, -direction[0] / flat, 0] : [1, 0, 0];
  const up = [
    right[1] * direction[2] - right[2] * direction[1],
    right[2] * direction[0] - right[0] * direction[2],
    right[0] * direction[1] - right[1] * direction[0],
  ];
  let tall = 0;
  let wide = 0;
  for (let corner = 0; corner < 8; corner++) {
    const at = [0, 1, 2].map((i) => box[(corner >> i) & 1 ? 3 + i : i] - centre[i]);
    tall = Math.max(tall, Math.abs(at[0] * up[0] + at[1] * up[1] + at[2] * up[2]));
    wide = Math.max(wide, Math.abs(at[0] * right[0] + at[1] * right[1] + at[2] * right[2]));
  }
  return { direction, centre, height: (2.2 * Math.max(tall, (wide * height) / width, 1e-6)) / zoom };
}

/** Frames spread over a recording, side by side. */
export function contactSheet(
  recording: RecordingView,
  count: number,
  columns: number,
  options: PictureOptions = {},
): Picture {
  const painter = new FramePainter(recording, options);
  const { width = 480, height = 360 } = options;
  const rows = Math.ceil(count / columns);
  const gap = 4;
  const sheet = {
    width: columns * (width + gap) - gap,
    height: rows * (height + gap) - gap,
    pixels: new Uint8Array(3 * (columns * (width + gap) - gap) * (rows * (height + gap) - gap)).fill(255),
  };
  for (let s = 0; s < count; s++) {
    const frame = Math.round((s * (recording.frames - 1)) / Math.max(1, count - 1));
    const { pixels } = painter.paint(frame);
    const x0 = (s % columns) * (width + gap);
    const y0 = Math.floor(s / columns) * (height + gap);
    for (let y = 0; y < height; y++) {
      sheet.pixels.set(pixels.subarray(3 * y * width, 3 * (y + 1) * width), 3 * ((y0 + y) * sheet.width + x0));
    }
  }
  return sheet;
}
