/**
 * The Gauss-Seidel sweep over a whitened problem, in AssemblyScript with SIMD (see src/friction/kernel/sweep-kernel.ts for
 * the host's side). It does, operation for operation, what WhitenedDelassus, slip-search, Sweeper and AcceleratedSweeps
 * do in TypeScript, so that both give the same bits.
 *
 * All work is cut into tasks, the same for any number of threads (src/friction/parts/parts.ts): contacts stand in the order of
 * their pieces, y in the order of the parts that the bodies belong to. kernels/sweep-team.ts divides the tasks among threads.
 *
 * The host writes the addresses of all arrays into a header of 32-bit integers at address 0:
 */
const PTR: usize = 0; // i32[n + 1] first side of each contact
const LEN: usize = 4; // i32[] columns of each side (even)
const START: usize = 8; // i32[] byte address of G of each side
const AT: usize = 12; // i32[] byte address in y of the first dof of each side
const RECORDS: usize = 16; // i32[n] byte address of the record of each contact
const Y: usize = 20; // f64[]
const R: usize = 24; // f64[3 n]
const REST: usize = 28; // i32[n]
const IDLE: usize = 32; // i32[n]
const ORDER: usize = 36; // i32[n], piece after piece, or 0 for 0 .. n - 1
const R_BEFORE: usize = 40; // f64[3 n]
const Y_BEFORE: usize = 44; // f64[]
const P: usize = 48; // f64[3 n]
const PY: usize = 52; // f64[]
const Y_FREE: usize = 56; // f64[] y at r = 0
const CONTACT: usize = 60; // i32[n] number of each contact in the problem
const OUTER_R: usize = 64; // f64[3 n] r in the order of the problem: read by LOAD, written by VELOCITIES
const OUTER_U: usize = 68; // f64[3 n] velocities in the order of the problem
const PIECES: usize = 72; // number of pieces; the first of them belong to the parts
const PIECE: usize = 76; // i32[pieces + 1] first contact of each piece
const FIRST: usize = 80; // i32[pieces] first piece of the phase of each
const PARTS: usize = 84; // number of parts
const PART_Y: usize = 88; // i32[parts + 1] first byte of each part in y
const SUMS: usize = 92; // f64[pieces] sums of squares of the changes of r in the last sweep

/** What can be done with all pieces, phase after phase; ACCELERATE and VELOCITIES then with all parts. */
export const SWEEP: i32 = 0;
export const ACCELERATE: i32 = 1;
export const LOAD: i32 = 2;
export const VELOCITIES: i32 = 3;
export const REFRESH: i32 = 4;

/**
 * The record of a contact: what a visit needs of it, side by side in memory, w (3 numbers) first; the sides of G follow it.
 * Sweeps are bound by how fast these come from memory.
 */
const MU: usize = 24;
const SLIP: usize = 32; // last slip parameter
const DIAGONAL: usize = 40; // W_ii, 9 numbers
const BLOCK: usize = 112; // 19 numbers, see slip-search.ts
const SLIP_IN_PART: usize = 264; // last slip parameter of sweeps in part

/** Bytes of a row of six columns: a side of a rigid body. */
const SIX: usize = 48;

const LONGEST_REST: i32 = 8;
const SMALL_CHANGE: f64 = 1e-15;
const LAST_STEP: f64 = 1e-5;
const SLIP_STEPS: i32 = 60;

// results of `gather`
let u0: f64 = 0;
let u1: f64 = 0;
let u2: f64 = 0;

// results of the one-contact solve
let x0: f64 = 0;
let x1: f64 = 0;
let x2: f64 = 0;

/** Number of tasks of a piece of work. */
export function tasks(work: i32): i32 {
  const pieces = load<i32>(PIECES);
  return work === ACCELERATE || work === VELOCITIES ? pieces + load<i32>(PARTS) : pieces;
}

/** Tasks that must be done before a task is begun: all those before its phase. */
export function before(task: i32): i32 {
  const pieces = load<i32>(PIECES);
  return task < pieces ? load<i32>(<usize>load<u32>(FIRST) + ((<usize>task) << 2)) : pieces;
}

