import type { PrimalProblem } from '../friction/index.js';
import { denseBlockDiagonal } from '../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../linalg/block-rows.js';
import { Random } from '../math/random.js';

/** Dofs of a rod: five elements of three, and one more, as in [Daviet11]. */
const rodDofs = 16;

/** Contacts for each rod, as in a pony tail at rest. */
const contactsPerRod = 30;

/**
 * A problem with the structure of hair: rods of 16 dofs, contacts between neighbours, each moving only the dofs between
 * the root and its place on the rod. The numbers are random; only structure and size count here.
 */
export function hairLikeProblem(contacts: number, seed = 1): PrimalProblem {
  const random = new Random(seed);
  const rods = Math.max(4, Math.round(contacts / contactsPerRod));
  const M = denseBlockDiagonal(new Int32Array(rods).fill(rodDofs));
  for (let k = 0; k < rods; k++) fillRodMass(M.values, M.start[k], random);
  const rows = new BlockRowBuilder(3, rods * rodDofs, contacts * 3 * rodDofs);
  const values = new Float64Array(3 * rodDofs);
  for (let i = 0; i < contacts; i++) {
    const a = random.int(rods);
    const b = (a + 1 + random.int(3)) % rods;
    for (const rod of [a, b]) {
      const reach = 1 + 3 * (1 + random.int(5));
      for (let k = 0; k < 3 * reach; k++) values[k] = random.range(-1, 1);
      rows.segment(rod * rodDofs, reach, values);
    }
    rows.endRow();
  }
  return {
    kind: 'primal',
    d: 3,
    M,
    f: Float64Array.from({ length: rods * rodDofs }, () => random.range(-1, 1)),
    H: rows.finish(),
    w: new Float64Array(3 * contacts),
    mu: new Float64Array(contacts).fill(0.3),
  };
}

/** Diagonally dominant, so positive definite. */
function fillRodMass(values: Float64Array, at: number, random: Random): void {
  for (let i = 0; i < rodDofs; i++) {
    for (let j = 0; j < i; j++) {
      const x = random.range(-0.5, 0.5);
      values[at + i * rodDofs + j] = x;
      values[at + j * rodDofs + i] = x;
    }
    values[at + i * rodDofs + i] = rodDofs * random.range(0.5, 1.5);
  }
}
