import { RigidBody } from '../../../bodies/rigid/rigid-body.js';
import { ContactSet } from '../../../collision/contact-set.js';
import { MaterialTable } from '../../members/materials.js';
import type { ContactSurface } from '../../members/surface.js';
import { ContactRows } from '../rows.js';

/** Masses that do not turn, each with a surface of size 0.01 m, and an obstacle of the same size that stands still. */
export interface Masses {
  readonly bodies: RigidBody[];
  readonly surfaces: ContactSurface[];
  /** number of the obstacle's surface */
  readonly ground: number;
  readonly contacts: ContactSet;
}

export const size = 0.01;

export function masses(list: readonly { mass: number; velocity: readonly [number, number, number] }[]): Masses {
  const bodies = list.map(({ mass, velocity }) => {
    const properties = { mass, centre: new Float64Array(3), inertia: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) };
    return new RigidBody({ mass: properties, velocity, rotates: false });
  });
  for (const body of bodies) body.linearise({ t: 0, h: 0.01, theta: 1, gravity: [0, 0, -10] });
  const still = { surfaceVelocity: (out: Float64Array): unknown => out.fill(0), velocity: new Float64Array(6) };
  const surface = (body: number): ContactSurface =>
    ({ collider: {}, body, obstacle: body < 0 ? still : undefined, fiber: undefined, material: 0, size }) as never;
  const surfaces = [...bodies.map((_, b) => surface(b)), surface(-1)];
  return { bodies, surfaces, ground: bodies.length, contacts: new ContactSet() };
}

/** Adds a contact of surface a on surface b, which names it by the same numbers as leaves. */
export function touch(
  { contacts }: Masses,
  a: number,
  b: number,
  gap: number,
  normal: readonly [number, number, number] = [0, 0, 1],
  feature = 0,
): void {
  contacts.begin(a, b, a, b, 0, 0, false);
  contacts.add(0, 0, 0, ...normal, gap, feature);
}

/** The rows of all contacts. */
export function rowsOf({ contacts, bodies, surfaces }: Masses): ContactRows {
  const rows = new ContactRows();
  rows.begin(contacts, bodies, surfaces, 4);
  for (let k = 0; k < contacts.n; k++) rows.fill(k);
  return rows;
}

export const materials = (friction: number, restitution = 0): MaterialTable =>
  new MaterialTable({ stone: { friction, restitution } });
