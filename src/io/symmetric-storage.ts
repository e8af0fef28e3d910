import type { Findings } from './findings.js';
import type { Triplets } from './triplets.js';
import { tripletsOfSparse, tripletsToSparse } from './triplets.js';

/** Which halves of a matrix hold nonzero entries off the diagonal, and how large the largest is against the diagonal. */
function halves(t: Triplets): { upper: boolean; lower: boolean; weight: number } {
  let upper = false;
  let lower = false;
  let off = 0;
  let on = 0;
  for (let k = 0; k < t.value.length; k++) {
    const size = Math.abs(t.value[k]);
    if (size === 0) continue;
    if (t.row[k] === t.col[k]) on = Math.max(on, size);
    else {
      off = Math.max(off, size);
      if (t.row[k] < t.col[k]) upper = true;
      else lower = true;
    }
  }
  return { upper, lower, weight: on === 0 ? 0 : off / on };
}

/** Every entry off the diagonal a second time, transposed. */
function mirrored(t: Triplets): Triplets {
  const off: number[] = [];
  for (let k = 0; k < t.value.length; k++) if (t.row[k] !== t.col[k]) off.push(k);
  const count = t.value.length;
  const row = new Int32Array(count + off.length);
  const col = new Int32Array(count + off.length);
  const value = new Float64Array(count + off.length);
  row.set(t.row);
  col.set(t.col);
  value.set(t.value);
  off.forEach((k, at) => {
    row[count + at] = t.col[k];
    col[count + at] = t.row[k];
    value[count + at] = t.value[k];
  });
  return { rows: t.rows, cols: t.cols, row, col, value };
}

/**
 * A square matrix of which a file may hold only one triangle (symmetric storage): mirrored if so. Off-diagonal entries
 * below `least` of the diagonal do not count as a triangle: a Delassus operator may be slightly unsymmetric.
 */
export function unfoldTriangle(t: Triplets, name: string, notes: string[], least = 0): Triplets {
  const { upper, lower, weight } = halves(t);
  if (upper === lower || weight <= least) return t;
  notes.push(`${name} holds only its ${upper ? 'upper' : 'lower'} triangle: mirrored`);
  return mirrored(t);
}

/** Above this relative difference a mass matrix counts as unsymmetric, not as rounded. */
const rounding = 1e-6;

/** Notes a mass matrix that is not symmetric, or that has no positive number somewhere on its diagonal. */
export function checkMass(findings: Findings, path: string, t: Triplets): void {
  const a = tripletsToSparse(t);
  const b = tripletsToSparse({ ...t, row: t.col, col: t.row });
  const diagonal = new Float64Array(a.cols);
  let scale = 0;
  const entries = tripletsOfSparse(a);
  for (let p = 0; p < entries.value.length; p++) {
    scale = Math.max(scale, Math.abs(entries.value[p]));
    if (entries.row[p] === entries.col[p]) diagonal[entries.row[p]] = entries.value[p];
  }
  for (let k = 0; k < a.cols; k++) {
    if (diagonal[k] > 0) continue;
    findings.add(`${path}[${k}, ${k}]`, 'a positive number (a mass matrix is positive definite)', String(diagonal[k]));
    break;
  }
  if (!sameUpTo(a.values, a.index, a.ptr, b.values, b.index, b.ptr, rounding * scale))
    findings.add(
      path,
      'a symmetric matrix',
      'an unsymmetric one',
      'the mass matrix of a one-step problem is symmetric',
    );
}

/** Whether two matrices of one size agree entry by entry; entries only one of them has count as zero in the other. */
function sameUpTo(
  x: Float64Array,
  xIndex: Int32Array,
  xPtr: Int32Array,
  y: Float64Array,
  yIndex: Int32Array,
  yPtr: Int32Array,
  tolerance: number,
): boolean {
  for (let j = 0; j + 1 < xPtr.length; j++) {
    let p = xPtr[j];
    let q = yPtr[j];
    while (p < xPtr[j + 1] || q < yPtr[j + 1]) {
      const i = p < xPtr[j + 1] ? xIndex[p] : Infinity;
      const k = q < yPtr[j + 1] ? yIndex[q] : Infinity;
      const difference = (i <= k ? x[p++] : 0) - (k <= i ? y[q++] : 0);
      if (Math.abs(difference) > tolerance) return false;
    }
  }
  return true;
}
