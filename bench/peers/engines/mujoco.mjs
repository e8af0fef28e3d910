// MuJoCo (https://mujoco.org), Apache-2.0.
import loadMujoco from '@mujoco/mujoco';

const mujoco = await loadMujoco();

export const name = 'MuJoCo 3.14.0';
export const settings = [
  { name: 'default', what: 'as it comes (Newton, pyramidal cone, impratio 1, solref 0.02 1)', option: '', geom: '' },
  {
    name: 'best',
    what: '10 steps of 1 ms, elliptic cone, impratio 100, 20 noslip iterations, tolerance 1e-14, solref 0.002 1, solimp 0.99 0.9999 0.0001',
    option: 'cone="elliptic" impratio="100" noslip_iterations="20" tolerance="1e-14" iterations="200"',
    geom: 'solref="0.002 1" solimp="0.99 0.9999 0.0001"',
    substeps: 10,
    bouncing: -500000,
  },
];

function geomOf({ shape, half, radius, halfLength }, extra) {
  if (shape === 'box') return `<geom type="box" size="${half.join(' ')}" ${extra}/>`;
  if (shape === 'sphere') return `<geom type="sphere" size="${radius}" ${extra}/>`;
  if (shape === 'cylinder') return `<geom type="cylinder" size="${radius} ${halfLength}" ${extra}/>`;
  return undefined;
}

export function make(scene, { option, geom, substeps = 1, bouncing = -5000 }) {
  const { h, mu, restitution = 0, gravity, statics, bodies, ropes = [], forces } = scene;
  // it has no coefficient of restitution; a spring without damping, as stiff as the step bears, is the nearest
  const bounce = restitution > 0 ? `solref="${bouncing} 0"` : '';
  const common = `friction="${mu} 0 0" condim="${mu === 0 ? 1 : 3}" ${bounce ? geom.replace(/solref="[^"]*"/, '') : geom} ${bounce}`;
  const meshes = [];
  const xml = bodies.map((body, k) => {
    const heavy = body.mass ? `mass="${body.mass}"` : `density="${body.density}"`;
    const joints =
      body.guide === 'x'
        ? '<joint type="slide" axis="1 0 0"/>'
        : body.turns === false
          ? ['1 0 0', '0 1 0', '0 0 1'].map((axis) => `<joint type="slide" axis="${axis}"/>`).join('')
          : '<freejoint/>';
    let own = geomOf(body, `${common} ${heavy}`);
    if (!own) {
      meshes.push(`<mesh name="m${k}" vertex="${body.points.flat().join(' ')}"/>`);
      own = `<geom type="mesh" mesh="m${k}" ${common} ${heavy}/>`;
    }
    return `<body name="b${k}" pos="${body.position.join(' ')}">${joints}${own}<site name="s${k}"/></body>`;
  });
  const fixed = statics.map((body) => geomOf(body, `${common} pos="${body.position.join(' ')}"`));
  const tendons = ropes.map(
    ({ a, b, length }) =>
      `<spatial limited="true" range="0 ${length}"><site site="s${a}"/><site site="s${b}"/></spatial>`,
  );
  const apart = ropes.map(({ a, b }) => `<exclude body1="b${a}" body2="b${b}"/>`);
  const model = mujoco.MjModel.from_xml_string(`<mujoco>
    <compiler autolimits="true"/>
    <option timestep="${h / substeps}" gravity="${gravity.join(' ')}" ${option}/>
    <size memory="200M"/>
    <asset>${meshes.join('')}</asset>
    <worldbody>${fixed.join('')}${xml.join('')}</worldbody>
    <tendon>${tendons.join('')}</tendon>
    <contact>${apart.join('')}</contact>
  </mujoco>`);
  const data = new mujoco.MjData(model);
  const dof = [];
  let count = 0;
  for (const body of bodies) {
    dof.push(count);
    count += body.guide ? 1 : body.turns === false ? 3 : 6;
  }
  bodies.forEach(({ velocity, guide }, k) => {
    if (velocity && !guide) for (let i = 0; i < 3; i++) data.qvel[dof[k] + i] = velocity[i];
  });
  mujoco.mj_forward(model, data);
  let t = 0;
  return {
    h,
    step() {
      for (const [k, force] of forces?.(t) ?? []) {
        for (let i = 0; i < 3; i++) data.xfrc_applied[6 * (k + 1) + i] = force[i];
      }
      for (let k = 0; k < substeps; k++) mujoco.mj_step(model, data);
      t += h;
    },
    position: (k) => [0, 1, 2].map((i) => data.xipos[3 * (k + 1) + i]),
    velocity: (k) => {
      const { guide } = bodies[k];
      return [0, 1, 2].map((i) => (guide ? (i === 0 ? data.qvel[dof[k]] : 0) : data.qvel[dof[k] + i]));
    },
    free() {
      data.delete();
      model.delete();
    },
  };
}
