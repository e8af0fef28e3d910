/** Seconds since some moment. Used to report how long work took, never to decide what work to do. */
export function now(): number {
  return performance.now() / 1000;
}
