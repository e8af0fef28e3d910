/** Lengths of plane and space vectors that neither overflow nor underflow on the way. */

// within these bounds the sum of squares is far from overflow and from the subnormal numbers
const SMALL = 1e-280;
const LARGE = 1e280;

/** √(a² + b²) */
export function hypot2(a: number, b: number): number {
  const s = a * a + b * b;
  if (s > SMALL && s < LARGE) return Math.sqrt(s);
  return scaledHypot(a, b, 0);
}

/** √(a² + b² + c²) */
export function hypot3(a: number, b: number, c: number): number {
  const s = a * a + b * b + c * c;
  if (s > SMALL && s < LARGE) return Math.sqrt(s);
  return scaledHypot(a, b, c);
}

function scaledHypot(a: number, b: number, c: number): number {
  const m = Math.max(Math.abs(a), Math.abs(b), Math.abs(c));
  if (m === 0 || m === Infinity) return m;
  if (m !== m) {
    // as Math.hypot does: an infinite side wins over a missing one
    return Math.abs(a) === Infinity || Math.abs(b) === Infinity || Math.abs(c) === Infinity ? Infinity : NaN;
  }
  const x = a / m;
  const y = b / m;
  const z = c / m;
  return m * Math.sqrt(x * x + y * y + z * z);
}
