import { createRod } from '../../bodies/rods/registry.js';
import { cos, sin } from '../../math/functions.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { relativeRow, row } from '../row.js';

const g = 9.81;
/** radius of the wheel and of the rope, length of the hanging parts (m), mass of the rope (kg/m), of wheel and weights (kg) */
const [R, r, hanging, lambda, wheel, heavy, light] = [0.1, 0.002, 0.3, 0.5, 8, 1.4, 1];
const rho = R + r;

/** Accelerations of the rope (m/s²) and of the wheel (rad/s²). */
interface Accelerations {
  readonly rope: number;
  readonly wheel: number;
}

/** Atwood's machine with n pieces of rope on the wheel, let go: accelerations after it has taken up the load. */
function simulate(n: number, mu: number): Accelerations {
  const h = 1e-4;
  const world = new World({
    materials: { rope: { friction: mu } },
    gravity: [0, 0, -g],
    h,
    solver: { tolerance: 1e-11, restTolerance: 1e-11, maxIterations: 10000 },
    repair: false,
  });
  const drum = world.addRigid({
    shape: { type: 'cylinder', radius: R, halfLength: 0.05 },
    mass: wheel,
    orientation: [Math.sqrt(0.5), Math.sqrt(0.5), 0, 0],
    material: 'rope',
  });
  world.addJoint({ type: 'hinge', a: { point: [0, 0, 0] }, b: { body: drum, point: [0, 0, 0] }, axis: [0, 1, 0] });
  const d = Math.PI / n;
  const piece = 2 * rho * sin(d / 2);
  // whole pieces hang; the weights make up for what is missing of the length, so that all n compare with one theory
  const tail = Math.round(hanging / piece);
  const missing = lambda * (hanging - tail * piece);
  const points: number[] = [];
  for (let k = tail; k > 0; k--) points.push(-rho, 0, -k * piece);
  for (let k = 0; k <= n; k++) points.push(-rho * cos(k * d), 0, rho * sin(k * d));
  for (let k = 1; k <= tail; k++) points.push(rho, 0, -k * piece);
  const elements = points.length / 3 - 1;
  const length = elements * piece;
  const rope = createRod({
    model: 'mass-spring',
    elements,
    length,
    section: { radius: r },
    material: 'rope',
    // so stiff that it is taut after a few steps
    stiffness: { EA: 1e10, EI1: 1e-12, EI2: 1e-12, GJ: 1e-12, mass: lambda },
    internalDamping: 0,
    airDamping: 0,
    initial: { points },
  });
  world.addFiber(rope, { material: 'rope', touch: 'nodes', self: false });
  const weights = [light, heavy].map((mass, k) => {
    const side = k === 0 ? -rho : rho;
    const body = world.addRigid({
      shape: { type: 'sphere', radius: 0.02 },
      mass: mass + missing,
      position: [side, 0, -tail * piece - 0.02],
      material: 'rope',
    });
    world.addJoint({
      type: 'ball',
      a: { body, point: [0, 0, 0.02] },
      b: { body: rope, point: { s: k === 0 ? 0 : length } },
    });
    return body;
  });
  const [from, to] = [10, 20];
  let before: Accelerations = { rope: 0, wheel: 0 };
  for (let k = 0; k < to; k++) {
    world.step();
    if (k === from - 1) before = { rope: weights[0].v[2], wheel: drum.v[4] };
  }
  const time = (to - from) * h;
  return { rope: (weights[0].v[2] - before.rope) / time, wheel: (drum.v[4] - before.wheel) / time };
}

const inertia = 0.5 * wheel * R * R;

/** The rope takes the wheel along. */
function sticking(): Accelerations {
  const mass = heavy + light + lambda * (2 * hanging + Math.PI * rho) + inertia / (R * R);
  const rope = ((heavy - light) * g) / mass;
  return { rope, wheel: rope / R };
}

/**
 * The rope slips: dT/dφ = mu n + lambda rho (a + g cos φ), n = T + lambda rho g sin φ, over the wheel from the light to the heavy side;
 * T = (m + lambda l)(g ± a) at the two. Linear in a.
 */
function slipping(mu: number): Accelerations {
  const steps = 4000;
  const end = (a: number): { T: number; grip: number } => {
    let T = (light + lambda * hanging) * (g + a);
    let grip = 0;
    const step = Math.PI / steps;
    const press = (t: number, phi: number): number => t + lambda * rho * g * sin(phi);
    const slope = (t: number, phi: number): number => mu * press(t, phi) + lambda * rho * (a + g * cos(phi));
    for (let k = 0; k < steps; k++) {
      const phi = k * step;
      const middle = T + 0.5 * step * slope(T, phi);
      grip += step * mu * press(middle, phi + 0.5 * step);
      T += step * slope(middle, phi + 0.5 * step);
    }
    return { T, grip };
  };
  const missing = (a: number): number => end(a).T - (heavy + lambda * hanging) * (g - a);
  const [m0, m1] = [missing(0), missing(1)];
  const rope = m0 / (m0 - m1);
  return { rope, wheel: (R * end(rope).grip) / inertia };
}

/** Atwood's machine over a rough wheel, below and above what friction can take along; order in the length of the rope's pieces. */
export function jointAtwood(): ValidationRow[] {
  const pieces = [6, 12, 24];
  const rows: ValidationRow[] = [];
  const compare = (name: string, mu: number, exact: Accelerations): void => {
    const [coarse, middle, fine] = pieces.map((n) => simulate(n, mu));
    rows.push(relativeRow(`${name}: acceleration of the rope`, exact.rope, fine.rope, 0.01, 'm/s²'));
    rows.push(relativeRow(`${name}: acceleration of the wheel`, exact.wheel, fine.wheel, 0.01, 'rad/s²'));
    const ratio = (key: keyof Accelerations): number =>
      Math.abs(coarse[key] - exact[key]) / Math.abs(middle[key] - exact[key]);
    // halving the pieces quarters the error
    rows.push(relativeRow(`${name}: error of the rope, halved pieces`, 4, ratio('rope'), 0.1));
    rows.push(relativeRow(`${name}: error of the wheel, halved pieces`, 4, ratio('wheel'), 0.1));
  };
  compare("Atwood's machine, the wheel turns with the rope", 1, sticking());
  const slips = slipping(0.03);
  compare("Atwood's machine, the rope slips", 0.03, slips);
  rows.push(
    row("Atwood's machine: rope is faster than the wheel where it slips", 1, slips.rope > R * slips.wheel ? 1 : 0, 0),
  );
  return rows;
}
