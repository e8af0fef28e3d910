/** A box that keeps its orientation on a floor of the given material, small and quick. */
export function boxScene(extra: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    version: 1,
    name: 'box',
    duration: 0.2,
    solver: { tolerance: 1e-12 },
    materials: { grip: { preset: 'wood', friction: 0.3 } },
    obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'grip' }],
    bodies: [
      {
        type: 'rigid',
        name: 'box',
        shape: { type: 'box', size: [0.2, 0.2, 0.1] },
        material: 'grip',
        rotates: false,
        position: [0, 0, 0.05],
      },
    ],
    ...extra,
  };
}