/** Does one task. `beta`: of ACCELERATE; of SWEEP the share of its way that each contact goes, at most 1. */
export function perform(work: i32, task: i32, beta: f64): void {
  const pieces = load<i32>(PIECES);
  if (task >= pieces) {
    if (work === ACCELERATE) rememberState(task - pieces);
    else writeVelocities(task - pieces);
  } else if (work === SWEEP) sweepPiece(task, beta);
  else if (work === LOAD || work === REFRESH) {
    if (work === LOAD) takeOuter(task);
    wake(task);
    loadPiece(task);
  } else if (work === VELOCITIES) loadPiece(task);
  else if (beta <= 1) extrapolate(task, beta);
  else rememberStep(task);
}

/** All tasks, one after the other. */
export function performAll(work: i32, beta: f64): void {
  const count = tasks(work);
  for (let task: i32 = 0; task < count; task++) perform(work, task, beta);
}

/** The sum of squares of the changes of r in the last sweep, piece after piece. */
export function change(): f64 {
  const pieces = load<i32>(PIECES);
  const sums = <usize>load<u32>(SUMS);
  let gg: f64 = 0;
  for (let k: i32 = 0; k < pieces; k++) gg += load<f64>(sums + ((<usize>k) << 3));
  return gg;
}

/** First contact of a piece. */
function firstOf(piece: i32): i32 {
  return load<i32>(<usize>load<u32>(PIECE) + ((<usize>piece) << 2));
}

/** First byte of a part in y. */
function partStart(part: i32): usize {
  return <usize>load<i32>(<usize>load<u32>(PART_Y) + ((<usize>part) << 2));
}

/** One sweep over a piece, each contact going a share of its way, r and y remembered as they were before it. */
function sweepPiece(piece: i32, share: f64): void {
  const begin = firstOf(piece);
  const finish = firstOf(piece + 1);
  const r = <usize>load<u32>(R);
  memory.copy(<usize>load<u32>(R_BEFORE) + <usize>begin * 24, r + <usize>begin * 24, <usize>(finish - begin) * 24);
  if (piece < load<i32>(PARTS)) {
    const from = partStart(piece);
    memory.copy(<usize>load<u32>(Y_BEFORE) + from, <usize>load<u32>(Y) + from, partStart(piece + 1) - from);
  }
  const ptr = <usize>load<u32>(PTR);
  const records = <usize>load<u32>(RECORDS);
  const rest = <usize>load<u32>(REST);
  const idle = <usize>load<u32>(IDLE);
  const order = <usize>load<u32>(ORDER);
  const lastSlip = share < 1 ? SLIP_IN_PART : SLIP;
  let gg: f64 = 0;
  for (let k: i32 = begin; k < finish; k++) {
    const i = <usize>(order ? load<i32>(order + ((<usize>k) << 2)) : k);
    const resting = load<i32>(rest + (i << 2));
    if (resting > 0) {
      store<i32>(rest + (i << 2), resting - 1);
      continue;
    }
    const ri = r + i * 24;
    const record = <usize>load<u32>(records + (i << 2));
    const r0 = load<f64>(ri);
    const r1 = load<f64>(ri, 8);
    const r2 = load<f64>(ri, 16);
    const first = load<i32>(ptr + (i << 2));
    const end = load<i32>(ptr + (i << 2), 4);
    if (r0 === 0 && r1 === 0 && r2 === 0 && gatherNormal(first, end, load<f64>(record)) >= 0) {
      restLonger(rest + (i << 2), idle + (i << 2));
      continue;
    }
    gather(first, end, record);
    const D = record + DIAGONAL;
    const b0 = u0 - (load<f64>(D) * r0 + load<f64>(D, 8) * r1 + load<f64>(D, 16) * r2);
    const b1 = u1 - (load<f64>(D, 24) * r0 + load<f64>(D, 32) * r1 + load<f64>(D, 40) * r2);
    const b2 = u2 - (load<f64>(D, 48) * r0 + load<f64>(D, 56) * r1 + load<f64>(D, 64) * r2);
    const slip = record + lastSlip;
    store<f64>(slip, solveBlock(record + BLOCK, b0, b1, b2, load<f64>(record, MU), load<f64>(slip)));
    if (share < 1) {
      x0 = r0 + share * (x0 - r0);
      x1 = r1 + share * (x1 - r1);
      x2 = r2 + share * (x2 - r2);
    }
    const d0 = x0 - r0;
    const d1 = x1 - r1;
    const d2 = x2 - r2;
    if (Math.abs(d0) + Math.abs(d1) + Math.abs(d2) <= SMALL_CHANGE * Math.abs(x0)) {
      restLonger(rest + (i << 2), idle + (i << 2));
      continue;
    }
    store<i32>(idle + (i << 2), 0);
    store<f64>(ri, x0);
    store<f64>(ri, x1, 8);
    store<f64>(ri, x2, 16);
    scatter(first, end, d0, d1, d2);
    gg += d0 * d0 + d1 * d1 + d2 * d2;
  }
  store<f64>(<usize>load<u32>(SUMS) + ((<usize>piece) << 3), gg);
}

