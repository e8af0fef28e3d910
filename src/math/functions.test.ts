import { describe, expect, it } from 'vitest';
import * as F from './functions.js';
import { exponentOf, scaleByPowerOfTwo } from './bits.js';
import { Random } from './random.js';

/** Distance in units of the last place of the reference. */
function ulps(got: number, reference: number): number {
  if (Object.is(got, reference) || (got !== got && reference !== reference)) return 0;
  if (!Number.isFinite(reference) || !Number.isFinite(got)) return Infinity;
  const spacing =
    reference === 0 ? Number.MIN_VALUE : scaleByPowerOfTwo(1, Math.max(exponentOf(reference) - 52, -1074));
  return Math.abs(got - reference) / spacing;
}

type Sampler = (random: Random) => number;
const uniform =
  (a: number, b: number): Sampler =>
  (random) =>
    random.range(a, b);
/** Both signs, magnitudes spread evenly over the decades from 10^a to 10^b. */
const decades =
  (a: number, b: number, sign = true): Sampler =>
  (random) =>
    Math.pow(10, random.range(a, b)) * (sign && random.int(2) === 0 ? -1 : 1);

const N = 40_000;

function worst(ours: (x: number) => number, theirs: (x: number) => number, samplers: Sampler[], seed: number): number {
  const random = new Random(seed);
  let largest = 0;
  for (const sample of samplers) {
    for (let i = 0; i < N; i++) {
      const x = sample(random);
      const e = ulps(ours(x), theirs(x));
      if (!(e <= largest)) largest = e;
    }
  }
  return largest;
}

// Math.* of V8 is itself within 1 ulp of the truth, hence 1 more than our own bound
const cases: [string, (x: number) => number, (x: number) => number, number, Sampler[]][] = [
  ['sin', F.sin, Math.sin, 1, [uniform(-1, 1), uniform(-100, 100), uniform(-1e6, 1e6), decades(-300, 300)]],
  ['cos', F.cos, Math.cos, 1, [uniform(-1, 1), uniform(-100, 100), uniform(-1e6, 1e6), decades(-300, 300)]],
  ['tan', F.tan, Math.tan, 3, [uniform(-1, 1), uniform(-100, 100), uniform(-1e6, 1e6), decades(-300, 300)]],
  ['atan', F.atan, Math.atan, 2, [uniform(-1, 1), uniform(-10, 10), decades(-300, 300)]],
  ['asin', F.asin, Math.asin, 3, [uniform(-1, 1), decades(-300, 0)]],
  ['acos', F.acos, Math.acos, 3, [uniform(-1, 1), (r) => 1 - Math.pow(10, r.range(-16, 0)), decades(-300, 0)]],
  ['exp', F.exp, Math.exp, 2, [uniform(-1, 1), uniform(-745, 709), decades(-300, 2)]],
  ['expm1', F.expm1, Math.expm1, 2, [uniform(-1, 1), uniform(-60, 709), decades(-300, 2)]],
  ['log', F.log, Math.log, 2, [uniform(0, 2), decades(-320, 308, false), (r) => 1 + r.range(-1e-6, 1e-6)]],
  ['log2', F.log2, Math.log2, 3, [uniform(0, 2), decades(-320, 308, false), (r) => 1 + r.range(-1e-6, 1e-6)]],
  ['cbrt', F.cbrt, Math.cbrt, 1, [uniform(-10, 10), decades(-320, 308)]],
];

