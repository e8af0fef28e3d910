import { cos, sin } from '../../math/functions.js';
import type { KnownProblem } from './fixtures.js';
import { dualProblem, oneBodyProblem, oneContact } from './fixtures.js';
import { randomProblem } from './random-problems.js';

/** No contact at all. */
export function noContacts(): KnownProblem {
  return { name: 'no contacts', problem: dualProblem(3, [], [], []), u: [], r: [], states: [] };
}

/**
 * A box (1 kg, 0.2 x 0.2 x 0.1 m) at rest on a slope for one step of 0.01 s, held by its four corners: 12 rows for 6
 * degrees of freedom, so the impulses are not unique while the motion is. Normal e_z, first tangent down the slope:
 * it slides as a point mass does, u = h g (sin a - mu cos a), where tan a > mu, and rests else.
 */
export function boxOnSlope(slope: number, mu: number): KnownProblem {
  const [g, h] = [9.81, 0.01];
  const [x, z] = [0.1, 0.05];
  const f = [h * g * sin(slope), 0, -h * g * cos(slope), 0, 0, 0];
  const inertia = (0.2 * 0.2 + 0.1 * 0.1) / 12;
  const mass = [1, 1, 1, inertia, inertia, (2 * 0.2 * 0.2) / 12];
  const H: number[][] = [];
  for (const [px, py] of [
    [x, x],
    [-x, x],
    [-x, -x],
    [x, -x],
  ]) {
    // v + ω x p at p = (px, py, -z): normal, down the slope, across
    H.push([0, 0, 1, py, -px, 0], [1, 0, 0, 0, -z, -py], [0, 1, 0, z, 0, px]);
  }
  const slip = Math.max(0, h * g * (sin(slope) - mu * cos(slope)));
  const u = [0, 1, 2, 3].flatMap(() => [0, slip, 0]);
  return {
    name: `box on a slope of ${slope} rad, mu = ${mu}`,
    problem: oneBodyProblem(3, mass, f, H, new Array<number>(12).fill(0), new Array<number>(4).fill(mu)),
    u,
  };
}

/** One contact stated twice: W is singular, and the two share the impulse of one in any way. */
export function contactTwice(): KnownProblem {
  const one = oneContact();
  const W = [
    [15, -1, -2, 15, -1, -2],
    [-1, 14, 1, -1, 14, 1],
    [-2, 1, 16, -2, 1, 16],
  ];
  return {
    name: 'one contact stated twice',
    problem: dualProblem(3, [...W, ...W], [-1, 2, 3, -1, 2, 3], [0.1, 0.1]),
    u: [...one.u!, ...one.u!],
  };
}

/**
 * A bead on a wire that leans into the floor: one degree of freedom, W_ii = h hᵀ of rank 1. It cannot leave the wire, so
 * it stops; the impulse is unique only along h.
 */
export function beadOnWire(): KnownProblem {
  const H = [[1], [0.3], [-0.1]];
  return {
    name: 'bead on a wire (W of rank 1)',
    problem: oneBodyProblem(3, [2], [-3], H, [0, 0, 0], [0.5]),
    u: [0, 0, 0],
    states: ['stick'],
  };
}

/** A bead in a plane oblique to the floor: two degrees of freedom, W_ii of rank 2; it slides along the one line left. */
export function beadInPlane(): KnownProblem {
  const H = [
    [1, 0],
    [0.2, 1],
    [0.1, 0],
  ];
  // r_T = -0.3 r_N e_1; the first dof stops: 0 = -1 + r_N + 0.2 r_1; the second is slowed: u_1 = 3 + r_1
  return {
    name: 'bead in a plane (W of rank 2)',
    problem: oneBodyProblem(3, [1, 1], [-1, 3], H, [0, 0, 0], [0.3]),
    u: [0, 3 - 0.3 / 0.94, 0],
    states: ['slide'],
  };
}

/** Contacts that nothing can move, touching without approach, beside one that slides. */
export function immovableContact(): KnownProblem {
  const W = [
    [15, -1, -2, 0, 0, 0],
    [-1, 14, 1, 0, 0, 0],
    [-2, 1, 16, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ];
  const one = oneContact();
  return {
    name: 'a contact that nothing can move',
    problem: dualProblem(3, W, [-1, 2, 3, 0, 0, 0], [0.1, 0.5]),
    u: [...one.u!, 0, 0, 0],
  };
}

/** The same coupled contacts without friction, with so much that all closed ones stick, or in one case only. */
export function singleCaseProblems(): KnownProblem[] {
  const seeded = { contacts: 6, bodies: 4, seed: 11 };
  return [
    { ...randomProblem({ ...seeded, states: ['takeOff'] }), name: 'take-off only' },
    { ...randomProblem({ ...seeded, states: ['stick'] }), name: 'all stick' },
    { ...randomProblem({ ...seeded, states: ['slide'] }), name: 'all slide' },
    withMu(randomProblem({ ...seeded, states: ['stick', 'takeOff'] }), 1e6, 'mu = 1e6'),
    frictionless(),
  ];
}

/** Contacts without friction. */
export function frictionless(): KnownProblem {
  return withMu(randomProblem({ contacts: 6, bodies: 4, seed: 12 }), 0, 'mu = 0');
}

/** With other coefficients the prescribed solution of the sticking and open contacts stays one; of sliding ones it does not. */
function withMu(known: KnownProblem, mu: number, name: string): KnownProblem {
  const problem = { ...known.problem, mu: new Float64Array(known.problem.mu.length).fill(mu) };
  return mu === 0 ? { name, problem } : { ...known, name, problem };
}

/** Plane contacts (d = 2), with their solution. */
export function planeProblem(): KnownProblem {
  return randomProblem({ contacts: 4, bodies: 3, d: 2, seed: 5 });
}

/** Every small problem that an exact solver is to solve. */
export function smallProblems(): KnownProblem[] {
  return [
    noContacts(),
    ...singleCaseProblems(),
    planeProblem(),
    randomProblem({ contacts: 5, bodies: 3, seed: 3 }),
    randomProblem({ contacts: 20, bodies: 20, seed: 4 }),
    boxOnSlope(0.2, 0.5),
    boxOnSlope(0.5, 0.3),
    contactTwice(),
    beadOnWire(),
    beadInPlane(),
    immovableContact(),
  ];
}
