/**
 * Triangular solves with the panels of a supernodal factor, in elimination order. Rows are taken three at a time: with
 * three right-hand sides nine sums stay in registers while one panel row entry serves three products.
 */
import type { Supernodes } from './supernodes.js';

/** x ← L⁻ᵀ L⁻¹ x. */
export function solveSupernodes(x: Float64Array, sn: Supernodes, l: Float64Array): void {
  for (let s = 0; s < sn.count; s++) forward(x, sn, l, s);
  for (let s = sn.count - 1; s >= 0; s--) backward(x, sn, l, s);
}

/** The same for three interleaved right-hand sides, x[3 k + c]. */
export function solveSupernodes3(x: Float64Array, sn: Supernodes, l: Float64Array): void {
  for (let s = 0; s < sn.count; s++) forward3(x, sn, l, s);
  for (let s = sn.count - 1; s >= 0; s--) backward3(x, sn, l, s);
}

function forward(x: Float64Array, sn: Supernodes, l: Float64Array, s: number): void {
  const { rows } = sn;
  const first = sn.first[s];
  const width = sn.first[s + 1] - first;
  let row = sn.panelAt[s];
  for (let i = 0; i < width; i++, row += width) {
    let sum = x[first + i];
    for (let k = 0; k < i; k++) sum -= l[row + k] * x[first + k];
    x[first + i] = sum / l[row + i];
  }
  let p = sn.rowPtr[s];
  const end = sn.rowPtr[s + 1];
  for (; p + 3 <= end; p += 3, row += 3 * width) {
    const r1 = row + width;
    const r2 = r1 + width;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    for (let k = 0; k < width; k++) {
      const y = x[first + k];
      s0 += l[row + k] * y;
      s1 += l[r1 + k] * y;
      s2 += l[r2 + k] * y;
    }
    x[rows[p]] -= s0;
    x[rows[p + 1]] -= s1;
    x[rows[p + 2]] -= s2;
  }
  for (; p < end; p++, row += width) {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += l[row + k] * x[first + k];
    x[rows[p]] -= sum;
  }
}

function backward(x: Float64Array, sn: Supernodes, l: Float64Array, s: number): void {
  const { rows } = sn;
  const first = sn.first[s];
  const width = sn.first[s + 1] - first;
  let p = sn.rowPtr[s];
  const end = sn.rowPtr[s + 1];
  let row = sn.panelAt[s] + width * width;
  for (; p + 3 <= end; p += 3, row += 3 * width) {
    const r1 = row + width;
    const r2 = r1 + width;
    const y0 = x[rows[p]];
    const y1 = x[rows[p + 1]];
    const y2 = x[rows[p + 2]];
    for (let k = 0; k < width; k++) x[first + k] -= l[row + k] * y0 + l[r1 + k] * y1 + l[r2 + k] * y2;
  }
  for (; p < end; p++, row += width) {
    const y = x[rows[p]];
    for (let k = 0; k < width; k++) x[first + k] -= l[row + k] * y;
  }
  row = sn.panelAt[s] + (width - 1) * width;
  for (let i = width - 1; i >= 0; i--, row -= width) {
    const y = x[first + i] / l[row + i];
    x[first + i] = y;
    for (let k = 0; k < i; k++) x[first + k] -= l[row + k] * y;
  }
}

