import { decodeClip } from '../record/clip.js';

/** Addresses of recorded clips of heavy scenes, by file; only those that have been made (scripts/gallery-clips.mjs). */
const files = import.meta.glob<string>('./clips/*.clip', { eager: true, query: '?url', import: 'default' });

/** Whether a scene opens on a clip. */
export function hasClip(scene: string): boolean {
  return `./clips/${scene}.clip` in files;
}

/** The recording of a scene's clip. Throws where it cannot be fetched, as from a folder without a server. */
export async function fetchClip(scene: string): Promise<Uint8Array> {
  const response = await fetch(files[`./clips/${scene}.clip`]);
  if (!response.ok || !response.body) throw new Error(`the clip of ${scene} cannot be fetched`);
  const unpacked = response.body.pipeThrough(new DecompressionStream('gzip'));
  return decodeClip(new Uint8Array(await new Response(unpacked).arrayBuffer()));
}
