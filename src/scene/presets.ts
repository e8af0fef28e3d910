import { rodMaterials } from '../bodies/rods/materials.js';

/** A material with everything that bodies may need. Elastic values are missing where nothing of it bends. */
export interface MaterialPreset {
  readonly friction: number;
  readonly restitution: number;
  /** (kg/m³) */
  readonly density: number;
  readonly youngModulus?: number;
  readonly poissonRatio?: number;
  readonly internalDamping?: number;
  readonly airDamping?: number;
}

/** Materials by name: typical values, each of which a scene may replace. */
export const materialPresets: Readonly<Record<PresetName, MaterialPreset>> = {
  hair: { friction: 0.3, restitution: 0, ...rodMaterials.hair },
  rope: { friction: 0.4, restitution: 0, ...rodMaterials.rope },
  spaghetti: { friction: 0.3, restitution: 0, ...rodMaterials.spaghetti },
  'steel-wire': { friction: 0.2, restitution: 0, ...rodMaterials['steel-wire'] },
  rubber: { friction: 0.9, restitution: 0, ...rodMaterials.rubber },
  steel: { friction: 0.15, restitution: 0, density: 7850 },
  stone: { friction: 0.7, restitution: 0, density: 2400 },
  wood: { friction: 0.4, restitution: 0, density: 600 },
  ice: { friction: 0.03, restitution: 0, density: 917 },
  skin: { friction: 0.5, restitution: 0, density: 1000 },
};

export const presetNames = [
  'hair',
  'rope',
  'spaghetti',
  'steel-wire',
  'rubber',
  'steel',
  'stone',
  'wood',
  'ice',
  'skin',
] as const;

export type PresetName = (typeof presetNames)[number];
