/** A number in a few letters: 0, 1.2e-9, 0.0123, 4.56. */
export function short(x: number, digits = 2): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? 'NaN' : x > 0 ? 'inf' : '-inf';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e4) return String(Number(x.toPrecision(digits + 1)));
  return x.toExponential(digits - 1).replace(/\.0+e/, 'e');
}

/** Seconds for people: 12 µs, 1.2 ms, 3.4 s, 2 min 5 s, 3 h 20 min. */
export function duration(seconds: number): string {
  if (seconds < 1e-3) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 0.9995) return `${Number((1000 * seconds).toPrecision(3))} ms`;
  if (seconds < 99.95) return `${Number(seconds.toPrecision(3))} s`;
  // rounded before it is split, so that no rest is a whole minute or hour
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "1 contact", "2 contacts" */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** The last part of a path, for tables. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
