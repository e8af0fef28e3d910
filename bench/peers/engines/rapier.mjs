// Rapier (https://rapier.rs), Apache-2.0.
import RAPIER from '@dimforge/rapier3d-compat';

await RAPIER.init();

export const name = `Rapier ${RAPIER.version()}`;
export const settings = [
  { name: 'default', what: 'as it comes (4 solver iterations)' },
  {
    name: 'best',
    what: '20 steps of 0.5 ms, numSolverIterations 10, contact_natural_frequency 300',
    substeps: 20,
    iterations: 10,
    frequency: 300,
  },
];

function colliderOf({ shape, half, radius, halfLength, points }) {
  switch (shape) {
    case 'box':
      return RAPIER.ColliderDesc.cuboid(...half);
    case 'sphere':
      return RAPIER.ColliderDesc.ball(radius);
    case 'cylinder': {
      // its cylinders stand along y
      const half = Math.SQRT1_2;
      return RAPIER.ColliderDesc.cylinder(halfLength, radius).setRotation({ x: half, y: 0, z: 0, w: half });
    }
    default:
      return RAPIER.ColliderDesc.convexHull(Float32Array.from(points.flat()));
  }
}

const vector = ([x, y, z]) => ({ x, y, z });

export function make(scene, { iterations, substeps = 1, frequency }) {
  const { h, mu, restitution = 0, gravity, statics, bodies, ropes = [], forces } = scene;
  const world = new RAPIER.World(vector(gravity));
  world.timestep = h / substeps;
  if (frequency) world.integrationParameters.contact_natural_frequency = frequency;
  if (iterations) world.integrationParameters.numSolverIterations = iterations;
  const dress = (collider) => collider.setFriction(mu).setRestitution(restitution);
  for (const body of statics) {
    world.createCollider(dress(colliderOf(body)).setTranslation(...body.position));
  }
  const made = bodies.map((body) => {
    const desc = RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(...body.position)
      .setLinvel(...(body.velocity ?? [0, 0, 0]))
      .setCanSleep(false);
    if (body.guide === 'x') desc.enabledTranslations(true, false, false).lockRotations();
    if (body.turns === false) desc.lockRotations();
    const rigid = world.createRigidBody(desc);
    const collider = dress(colliderOf(body));
    world.createCollider(body.mass ? collider.setMass(body.mass) : collider.setDensity(body.density), rigid);
    return rigid;
  });
  const origin = { x: 0, y: 0, z: 0 };
  for (const { a, b, length } of ropes) {
    const joint = world.createImpulseJoint(RAPIER.JointData.rope(length, origin, origin), made[a], made[b], true);
    joint.setContactsEnabled(false);
  }
  let t = 0;
  return {
    h,
    step() {
      for (const [k, force] of forces?.(t) ?? []) {
        made[k].resetForces(true);
        made[k].addForce(vector(force), true);
      }
      for (let k = 0; k < substeps; k++) world.step();
      t += h;
    },
    position: (k) => Object.values(xyz(made[k].translation())),
    velocity: (k) => Object.values(xyz(made[k].linvel())),
    free: () => world.free(),
  };
}

const xyz = ({ x, y, z }) => ({ x, y, z });
