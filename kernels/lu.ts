/**
 * Multifrontal LU and its triangular solves, in AssemblyScript with SIMD (see src/linalg/kernel/lu-kernel.ts for the host's
 * side). Every number goes through the operations of src/linalg/block-lu.ts and dense-kernel.ts in their order, so that both
 * give the same bits: vectors run over entries that do not depend on each other, never along a sum.
 *
 * The host writes the addresses of all arrays into a header of 32-bit integers at address 0:
 */
const COUNT: usize = 0; // number of fronts
const FIRST: usize = 4; // i32[count + 1], and so on: see BlockFronts
const BELOW_PTR: usize = 8;
const BELOW_INDEX: usize = 12;
const RELATIVE: usize = 16;
const PARENT: usize = 20;
const PANEL_AT: usize = 24;
const PIVOT: usize = 28; // i32[n]
const WAITING: usize = 32; // i32[count] fronts whose update matrix is on the stack
const STACK_AT: usize = 36; // i32[count + 1] where they begin
const VALUES: usize = 40; // f64[panelSize]
const STACK: usize = 44; // f64[stackSize]
const UT: usize = 48; // f64[mostWidth²] Uᵀ of the front at hand
const PACKED: usize = 52; // f64[4 mostWidth] four rows of the second factor of a product, side by side
const X: usize = 56; // f64[n] right-hand side, in elimination order
const PIVOTS: usize = 64; // f64[2] smallest and largest pivot

/** Columns eliminated at once; as in lu-kernel.ts. */
const BLOCK: usize = 24;

function at(entry: usize): usize {
  return <usize>load<u32>(entry);
}

/** Factors what stands in the panels; 0 where a front is singular or not finite. */
export function factor(): i32 {
  const count = at(COUNT);
  const first = at(FIRST);
  const belowPtr = at(BELOW_PTR);
  const parent = at(PARENT);
  const panelAt = at(PANEL_AT);
  const waiting = at(WAITING);
  const stackAt = at(STACK_AT);
  const values = at(VALUES);
  const stack = at(STACK);
  let smallest: f64 = Infinity;
  let largest: f64 = 0;
  let depth: usize = 0;
  store<u32>(stackAt, 0);
  for (let s: usize = 0; s < count; s++) {
    const below = at(belowPtr + (s << 2) + 4) - at(belowPtr + (s << 2));
    const top = at(stackAt + (depth << 2));
    memory.fill(stack + (top << 3), 0, (below * below) << 3);
    while (depth > 0 && load<i32>(parent + (at(waiting + ((depth - 1) << 2)) << 2)) === <i32>s) {
      depth--;
      extendAdd(s, at(waiting + (depth << 2)), at(stackAt + (depth << 2)), top);
    }
    if (!eliminate(s, top)) return 0;
    const width = at(first + (s << 2) + 4) - at(first + (s << 2));
    const panel = values + (at(panelAt + (s << 2)) << 3);
    for (let k: usize = 0; k < width; k++) {
      const d = Math.abs(load<f64>(panel + ((k * width + k) << 3)));
      smallest = Math.min(smallest, d);
      largest = Math.max(largest, d);
    }
    if (below === 0) continue;
    const place = at(stackAt + (depth << 2));
    if (place < top) memory.copy(stack + (place << 3), stack + (top << 3), (below * below) << 3);
    store<u32>(waiting + (depth << 2), <u32>s);
    store<u32>(stackAt + (depth << 2) + 4, <u32>(place + below * below));
    depth++;
  }
  store<f64>(PIVOTS, smallest);
  store<f64>(PIVOTS + 8, largest);
  return 1;
}