/** u_i = G_i y + w_i, even and odd columns in the two lanes */
function gather(first: i32, end: i32, wi: usize): void {
  const len = <usize>load<u32>(LEN);
  const start = <usize>load<u32>(START);
  const at = <usize>load<u32>(AT);
  let a0 = f64x2.replace_lane(f64x2.splat(0), 0, load<f64>(wi));
  let a1 = f64x2.replace_lane(f64x2.splat(0), 0, load<f64>(wi, 8));
  let a2 = f64x2.replace_lane(f64x2.splat(0), 0, load<f64>(wi, 16));
  for (let s = first; s < end; s++) {
    const row = (<usize>load<i32>(len + ((<usize>s) << 2))) << 3;
    let y = <usize>load<u32>(at + ((<usize>s) << 2));
    let g0 = <usize>load<u32>(start + ((<usize>s) << 2));
    if (row === SIX) {
      const y0 = v128.load(y);
      const y1 = v128.load(y, 16);
      const y2 = v128.load(y, 32);
      a0 = f64x2.add(a0, f64x2.mul(v128.load(g0), y0));
      a1 = f64x2.add(a1, f64x2.mul(v128.load(g0, 48), y0));
      a2 = f64x2.add(a2, f64x2.mul(v128.load(g0, 96), y0));
      a0 = f64x2.add(a0, f64x2.mul(v128.load(g0, 16), y1));
      a1 = f64x2.add(a1, f64x2.mul(v128.load(g0, 64), y1));
      a2 = f64x2.add(a2, f64x2.mul(v128.load(g0, 112), y1));
      a0 = f64x2.add(a0, f64x2.mul(v128.load(g0, 32), y2));
      a1 = f64x2.add(a1, f64x2.mul(v128.load(g0, 80), y2));
      a2 = f64x2.add(a2, f64x2.mul(v128.load(g0, 128), y2));
      continue;
    }
    let g1 = g0 + row;
    let g2 = g1 + row;
    const stop = y + row;
    while (y < stop) {
      const yk = v128.load(y);
      a0 = f64x2.add(a0, f64x2.mul(v128.load(g0), yk));
      a1 = f64x2.add(a1, f64x2.mul(v128.load(g1), yk));
      a2 = f64x2.add(a2, f64x2.mul(v128.load(g2), yk));
      y += 16;
      g0 += 16;
      g1 += 16;
      g2 += 16;
    }
  }
  u0 = f64x2.extract_lane(a0, 0) + f64x2.extract_lane(a0, 1);
  u1 = f64x2.extract_lane(a1, 0) + f64x2.extract_lane(a1, 1);
  u2 = f64x2.extract_lane(a2, 0) + f64x2.extract_lane(a2, 1);
}

/** r of a piece as the host has it. */
function takeOuter(piece: i32): void {
  const finish = <usize>firstOf(piece + 1);
  const r = <usize>load<u32>(R);
  const outer = <usize>load<u32>(OUTER_R);
  const contact = <usize>load<u32>(CONTACT);
  for (let i = <usize>firstOf(piece); i < finish; i++) {
    copyContact(r + i * 24, outer + <usize>load<u32>(contact + (i << 2)) * 24);
  }
}

/** Lets every contact of a piece be looked at in the next sweep. */
function wake(piece: i32): void {
  const begin = (<usize>firstOf(piece)) << 2;
  const bytes = ((<usize>firstOf(piece + 1)) << 2) - begin;
  memory.fill(<usize>load<u32>(REST) + begin, 0, bytes);
  memory.fill(<usize>load<u32>(IDLE) + begin, 0, bytes);
}