describe('elementary functions', () => {
  it.each(cases)('%s is close to the engine’s own', (name, ours, theirs, tolerance, samplers) => {
    expect(worst(ours, theirs, samplers, name.length)).toBeLessThanOrEqual(tolerance);
  });

  it.each(cases)('%s agrees at special values', (_name, ours, theirs) => {
    for (const x of [0, -0, 1, -1, 0.5, NaN, Infinity, -Infinity, 5e-324, 1.7976931348623157e308, 710, -746, 2]) {
      expect(ulps(ours(x), theirs(x))).toBeLessThanOrEqual(2);
    }
  });

  it('keeps the sign of zero', () => {
    for (const f of [F.sin, F.tan, F.atan, F.asin, F.expm1, F.cbrt]) {
      expect(f(-0)).toBe(-0);
      expect(f(0)).toBe(0);
    }
  });

  it('reduces arguments next to multiples of π/2 with all digits', () => {
    // the double nearest to kπ/2 for many k: the result is all remainder
    let largest = 0;
    for (let k = 1; k < 100_000; k += 7) {
      const x = (k * Math.PI) / 2;
      largest = Math.max(
        largest,
        ulps(F.sin(x), Math.sin(x)),
        ulps(F.cos(x), Math.cos(x)),
        ulps(F.tan(x), Math.tan(x)),
      );
    }
    expect(largest).toBeLessThanOrEqual(3);
    // the hardest double of all, 6381956970095103 2^797: |cos| = 4.687e-19
    const hard = scaleByPowerOfTwo(6381956970095103, 797);
    expect(F.cos(hard)).toBeCloseTo(-4.687165924254624e-19, 33);
  });

  it('sincos gives the very bits of sin and cos', () => {
    const random = new Random(5);
    const out = new Float64Array(2);
    for (let i = 0; i < N; i++) {
      const x = random.range(-50, 50);
      F.sincos(out, x);
      if (out[0] !== F.sin(x) || out[1] !== F.cos(x)) throw new Error(`sincos differs at ${x}`);
    }
  });

  it('atan2 agrees in all quadrants, scales and special cases', () => {
    const random = new Random(6);
    let largest = 0;
    for (let i = 0; i < 4 * N; i++) {
      const x = random.range(-1, 1) * (i % 2 === 0 ? 1 : Math.pow(10, random.range(-200, 200)));
      const y = random.range(-1, 1) * (i % 3 === 0 ? 1 : Math.pow(10, random.range(-200, 200)));
      largest = Math.max(largest, ulps(F.atan2(y, x), Math.atan2(y, x)));
    }
    expect(largest).toBeLessThanOrEqual(2);
    const special = [0, -0, 1, -1, Infinity, -Infinity, NaN, 5e-324, -5e-324, 1.7e308, -1.7e308];
    for (const y of special) {
      for (const x of special)
        expect(ulps(F.atan2(y, x), Math.atan2(y, x)), `atan2(${y}, ${x})`).toBeLessThanOrEqual(2);
    }
  });

  it('pow agrees with exact powers and with the engine', () => {
    const random = new Random(7);
    for (let k = -1074; k < 1024; k++) expect(F.pow(2, k)).toBe(scaleByPowerOfTwo(1, k));
    for (let k = 0; k <= 22; k++) expect(ulps(F.pow(10, k), Number(`1e${k}`))).toBeLessThanOrEqual(1);
    // V8's pow is only good to some units in the last place, so small integer powers are compared with exact products
    let largest = 0;
    for (let i = 0; i < N; i++) {
      const x = random.range(0.1, 10);
      const scaled = BigInt(Math.floor(x * 2 ** 40));
      const exact = Number(scaled ** 7n) / 2 ** 280;
      largest = Math.max(largest, ulps(F.pow(Number(scaled) / 2 ** 40, 7), exact));
    }
    expect(largest).toBeLessThanOrEqual(2);
    let relative = 0;
    for (let i = 0; i < N; i++) {
      const x = Math.pow(10, random.range(-5, 5));
      const y = random.range(-50, 50);
      relative = Math.max(relative, Math.abs(F.pow(x, y) / Math.pow(x, y) - 1));
    }
    expect(relative).toBeLessThan(2e-15);
  });

  it('pow follows the special cases of Math.pow', () => {
    const special = [0, -0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, Infinity, -Infinity, NaN, 1e300, -1e300, 1e-300, 5e-324];
    for (const x of special) {
      for (const y of special) expect(ulps(F.pow(x, y), Math.pow(x, y)), `pow(${x}, ${y})`).toBeLessThanOrEqual(2);
    }
  });

  it('hypot neither overflows nor underflows', () => {
    expect(F.hypot2(3e200, 4e200)).toBeCloseTo(5e200, -186);
    expect(F.hypot2(3e-200, 4e-200) / 5e-200).toBeCloseTo(1, 14);
    expect(F.hypot3(2, 3, 6)).toBe(7);
    expect(F.hypot3(2e-300, 3e-300, 6e-300) / 7e-300).toBeCloseTo(1, 14);
    expect(F.hypot2(0, -0)).toBe(0);
    expect(F.hypot2(NaN, -Infinity)).toBe(Infinity);
    expect(F.hypot3(NaN, 1, 2)).toBeNaN();
  });
});

describe('functions of rotations', () => {
  const fraction = (k: number, x: number): number => {
    // the series in integers scaled by 2^200: no rounding to speak of
    const one = 1n << 200n;
    const z = ((BigInt(Math.round(x * 2 ** 60)) ** 2n) << 200n) >> 120n;
    let term = one;
    for (let i = 1n; i <= BigInt(k); i++) term /= i;
    let sum = 0n;
    for (let n = BigInt(k); term !== 0n; n += 2n) {
      sum += term;
      term = (-term * z) / one / ((n + 1n) * (n + 2n));
    }
    return Number(sum >> 100n) / 2 ** 100;
  };

  it('c0 .. c5 match their series in extended precision', () => {
    const out = new Float64Array(6);
    for (const x of [0, 1e-12, 1e-5, 0.01, 0.3, 1, 1.9, 1.9999, 2.1, 3, 7, 20].flatMap((x) => [x, -x])) {
      F.stumpff(out, x);
      for (let k = 0; k < 6; k++) expect(Math.abs(out[k] - fraction(k, x))).toBeLessThan(1e-15);
      expect(Math.abs(F.sinOverX(x) - fraction(1, x))).toBeLessThan(2e-16);
      expect(Math.abs(F.oneMinusCosOverX2(x) - fraction(2, x))).toBeLessThan(2e-16);
      expect(Math.abs(F.xMinusSinOverX3(x) - fraction(3, x))).toBeLessThan(2e-16);
    }
  });
});

describe('the same bits everywhere', () => {
  it('a hash over many results never changes', () => {
    // FNV-1a over the bytes: this number was produced once and must be reproduced by every engine
    const random = new Random(2024);
    const values = new Float64Array(8000);
    for (let i = 0; i < values.length; i += 8) {
      const x = random.normal() * 3;
      const y = random.uniform();
      values.set([F.sin(x), F.cos(x * 100), F.atan2(x, y), F.exp(x), F.log(y), F.pow(y, x), F.acos(y), F.cbrt(x)], i);
    }
    let hash = 0x811c9dc5;
    for (const byte of new Uint8Array(values.buffer)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    expect(hash.toString(16)).toBe('9839611e');
  });
});
