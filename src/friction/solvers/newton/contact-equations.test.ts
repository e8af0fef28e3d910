import { describe, expect, it } from 'vitest';
import { Random } from '../../../math/random.js';
import { prepare } from '../../prepare.js';
import { randomProblem } from '../../testing/random-problems.js';
import { ContactEquations } from './contact-equations.js';
import type { NewtonLawName } from './newton-law.js';
import { newtonLaws } from './newton-law.js';

const laws = Object.keys(newtonLaws) as NewtonLawName[];

describe.each(laws)('contact equations with law %s', (law) => {
  const known = randomProblem({ contacts: 60, bodies: 20, seed: 3 });
  const { ready } = prepare(known.problem);
  const size = 3 * ready.n;

  it('vanish at a solution', () => {
    const r = Float64Array.from(known.r!, (x) => x / ready.impulseUnit);
    const u = new Float64Array(size);
    ready.W.velocities(u, r);
    const equations = new ContactEquations(ready, law, 2);
    for (let i = 0; i < ready.n; i++) {
      equations.slip[i] = Math.sqrt(u[3 * i + 1] * u[3 * i + 1] + u[3 * i + 2] * u[3 * i + 2]);
    }
    expect(equations.evaluate(new Float64Array(size), u, r)).toBeLessThan(1e-24);
  });

  it('have the Jacobian of central differences', () => {
    const random = new Random(5);
    const equations = new ContactEquations(ready, law, 2);
    const [u, r] = [new Float64Array(size), new Float64Array(size)];
    for (let k = 0; k < size; k++) {
      u[k] = random.normal();
      r[k] = random.normal();
    }
    for (let i = 0; i < ready.n; i++) equations.slip[i] = random.uniform();
    equations.differentiate(u, r);
    const [du, dr, out] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
    const [above, below] = [new Float64Array(size), new Float64Array(size)];
    const h = 1e-6;
    for (let direction = 0; direction < 6; direction++) {
      du.fill(0);
      dr.fill(0);
      const moved = direction < 3 ? du : dr;
      for (let i = 0; i < ready.n; i++) moved[3 * i + (direction % 3)] = 1;
      const along = (t: number, base: Float64Array, d: Float64Array): Float64Array => base.map((x, k) => x + t * d[k]);
      equations.evaluate(above, along(h, u, du), along(h, r, dr));
      equations.evaluate(below, along(-h, u, du), along(-h, r, dr));
      equations.apply(out, du, dr);
      // random points lie away from kinks, where differences of step 1e-6 are good to 1e-8
      for (let k = 0; k < size; k++) expect(Math.abs(out[k] - (above[k] - below[k]) / (2 * h))).toBeLessThan(1e-6);
    }
  });
});