function forward3(x: Float64Array, sn: Supernodes, l: Float64Array, s: number): void {
  const { rows } = sn;
  const width = sn.first[s + 1] - sn.first[s];
  const at = 3 * sn.first[s];
  let row = sn.panelAt[s];
  for (let i = 0; i < width; i++, row += width) {
    const xi = at + 3 * i;
    let a = x[xi];
    let b = x[xi + 1];
    let c = x[xi + 2];
    for (let k = 0, q = at; k < i; k++, q += 3) {
      const v = l[row + k];
      a -= v * x[q];
      b -= v * x[q + 1];
      c -= v * x[q + 2];
    }
    const d = 1 / l[row + i];
    x[xi] = a * d;
    x[xi + 1] = b * d;
    x[xi + 2] = c * d;
  }
  let p = sn.rowPtr[s];
  const end = sn.rowPtr[s + 1];
  for (; p + 3 <= end; p += 3, row += 3 * width) {
    const r1 = row + width;
    const r2 = r1 + width;
    let a0 = 0;
    let b0 = 0;
    let c0 = 0;
    let a1 = 0;
    let b1 = 0;
    let c1 = 0;
    let a2 = 0;
    let b2 = 0;
    let c2 = 0;
    for (let k = 0, q = at; k < width; k++, q += 3) {
      const ya = x[q];
      const yb = x[q + 1];
      const yc = x[q + 2];
      const v0 = l[row + k];
      a0 += v0 * ya;
      b0 += v0 * yb;
      c0 += v0 * yc;
      const v1 = l[r1 + k];
      a1 += v1 * ya;
      b1 += v1 * yb;
      c1 += v1 * yc;
      const v2 = l[r2 + k];
      a2 += v2 * ya;
      b2 += v2 * yb;
      c2 += v2 * yc;
    }
    const i0 = 3 * rows[p];
    const i1 = 3 * rows[p + 1];
    const i2 = 3 * rows[p + 2];
    x[i0] -= a0;
    x[i0 + 1] -= b0;
    x[i0 + 2] -= c0;
    x[i1] -= a1;
    x[i1 + 1] -= b1;
    x[i1 + 2] -= c1;
    x[i2] -= a2;
    x[i2 + 1] -= b2;
    x[i2 + 2] -= c2;
  }
  for (; p < end; p++, row += width) {
    let a = 0;
    let b = 0;
    let c = 0;
    for (let k = 0, q = at; k < width; k++, q += 3) {
      const v = l[row + k];
      a += v * x[q];
      b += v * x[q + 1];
      c += v * x[q + 2];
    }
    const i = 3 * rows[p];
    x[i] -= a;
    x[i + 1] -= b;
    x[i + 2] -= c;
  }
}

function backward3(x: Float64Array, sn: Supernodes, l: Float64Array, s: number): void {
  const { rows } = sn;
  const width = sn.first[s + 1] - sn.first[s];
  const at = 3 * sn.first[s];
  let p = sn.rowPtr[s];
  const end = sn.rowPtr[s + 1];
  let row = sn.panelAt[s] + width * width;
  for (; p + 3 <= end; p += 3, row += 3 * width) {
    const r1 = row + width;
    const r2 = r1 + width;
    const i0 = 3 * rows[p];
    const i1 = 3 * rows[p + 1];
    const i2 = 3 * rows[p + 2];
    const a0 = x[i0];
    const b0 = x[i0 + 1];
    const c0 = x[i0 + 2];
    const a1 = x[i1];
    const b1 = x[i1 + 1];
    const c1 = x[i1 + 2];
    const a2 = x[i2];
    const b2 = x[i2 + 1];
    const c2 = x[i2 + 2];
    for (let k = 0, q = at; k < width; k++, q += 3) {
      const v0 = l[row + k];
      const v1 = l[r1 + k];
      const v2 = l[r2 + k];
      x[q] -= v0 * a0 + v1 * a1 + v2 * a2;
      x[q + 1] -= v0 * b0 + v1 * b1 + v2 * b2;
      x[q + 2] -= v0 * c0 + v1 * c1 + v2 * c2;
    }
  }
  for (; p < end; p++, row += width) {
    const i = 3 * rows[p];
    subtractScaledRow(x, at, l, row, width, x[i], x[i + 1], x[i + 2]);
  }
  row = sn.panelAt[s] + (width - 1) * width;
  for (let i = width - 1; i >= 0; i--, row -= width) {
    const d = 1 / l[row + i];
    const xi = at + 3 * i;
    x[xi] *= d;
    x[xi + 1] *= d;
    x[xi + 2] *= d;
    subtractScaledRow(x, at, l, row, i, x[xi], x[xi + 1], x[xi + 2]);
  }
}

/** x[at + 3 k + c] -= l[row + k] (a, b, c)_c for k < count. */
function subtractScaledRow(
  x: Float64Array,
  at: number,
  l: Float64Array,
  row: number,
  count: number,
  a: number,
  b: number,
  c: number,
): void {
  for (let k = 0, q = at; k < count; k++, q += 3) {
    const v = l[row + k];
    x[q] -= v * a;
    x[q + 1] -= v * b;
    x[q + 2] -= v * c;
  }
}
