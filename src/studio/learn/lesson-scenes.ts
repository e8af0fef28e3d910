/** Scenes of the lessons. */

type Triple = readonly [number, number, number];

const scene = (name: string, duration: number, step: number, rest: object): object => ({
  version: 1,
  name,
  duration,
  step: { length: step },
  solver: { tolerance: 1e-8 },
  ...rest,
});

/** A box of some mass on a slope of some degrees, μ = 0.5. */
export function slope(angle: number, mass: number): object {
  const turn = { axis: [0, 1, 0], degrees: angle };
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  return scene('a box on a slope', 1, 0.01, {
    materials: { wood: { preset: 'wood', friction: 0.5 } },
    obstacles: [{ name: 'slope', shape: { type: 'plane' }, material: 'wood', orientation: turn }],
    bodies: [
      {
        type: 'rigid',
        name: 'box',
        shape: { type: 'box', size: [0.2, 0.2, 0.1] },
        material: 'wood',
        mass,
        position: [0.05 * sine, 0, 0.05 * cosine],
        orientation: turn,
      },
    ],
  });
}

/** Velocity that boxes are thrown with (m/s). */
export const thrown: Triple = [1.5, 0.75, 0];

const solvers = { exact: {}, pyramid: { name: 'gauss-seidel', local: 'four-sides' } } as const;

function floorBox(name: string, method: keyof typeof solvers, duration: number, box: object): object {
  return scene(name, duration, 0.01, {
    solver: { tolerance: 1e-8, ...solvers[method] },
    materials: { board: { preset: 'wood', friction: 0.4 } },
    obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'board' }],
    bodies: [
      {
        type: 'rigid',
        name: 'box',
        shape: { type: 'box', size: [0.2, 0.2, 0.1] },
        material: 'board',
        mass: 1,
        position: [0, 0, 0.05],
        ...box,
      },
    ],
  });
}

/** A box that is thrown askew to the sides of a pyramid. */
export const throwBox = (method: keyof typeof solvers): object =>
  floorBox('thrown askew', method, 0.6, { velocity: thrown });

/** A box that is pushed along the diagonal. */
export const pushBox = (method: keyof typeof solvers): object =>
  floorBox('pushed along the diagonal', method, 0.8, { load: { force: [3.1, 3.1, 0] } });

/** Radii of the bar and of the rope (m). */
const bar = 0.1;
const thick = 0.008;

/** A rope over a bar, with 1 kg on one end and a heavier weight on the other. */
export function capstan(friction: number, heavy: number): object {
  const r = bar + thick;
  const [top, hanging, pieces] = [1, 0.5, 24];
  const around = Array.from({ length: pieces + 1 }, (_, k): Triple => {
    const angle = Math.PI * (1 - k / pieces);
    return [r * Math.cos(angle), 0, top + r * Math.sin(angle)];
  });
  const straight = (x: number): Triple[] =>
    Array.from({ length: 6 }, (_, k) => [x, 0, top - hanging + (hanging * k) / 6]);
  const through = [...straight(-r), ...around, ...straight(r).reverse()];
  const length = through.slice(1).reduce((sum, p, k) => sum + Math.hypot(...p.map((x, i) => x - through[k][i])), 0);
  const cut = Math.floor(1e4 * length) / 1e4;
  const weight = (name: string, mass: number, x: number): object => {
    const edge = 0.08 * Math.cbrt(mass);
    const position = [x, 0, top - hanging - edge / 2];
    return { type: 'rigid', name, shape: { type: 'box', size: [edge, edge, edge] }, material: 'steel', mass, position };
  };
  return scene('a rope over a bar', 0.5, 0.004, {
    solver: { tolerance: 1e-5 },
    materials: { cord: { preset: 'rope', friction }, steel: { friction, density: 2000 } },
    obstacles: [
      {
        name: 'bar',
        shape: { type: 'cylinder', radius: bar, length: 0.3 },
        material: 'steel',
        position: [0, 0, top],
        orientation: { axis: [1, 0, 0], degrees: 90 },
      },
    ],
    bodies: [
      {
        type: 'rod',
        name: 'rope',
        model: 'der',
        elements: 48,
        length: cut,
        radius: thick,
        material: 'cord',
        shape: { through },
        stiffness: { EA: 20000, EI1: 0.0002, EI2: 0.0002 },
      },
      weight('heavy', heavy, -r),
      weight('light', 1, r),
    ],
    joints: [
      { type: 'ball', between: ['heavy', { body: 'rope', s: 0 }] },
      { type: 'ball', between: ['light', { body: 'rope', s: cut }] },
    ],
  });
}

/** A loose overhand knot in a springy cord, both ends free. */
export function knot(friction: number): object {
  return scene('an overhand knot', 2, 0.01, {
    step: { length: 0.01, shortest: 0.001 },
    solver: { tolerance: 1e-4 },
    gravity: [0, 0, 0],
    materials: {
      cord: { preset: 'rubber', youngModulus: 1e6, friction, internalDamping: 0.02, airDamping: 0.3 },
    },
    bodies: [
      {
        type: 'rod',
        name: 'cord',
        model: 'der',
        elements: 60,
        length: 1,
        radius: 0.01,
        material: 'cord',
        selfDistance: 0.06,
        shape: { knot: { size: 0.07 } },
      },
    ],
  });
}

/** Four boards, each over the edge of the one below: 1 is the furthest that stands. */
export function overhang(share: number): object {
  const [length, height] = [0.4, 0.05];
  // from below: half a board over the number of boards that lie above the edge
  const outs = [1 / 6, 1 / 4, 1 / 2];
  let x = 0;
  const bodies = [0, 1, 2, 3].map((k) => {
    if (k > 0) x += share * length * outs[k - 1];
    return {
      type: 'rigid',
      name: k === 3 ? 'top' : `board-${k + 1}`,
      shape: { type: 'box', size: [length, 0.15, height] },
      material: 'wood',
      position: [x, 0, height * (k + 0.5)],
    };
  });
  return scene('an overhang', 1, 0.01, {
    materials: { wood: { preset: 'wood', friction: 0.5 } },
    obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'wood' }],
    bodies,
  });
}

/** A semicircular arch of nine stones, as single bodies, so that the one on top has a name. */
export function arch(friction: number): object {
  const stones = 9;
  const [inner, outer, depth] = [0.3, 0.42, 0.12];
  const corner = (radius: number, angle: number, y: number): Triple => [
    radius * Math.cos(angle),
    y,
    radius * Math.sin(angle),
  ];
  const bodies = Array.from({ length: stones }, (_, k) => {
    const [from, to] = [(Math.PI * k) / stones, (Math.PI * (k + 1)) / stones];
    const vertices = [-depth / 2, depth / 2].flatMap((y) => [
      corner(inner, from, y),
      corner(outer, from, y),
      corner(outer, to, y),
      corner(inner, to, y),
    ]);
    // in the frame of its middle
    const middle = [0, 1, 2].map((i) => vertices.reduce((sum, v) => sum + v[i], 0) / 8);
    return {
      type: 'rigid',
      name: k === (stones - 1) / 2 ? 'top' : `stone-${k + 1}`,
      shape: { type: 'convex', vertices: vertices.map((v) => v.map((x, i) => x - middle[i])) },
      material: 'stone',
      position: middle,
    };
  });
  return scene('an arch', 1, 0.005, {
    materials: { stone: { preset: 'stone', friction }, ground: { preset: 'stone', friction: 0.9 } },
    pairs: [{ between: ['stone', 'ground'], friction: 0.9 }],
    obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'ground' }],
    bodies,
  });
}
