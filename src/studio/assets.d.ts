/** A worker that Vite puts into the page's own script, so that the studio also opens from a folder. */
declare module '*?worker&inline' {
  const InlineWorker: new () => Worker;
  export default InlineWorker;
}

interface ImportMeta {
  /** Vite: the files that match, known when the page is built. */
  glob<T>(pattern: string, options: { eager: true; query: string; import: string }): Record<string, T>;
}
