import type { Findings } from './findings.js';

/** Notes the first number of x that is not finite. */
export function checkFinite(findings: Findings, path: string, x: ArrayLike<number>): void {
  for (let k = 0; k < x.length; k++) {
    if (Number.isFinite(x[k])) continue;
    findings.add(`${path}[${k}]`, 'a finite number', String(x[k]));
    return;
  }
}

/** Notes a length that is not the one expected; `why` says where the number comes from. */
export function checkLength(findings: Findings, path: string, found: number, expected: number, why: string): void {
  if (found !== expected) findings.add(path, `${expected} numbers (${why})`, `${found}`);
}

/** Notes the first friction coefficient that is negative or not finite. */
export function checkFriction(findings: Findings, path: string, mu: ArrayLike<number>): void {
  for (let i = 0; i < mu.length; i++) {
    if (mu[i] >= 0 && mu[i] < Infinity) continue;
    findings.add(`${path}[${i}]`, 'a finite friction coefficient >= 0', String(mu[i]));
    return;
  }
}

/** Notes a contact dimension other than 2 or 3; rolling friction (5) by name. */
export function checkSpaceDimension(findings: Findings, path: string, d: number): d is 2 | 3 {
  if (d === 2 || d === 3) return true;
  if (d === 5 || d === 6)
    findings.add(path, '2 or 3', String(d), `${d} numbers a contact mean rolling friction, which is not supported`);
  else findings.add(path, '2 or 3', String(d));
  return false;
}
