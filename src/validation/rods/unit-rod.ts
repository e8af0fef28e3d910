import { type Rod, createRod } from '../../bodies/rods/registry.js';
import type { RodSpec } from '../../bodies/rods/spec.js';

/** Stretch over bending, EA L²/B: with the augmented Lagrangian of `inextensible` it only sets the speed of convergence. */
const STRETCH = 1e4;

/**
 * A rod of unit length, unit mass and unit bending stiffness, so that gravity is the gravito-bending number Γ. GJ = 1/(1 + nu),
 * a round section; `more` may replace single stiffnesses.
 */
export function unitRod(
  model: string,
  elements: number,
  more: Partial<RodSpec> = {},
  stiffness: Partial<{ EA: number; EI1: number; EI2: number; GJ: number }> = {},
): Rod {
  return createRod({
    model,
    elements,
    length: 1,
    section: { radius: 1e-3 },
    material: 'rubber',
    internalDamping: 0,
    airDamping: 0,
    ...more,
    stiffness: { EA: STRETCH, EI1: 1, EI2: 1, GJ: 2 / 3, mass: 1, inertia: 1e-6, ...stiffness },
    options: { shear: 1e6, ...more.options },
  });
}

/** Position of arc length s of a rod. */
export function pointOf(rod: Rod, s: number): Float64Array {
  const out = new Float64Array(3);
  let index = 0;
  while (index + 2 < rod.nodes && rod.nodeArcLength[index + 1] <= s) index++;
  rod.position(out, { index, s, offset: [0, 0, 0] });
  return out;
}
