import type { RodMaterial } from './materials.js';

/** π to the nearest double. */
const PI = 3.141592653589793;

/** A round or an elliptic section. Half axes in metres: the first along the director d1, the second along d2. */
export type RodSection = { readonly radius: number } | { readonly halfAxes: readonly [number, number] };

/** What a rod's energy and inertia need of its section, per unit length. */
export interface SectionStiffness {
  /** stretch (N) */
  readonly EA: number;
  /** bending about d1 and about d2 (N m²) */
  readonly EI1: number;
  readonly EI2: number;
  /** twist (N m²) */
  readonly GJ: number;
  /** mass per length (kg/m) */
  readonly mass: number;
  /** polar moment of inertia per length (kg m) */
  readonly inertia: number;
}

/** Half axes of a section (m). */
export function halfAxes(section: RodSection): readonly [number, number] {
  return 'radius' in section ? [section.radius, section.radius] : section.halfAxes;
}

/**
 * Saint-Venant's stiffnesses of an ellipse with half axes a, b: S = π a b, I1 = π a b³/4 (about d1), I2 = π a³ b/4,
 * J = π a³ b³/(a² + b²).
 */
export function sectionStiffness(section: RodSection, material: RodMaterial): SectionStiffness {
  const [a, b] = halfAxes(section);
  const S = PI * a * b;
  const I1 = 0.25 * S * b * b;
  const I2 = 0.25 * S * a * a;
  const E = material.youngModulus;
  const G = E / (2 * (1 + material.poissonRatio));
  const J = (S * a * a * b * b) / (a * a + b * b);
  return {
    EA: E * S,
    EI1: E * I1,
    EI2: E * I2,
    GJ: G * J,
    mass: material.density * S,
    inertia: material.density * (I1 + I2),
  };
}
