/** x <- factor x */
export function scaleArray(x: Float64Array, factor: number): void {
  for (let k = 0; k < x.length; k++) x[k] *= factor;
}