/** Adds the update matrix of child c, at `from` of the stack, to the panels of s and to its update matrix at `to`. */
function extendAdd(s: usize, c: usize, from: usize, to: usize): void {
  const first = at(FIRST);
  const belowPtr = at(BELOW_PTR);
  const stack = at(STACK);
  const width = at(first + (s << 2) + 4) - at(first + (s << 2));
  const below = at(belowPtr + (s << 2) + 4) - at(belowPtr + (s << 2));
  const lower = at(VALUES) + (at(at(PANEL_AT) + (s << 2)) << 3);
  const upper = lower + (((width + below) * width) << 3);
  const start = at(belowPtr + (c << 2));
  const size = at(belowPtr + (c << 2) + 4) - start;
  const relative = at(RELATIVE) + (start << 2);
  let split: usize = 0;
  while (split < size && at(relative + (split << 2)) < width) split++;
  for (let i: usize = 0; i < size; i++) {
    const place = at(relative + (i << 2));
    const row = stack + ((from + i * size) << 3);
    const lowerRow = lower + ((place * width) << 3);
    for (let j: usize = 0; j < split; j++) {
      const to = lowerRow + (at(relative + (j << 2)) << 3);
      store<f64>(to, load<f64>(to) + load<f64>(row + (j << 3)));
    }
    if (i < split) {
      for (let j = split; j < size; j++) {
        const to = upper + (((at(relative + (j << 2)) - width) * width + place) << 3);
        store<f64>(to, load<f64>(to) + load<f64>(row + (j << 3)));
      }
    } else {
      const updateRow = stack + ((to + (place - width) * below) << 3);
      for (let j = split; j < size; j++) {
        const to = updateRow + ((at(relative + (j << 2)) - width) << 3);
        store<f64>(to, load<f64>(to) + load<f64>(row + (j << 3)));
      }
    }
  }
}

/** Dense elimination of the columns of s; its update matrix at `to` of the stack loses L₂₁ U₁₂. */
function eliminate(s: usize, to: usize): bool {
  const first = at(FIRST);
  const belowPtr = at(BELOW_PTR);
  const from = at(first + (s << 2));
  const w = at(first + (s << 2) + 4) - from;
  const b = at(belowPtr + (s << 2) + 4) - at(belowPtr + (s << 2));
  const top = at(VALUES) + (at(at(PANEL_AT) + (s << 2)) << 3);
  const lower = top + ((w * w) << 3);
  const upper = lower + ((b * w) << 3);
  const pivot = at(PIVOT) + (from << 2);
  const ut = at(UT);
  const stride = w << 3;
  if (!luInPlace(top, stride, w, pivot, ut)) return false;
  solveLowerRows(lower, stride, b, ut, stride, w, false);
  for (let i: usize = 0; i < b; i++) {
    const row = upper + i * stride;
    for (let k: usize = 0; k < w; k++) {
      const p = row + (k << 3);
      const q = row + (at(pivot + (k << 2)) << 3);
      const t = load<f64>(p);
      store<f64>(p, load<f64>(q));
      store<f64>(q, t);
    }
  }
  solveLowerRows(upper, stride, b, top, stride, w, true);
  subtractProduct(at(STACK) + (to << 3), b << 3, lower, stride, b, upper, stride, b, w);
  return true;
}

/** P A = L U in place (w x w), partial pivoting; `ut` (w x w) receives Uᵀ. */
function luInPlace(a: usize, ld: usize, w: usize, pivot: usize, ut: usize): bool {
  const ldu = w << 3;
  for (let k0: usize = 0; k0 < w; k0 += BLOCK) {
    const k1 = k0 + BLOCK < w ? k0 + BLOCK : w;
    for (let j = k0; j < k1; j++) {
      for (let t: usize = 0; t < k0; t++) store<f64>(ut + j * ldu + (t << 3), load<f64>(a + t * ld + (j << 3)));
    }
    solveLowerRows(ut + k0 * ldu, ldu, k1 - k0, a, ld, k0, true);
    for (let j = k0; j < k1; j++) {
      for (let t: usize = 0; t < k0; t++) store<f64>(a + t * ld + (j << 3), load<f64>(ut + j * ldu + (t << 3)));
    }
    subtractProduct(a + k0 * ld + (k0 << 3), ld, a + k0 * ld, ld, w - k0, ut + k0 * ldu, ldu, k1 - k0, k0);
    if (!luColumns(a, ld, w, k0, k1, pivot)) return false;
    for (let j = k0; j < k1; j++) {
      for (let t = k0; t <= j; t++) store<f64>(ut + j * ldu + (t << 3), load<f64>(a + t * ld + (j << 3)));
    }
  }
  return true;
}

