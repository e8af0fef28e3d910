import type { ContactView } from '../../dynamics/contacts/view.js';
import type { ValueType, Vector3 } from '../expression/compile.js';
import type { Probe } from './probe.js';

/**
 * What an argument names. body: a body; rigid: one that is rigid; rod: a rod; node: a number of a point of the body before it;
 * end: 0 or -1, the first or last node of the rod before it, which must be held; who: a body or an obstacle; number: a number.
 * A question mark: it may be missing.
 */
export type ArgumentKind = 'body' | 'body?' | 'rigid' | 'rod' | 'node?' | 'end' | 'who?' | 'number';

/** Arguments as numbers: of a body, of a node; of who: the body, or -1 - k for obstacle k; undefined where missing. */
export type Arguments = readonly (number | undefined)[];

/** Something that can be measured in a world between two steps. */
export interface Quantity {
  readonly type: ValueType;
  readonly arguments: readonly ArgumentKind[];
  readonly unit: string;
  readonly summary: string;
  value(probe: Probe, args: Arguments): number | Vector3;
}

const number = (unit: string, summary: string, value: (probe: Probe) => number): Quantity => ({
  type: 'number',
  arguments: [],
  unit,
  summary,
  value,
});

const of = (
  kinds: readonly ArgumentKind[],
  unit: string,
  summary: string,
  value: (probe: Probe, args: Arguments) => number,
): Quantity => ({ type: 'number', arguments: kinds, unit, summary, value });

const vector = (
  kinds: readonly ArgumentKind[],
  unit: string,
  summary: string,
  value: (probe: Probe, args: Arguments) => Vector3,
): Quantity => ({ type: 'vector', arguments: kinds, unit, summary, value });

/** Calls back with every contact between the two, `sign` -1 where the first of them is B. */
function between(probe: Probe, [a, b]: Arguments, each: (contact: ContactView, sign: number) => void): void {
  const { obstacles } = probe.world;
  const is = (body: number, name: string, who: number | undefined): boolean =>
    who === undefined || (who >= 0 ? body === who : body < 0 && obstacles[-1 - who].name === name);
  for (const contact of probe.contacts()) {
    const { bodyA, bodyB } = contact;
    if (is(bodyA, contact.a, a) && is(bodyB, contact.b, b)) each(contact, 1);
    else if (is(bodyB, contact.b, a) && is(bodyA, contact.a, b)) each(contact, -1);
  }
}

function countOf(probe: Probe, args: Arguments, counts: (contact: ContactView) => boolean): number {
  let n = 0;
  between(probe, args, (contact) => void (counts(contact) && n++));
  return n;
}

function sumOf(probe: Probe, args: Arguments, value: (contact: ContactView) => number): number {
  let sum = 0;
  between(probe, args, (contact) => (sum += value(contact)));
  return sum;
}

const normalForce = ({ force: f, normal: n }: ContactView): number => f[0] * n[0] + f[1] * n[1] + f[2] * n[2];

function frictionForce(contact: ContactView): number {
  const { force: f, normal: n } = contact;
  const fN = normalForce(contact);
  const t = [f[0] - fN * n[0], f[1] - fN * n[1], f[2] - fN * n[2]];
  return Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
}

/** Greatest |r_T| / (mu r_N) of contacts that press: 1 where something slides or is about to. */
function frictionUsed(probe: Probe, args: Arguments): number {
  let most = 0;
  between(probe, args, (contact) => {
    const fN = normalForce(contact);
    if (fN > 0 && contact.mu > 0) most = Math.max(most, frictionForce(contact) / (contact.mu * fN));
  });
  return most;
}

/** Share of the normal force that sticking contacts carry. */
function stickShare(probe: Probe, args: Arguments): number {
  const all = sumOf(probe, args, normalForce);
  const sticking = sumOf(probe, args, (contact) => (contact.state === 'stick' ? normalForce(contact) : 0));
  return all > 0 ? sticking / all : 0;
}

const energy = (key: 'kinetic' | 'elastic' | 'gravity' | 'total' | 'repair' | 'driven' | 'dissipated', what: string) =>
  number('J', what, (probe) => probe.world.energy()[key]);

const touching: readonly ArgumentKind[] = ['who?', 'who?'];

