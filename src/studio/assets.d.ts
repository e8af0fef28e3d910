/** A worker that Vite puts into the page's own script, so that the studio also opens from a folder. */
declare module '*?worker&inline' {
  const InlineWorker: new () => Worker;
  export default InlineWorker;
}
