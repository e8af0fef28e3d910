/** Elastic materials of rods. Values are typical of the thing named; every number can be given anew in a scene. */
export interface RodMaterial {
  /** mass density (kg/m³) */
  readonly density: number;
  /** Young's modulus E (Pa) */
  readonly youngModulus: number;
  /** Poisson's ratio nu, which sets the shear modulus G = E / (2 (1 + nu)) */
  readonly poissonRatio: number;
  /** relaxation time of internal friction (s): elastic stiffness times this is the damping of strain rates */
  readonly internalDamping: number;
  /** drag of the air per unit length and speed (N s/m²) */
  readonly airDamping: number;
}

/** Materials by name. */
export const rodMaterials = {
  /**
   * human hair: keratin, 1.3 g/cm³, 4 GPa across the fibre's bending; Poisson's ratio of paper-grade hair models. Drag of a
   * cylinder 0.1 mm thick across still air of viscosity eta, 4 pi eta / ln(7.4 / Re) (Lamb), is 0.9e-4 at 0.1 m/s, and about
   * twice that at 1 m/s: a hair alone sinks at less than 1 m/s. A wisp meets less: 4 mm thick and of 600 hairs, 5e-6 a hair.
   */
  hair: { density: 1300, youngModulus: 4e9, poissonRatio: 0.48, internalDamping: 1e-3, airDamping: 1e-4 },
  /** laid rope: bends far more softly than a solid cylinder of its fibre */
  rope: { density: 900, youngModulus: 5e7, poissonRatio: 0.35, internalDamping: 5e-3, airDamping: 1e-2 },
  /** cooked spaghetti: soft, heavy as water */
  spaghetti: { density: 1100, youngModulus: 5e5, poissonRatio: 0.45, internalDamping: 2e-2, airDamping: 2e-3 },
  'steel-wire': { density: 7850, youngModulus: 2e11, poissonRatio: 0.3, internalDamping: 1e-5, airDamping: 1e-4 },
  /** natural rubber */
  rubber: { density: 1000, youngModulus: 2e6, poissonRatio: 0.49, internalDamping: 5e-3, airDamping: 1e-3 },
} as const satisfies Record<string, RodMaterial>;

export type RodMaterialName = keyof typeof rodMaterials;
