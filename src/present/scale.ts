import type { AxisKind } from './line-plot.js';

/** A mark on an axis. */
export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** Maps values to positions along an axis of a given length. */
export interface Scale {
  readonly kind: AxisKind;
  readonly from: number;
  readonly to: number;
  /** position from 0 to 1; values outside (zero on a log axis too) stick to the nearer end */
  at(value: number): number;
  readonly ticks: readonly Tick[];
}

/** A scale that covers the values, with ticks at round numbers. */
export function scaleOf(kind: AxisKind, values: readonly number[], limits: { from?: number; to?: number } = {}): Scale {
  const usable = values.filter((x) => Number.isFinite(x) && (kind === 'linear' || x > 0));
  const low = limits.from ?? smallest(usable, kind === 'log' ? 1 : 0);
  const high = limits.to ?? largest(usable, kind === 'log' ? 10 : 1);
  return kind === 'log' ? logScale(low, high, limits) : linearScale(low, high, limits);
}

function smallest(values: readonly number[], fallback: number): number {
  return values.reduce((least, x) => Math.min(least, x), values.length > 0 ? Infinity : fallback);
}

function largest(values: readonly number[], fallback: number): number {
  return values.reduce((most, x) => Math.max(most, x), values.length > 0 ? -Infinity : fallback);
}

const clamp = (t: number): number => Math.min(1, Math.max(0, t));

function linearScale(low: number, high: number, limits: { from?: number; to?: number }): Scale {
  if (high <= low) high = low + (Math.abs(low) || 1);
  const step = niceStep((high - low) / 5);
  const from = limits.from ?? Math.floor(low / step + 1e-9) * step;
  const to = limits.to ?? Math.ceil(high / step - 1e-9) * step;
  const ticks: Tick[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to * (1 + 1e-12) + 1e-300; k++) {
    const value = Number((k * step).toPrecision(12));
    ticks.push({ value, label: String(value) });
  }
  return { kind: 'linear', from, to, ticks, at: (x) => clamp((x - from) / (to - from)) };
}

/** The next of 1, 2, 5, 10, ... times a power of ten. */
function niceStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const lead = raw / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}

function logScale(low: number, high: number, limits: { from?: number; to?: number }): Scale {
  let first = Math.log10(low);
  let last = Math.log10(high);
  if (last - first < 0.3) last = first + 0.3;
  // a little room on the sides that are not given
  const room = 0.03 * (last - first);
  if (limits.from === undefined) first -= room;
  if (limits.to === undefined) last += room;
  const at = (x: number): number => (x > 0 ? clamp((Math.log10(x) - first) / (last - first)) : 0);
  return { kind: 'log', from: 10 ** first, to: 10 ** last, at, ticks: logTicks(first, last) };
}

/** Powers of ten, at most eight of them; 1, 2, 5 where there are few decades. */
function logTicks(first: number, last: number): Tick[] {
  const ticks: Tick[] = [];
  if (last - first <= 2.5) {
    for (let k = Math.floor(first); k <= last; k++) {
      for (const lead of [1, 2, 5]) {
        const value = Number(`${lead}e${k}`);
        const place = Math.log10(value);
        if (place >= first - 1e-9 && place <= last + 1e-9) ticks.push({ value, label: plainOrPower(value, lead, k) });
      }
    }
    return ticks;
  }
  const step = Math.ceil((last - first) / 8);
  // counted from 10^0, so that neighbouring plots agree
  for (let k = Math.ceil(first / step - 1e-9) * step; k <= last + 1e-9; k += step)
    ticks.push({ value: Number(`1e${k}`), label: plainOrPower(Number(`1e${k}`), 1, k) });
  return ticks;
}

function plainOrPower(value: number, lead: number, exponent: number): string {
  if (value >= 0.01 && value < 1e5) return String(value);
  return lead === 1 ? `10${superscript(exponent)}` : `${lead}·10${superscript(exponent)}`;
}

function superscript(k: number): string {
  const digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
  return String(k).replace(/./g, (c) => (c === '-' ? '⁻' : digits[Number(c)]));
}