/** y of a part = y at r = 0, then plus G^T r of a piece. */
function loadPiece(piece: i32): void {
  const begin = <usize>firstOf(piece);
  const finish = <usize>firstOf(piece + 1);
  if (piece < load<i32>(PARTS)) {
    const from = partStart(piece);
    memory.copy(<usize>load<u32>(Y) + from, <usize>load<u32>(Y_FREE) + from, partStart(piece + 1) - from);
  }
  const r = <usize>load<u32>(R);
  const ptr = <usize>load<u32>(PTR);
  for (let i = begin; i < finish; i++) {
    const ri = r + i * 24;
    const r0 = load<f64>(ri);
    const r1 = load<f64>(ri, 8);
    const r2 = load<f64>(ri, 16);
    if (r0 === 0 && r1 === 0 && r2 === 0) continue;
    scatter(load<i32>(ptr + (i << 2)), load<i32>(ptr + (i << 2), 4), r0, r1, r2);
  }
}

function copyContact(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  store<f64>(to, load<f64>(from, 16), 16);
}

/** r and velocities, for the host: the share of a part in all contacts, whichever they are. */
function writeVelocities(part: i32): void {
  const n = <i64>firstOf(load<i32>(PIECES));
  const parts = <i64>load<i32>(PARTS);
  const finish = <usize>((n * (part + 1)) / parts);
  const r = <usize>load<u32>(R);
  const ptr = <usize>load<u32>(PTR);
  const records = <usize>load<u32>(RECORDS);
  const contact = <usize>load<u32>(CONTACT);
  const outerR = <usize>load<u32>(OUTER_R);
  const outerU = <usize>load<u32>(OUTER_U);
  for (let i = <usize>((n * part) / parts); i < finish; i++) {
    const at = <usize>load<u32>(contact + (i << 2)) * 24;
    gather(load<i32>(ptr + (i << 2)), load<i32>(ptr + (i << 2), 4), <usize>load<u32>(records + (i << 2)));
    store<f64>(outerU + at, u0);
    store<f64>(outerU + at, u1, 8);
    store<f64>(outerU + at, u2, 16);
    copyContact(outerR + at, r + i * 24);
  }
}

function restLonger(rest: usize, idle: usize): void {
  const sweeps = load<i32>(idle);
  store<i32>(rest, sweeps);
  if (sweeps < LONGEST_REST) store<i32>(idle, sweeps + 1);
}

function gatherNormal(first: i32, end: i32, w0: f64): f64 {
  const len = <usize>load<u32>(LEN);
  const start = <usize>load<u32>(START);
  const at = <usize>load<u32>(AT);
  let a0 = f64x2.replace_lane(f64x2.splat(0), 0, w0);
  for (let s = first; s < end; s++) {
    let y = <usize>load<u32>(at + ((<usize>s) << 2));
    let g0 = <usize>load<u32>(start + ((<usize>s) << 2));
    const stop = y + ((<usize>load<i32>(len + ((<usize>s) << 2))) << 3);
    while (y < stop) {
      a0 = f64x2.add(a0, f64x2.mul(v128.load(g0), v128.load(y)));
      y += 16;
      g0 += 16;
    }
  }
  return f64x2.extract_lane(a0, 0) + f64x2.extract_lane(a0, 1);
}

