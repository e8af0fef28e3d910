import type { RecordingView } from '../../../record/recording.js';
import { type Exporter, type Piece, frameName } from '../exporter.js';
import { encodePng } from '../picture/png.js';
import { FramePainter, contactSheet } from '../picture/sheet.js';

/** Frames on the sheet, and in a row of it. */
const sheetFrames = 12;
const sheetColumns = 4;

async function* sheet(recording: RecordingView): AsyncGenerator<Piece> {
  const count = Math.min(sheetFrames, recording.frames);
  yield await encodePng(contactSheet(recording, count, Math.min(sheetColumns, count)));
}

async function* picture(painter: FramePainter, k: number): AsyncGenerator<Piece> {
  yield await encodePng(painter.paint(k));
}

/** Pictures drawn without a graphics card: all frames, and a sheet of twelve. */
export const pngExporter: Exporter = {
  name: 'png',
  summary: 'pictures: a sheet of twelve frames, and every frame 960 x 720',
  up: 'none',
  *files(recording, { name, frames }) {
    yield { path: `${name}.png`, pieces: sheet(recording) };
    const painter = new FramePainter(recording, { width: 960, height: 720 });
    for (const k of frames) yield { path: `${name}-png/${frameName(k)}.png`, pieces: picture(painter, k) };
  },
};
