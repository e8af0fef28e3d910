import type { World } from '../dynamics/world.js';

/** Rods that are named; more would fill the screen. */
const named = 3;

/** What is not as it should be with rods that were to stay as they are drawn. */
export function groomWarnings({ groomed }: World): string[] {
  if (!groomed) return [];
  const warnings: string[] = [];
  const { left, depthLeft } = groomed.separation;
  if (left > 0) {
    const deep = Number(depthLeft.toPrecision(2));
    warnings.push(`${left} overlaps of the drawing could not be removed, up to ${deep} radii deep: they will move`);
  }
  const falling = groomed.rods.filter(({ stableFrom, stiffened }) => (stableFrom ?? 0) > stiffened);
  if (falling.length > 0) {
    const worst = falling.toSorted((a, b) => b.stableFrom! - a.stableFrom!).slice(0, named);
    const names = worst.map(({ name, stableFrom }) => `${name} (${Number(stableFrom!.toPrecision(3))})`);
    warnings.push(
      `${falling.length} of ${groomed.rods.length} rods are at rest but would fall by themselves when disturbed; stiffness ` +
        `they would need, in their own: ${names.join(', ')}${falling.length > named ? ', ...' : ''} ("stiffen" of "equilibrium" allows it)`,
    );
  }
  return warnings;
}
