/** Files of a dropped folder that are looked at: the others are results of single runs. */
const ofFolders = ['results.json', 'study.json', 'fit.json', 'problem.json', 'scene.json'];

/** The files that were dropped, and those of dropped folders that tell what is in them. */
export async function broughtFiles(data: DataTransfer): Promise<File[]> {
  // entries are there only until the event is over
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...data.files];
  const folders = entries.filter((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true);
  if (folders.length === 0) return files;
  const found = await Promise.all(folders.flatMap((folder) => ofFolders.map((name) => fileIn(folder, name))));
  const plain = files.filter((_, k) => entries[k]?.isFile === true);
  return [...plain, ...found.filter((file): file is File => file !== undefined)];
}

function fileIn(folder: FileSystemDirectoryEntry, name: string): Promise<File | undefined> {
  return new Promise((resolve) => {
    const none = (): void => resolve(undefined);
    folder.getFile(name, {}, (entry) => (entry as FileSystemFileEntry).file(resolve, none), none);
  });
}
