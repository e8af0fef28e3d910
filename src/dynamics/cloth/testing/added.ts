import type { ClothContacts } from '../contacts.js';

/** Adds a contact without vertices, with obstacle number `obstacle` or, -1, of layers; returns its number. */
export function added(
  contacts: ClothContacts,
  normal: readonly [number, number, number],
  gap: number,
  mu: number,
  obstacle: number,
): number {
  if (obstacle < 0) contacts.beginLayers(0, 0);
  else contacts.beginObstacle(0, obstacle, 0, 0);
  return contacts.open(new Float64Array(3), Float64Array.from(normal), 0, gap, mu);
}