/** Columns k0..k1-1 of the rows k0..w-1, unblocked; whole rows are exchanged. */
function luColumns(a: usize, ld: usize, w: usize, k0: usize, k1: usize, pivot: usize): bool {
  for (let k = k0; k < k1; k++) {
    let best = k;
    let largest = Math.abs(load<f64>(a + k * ld + (k << 3)));
    for (let i = k + 1; i < w; i++) {
      const v = Math.abs(load<f64>(a + i * ld + (k << 3)));
      if (v > largest) {
        largest = v;
        best = i;
      }
    }
    if (!(largest > 0 && largest < Infinity)) return false;
    store<u32>(pivot + (k << 2), <u32>best);
    const rk = a + k * ld;
    if (best !== k) {
      const rb = a + best * ld;
      for (let j: usize = 0; j < w << 3; j += 8) {
        const t = load<f64>(rk + j);
        store<f64>(rk + j, load<f64>(rb + j));
        store<f64>(rb + j, t);
      }
    }
    const d = load<f64>(rk + (k << 3));
    for (let i = k + 1; i < w; i++) {
      const ri = a + i * ld;
      const head = load<f64>(ri + (k << 3));
      if (head === 0) continue;
      const f = head / d;
      store<f64>(ri + (k << 3), f);
      const ff = f64x2.splat(f);
      let j = k + 1;
      for (; j + 2 <= k1; j += 2) {
        const p = ri + (j << 3);
        v128.store(p, f64x2.sub(v128.load(p), f64x2.mul(ff, v128.load(rk + (j << 3)))));
      }
      if (j < k1) {
        const p = ri + (j << 3);
        store<f64>(p, load<f64>(p) - f * load<f64>(rk + (j << 3)));
      }
    }
  }
  return true;
}

/** Each row x of X (m rows) becomes T⁻¹ x, T lower triangular (w x w): with `unit`, its diagonal counts as ones. */
function solveLowerRows(x: usize, ldx: usize, m: usize, t: usize, ldt: usize, w: usize, unit: bool): void {
  for (let k0: usize = 0; k0 < w; k0 += BLOCK) {
    const k1 = k0 + BLOCK < w ? k0 + BLOCK : w;
    if (k0 > 0) subtractProduct(x + (k0 << 3), ldx, x, ldx, m, t + k0 * ldt, ldt, k1 - k0, k0);
    let i: usize = 0;
    for (; i + 4 <= m; i += 4) solveFourRows(x + i * ldx, ldx, t, ldt, k0, k1, unit);
    for (; i < m; i++) {
      const row = x + i * ldx;
      for (let k = k0; k < k1; k++) {
        const tk = t + k * ldt;
        let s = load<f64>(row + (k << 3));
        for (let j = k0; j < k; j++) s -= load<f64>(row + (j << 3)) * load<f64>(tk + (j << 3));
        store<f64>(row + (k << 3), unit ? s : s / load<f64>(tk + (k << 3)));
      }
    }
  }
}

/** Columns k0..k1-1 of four rows, two of them in each vector. */
function solveFourRows(x: usize, ldx: usize, t: usize, ldt: usize, k0: usize, k1: usize, unit: bool): void {
  const buffer = at(PACKED);
  const x1 = x + ldx;
  const x2 = x1 + ldx;
  const x3 = x2 + ldx;
  for (let k = k0; k < k1; k++) {
    const tk = t + k * ldt;
    const e = k << 3;
    let s01 = f64x2.replace_lane(v128.load64_splat(x + e), 1, load<f64>(x1 + e));
    let s23 = f64x2.replace_lane(v128.load64_splat(x2 + e), 1, load<f64>(x3 + e));
    let p = buffer;
    for (let j = k0; j < k; j++, p += 32) {
      const v = v128.load64_splat(tk + (j << 3));
      s01 = f64x2.sub(s01, f64x2.mul(v128.load(p), v));
      s23 = f64x2.sub(s23, f64x2.mul(v128.load(p + 16), v));
    }
    if (!unit) {
      const d = v128.load64_splat(tk + e);
      s01 = f64x2.div(s01, d);
      s23 = f64x2.div(s23, d);
    }
    v128.store(p, s01);
    v128.store(p + 16, s23);
    store<f64>(x + e, f64x2.extract_lane(s01, 0));
    store<f64>(x1 + e, f64x2.extract_lane(s01, 1));
    store<f64>(x2 + e, f64x2.extract_lane(s23, 0));
    store<f64>(x3 + e, f64x2.extract_lane(s23, 1));
  }
}

