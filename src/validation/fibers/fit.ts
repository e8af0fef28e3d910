import { choleskyFactor, choleskySolve } from '../../linalg/dense.js';

/** Coefficients, lowest power first, of the polynomial of this degree that fits the points best (least squares). */
export function fitPolynomial(degree: number, x: readonly number[], y: readonly number[]): Float64Array {
  const n = degree + 1;
  const normal = new Float64Array(n * n);
  const coefficients = new Float64Array(n);
  x.forEach((value, k) => {
    const powers: number[] = [1];
    while (powers.length < n) powers.push(powers[powers.length - 1] * value);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) normal[n * i + j] += powers[i] * powers[j];
      coefficients[i] += powers[i] * y[k];
    }
  });
  choleskyFactor(normal, n);
  choleskySolve(coefficients, normal, n);
  return coefficients;
}
