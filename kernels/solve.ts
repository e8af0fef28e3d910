/**
 * Triangular solves with the panels of a supernodal factor and three right-hand sides, in AssemblyScript with SIMD (see
 * src/linalg/kernel/solve-kernel.ts for the host's side). Every number goes through the operations of
 * src/linalg/supernodal-solve.ts in their order, so that both give the same bits.
 *
 * Right-hand sides stand in elimination order: the first two of each column side by side in `ab`, the third in `c`.
 */

/** x <- L⁻ᵀ L⁻¹ x; all but `count` are addresses: i32 first, rowPtr, rows, panelAt (see supernodes.ts), f64 l, ab, c. */
export function solve3(
  count: i32,
  first: usize,
  rowPtr: usize,
  rows: usize,
  panelAt: usize,
  l: usize,
  ab: usize,
  c: usize,
): void {
  forwardRun(0, count, first, rowPtr, rows, panelAt, l, ab, c);
  backwardRun(0, count, first, rowPtr, rows, panelAt, l, ab, c);
}

/** x <- L⁻¹ x as far as the supernodes from `start` to before `end` do it. */
export function forwardRun(
  start: i32,
  end: i32,
  first: usize,
  rowPtr: usize,
  rows: usize,
  panelAt: usize,
  l: usize,
  ab: usize,
  c: usize,
): void {
  for (let s = start; s < end; s++) forward((<usize>s) << 2, first, rowPtr, rows, panelAt, l, ab, c);
}

/** x <- L⁻ᵀ x as far as the supernodes from `start` to before `end` do it, last first. */
export function backwardRun(
  start: i32,
  end: i32,
  first: usize,
  rowPtr: usize,
  rows: usize,
  panelAt: usize,
  l: usize,
  ab: usize,
  c: usize,
): void {
  for (let s = end - 1; s >= start; s--) backward((<usize>s) << 2, first, rowPtr, rows, panelAt, l, ab, c);
}

function word(at: usize): usize {
  return <usize>load<u32>(at);
}

/** Supernode s, given as 4 s. */
function forward(
  s: usize,
  first: usize,
  rowPtr: usize,
  rows: usize,
  panelAt: usize,
  l: usize,
  ab: usize,
  c: usize,
): void {
  const from = word(first + s);
  const width = word(first + s + 4) - from;
  const stride = width << 3;
  const y = ab + (from << 4);
  const z = c + (from << 3);
  let row = l + (word(panelAt + s) << 3);
  for (let i: usize = 0; i < width; i++, row += stride) {
    let xab = v128.load(y + (i << 4));
    let xc = load<f64>(z + (i << 3));
    for (let k: usize = 0; k < i; k++) {
      xab = f64x2.sub(xab, f64x2.mul(v128.load64_splat(row + (k << 3)), v128.load(y + (k << 4))));
      xc -= load<f64>(row + (k << 3)) * load<f64>(z + (k << 3));
    }
    const d = 1 / load<f64>(row + (i << 3));
    v128.store(y + (i << 4), f64x2.mul(xab, f64x2.splat(d)));
    store<f64>(z + (i << 3), xc * d);
  }
  let p = rows + (word(rowPtr + s) << 2);
  const end = rows + (word(rowPtr + s + 4) << 2);
  for (; p + 16 <= end; p += 16, row += stride << 2) {
    let ab0 = f64x2.splat(0);
    let ab1 = f64x2.splat(0);
    let ab2 = f64x2.splat(0);
    let ab3 = f64x2.splat(0);
    let c01 = f64x2.splat(0);
    let c23 = f64x2.splat(0);
    let r0 = row;
    let r1 = r0 + stride;
    let r2 = r1 + stride;
    let r3 = r2 + stride;
    for (let k: usize = 0; k < width; k++) {
      const yab = v128.load(y + (k << 4));
      const yc = v128.load64_splat(z + (k << 3));
      const v0 = v128.load64_splat(r0);
      const v1 = v128.load64_splat(r1);
      const v2 = v128.load64_splat(r2);
      const v3 = v128.load64_splat(r3);
      ab0 = f64x2.add(ab0, f64x2.mul(v0, yab));
      ab1 = f64x2.add(ab1, f64x2.mul(v1, yab));
      ab2 = f64x2.add(ab2, f64x2.mul(v2, yab));
      ab3 = f64x2.add(ab3, f64x2.mul(v3, yab));
      c01 = f64x2.add(c01, f64x2.mul(v128.shuffle<f64>(v0, v1, 0, 2), yc));
      c23 = f64x2.add(c23, f64x2.mul(v128.shuffle<f64>(v2, v3, 0, 2), yc));
      r0 += 8;
      r1 += 8;
      r2 += 8;
      r3 += 8;
    }
    subtract(ab, c, word(p), ab0, f64x2.extract_lane(c01, 0));
    subtract(ab, c, word(p + 4), ab1, f64x2.extract_lane(c01, 1));
    subtract(ab, c, word(p + 8), ab2, f64x2.extract_lane(c23, 0));
    subtract(ab, c, word(p + 12), ab3, f64x2.extract_lane(c23, 1));
  }
  for (; p < end; p += 4, row += stride) {
    let sum = f64x2.splat(0);
    let third: f64 = 0;
    for (let k: usize = 0; k < width; k++) {
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(row + (k << 3)), v128.load(y + (k << 4))));
      third += load<f64>(row + (k << 3)) * load<f64>(z + (k << 3));
    }
    subtract(ab, c, word(p), sum, third);
  }
}