/** C(i, j) -= Σ_k A(i, k) B(j, k) for i < m, j < n, k < depth: four rows of B at a time, packed side by side. */
function subtractProduct(
  c: usize,
  ldc: usize,
  a: usize,
  lda: usize,
  m: usize,
  b: usize,
  ldb: usize,
  n: usize,
  depth: usize,
): void {
  if (depth === 0) return;
  const packed = at(PACKED);
  for (let j: usize = 0; j < n; j += 4) {
    const columns = n - j < 4 ? n - j : 4;
    const b0 = b + j * ldb;
    // an overhanging strip repeats its last row, which is not stored
    const b1 = columns > 1 ? b0 + ldb : b0;
    const b2 = columns > 2 ? b1 + ldb : b1;
    const b3 = columns > 3 ? b2 + ldb : b2;
    for (let k: usize = 0, to = packed; k < depth << 3; k += 8, to += 32) {
      store<f64>(to, load<f64>(b0 + k));
      store<f64>(to + 8, load<f64>(b1 + k));
      store<f64>(to + 16, load<f64>(b2 + k));
      store<f64>(to + 24, load<f64>(b3 + k));
    }
    const cj = c + (j << 3);
    let i: usize = 0;
    if (columns === 4) {
      for (; i + 4 <= m; i += 4) fourByFour(cj + i * ldc, ldc, a + i * lda, lda, packed, depth);
    }
    for (; i < m; i++) oneByFour(cj + i * ldc, a + i * lda, packed, depth, columns);
  }
}

function fourByFour(c: usize, ldc: usize, a: usize, lda: usize, packed: usize, depth: usize): void {
  let s00 = f64x2.splat(0);
  let s01 = f64x2.splat(0);
  let s10 = f64x2.splat(0);
  let s11 = f64x2.splat(0);
  let s20 = f64x2.splat(0);
  let s21 = f64x2.splat(0);
  let s30 = f64x2.splat(0);
  let s31 = f64x2.splat(0);
  const a1 = a + lda;
  const a2 = a1 + lda;
  const a3 = a2 + lda;
  for (let k: usize = 0, p = packed; k < depth << 3; k += 8, p += 32) {
    const y0 = v128.load(p);
    const y1 = v128.load(p + 16);
    const x0 = v128.load64_splat(a + k);
    s00 = f64x2.add(s00, f64x2.mul(x0, y0));
    s01 = f64x2.add(s01, f64x2.mul(x0, y1));
    const x1 = v128.load64_splat(a1 + k);
    s10 = f64x2.add(s10, f64x2.mul(x1, y0));
    s11 = f64x2.add(s11, f64x2.mul(x1, y1));
    const x2 = v128.load64_splat(a2 + k);
    s20 = f64x2.add(s20, f64x2.mul(x2, y0));
    s21 = f64x2.add(s21, f64x2.mul(x2, y1));
    const x3 = v128.load64_splat(a3 + k);
    s30 = f64x2.add(s30, f64x2.mul(x3, y0));
    s31 = f64x2.add(s31, f64x2.mul(x3, y1));
  }
  take(c, s00, s01);
  take(c + ldc, s10, s11);
  take(c + 2 * ldc, s20, s21);
  take(c + 3 * ldc, s30, s31);
}

function take(c: usize, s0: v128, s1: v128): void {
  v128.store(c, f64x2.sub(v128.load(c), s0));
  v128.store(c + 16, f64x2.sub(v128.load(c + 16), s1));
}

function oneByFour(c: usize, a: usize, packed: usize, depth: usize, columns: usize): void {
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  for (let k: usize = 0, p = packed; k < depth << 3; k += 8, p += 32) {
    const x = v128.load64_splat(a + k);
    s0 = f64x2.add(s0, f64x2.mul(x, v128.load(p)));
    s1 = f64x2.add(s1, f64x2.mul(x, v128.load(p + 16)));
  }
  store<f64>(c, load<f64>(c) - f64x2.extract_lane(s0, 0));
  if (columns > 1) store<f64>(c + 8, load<f64>(c + 8) - f64x2.extract_lane(s0, 1));
  if (columns > 2) store<f64>(c + 16, load<f64>(c + 16) - f64x2.extract_lane(s1, 0));
  if (columns > 3) store<f64>(c + 24, load<f64>(c + 24) - f64x2.extract_lane(s1, 1));
}

