/**
 * Files that were brought to the page, kept in the browser (IndexedDB) so that a reload or a bookmark brings them back.
 * Where the browser forbids it, nothing is kept and nothing fails.
 */

/** Files kept; the oldest goes when one more comes. */
const most = 24;

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('stickslip-studio', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('files', { autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

/** Keeps a file; its number, or undefined where it cannot be kept. `how`: what its bringer has chosen to make of it. */
export async function keepFile(file: File, how = ''): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  const database = await open();
  if (!database) return undefined;
  try {
    const store = database.transaction('files', 'readwrite').objectStore('files');
    const number = await answer(store.add({ name: file.name, bytes, how }));
    const numbers = ((await answer(store.getAllKeys())) ?? []) as number[];
    for (const old of numbers.slice(0, Math.max(0, numbers.length - most))) store.delete(old);
    return number === undefined ? undefined : String(number);
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

/** A kept file; undefined where there is none of that number. */
export async function keptFile(number: string): Promise<{ readonly file: File; readonly how: string } | undefined> {
  const database = await open();
  if (!database) return undefined;
  try {
    const store = database.transaction('files').objectStore('files');
    const found = (await answer(store.get(Number(number)))) as
      { readonly name: string; readonly bytes: ArrayBuffer; readonly how: string } | undefined;
    return found && { file: new File([found.bytes], found.name), how: found.how };
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}
