// Ours: default settings, and nothing else to set but the tolerance that each scene asks for.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = new URL('../../../dist/', import.meta.url);
if (!existsSync(fileURLToPath(dist))) throw new Error('build the package first: npm run build');
const { World } = await import(new URL('dynamics/world.js', dist).href);
const { convexHull } = await import(new URL('geometry/convex-hull.js', dist).href);
const { capstanWorld } = await import(new URL('validation/rigid/capstan.js', dist).href);

export const name = 'stickslip';
export const settings = [{ name: 'default', what: 'solver auto, the tolerance of the scene (relative 1e-12 to 1e-3)' }];

function shapeOf({ shape, half, radius, halfLength, points }) {
  switch (shape) {
    case 'box':
      return { type: 'box', half };
    case 'sphere':
      return { type: 'sphere', radius };
    case 'cylinder':
      return { type: 'cylinder', radius, halfLength };
    default:
      return { type: 'convex', polyhedron: convexHull(points.flat()) };
  }
}

export function make(scene) {
  const { h, mu, restitution = 0, gravity, statics, bodies, tolerance } = scene;
  const world = new World({
    materials: { m: { friction: mu, restitution } },
    h,
    gravity,
    theta: restitution === 1 ? 0.5 : 1,
    solver: { tolerance, restTolerance: tolerance, maxIterations: 10000 },
    ...(restitution === 1 && { repair: false }),
  });
  for (const body of statics) {
    world.addObstacle({ shape: shapeOf(body), position: body.position, material: 'm' });
  }
  const made = bodies.map((body) =>
    world.addRigid({
      shape: shapeOf(body),
      ...(body.mass ? { mass: body.mass } : { density: body.density }),
      position: body.position,
      velocity: body.velocity ?? [0, 0, 0],
      ...(body.guide === 'x' && { guide: [1, 0, 0] }),
      material: 'm',
    }),
  );
  if (scene.forces) {
    const count = scene.forces(0).length;
    for (let k = 0; k < count; k++) {
      const body = made[scene.forces(0)[k][0]];
      world.addLoad(body, (out, t) => {
        const force = scene.forces(t)[k][1];
        for (let i = 0; i < out.length && i < 3; i++) out[i] += force[i];
      });
    }
  }
  return {
    h,
    step: () => world.step(),
    position: (k) => [made[k].q[0], made[k].q[1], made[k].q[2]],
    velocity: (k) => {
      const out = new Float64Array(3);
      made[k].linearVelocity(out);
      return [...out];
    },
  };
}

/** Our rope is a rod of nodes, not a chain of bodies: whether it runs at this ratio of tensions. */
export function capstan(mu, nodes, ratio) {
  const world = capstanWorld(mu, nodes, ratio);
  const last = () => {
    const { q } = world.bodies[0];
    return q[q.length - 2];
  };
  while (world.t < 1) world.step();
  const before = last();
  while (world.t < 2) world.step();
  return Math.abs(last() - before) > 1e-3;
}