/** Everything that can be measured, by name. */
export const quantities: Readonly<Record<string, Quantity>> = {
  t: number('s', 'present time', (probe) => probe.world.t),
  steps: number('', 'steps taken so far', (probe) => probe.extremes.steps),
  position: vector(
    ['body', 'node?'],
    'm',
    'place of a node of a rod or cloth, of the mean of its nodes, or of a centre of mass',
    (probe, [body, node]) => probe.position(body!, node),
  ),
  displacement: vector(['body', 'node?'], 'm', 'position less the position at the start', (probe, [body, node]) => {
    const [x, x0] = [probe.position(body!, node), probe.startPosition(body!, node)];
    return [x[0] - x0[0], x[1] - x0[1], x[2] - x0[2]];
  }),
  velocity: vector(['body', 'node?'], 'm/s', 'of the same points', (probe, [body, node]) =>
    probe.velocity(body!, node),
  ),
  speed: of(['body?'], 'm/s', 'of the fastest point of a body; of all bodies without argument', (probe, [body]) =>
    probe.speed(body),
  ),
  travel: of(
    ['body?'],
    'm',
    'greatest distance of a point of a body, or of all bodies, from where it began',
    (probe, [body]) => probe.travel(body),
  ),
  lowest: of(['body'], 'm', 'least height of its points', (probe, [body]) => probe.height(body!, Math.min)),
  highest: of(['body'], 'm', 'greatest height of its points', (probe, [body]) => probe.height(body!, Math.max)),
  turn: of(['rigid'], 'rad', 'angle by which a rigid body has turned since the start', (probe, [body]) =>
    probe.turn(body!),
  ),
  spin: vector(['rigid'], 'rad/s', 'angular velocity of a rigid body', (probe, [body]) => probe.spin(body!)),
  contacts: of(touching, '', 'contacts in the last step: all, of one, or between two', (probe, args) =>
    countOf(probe, args, () => true),
  ),
  pressing: of(touching, '', 'contacts that carry a force', (probe, args) =>
    countOf(probe, args, ({ state }) => state !== 'takeOff'),
  ),
  sticking: of(touching, '', 'contacts that stick', (probe, args) =>
    countOf(probe, args, ({ state }) => state === 'stick'),
  ),
  sliding: of(touching, '', 'contacts that slide', (probe, args) =>
    countOf(probe, args, ({ state }) => state === 'slide'),
  ),
  stickShare: of(touching, '', 'share of the normal forces that sticking contacts carry, 0 to 1', stickShare),
  force: vector(touching, 'N', 'sum of the contact forces on the first, from the second or from all', (probe, args) => {
    const sum: [number, number, number] = [0, 0, 0];
    between(probe, args, ({ force }, sign) => {
      for (let k = 0; k < 3; k++) sum[k] += sign * force[k];
    });
    return sum;
  }),
  normalForce: of(touching, 'N', 'sum of the sizes of the normal forces', (probe, args) =>
    sumOf(probe, args, normalForce),
  ),
  frictionForce: of(touching, 'N', 'sum of the sizes of the friction forces', (probe, args) =>
    sumOf(probe, args, frictionForce),
  ),
  frictionUsed: of(touching, '', 'greatest friction force over its limit: 1 where a contact slides', frictionUsed),
  endForce: vector(
    ['rod', 'end'],
    'N',
    'force with which a rod made of nodes pulls at what holds its first (0) or last (-1) node: elastic forces and weight',
    (probe, [body, end]) => probe.endForce(body!, end!),
  ),
  offset: vector(
    ['rod', 'number', 'number', 'number'],
    'm',
    'from a place x, y, z to the nearest point of the centre line of a rod',
    (probe, [body, x, y, z]) => probe.offset(body!, [x!, y!, z!]),
  ),
  kinetic: energy('kinetic', 'kinetic energy'),
  elastic: energy('elastic', 'elastic energy'),
  gravity: energy('gravity', 'energy of weight, zero at the origin'),
  energy: energy('total', 'kinetic + elastic + weight'),
  dissipated: energy('dissipated', 'energy lost since the start'),
  driven: energy('driven', 'work of loads and moving obstacles since the start'),
  penetration: number('m', 'deepest overlap so far', (probe) => probe.extremes.penetration),
  penetrationRelative: number('', 'the same over radius or half thickness', (probe) => {
    return probe.extremes.penetrationRelative;
  }),
  error: number('', 'largest error of a step so far, in the measure of the steps', (probe) => probe.extremes.error),
  iterations: number('', 'most iterations of a step so far', (probe) => probe.extremes.iterations),
  unconverged: number('', 'steps so far that missed the tolerance', (probe) => probe.extremes.unconverged),
};
