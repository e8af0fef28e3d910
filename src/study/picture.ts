import type { World } from '../dynamics/world.js';
import { encodePng } from '../io/export/picture/png.js';
import { FramePainter } from '../io/export/picture/sheet.js';
import { joinBytes } from '../record/bytes.js';
import { frameLayout } from '../record/frame.js';
import { bodyGeometry, obstacleGeometry } from '../record/geometry.js';
import { memorySource } from '../record/record-file.js';
import { Recording } from '../record/recording.js';
import { RecordingWriter } from '../record/writer.js';

/** A small picture of a world as it is now, as PNG. */
export async function worldPicture(world: World, width = 240, height = 180): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const bodies = bodyGeometry(world);
  const obstacles = obstacleGeometry(world);
  const writer = new RecordingWriter({ append: (bytes) => void parts.push(bytes) }, frameLayout(bodies, obstacles));
  writer.begin({ scene: {}, program: 'stickslip', frameTime: 1, stepColumns: [], bodies, obstacles });
  writer.frame(world, 0, false);
  const recording = new Recording(memorySource(joinBytes(parts)), 'picture');
  return await encodePng(new FramePainter(recording, { width, height }).paint(0));
}
