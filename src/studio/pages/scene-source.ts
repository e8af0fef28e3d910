import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { fetchClip, hasClip } from '../clips.js';
import { bringBack } from '../files/bring-back.js';
import { dropped } from '../files/dropped.js';
import type { Route } from '../route.js';
import { newScene } from '../build/parts.js';
import { SceneDocument, unpackJson } from '../scene-document.js';

/** What an address stands for: a scene, and its recording where it opens on one. */
export interface SceneSource {
  readonly document: SceneDocument;
  readonly recorded?: { readonly recording: Recording; readonly bytes: Uint8Array };
}

/** The scene of an address. A heavy one of the gallery opens on its clip, unless `simulate=1` or something is set. */
export async function sceneOf({ page, scene, query }: Route): Promise<SceneSource> {
  if (page === 'build') return { document: new SceneDocument(newScene()) };
  const settings = query.getAll('set');
  const packed = query.get('json');
  if (packed !== null) return { document: new SceneDocument(await unpackJson(packed), settings) };
  if (scene !== '') return galleryScene(scene, settings, query.get('simulate') === '1');
  const file = query.get('file') ?? undefined;
  if (dropped.scene === undefined && dropped.recording === undefined && file !== undefined) await bringBack(file);
  const { recording: recorded, scene: json } = dropped;
  dropped.recording = undefined;
  dropped.scene = undefined;
  const document = new SceneDocument(recorded ? recorded.recording.header.scene : json, settings);
  if (file !== undefined && !file.startsWith('-')) document.file = file;
  return recorded ? { document, recorded } : { document };
}

async function galleryScene(name: string, settings: readonly string[], simulate: boolean): Promise<SceneSource> {
  const document = SceneDocument.fromGallery(name, settings);
  const clip = settings.length === 0 && !simulate && hasClip(name);
  const bytes = clip ? await fetchClip(name).catch(() => undefined) : undefined;
  return bytes ? { document, recorded: { recording: new Recording(memorySource(bytes)), bytes } } : { document };
}
