/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob | Uint8Array | string, type = 'application/octet-stream'): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