/** x <- U⁻¹ L⁻¹ P x, in elimination order */
export function solve(): void {
  const count = at(COUNT);
  for (let s: usize = 0; s < count; s++) forward(s);
  for (let s = <i32>count - 1; s >= 0; s--) backward(<usize>s);
}

function forward(s: usize): void {
  const first = at(FIRST);
  const belowPtr = at(BELOW_PTR);
  const from = at(first + (s << 2));
  const w = at(first + (s << 2) + 4) - from;
  const stride = w << 3;
  const all = at(X);
  const y = all + (from << 3);
  const pivot = at(PIVOT) + (from << 2);
  for (let k: usize = 0; k < w; k++) {
    const q = y + (at(pivot + (k << 2)) << 3);
    const t = load<f64>(y + (k << 3));
    store<f64>(y + (k << 3), load<f64>(q));
    store<f64>(q, t);
  }
  let row = at(VALUES) + (at(at(PANEL_AT) + (s << 2)) << 3);
  for (let i: usize = 0; i < w; i++, row += stride) {
    let sum = load<f64>(y + (i << 3));
    for (let k: usize = 0; k < i << 3; k += 8) sum -= load<f64>(row + k) * load<f64>(y + k);
    store<f64>(y + (i << 3), sum);
  }
  let p = at(BELOW_INDEX) + (at(belowPtr + (s << 2)) << 2);
  const end = at(BELOW_INDEX) + (at(belowPtr + (s << 2) + 4) << 2);
  for (; p + 16 <= end; p += 16, row += stride << 2) {
    let s0: f64 = 0;
    let s1: f64 = 0;
    let s2: f64 = 0;
    let s3: f64 = 0;
    const r1 = row + stride;
    const r2 = r1 + stride;
    const r3 = r2 + stride;
    for (let k: usize = 0; k < stride; k += 8) {
      const v = load<f64>(y + k);
      s0 += load<f64>(row + k) * v;
      s1 += load<f64>(r1 + k) * v;
      s2 += load<f64>(r2 + k) * v;
      s3 += load<f64>(r3 + k) * v;
    }
    lose(all + (at(p) << 3), s0);
    lose(all + (at(p + 4) << 3), s1);
    lose(all + (at(p + 8) << 3), s2);
    lose(all + (at(p + 12) << 3), s3);
  }
  for (; p < end; p += 4, row += stride) {
    let sum: f64 = 0;
    for (let k: usize = 0; k < stride; k += 8) sum += load<f64>(row + k) * load<f64>(y + k);
    lose(all + (at(p) << 3), sum);
  }
}

function lose(place: usize, value: f64): void {
  store<f64>(place, load<f64>(place) - value);
}

function backward(s: usize): void {
  const first = at(FIRST);
  const belowPtr = at(BELOW_PTR);
  const from = at(first + (s << 2));
  const w = at(first + (s << 2) + 4) - from;
  const b = at(belowPtr + (s << 2) + 4) - at(belowPtr + (s << 2));
  const stride = w << 3;
  const all = at(X);
  const y = all + (from << 3);
  const panel = at(VALUES) + (at(at(PANEL_AT) + (s << 2)) << 3);
  let row = panel + (((w + b) * w) << 3);
  let p = at(BELOW_INDEX) + (at(belowPtr + (s << 2)) << 2);
  for (let i: usize = 0; i < b; i++, p += 4, row += stride) {
    const yp = load<f64>(all + (at(p) << 3));
    if (yp === 0) continue;
    const v = f64x2.splat(yp);
    let k: usize = 0;
    for (; k + 16 <= stride; k += 16) {
      v128.store(y + k, f64x2.sub(v128.load(y + k), f64x2.mul(v128.load(row + k), v)));
    }
    if (k < stride) lose(y + k, load<f64>(row + k) * yp);
  }
  row = panel + (w - 1) * stride;
  for (let i = <isize>w - 1; i >= 0; i--, row -= stride) {
    const e = (<usize>i) << 3;
    let sum = load<f64>(y + e);
    for (let k = e + 8; k < stride; k += 8) sum -= load<f64>(row + k) * load<f64>(y + k);
    store<f64>(y + e, sum / load<f64>(row + e));
  }
}
