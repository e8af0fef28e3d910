// Jolt Physics (https://github.com/jrouwe/JoltPhysics.js), MIT.
import initJolt from 'jolt-physics';

const Jolt = await initJolt();

export const name = 'Jolt 1.1.0';
export const settings = [
  { name: 'default', what: 'as it comes (10 velocity and 2 position steps), damping and sleep off' },
  {
    name: 'best',
    what: '10 collision steps, 100 velocity and 10 position steps in each, slop 1e-5 m, no least speed of restitution, damping and sleep off',
    best: true,
    substeps: 10,
  },
];

const still = 0;
const moving = 1;

function interfaceOf() {
  const settings = new Jolt.JoltSettings();
  const filter = new Jolt.ObjectLayerPairFilterTable(2);
  filter.EnableCollision(still, moving);
  filter.EnableCollision(moving, moving);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(still, new Jolt.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(moving, new Jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = filter;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, filter, 2);
  const made = new Jolt.JoltInterface(settings);
  Jolt.destroy(settings);
  return made;
}

function shapeOf({ shape, half, radius, halfLength, points, density = 1000 }) {
  let settings;
  if (shape === 'box') settings = new Jolt.BoxShapeSettings(new Jolt.Vec3(...half), 0);
  else if (shape === 'sphere') settings = new Jolt.SphereShapeSettings(radius);
  else if (shape === 'cylinder') settings = new Jolt.CylinderShapeSettings(halfLength, radius, 0);
  else {
    settings = new Jolt.ConvexHullShapeSettings();
    settings.mMaxConvexRadius = 0;
    for (const p of points) settings.mPoints.push_back(new Jolt.Vec3(...p));
  }
  settings.mDensity = density;
  return settings.Create().Get();
}

const freedom = (body) => {
  const { EAllowedDOFs_TranslationX: x, EAllowedDOFs_TranslationY: y, EAllowedDOFs_TranslationZ: z } = Jolt;
  if (body.guide === 'x') return x;
  return body.turns === false ? x | y | z : Jolt.EAllowedDOFs_All;
};

export function make(scene, { best, substeps = 1 }) {
  const { h, mu, restitution = 0, gravity, statics, bodies, ropes = [], forces } = scene;
  const jolt = interfaceOf();
  const system = jolt.GetPhysicsSystem();
  const bodyInterface = system.GetBodyInterface();
  system.SetGravity(new Jolt.Vec3(...gravity));
  if (best) {
    const settings = system.GetPhysicsSettings();
    settings.mNumVelocitySteps = 100;
    settings.mNumPositionSteps = 10;
    settings.mPenetrationSlop = 1e-5;
    settings.mMinVelocityForRestitution = 0;
    system.SetPhysicsSettings(settings);
  }
  const add = (body, dynamic) => {
    const half = Math.SQRT1_2;
    const turn = body.shape === 'cylinder' ? new Jolt.Quat(half, 0, 0, half) : new Jolt.Quat(0, 0, 0, 1);
    const settings = new Jolt.BodyCreationSettings(
      shapeOf(body),
      new Jolt.RVec3(...body.position),
      turn,
      dynamic ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static,
      dynamic ? moving : still,
    );
    settings.mFriction = mu;
    settings.mRestitution = restitution;
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
    if (dynamic) settings.mAllowedDOFs = freedom(body);
    if (dynamic && body.mass) {
      settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
      settings.mMassPropertiesOverride.mMass = body.mass;
    }
    const made = bodyInterface.CreateBody(settings);
    Jolt.destroy(settings);
    bodyInterface.AddBody(made.GetID(), Jolt.EActivation_Activate);
    if (dynamic && body.velocity) made.SetLinearVelocity(new Jolt.Vec3(...body.velocity));
    return made;
  };
  for (const body of statics) add(body, false);
  const made = bodies.map((body) => add(body, true));
  for (const { a, b, length } of ropes) {
    const settings = new Jolt.DistanceConstraintSettings();
    settings.mPoint1 = new Jolt.RVec3(...bodies[a].position);
    settings.mPoint2 = new Jolt.RVec3(...bodies[b].position);
    settings.mMinDistance = 0;
    settings.mMaxDistance = length;
    system.AddConstraint(settings.Create(made[a], made[b]));
  }
  let t = 0;
  const xyz = (v) => [v.GetX(), v.GetY(), v.GetZ()];
  return {
    h,
    step() {
      for (const [k, force] of forces?.(t) ?? []) made[k].AddForce(new Jolt.Vec3(...force));
      jolt.Step(h, substeps);
      t += h;
    },
    position: (k) => xyz(made[k].GetCenterOfMassPosition()),
    velocity: (k) => xyz(made[k].GetLinearVelocity()),
    free: () => Jolt.destroy(jolt),
  };
}