function subtract(ab: usize, c: usize, i: usize, two: v128, third: f64): void {
  const at = ab + (i << 4);
  v128.store(at, f64x2.sub(v128.load(at), two));
  const to = c + (i << 3);
  store<f64>(to, load<f64>(to) - third);
}

function backward(
  s: usize,
  first: usize,
  rowPtr: usize,
  rows: usize,
  panelAt: usize,
  l: usize,
  ab: usize,
  c: usize,
): void {
  const from = word(first + s);
  const width = word(first + s + 4) - from;
  const stride = width << 3;
  const y = ab + (from << 4);
  const z = c + (from << 3);
  const panel = l + (word(panelAt + s) << 3);
  let row = panel + width * stride;
  let p = rows + (word(rowPtr + s) << 2);
  const end = rows + (word(rowPtr + s + 4) << 2);
  const even = width & ~1;
  for (; p + 12 <= end; p += 12, row += 3 * stride) {
    const r1 = row + stride;
    const r2 = r1 + stride;
    const i0 = word(p);
    const i1 = word(p + 4);
    const i2 = word(p + 8);
    const ab0 = v128.load(ab + (i0 << 4));
    const ab1 = v128.load(ab + (i1 << 4));
    const ab2 = v128.load(ab + (i2 << 4));
    const c0 = v128.load64_splat(c + (i0 << 3));
    const c1 = v128.load64_splat(c + (i1 << 3));
    const c2 = v128.load64_splat(c + (i2 << 3));
    let k: usize = 0;
    for (; k < even; k += 2) {
      // two columns at once
      const v0 = v128.load(row + (k << 3));
      const v1 = v128.load(r1 + (k << 3));
      const v2 = v128.load(r2 + (k << 3));
      const at = y + (k << 4);
      let sum = f64x2.add(
        f64x2.mul(v128.shuffle<f64>(v0, v0, 0, 0), ab0),
        f64x2.mul(v128.shuffle<f64>(v1, v1, 0, 0), ab1),
      );
      sum = f64x2.add(sum, f64x2.mul(v128.shuffle<f64>(v2, v2, 0, 0), ab2));
      v128.store(at, f64x2.sub(v128.load(at), sum));
      sum = f64x2.add(f64x2.mul(v128.shuffle<f64>(v0, v0, 1, 1), ab0), f64x2.mul(v128.shuffle<f64>(v1, v1, 1, 1), ab1));
      sum = f64x2.add(sum, f64x2.mul(v128.shuffle<f64>(v2, v2, 1, 1), ab2));
      v128.store(at, f64x2.sub(v128.load(at, 16), sum), 16);
      sum = f64x2.add(f64x2.add(f64x2.mul(v0, c0), f64x2.mul(v1, c1)), f64x2.mul(v2, c2));
      v128.store(z + (k << 3), f64x2.sub(v128.load(z + (k << 3)), sum));
    }
    if (k < width) {
      const v0 = v128.load64_splat(row + (k << 3));
      const v1 = v128.load64_splat(r1 + (k << 3));
      const v2 = v128.load64_splat(r2 + (k << 3));
      const at = y + (k << 4);
      let sum = f64x2.add(f64x2.add(f64x2.mul(v0, ab0), f64x2.mul(v1, ab1)), f64x2.mul(v2, ab2));
      v128.store(at, f64x2.sub(v128.load(at), sum));
      sum = f64x2.add(f64x2.add(f64x2.mul(v0, c0), f64x2.mul(v1, c1)), f64x2.mul(v2, c2));
      const to = z + (k << 3);
      store<f64>(to, load<f64>(to) - f64x2.extract_lane(sum, 0));
    }
  }
  for (; p < end; p += 4, row += stride) {
    const i = word(p);
    subtractRow(y, z, row, width, v128.load(ab + (i << 4)), load<f64>(c + (i << 3)));
  }
  row = panel + (width - 1) * stride;
  for (let i = <i32>width - 1; i >= 0; i--, row -= stride) {
    const at = y + ((<usize>i) << 4);
    const to = z + ((<usize>i) << 3);
    const d = 1 / load<f64>(row + ((<usize>i) << 3));
    const two = f64x2.mul(v128.load(at), f64x2.splat(d));
    const third = load<f64>(to) * d;
    v128.store(at, two);
    store<f64>(to, third);
    subtractRow(y, z, row, <usize>i, two, third);
  }
}

/** Columns y, z lose a row of L times the three numbers of its vertex. */
function subtractRow(y: usize, z: usize, row: usize, count: usize, two: v128, third: f64): void {
  for (let k: usize = 0; k < count; k++) {
    const at = y + (k << 4);
    v128.store(at, f64x2.sub(v128.load(at), f64x2.mul(v128.load64_splat(row + (k << 3)), two)));
    const to = z + (k << 3);
    store<f64>(to, load<f64>(to) - load<f64>(row + (k << 3)) * third);
  }
}
