import type { RodMaterial } from '../../bodies/rods/materials.js';
import type { Material } from '../../dynamics/members/materials.js';
import { type MaterialPreset, materialPresets } from '../presets.js';
import type { Scene } from '../schema/scene.js';

/** What names materials: a scene. */
export type MaterialSource = Pick<Scene, 'materials'>;

/** A material with everything known of it. */
export type FullMaterial = Partial<MaterialPreset>;

/** The material of a name: the scene's own over its preset, or the preset of that name. */
export function materialNamed(scene: MaterialSource, name: string): FullMaterial {
  const own = Object.hasOwn(scene.materials, name) ? scene.materials[name] : undefined;
  const preset = own?.preset ?? name;
  const base = Object.hasOwn(materialPresets, preset) ? materialPresets[preset as keyof typeof materialPresets] : {};
  const { preset: _, ...values } = own ?? {};
  return { ...base, ...values };
}

/** Friction and restitution of all materials that a scene may name. */
export function surfaceMaterials(scene: MaterialSource): Record<string, Material> {
  const names = new Set([...Object.keys(scene.materials), ...Object.keys(materialPresets)]);
  const table: Record<string, Material> = {};
  for (const name of names) {
    const { friction = 0.5, restitution = 0 } = materialNamed(scene, name);
    table[name] = { friction, restitution };
  }
  return table;
}

/** What a rod of a material needs; the scene has been checked for it. */
export function rodMaterial(scene: MaterialSource, name: string): RodMaterial {
  const { density, youngModulus, poissonRatio, internalDamping = 0, airDamping = 0 } = materialNamed(scene, name);
  return { density: density!, youngModulus: youngModulus!, poissonRatio: poissonRatio!, internalDamping, airDamping };
}
