/** A rope that lies on a table and hangs over its edge by more than friction holds. */
export function ropeScene(friction: number, youngModulus: number): Record<string, unknown> {
  return {
    version: 1,
    name: 'rope over an edge',
    duration: 0.3,
    step: { length: 0.005 },
    materials: { cord: { preset: 'rubber', youngModulus, friction } },
    obstacles: [
      { name: 'table', shape: { type: 'box', size: [1, 0.4, 0.1] }, material: 'cord', position: [-0.5, 0, -0.05] },
    ],
    bodies: [
      {
        type: 'rod',
        name: 'rope',
        model: 'der',
        elements: 20,
        length: 0.8,
        radius: 0.01,
        material: 'cord',
        shape: { position: [-0.38, 0, 0.0105], tangent: [1, 0, 0] },
      },
    ],
  };
}
