import { InputError } from '../../errors.js';

/**
 * A number, or several, that a scene gives of a shape, as plain data: `scene/schema` makes of it what checks what people write.
 *
 * - `positive`: a number > 0; `size`: three of them
 * - `points`: at least `least` triples of numbers
 * - `faces`: at least `least` lists of three or more vertex numbers; `triangles`: the same of three each
 * - `flag`: true or false, false where missing
 */
export interface Field {
  readonly is: 'positive' | 'size' | 'points' | 'faces' | 'triangles' | 'flag';
  readonly least?: number;
  readonly optional?: boolean;
  /** what it means, with its unit, where the name does not say it */
  readonly about?: string;
}

/** Checks that faces name vertices that there are. Throws an `InputError` at the first that does not. */
export function checkIndices(faces: readonly (readonly number[])[], n: number, path: string): void {
  faces.forEach((face, k) =>
    face.forEach((index, corner) => {
      if (index < n) return;
      const problem = {
        path: `${path}[${k}][${corner}]`,
        expected: `a vertex number below ${n}`,
        found: String(index),
      };
      throw new InputError('wrong shape', [problem]);
    }),
  );
}