/** y += G_iᵀ d */
function scatter(first: i32, end: i32, d0: f64, d1: f64, d2: f64): void {
  const len = <usize>load<u32>(LEN);
  const start = <usize>load<u32>(START);
  const at = <usize>load<u32>(AT);
  const c0 = f64x2.splat(d0);
  const c1 = f64x2.splat(d1);
  const c2 = f64x2.splat(d2);
  for (let s = first; s < end; s++) {
    const row = (<usize>load<i32>(len + ((<usize>s) << 2))) << 3;
    let y = <usize>load<u32>(at + ((<usize>s) << 2));
    let g0 = <usize>load<u32>(start + ((<usize>s) << 2));
    if (row === SIX) {
      const s0 = f64x2.add(
        f64x2.add(f64x2.mul(v128.load(g0), c0), f64x2.mul(v128.load(g0, 48), c1)),
        f64x2.mul(v128.load(g0, 96), c2),
      );
      const s1 = f64x2.add(
        f64x2.add(f64x2.mul(v128.load(g0, 16), c0), f64x2.mul(v128.load(g0, 64), c1)),
        f64x2.mul(v128.load(g0, 112), c2),
      );
      const s2 = f64x2.add(
        f64x2.add(f64x2.mul(v128.load(g0, 32), c0), f64x2.mul(v128.load(g0, 80), c1)),
        f64x2.mul(v128.load(g0, 128), c2),
      );
      v128.store(y, f64x2.add(v128.load(y), s0));
      v128.store(y, f64x2.add(v128.load(y, 16), s1), 16);
      v128.store(y, f64x2.add(v128.load(y, 32), s2), 32);
      continue;
    }
    let g1 = g0 + row;
    let g2 = g1 + row;
    const stop = y + row;
    while (y < stop) {
      const sum = f64x2.add(
        f64x2.add(f64x2.mul(v128.load(g0), c0), f64x2.mul(v128.load(g1), c1)),
        f64x2.mul(v128.load(g2), c2),
      );
      v128.store(y, f64x2.add(v128.load(y), sum));
      y += 16;
      g0 += 16;
      g1 += 16;
      g2 += 16;
    }
  }
}

/** solveBlock of slip-search.ts: the answer goes to x0, x1, x2, the slip parameter is returned. */
function solveBlock(B: usize, b0: f64, b1: f64, b2: f64, mu: f64, guess: f64): f64 {
  if (b0 >= 0) {
    x0 = 0;
    x1 = 0;
    x2 = 0;
    return 0;
  }
  if (load<f64>(B, 144) > 0) {
    solveRound(B, b0, b1, b2, mu);
    return 0;
  }
  const s0 = -(load<f64>(B) * b0 + load<f64>(B, 8) * b1 + load<f64>(B, 16) * b2);
  const s1 = -(load<f64>(B, 24) * b0 + load<f64>(B, 32) * b1 + load<f64>(B, 40) * b2);
  const s2 = -(load<f64>(B, 48) * b0 + load<f64>(B, 56) * b1 + load<f64>(B, 64) * b2);
  if (s0 > 0 && s1 * s1 + s2 * s2 <= mu * mu * s0 * s0) {
    x0 = s0;
    x1 = s1;
    x2 = s2;
    return 0;
  }
  return searchSlip(B, b0, b1, b2, mu, guess);
}

function solveRound(B: usize, b0: f64, b1: f64, b2: f64, mu: f64): void {
  const rN = -b0 * load<f64>(B);
  const s1 = -b1 * load<f64>(B, 32);
  const s2 = -b2 * load<f64>(B, 32);
  const bound = mu * rN;
  const square = s1 * s1 + s2 * s2;
  x0 = rN;
  if (square <= bound * bound) {
    x1 = s1;
    x2 = s2;
    return;
  }
  const share = bound / Math.sqrt(square);
  x1 = share * s1;
  x2 = share * s2;
}

function searchSlip(B: usize, b0: f64, b1: f64, b2: f64, mu: f64, guess: f64): f64 {
  const rFree = -b0 / load<f64>(B, 72);
  if (mu === 0 && load<f64>(B, 72) > 0) {
    x0 = rFree;
    x1 = 0;
    x2 = 0;
    return 0;
  }
  const k1 = load<f64>(B, 80);
  const k2 = load<f64>(B, 88);
  const p0 = load<f64>(B, 112);
  const s12 = load<f64>(B, 120);
  const s21 = load<f64>(B, 128);
  const q0 = load<f64>(B, 136);
  const c1 = b1 - load<f64>(B, 96) * b0;
  const c2 = b2 - load<f64>(B, 104) * b0;
  let a = guess > 0 || p0 * q0 - s12 * s21 > 0 ? guess : 1e-12 * (p0 + q0);
  let lo: f64 = 0;
  let hi: f64 = Infinity;
  let t1: f64 = 0;
  let t2: f64 = 0;
  let rN: f64 = 0;
  for (let step: i32 = 0; step < SLIP_STEPS; step++) {
    const p = p0 + a;
    const q = q0 + a;
    const scale = 1 / (p * q - s12 * s21);
    t1 = (s12 * c2 - q * c1) * scale;
    t2 = (s21 * c1 - p * c2) * scale;
    rN = rFree - (k1 * t1 + k2 * t2);
    const t = Math.sqrt(t1 * t1 + t2 * t2);
    const bound = mu * rN;
    const g = t - bound;
    if (g === 0) break;
    if (g > 0) lo = a;
    else hi = a;
    const y1 = (s12 * t2 - q * t1) * scale;
    const y2 = (s21 * t1 - p * t2) * scale;
    const dt = (t1 * y1 + t2 * y2) / t;
    const dN = -(k1 * y1 + k2 * y2);
    const da = (g * t) / (mu * dN * t - bound * dt);
    if (Math.abs(g) <= LAST_STEP * t && Math.abs(da) <= 1e-3 * (p + q)) {
      t1 += da * y1;
      t2 += da * y2;
      rN += da * dN;
      a += da;
      break;
    }
    let next = a + da;
    if (!(next > lo && next < hi)) next = hi === Infinity ? Math.max(2 * a, p0 + q0) : 0.5 * (lo + hi);
    if (next === a) break;
    a = next;
  }
  if (rN > 0) {
    x0 = rN;
    x1 = t1;
    x2 = t2;
  } else {
    x0 = 0;
    x1 = 0;
    x2 = 0;
  }
  return a;
}

