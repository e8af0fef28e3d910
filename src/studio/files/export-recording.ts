import type { Exporter } from '../../io/export/exporter.js';
import { type Member, zipStream } from '../../io/export/zip-stream.js';
import { joinBytes } from '../../record/bytes.js';
import { crc32 } from '../../record/crc32.js';
import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';

/** A recording in another format: one file, or an archive where the format needs several. */
export async function exportRecording(
  bytes: Uint8Array,
  exporter: Exporter,
  name: string,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const recording = new Recording(memorySource(bytes));
  const frames = Array.from({ length: recording.frames }, (_, k) => k);
  const files: { name: string; bytes: Uint8Array }[] = [];
  for await (const file of exporter.files(recording, { name, frames })) {
    const pieces: Uint8Array[] = [];
    for await (const piece of file.pieces) {
      pieces.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
    }
    files.push({ name: file.path, bytes: joinBytes(pieces) });
  }
  if (files.length === 1) return { name: files[0].name.replace(/^.*\//, ''), bytes: files[0].bytes };
  const members: Member[] = files.map((file) => ({
    name: file.name,
    size: file.bytes.length,
    sum: crc32(file.bytes),
    bytes: () => [file.bytes],
  }));
  return { name: `${name}-${exporter.name}.zip`, bytes: joinBytes([...zipStream(members)]) };
}
