/** Places of a box that was pushed over a table, read off a film with an error of a millimetre. */
const seen = {
  time: [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5],
  x: [0.0464, 0.0889, 0.1259, 0.1589, 0.186, 0.2086, 0.2264, 0.2391, 0.2463, 0.2497],
};

/** The friction of the box from these. */
export const slidingBox = {
  version: 1,
  name: 'friction of a sliding box',
  description: 'A box is pushed over a table at 1 m/s and filmed: what is its friction?',
  scene: {
    version: 1,
    name: 'sliding box',
    duration: 0.5,
    step: { length: 0.005 },
    materials: { grip: { preset: 'wood', friction: 0.4 } },
    obstacles: [{ name: 'table', shape: { type: 'plane' }, material: 'grip' }],
    bodies: [
      {
        type: 'rigid',
        name: 'box',
        shape: { type: 'box', size: [0.1, 0.1, 0.05] },
        material: 'grip',
        rotates: false,
        position: [0, 0, 0.025],
        velocity: [1, 0, 0],
      },
    ],
  },
  parameters: { mu: { path: 'materials.grip.friction', between: [0.01, 1] } },
  observe: [{ type: 'trajectory', body: 'box', error: 0.001, rows: seen }],
};
