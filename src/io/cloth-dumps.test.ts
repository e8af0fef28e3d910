import { describe, expect, it } from 'vitest';
import { Cloth, sheet } from '../bodies/cloth/index.js';
import type { SolvedCloth } from '../dynamics/cloth/solved.js';
import { World } from '../dynamics/world.js';
import { readProblem } from './read-problem.js';
import { writeProblem } from './write-problem.js';
import { type SparsePrimal, sparseOfPrimal } from './sparse-primal.js';

const tolerance = 1e-5;

/** A ball and a box fall on cloth over a sphere; the cloth slides and folds. */
function scene(): World {
  const world = new World({ materials: { felt: { friction: 0.3 } }, h: 0.005, solver: { tolerance } });
  world.addObstacle({ shape: { type: 'sphere', radius: 0.1 }, position: [0, 0, -0.105], material: 'felt' });
  world.addRigid({ shape: { type: 'sphere', radius: 0.03 }, mass: 0.02, position: [0.02, 0, 0.05], material: 'felt' });
  const half = [0.02, 0.02, 0.02] as const;
  world.addRigid({ shape: { type: 'box', half }, mass: 0.05, position: [-0.06, 0.01, 0.03], material: 'felt' });
  const surface = sheet({ nu: 7, nv: 7, origin: [-0.1, -0.1, 0], u: [0.2, 0, 0], v: [0, 0.2, 0] });
  const material = { density: 0.3, stretch: 300, bend: 1e-4, thickness: 0.004 };
  world.addCloth(new Cloth({ surface, material }), { material: 'felt' });
  return world;
}

/** out += A x of a matrix in compressed columns */
function addProduct(out: Float64Array, A: SparsePrimal['M'], x: Float64Array): void {
  for (let j = 0; j < A.cols; j++) {
    for (let p = A.ptr[j]; p < A.ptr[j + 1]; p++) out[A.index[p]] += A.values[p] * x[j];
  }
}

/** M v - f - Hᵀ r: momentum of every unknown that nothing accounts for */
function unbalanced({ M, Ht, f }: SparsePrimal, v: Float64Array, r: Float64Array): Float64Array {
  const rest = f.map((x) => -x);
  addProduct(rest, M, v);
  addProduct(
    rest,
    Ht,
    r.map((x) => -x),
  );
  return rest;
}

/** u = H v + w */
function velocities({ Ht, w }: SparsePrimal, v: Float64Array): Float64Array {
  return w.map((x, row) => {
    let sum = x;
    for (let p = Ht.ptr[row]; p < Ht.ptr[row + 1]; p++) sum += Ht.values[p] * v[Ht.index[p]];
    return sum;
  });
}

/** How far a contact gives way to a unit impulse, at most: by the diagonal of M alone, which is less than it all (1/kg). */
function softness({ M, Ht }: SparsePrimal, j: number): number {
  let sum = 0;
  for (let p = Ht.ptr[3 * j]; p < Ht.ptr[3 * j + 1]; p++) {
    const k = Ht.index[p];
    for (let q = M.ptr[k]; q < M.ptr[k + 1]; q++) {
      if (M.index[q] === k) sum += (Ht.values[p] * Ht.values[p]) / M.values[q];
    }
  }
  return sum;
}

/** How far a contact is from Coulomb's law as a velocity (m/s): what is left of u and r by cases, each by itself. */
function lawError(u: Float64Array, r: Float64Array, mu: number, soft: number): number {
  const [slip, pull] = [Math.hypot(u[1], u[2]), Math.hypot(r[1], r[2])];
  const against = (r[1] * u[1] + r[2] * u[2]) / (pull || Infinity);
  const takeOff = Math.max(soft * Math.hypot(...r), -u[0]);
  const stick = Math.max(Math.hypot(...u), soft * Math.max(pull - mu * r[0], 0), -soft * r[0]);
  const slide = Math.max(Math.abs(u[0]), soft * Math.abs(pull - mu * r[0]), Math.abs(slip + against));
  return Math.min(takeOff, stick, slide);
}

describe('dumped steps of cloth', () => {
  it('balance every momentum and obey the law where they say that they converged, by code of its own', async () => {
    const world = scene();
    let last: SolvedCloth | undefined;
    world.watchCloth = (solved) => (last = solved);
    let [converged, pressed] = [0, 0];
    for (let step = 0; step < 16; step++) {
      const { status } = world.step();
      if (status !== 'converged') continue;
      converged++;
      const read = await readProblem(await writeProblem(last!, 'json'));
      const [scale, error] = read.info!.mathInfo!.match(/[-\d.e]+(?= m|$)/g)!.map(Number);
      expect(error).toBeLessThanOrEqual(tolerance);
      if (read.problem.kind !== 'primal') throw new Error('a primal problem was written');
      const problem = sparseOfPrimal(read.problem);
      const { r, v } = read.solution! as { r: Float64Array; v: Float64Array };
      const rest = unbalanced(problem, v, r);
      const vertices = 3 * 49;
      let [sum, mass] = [0, 0];
      for (let k = 0; k < vertices; k++) {
        sum += (rest[k] * rest[k]) / problem.M.values[problem.M.ptr[k]];
        mass += problem.M.values[problem.M.ptr[k]] / 3;
      }
      expect(Math.sqrt(sum / mass)).toBeLessThan(1.001 * tolerance * scale + 1e-14);
      for (let k = vertices; k < rest.length; k++) expect(Math.abs(rest[k])).toBeLessThan(1e-14);
      const u = velocities(problem, v);
      problem.mu.forEach((mu, j) => {
        const soft = softness(problem, j);
        const own = r.subarray(3 * j, 3 * j + 3);
        // the cases differ from the projection by a factor of at most 1 + mu and rounding
        expect(lawError(u.subarray(3 * j, 3 * j + 3), own, mu, soft)).toBeLessThan(2 * tolerance * scale + 1e-12);
        if (own[0] > 0) pressed++;
      });
    }
    expect(converged).toBeGreaterThan(12);
    // something has been checked: the ball and the box lie on the cloth, the cloth on the sphere
    expect(pressed).toBeGreaterThan(50);
  }, 180_000);
});
