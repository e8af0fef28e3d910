import { type RecordedContacts, contactStates } from '../../record/contacts.js';
import type { ContactReport } from '../simulation/messages.js';

/** Normals that differ by less are those of one face: they come in single precision. */
const sameNormal = 1e-5;

/** Contacts with those of one face as one, and the numbers of the contacts that each stands for. */
export interface SummedContacts {
  readonly contacts: RecordedContacts;
  readonly members: readonly (readonly number[])[];
}

/**
 * The contacts between two faces as one: the sum of their forces at the centre of pressure. Coulomb's law for a body on a plane is about
 * that sum; how the corners share it is not unique, and one of them may be at its limit while the body is far from sliding. All of them
 * have one normal and one μ, so that their sum lies in the same cone.
 */
export function sumContacts(contacts: RecordedContacts): SummedContacts {
  const members = faces(contacts);
  const n = members.length;
  const sum = {
    n,
    a: Int32Array.from(members, ([k]) => contacts.a[k]),
    b: Int32Array.from(members, ([k]) => contacts.b[k]),
    state: Uint8Array.from(members, (face) => stateOf(contacts, face)),
    point: new Float32Array(3 * n),
    normal: new Float32Array(3 * n),
    force: new Float32Array(3 * n),
    gap: Float32Array.from(members, (face) => Math.min(...face.map((k) => contacts.gap[k]))),
    mu: Float32Array.from(members, ([k]) => contacts.mu[k]),
    ...(contacts.slip && {
      slip: Float32Array.from(members, (face) => Math.max(...face.map((k) => contacts.slip![k]))),
    }),
  };
  members.forEach((face, at) => {
    const pressing = face.map((k) => Math.max(0, dot(contacts.force, contacts.normal, k, k)));
    const all = pressing.reduce((total, f) => total + f, 0);
    for (let i = 0; i < 3; i++) {
      sum.normal[3 * at + i] = contacts.normal[3 * face[0] + i];
      face.forEach((k, j) => {
        sum.force[3 * at + i] += contacts.force[3 * k + i];
        sum.point[3 * at + i] += (all > 0 ? pressing[j] / all : 1 / face.length) * contacts.point[3 * k + i];
      });
    }
  });
  return { contacts: sum, members };
}

/** The contact with the largest force, of all or of some. */
export function strongest({ n, force }: RecordedContacts, among?: readonly number[]): number {
  const size = (k: number): number => Math.hypot(force[3 * k], force[3 * k + 1], force[3 * k + 2]);
  return (among ?? Array.from({ length: n }, (_, k) => k)).reduce((best, k) => (size(k) > size(best) ? k : best));
}

/**
 * The force of a face as it is drawn on its cone, N first. Along the surface it has the direction of one of its contacts, whose impulse r
 * and velocity u are given: a face that slides without turning slips everywhere alike.
 */
export function onCone(
  { force, normal, mu, state }: RecordedContacts,
  face: number,
  r: readonly number[],
  u: readonly number[],
): Pick<ContactReport, 'state' | 'mu' | 'r' | 'u'> {
  const pressing = dot(force, normal, face, face);
  const along = Math.sqrt(Math.max(0, dot(force, force, face, face) - pressing * pressing));
  const size = Math.hypot(r[1], r[2]);
  const to = size > 0 ? [r[1] / size, r[2] / size] : [1, 0];
  return { state: contactStates[state[face]], mu: mu[face], r: [pressing, along * to[0], along * to[1]], u };
}

/** The force of a face that slides, on its cone: by how fast it slips, against the force. */
export function slidingOnCone(contacts: RecordedContacts, face: number): ReturnType<typeof onCone> {
  const slip = contacts.slip?.[face] ?? 0;
  return onCone(contacts, face, [0, 1, 0], [0, -slip, 0]);
}

/** Numbers of the contacts of each face: those of the same two bodies with one normal and one μ. */
function faces({ n, a, b, normal, mu }: RecordedContacts): number[][] {
  const found: number[][] = [];
  for (let k = 0; k < n; k++) {
    const face = found.find(
      ([j]) => a[j] === a[k] && b[j] === b[k] && mu[j] === mu[k] && dot(normal, normal, j, k) > 1 - sameNormal,
    );
    if (face) face.push(k);
    else found.push([k]);
  }
  return found;
}

/** A face slides where all that press slide; where one of them holds, it does. */
function stateOf({ state }: RecordedContacts, face: readonly number[]): number {
  const states = face.map((k) => contactStates[state[k]]);
  return contactStates.indexOf(states.includes('stick') ? 'stick' : states.includes('slide') ? 'slide' : 'takeOff');
}

function dot(x: Float32Array, y: Float32Array, j: number, k: number): number {
  return x[3 * j] * y[3 * k] + x[3 * j + 1] * y[3 * k + 1] + x[3 * j + 2] * y[3 * k + 2];
}
