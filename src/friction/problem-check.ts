import { InputError } from '../errors.js';
import type { InputProblem } from '../errors.js';
import { dimension } from '../linalg/block-diagonal.js';
import type { ContactProblem } from './problem.js';

/** Throws an `InputError` that lists everything inconsistent in a problem: sizes, numbers that are not finite, mu < 0. */
export function checkProblem(problem: ContactProblem): void {
  const n = problem.mu.length;
  const problems: InputProblem[] = [];
  const size = (path: string, found: number, expected: number): void => {
    if (found !== expected) problems.push({ path, expected: `length ${expected}`, found: `length ${found}` });
  };
  const finite = (path: string, x: Float64Array): void => {
    // 0 x is 0 unless x is infinite or no number: one test for all
    let sum = 0;
    for (let k = 0; k < x.length; k++) sum += 0 * x[k];
    if (sum === 0) return;
    for (let k = 0; k < x.length; k++) {
      if (!Number.isFinite(x[k])) {
        problems.push({ path: `${path}[${k}]`, expected: 'a finite number', found: String(x[k]) });
        return;
      }
    }
  };
  if (problem.d !== 2 && problem.d !== 3) {
    problems.push({ path: 'd', expected: '2 or 3', found: String(problem.d) });
  }
  for (let i = 0; i < n; i++) {
    if (problem.mu[i] >= 0 && problem.mu[i] < Infinity) continue;
    problems.push({ path: `mu[${i}]`, expected: 'a finite number >= 0', found: String(problem.mu[i]) });
    break;
  }
  if (problem.kind === 'dual') {
    size('W', problem.W.n, n);
    size('b', problem.b.length, problem.d * n);
    if (problem.W.d !== problem.d) {
      problems.push({ path: 'W.d', expected: String(problem.d), found: String(problem.W.d) });
    }
    finite('W', problem.W.values);
    finite('b', problem.b);
    if (problem.bilateral) {
      const { V, R, c } = problem.bilateral;
      size('bilateral.V rows', V.rows, problem.d * n);
      size('bilateral.V columns', V.cols, c.length);
      size('bilateral.R rows', R.rows, c.length);
      size('bilateral.R columns', R.cols, c.length);
      finite('bilateral.V', V.values);
      finite('bilateral.R', R.values);
      finite('bilateral.c', c);
    }
  } else {
    const m = dimension(problem.M);
    size('f', problem.f.length, m);
    size('H', problem.H.ptr.length - 1, n);
    size('H columns', problem.H.cols, m);
    size('w', problem.w.length, problem.d * n);
    finite('M', problem.M.values);
    finite('f', problem.f);
    finite('H', problem.H.values);
    finite('w', problem.w);
    if (problem.bilateral) {
      const { B, c } = problem.bilateral;
      if (B.d !== 1) problems.push({ path: 'bilateral.B.d', expected: '1', found: String(B.d) });
      size('bilateral.B', B.ptr.length - 1, c.length);
      size('bilateral.B columns', B.cols, m);
      finite('bilateral.B', B.values);
      finite('bilateral.c', c);
    }
  }
  if (problems.length > 0) throw new InputError('the contact problem is not consistent', problems);
}