/** r += beta p (contacts the sweep has opened stay open), then p = the whole change of r, of a piece. */
function extrapolate(piece: i32, beta: f64): void {
  if (piece < load<i32>(PARTS)) {
    const b = f64x2.splat(beta);
    const y = <usize>load<u32>(Y);
    const py = <usize>load<u32>(PY);
    const finish = partStart(piece + 1);
    for (let k = partStart(piece); k < finish; k += 16) {
      v128.store(y + k, f64x2.add(v128.load(y + k), f64x2.mul(b, v128.load(py + k))));
    }
  }
  const r = <usize>load<u32>(R);
  const p = <usize>load<u32>(P);
  const rBefore = <usize>load<u32>(R_BEFORE);
  const ptr = <usize>load<u32>(PTR);
  const finish = <usize>firstOf(piece + 1);
  for (let i = <usize>firstOf(piece); i < finish; i++) {
    const pi = p + i * 24;
    const p0 = beta * load<f64>(pi);
    const p1 = beta * load<f64>(pi, 8);
    const p2 = beta * load<f64>(pi, 16);
    const ri = r + i * 24;
    let r0 = load<f64>(ri);
    let r1 = load<f64>(ri, 8);
    let r2 = load<f64>(ri, 16);
    if (p0 !== 0 || p1 !== 0 || p2 !== 0) {
      if (r0 === 0 && r1 === 0 && r2 === 0) {
        scatter(load<i32>(ptr + (i << 2)), load<i32>(ptr + (i << 2), 4), -p0, -p1, -p2);
      } else {
        r0 += p0;
        r1 += p1;
        r2 += p2;
        store<f64>(ri, r0);
        store<f64>(ri, r1, 8);
        store<f64>(ri, r2, 16);
      }
    }
    const bi = rBefore + i * 24;
    store<f64>(pi, r0 - load<f64>(bi));
    store<f64>(pi, r1 - load<f64>(bi, 8), 8);
    store<f64>(pi, r2 - load<f64>(bi, 16), 16);
  }
}

/** p = the whole change of r since the sweep began, of a piece. */
function rememberStep(piece: i32): void {
  const begin = <usize>firstOf(piece) * 24;
  subtract(<usize>load<u32>(P), <usize>load<u32>(R), <usize>load<u32>(R_BEFORE), begin, <usize>firstOf(piece + 1) * 24);
}

/** The whole change of y since the sweep began, of a part. */
function rememberState(part: i32): void {
  subtract(<usize>load<u32>(PY), <usize>load<u32>(Y), <usize>load<u32>(Y_BEFORE), partStart(part), partStart(part + 1));
}

/** out = a - b from one byte of the arrays to another */
function subtract(out: usize, a: usize, b: usize, from: usize, to: usize): void {
  let k = from;
  for (; k + 8 < to; k += 16) v128.store(out + k, f64x2.sub(v128.load(a + k), v128.load(b + k)));
  if (k < to) store<f64>(out + k, load<f64>(a + k) - load<f64>(b + k));
}
