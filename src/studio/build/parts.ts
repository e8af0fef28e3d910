import { type Json, type Thing, type Triple, add, entries, freeName } from './things.js';

/** The scene that building begins with: a floor and a first box on it. */
export function newScene(): Json {
  return {
    version: 1,
    name: 'my scene',
    duration: 5,
    step: { length: 0.01 },
    solver: { tolerance: 1e-6 },
    materials: { wood: { preset: 'wood' } },
    obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'wood' }],
    bodies: [
      {
        type: 'rigid',
        name: 'box',
        shape: { type: 'box', size: [0.2, 0.2, 0.2] },
        material: 'wood',
        position: [0, 0, 0.1],
      },
    ],
  };
}

/** Something that can be added, and how much room it takes: width, depth and height (m). */
export interface Part {
  readonly name: string;
  readonly title: string;
  readonly room: Triple;
  /** whether it goes beside all that is there, since it has no end */
  readonly endless?: boolean;
  /** the scene with it, its lowest point at a place */
  readonly make: (scene: unknown, at: Triple) => { readonly scene: Json; readonly thing: Thing };
}

/** Digits that are written of a place: a tenth of a millimetre. */
const up = ([x, y, z]: Triple, height: number): Triple =>
  [x, y, z + height].map((value) => Math.round(1e4 * value) / 1e4 + 0) as unknown as Triple;

/** A scene that has the material in its list, so that its table can change it. */
function withMaterial(scene: unknown, name: string, value: Json = { preset: name }): Json {
  const { materials } = scene as { materials?: Json };
  return materials?.[name] === undefined
    ? { ...(scene as Json), materials: { ...materials, [name]: value } }
    : (scene as Json);
}

/** The material that the first body has, else wood. */
function usualMaterial(scene: unknown): string {
  const found = entries(scene, 'bodies').find(({ type, material }) => type === 'rigid' && typeof material === 'string');
  return found ? String(found.material) : 'wood';
}

const solid =
  (name: string, shape: Json, height: number, list: 'bodies' | 'obstacles' = 'bodies'): Part['make'] =>
  (scene, at) => {
    const material = usualMaterial(scene);
    return add(withMaterial(scene, material), list, {
      ...(list === 'bodies' && { type: 'rigid' }),
      name: freeName(scene, name),
      shape,
      material,
      position: up(at, height),
    });
  };

/** What the menu offers. */
export const parts: readonly Part[] = [
  {
    name: 'box',
    title: 'Box',
    room: [0.2, 0.2, 0.2],
    make: solid('box', { type: 'box', size: [0.2, 0.2, 0.2] }, 0.1),
  },
  {
    name: 'sphere',
    title: 'Sphere',
    room: [0.2, 0.2, 0.2],
    make: solid('sphere', { type: 'sphere', radius: 0.1 }, 0.1),
  },
  {
    name: 'capsule',
    title: 'Capsule',
    room: [0.1, 0.1, 0.3],
    make: solid('capsule', { type: 'capsule', radius: 0.05, length: 0.2 }, 0.15),
  },
  {
    name: 'rope',
    title: 'Rope',
    room: [1, 0.03, 0.03],
    make: (scene, at) =>
      add(withMaterial(scene, 'rope'), 'bodies', {
        type: 'rod',
        name: freeName(scene, 'rope'),
        model: 'der',
        elements: 40,
        length: 1,
        radius: 0.01,
        material: 'rope',
        shape: { position: up([at[0] - 0.5, at[1], at[2]], 0.012), tangent: [1, 0, 0] },
      }),
  },
  {
    name: 'cloth',
    title: 'Cloth',
    room: [0.8, 0.8, 0.01],
    make: (scene, at) =>
      add(withMaterial(scene, 'fabric', { friction: 0.4 }), 'bodies', {
        type: 'cloth',
        name: freeName(scene, 'cloth'),
        pieces: [
          {
            type: 'sheet',
            vertices: [25, 25],
            corner: up([at[0] - 0.4, at[1] - 0.4, at[2]], 0.004),
            u: [0.8, 0, 0],
            v: [0, 0.8, 0],
          },
        ],
        material: 'fabric',
        density: 0.3,
        stretch: 200,
        bend: 0.0005,
        thickness: 0.005,
        solver: { iterations: 30, selfContact: 'vertex-face' },
      }),
  },
  {
    name: 'hair',
    title: 'Hair',
    room: [0.5, 0.5, 0.65],
    make: (scene, at) => {
      const skin = withMaterial(scene, 'skin');
      const head = freeName(scene, 'head');
      const { scene: headed } = add(skin, 'obstacles', {
        name: head,
        shape: { type: 'sphere', radius: 0.1 },
        material: 'skin',
        position: up(at, 0.4),
      });
      // strands stand for many hairs each
      return add(withMaterial(headed, 'hair', { preset: 'hair', youngModulus: 2e7, airDamping: 0.02 }), 'bodies', {
        type: 'hair',
        name: freeName(scene, 'hair'),
        on: head,
        count: 60,
        model: 'der',
        elements: 10,
        length: 0.25,
        radius: 0.0012,
        material: 'hair',
        scalp: { radius: 0.101, angle: 70 },
        lift: 60,
      });
    },
  },
  {
    name: 'block',
    title: 'Fixed block',
    room: [0.4, 0.4, 0.2],
    make: solid('block', { type: 'box', size: [0.4, 0.4, 0.2] }, 0.1, 'obstacles'),
  },
  {
    name: 'ball',
    title: 'Fixed ball',
    room: [0.3, 0.3, 0.3],
    make: solid('ball', { type: 'sphere', radius: 0.15 }, 0.15, 'obstacles'),
  },
  {
    name: 'slope',
    title: 'Slope',
    room: [0, 0, 0],
    endless: true,
    make: (scene, at) =>
      add(withMaterial(scene, usualMaterial(scene)), 'obstacles', {
        name: freeName(scene, 'slope'),
        shape: { type: 'plane' },
        material: usualMaterial(scene),
        position: up(at, 0),
        orientation: { axis: [0, 1, 0], degrees: 15 },
      }),
  },
];

/** The scene with a copy of a thing beside it, and of nothing that is fastened to it. */
export function duplicate(scene: unknown, thing: Thing, copied: Json): { readonly scene: Json; readonly thing: Thing } {
  const stem = typeof copied.name === 'string' ? copied.name : String(copied.type ?? 'obstacle');
  return add(scene, thing.list, { ...copied, name: freeName(scene, stem) });
}
