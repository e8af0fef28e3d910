import type { Surroundings } from './reproduction.js';

/** Folders that may hold the papers' data: named by STICKSLIP_SHARED, or beside the repository. */
export function sharedFolders(): string[] {
  return [process.env.STICKSLIP_SHARED, '../shared', '../../shared'].filter((folder) => folder !== undefined);
}

/** The path and the bytes of a file of the shared folder, where there is one. */
export async function sharedFile(
  { read }: Pick<Surroundings, 'read'>,
  name: string,
): Promise<{ path: string; bytes: Uint8Array } | undefined> {
  for (const folder of sharedFolders()) {
    const path = `${folder}/${name}`;
    const bytes = await read(path).catch(() => undefined);
    if (bytes) return { path, bytes };
  }
  return undefined;
}
