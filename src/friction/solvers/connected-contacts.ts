import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';

/** Contacts that W couples, directly or through others: each group ascending, groups by their first contact. */
export function connectedContacts(W: BlockSparseMatrix): number[][] {
  const { n, ptr, col } = W;
  const root = Int32Array.from({ length: n }, (_, i) => i);
  const find = (i: number): number => {
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  };
  for (let i = 0; i < n; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const a = find(i);
      const b = find(col[e]);
      // the smaller number leads, so that the grouping depends on nothing but W
      root[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const groups: number[][] = [];
  const groupOf = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++) {
    const lead = find(i);
    if (groupOf[lead] < 0) groupOf[lead] = groups.push([]) - 1;
    groups[groupOf[lead]].push(i);
  }
  return groups;
}
