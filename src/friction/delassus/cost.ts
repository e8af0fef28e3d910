import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import { blockOfRow } from '../../linalg/block-diagonal.js';
import { ownRoom } from '../../linalg/kernel/shared-work.js';
import { narrowBand } from '../../linalg/sparse-cholesky.js';
import type { DelassusForm, FormCost } from './delassus.js';

/** Sweeps a typical solve needs; what setting a form up is weighed against. */
const typicalSweeps = 100;

/** Above this many stored blocks (72 bytes each) W is not assembled by choice. */
const largestAssembly = 2e7;

/**
 * Estimates, in multiplications, what each form costs to set up and to sweep once, from the sizes of the bodies and the
 * number of contacts on each. `groupOf`: which group of bodies that equations join each belongs to, -1 for none; a contact
 * on one moves them all.
 */
export function formCosts(H: BlockRowMatrix, M: BlockDiagonalMatrix, groupOf?: Int32Array, room = ownRoom): FormCost[] {
  const owner = blockOfRow(M, room);
  const blocks = M.start.length;
  const contacts = room.floats(blocks);
  const reach = room.floats(blocks);
  let touched = 0;
  const n = H.ptr.length - 1;
  const seen = room.ints(blocks).fill(-1);
  for (let i = 0; i < n; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      if (H.len[s] === 0) continue;
      const k = owner[H.col[s]];
      touched += H.len[s];
      if (seen[k] === i) continue;
      seen[k] = i;
      contacts[k]++;
      reach[k] += H.col[s] + H.len[s] - M.offset[k];
    }
  }
  const counted = groupOf ? joinContacts(contacts, reach, groupOf, M.offset) : undefined;
  let pairs = 0;
  let factor = 0;
  let sides = 0;
  let whitenedWork = 0;
  let whole = 0;
  let products = 0;
  let sparse = 0;
  let banded = 0;
  let chains = 0;
  let reached = 0;
  for (let k = 0; k < blocks; k++) {
    const size = M.offset[k + 1] - M.offset[k];
    if (!counted?.[k]) pairs += contacts[k] * contacts[k];
    whole += contacts[k] * size;
    if (M.start[k] < 0) {
      if (contacts[k] === 0) continue;
      sparse++;
      if (narrowBand(M.sparse!.get(k)!) >= 0) banded++;
      // a chain's factor has the entries of its band; three solves with it a contact, and two dozen dofs meet the others
      const nonzeros = 0.5 * M.sparse!.get(k)!.index.length;
      factor += (nonzeros * nonzeros) / size;
      chains += contacts[k] * nonzeros;
      reached += 0.5 * contacts[k] * size;
      products += 8 * contacts[k] * contacts[k];
      continue;
    }
    factor += (size * size * size) / 3;
    sides += reach[k];
    const mean = contacts[k] > 0 ? reach[k] / contacts[k] : 0;
    whitenedWork += 1.5 * reach[k] * mean;
    products += contacts[k] * contacts[k] * mean;
  }
  const costs: FormCost[] = [
    {
      form: 'assembled',
      setup: factor + whitenedWork + 6 * chains + 4.5 * products,
      sweep: pairs > largestAssembly ? Infinity : 9 * pairs,
    },
    { form: 'product', setup: factor + 2 * whitenedWork + 6 * chains, sweep: 3 * touched + 3 * whole },
  ];
  // the root of a sparse block is kept where it is a band; its long sides go through the kernel, three times as fast
  if (sparse === 0) costs.push({ form: 'whitened', setup: factor + whitenedWork, sweep: 6 * sides });
  else if (banded === blocks && !groupOf)
    costs.push({ form: 'whitened', setup: factor + 1.5 * chains, sweep: 2 * reached });
  return costs;
}

/** Gives every body of a group the contacts of all of it; 1 for those whose pairs another body of the group stands for. */
function joinContacts(
  contacts: Float64Array,
  reach: Float64Array,
  groupOf: Int32Array,
  offset: Int32Array,
): Uint8Array {
  const total = new Float64Array(groupOf.length);
  const counted = new Uint8Array(groupOf.length);
  const seen = new Uint8Array(groupOf.length);
  for (let k = 0; k < groupOf.length; k++) if (groupOf[k] >= 0) total[groupOf[k]] += contacts[k];
  for (let k = 0; k < groupOf.length; k++) {
    const group = groupOf[k];
    if (group < 0) continue;
    counted[k] = seen[group];
    seen[group] = 1;
    contacts[k] = total[group];
    reach[k] = total[group] * (offset[k + 1] - offset[k]);
  }
  return counted;
}

/** The cheapest form over a typical solve; ties go to the earlier one. */
export function chooseForm(costs: readonly FormCost[]): DelassusForm {
  let best = costs[0];
  for (const cost of costs) if (total(cost) < total(best)) best = cost;
  return best.form;
}

function total(cost: FormCost): number {
  return cost.setup + typicalSweeps * cost.sweep;
}
