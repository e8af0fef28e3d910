import { pow } from '../math/functions.js';
import type { BodyGeometry, ObstacleGeometry, SolidPart } from './geometry.js';
import type { RecordingHeader } from './writer.js';

/** A colour in linear light, 0 to 1 each: what renderers, glTF and USD count in. */
export type LinearColour = readonly [number, number, number];

/** How a thing looks, in exports and on the screen alike. */
export interface Look {
  readonly colour: LinearColour;
  /** 0 mirrors, 1 is dull */
  readonly roughness: number;
  /** 1: nothing shines through */
  readonly opacity: number;
  /** name of the material's preset, or of the material; empty where it is not known */
  readonly material: string;
}

/** Bodies that come from one entry of a scene: the strands of a head of hair, the bricks of a wall, or a body alone. */
export interface BodyGroup {
  readonly name: string;
  /** their numbers, rising */
  readonly bodies: readonly number[];
}

/** How everything in a recording looks, and what belongs together. */
export interface Looks {
  readonly bodies: readonly Look[];
  readonly obstacles: readonly Look[];
  readonly groups: readonly BodyGroup[];
}

/** How things of a material look: colours that bodies take in turn, as web pages write them. */
interface Fabric {
  readonly colours: readonly number[];
  readonly roughness: number;
  /** how much lighter or darker a body may be than its colour */
  readonly spread: number;
}

const fabrics: Readonly<Record<string, Fabric>> = {
  hair: { colours: [0x4a2c17, 0x5a3820, 0x6b4527, 0x3a2212], roughness: 0.42, spread: 0.3 },
  spaghetti: { colours: [0xe9c46a, 0xe6bb55, 0xf0cf82], roughness: 0.5, spread: 0.06 },
  rope: { colours: [0xd9a066, 0x4f9fd9, 0xe07a5f, 0x81b29a], roughness: 0.7, spread: 0.04 },
  'steel-wire': { colours: [0xa9b4c2, 0x8f9bab], roughness: 0.3, spread: 0.04 },
  rubber: { colours: [0xe07a5f, 0x3d8fd1, 0x81b29a, 0xf2cc8f], roughness: 0.6, spread: 0.06 },
  stone: { colours: [0xc9b79c, 0xbfae95, 0xd6c6ad, 0xb3a58f], roughness: 0.9, spread: 0.1 },
  wood: { colours: [0xc58b52, 0xb97f49, 0xd19a63], roughness: 0.75, spread: 0.12 },
  ice: { colours: [0xbfe3f2], roughness: 0.2, spread: 0.03 },
  steel: { colours: [0x9aa7b5], roughness: 0.35, spread: 0.05 },
  skin: { colours: [0xe0b39a], roughness: 0.7, spread: 0.03 },
};

const anyFabric: Fabric = {
  colours: [0x3d8fd1, 0xe07a5f, 0x81b29a, 0xf2cc8f, 0x9b7fd1, 0xd96c8a],
  roughness: 0.55,
  spread: 0.08,
};

const clothColours = [0xc8553d, 0x588b8b, 0xf28f3b, 0x2d7dd2];
const clothRoughness = 0.85;
const obstacleColour = 0x98a1b0;
const obstacleRoughness = 0.8;
/** Containers let one see what they hold. */
const glass = 0.15;

/** One number of a web colour, 0 to 1, in linear light [IEC 61966-2-1]. */
export function linearFromSrgb(x: number): number {
  return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

/** One number of a linear colour as web pages and pictures count it, 0 to 1. */
export function srgbFromLinear(x: number): number {
  return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

/** A linear colour in bytes, as pictures have it. */
export function srgbBytes(colour: LinearColour): [number, number, number] {
  const byte = (x: number): number => Math.round(255 * srgbFromLinear(Math.max(0, Math.min(1, x))));
  return [byte(colour[0]), byte(colour[1]), byte(colour[2])];
}

/** A colour as web pages write it, `0xrrggbb`. */
export function fromHex(hex: number): LinearColour {
  const part = (shift: number): number => linearFromSrgb(((hex >> shift) & 255) / 255);
  return [part(16), part(8), part(0)];
}

/** A colour of a scene, `#rrggbb` or `#rrggbbaa`; undefined where it is none. */
function written(text: unknown): { readonly colour: LinearColour; readonly opacity: number | undefined } | undefined {
  if (typeof text !== 'string' || !/^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return undefined;
  const opacity = text.length === 9 ? parseInt(text.slice(7), 16) / 255 : undefined;
  return { colour: fromHex(parseInt(text.slice(1, 7), 16)), opacity };
}

/** The look of body number k of a material where nobody gave it a colour; always the same one. */
function usualLook(material: string, k: number): Look {
  const fabric = Object.hasOwn(fabrics, material) ? fabrics[material] : anyFabric;
  // a cheap hash: neighbours differ
  const noise = ((Math.imul(k + 1, 2654435761) >>> 8) & 0xffff) / 0xffff - 0.5;
  const light = 1 + 2 * fabric.spread * noise;
  const [r, g, b] = fromHex(fabric.colours[k % fabric.colours.length]);
  const shade = (x: number): number => Math.min(1, light * x);
  return { colour: [shade(r), shade(g), shade(b)], roughness: fabric.roughness, opacity: 1, material };
}

type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a scene, which may be wrong or missing, says of the things in it. */
class SceneLooks {
  readonly #bodies: readonly Json[];
  readonly #obstacles: readonly Json[];
  readonly #materials: Json;

  constructor(scene: unknown) {
    const { bodies, obstacles, materials } = object(scene);
    this.#bodies = list(bodies).map(object);
    this.#obstacles = list(obstacles).map(object);
    this.#materials = object(materials);
  }

  /** The entry that a body comes from; in older recordings the one whose name its own begins with. */
  entryOf({ name, entry }: BodyGeometry): number | undefined {
    if (entry !== undefined) return this.#bodies[entry] && entry;
    let best: number | undefined;
    this.#bodies.forEach((_, k) => {
      const own = this.nameOf(k);
      const fits = name === own || name.startsWith(`${own}-`);
      if (fits && (best === undefined || own.length > this.nameOf(best).length)) best = k;
    });
    return best;
  }

  nameOf(entry: number): string {
    const { name, type } = this.#bodies[entry];
    return text(name) || `${text(type)}-${entry}`;
  }

  /** Material of an entry by the name of its preset, and the colour that it or the material was given. */
  body(entry: number | undefined): { readonly material: string; readonly colour: unknown } {
    const json = entry === undefined ? {} : this.#bodies[entry];
    // generators hold the body that they copy
    const holder = json.type === 'grid' ? object(json.body) : json.type === 'bundle' ? object(json.rod) : json;
    return this.#of(holder);
  }

  obstacle(k: number): { readonly material: string; readonly colour: unknown } {
    return this.#of(this.#obstacles[k] ?? {});
  }

  #of(json: Json): { readonly material: string; readonly colour: unknown } {
    const name = text(json.material);
    const material = Object.hasOwn(this.#materials, name) ? object(this.#materials[name]) : {};
    return { material: text(material.preset) || name, colour: json.colour ?? material.colour };
  }
}

/** How everything of a recording, or of a world before its first step, looks. */
export function looksOf({ scene, bodies, obstacles }: Pick<RecordingHeader, 'scene' | 'bodies' | 'obstacles'>): Looks {
  const said = new SceneLooks(scene);
  const entries = bodies.map((body) => said.entryOf(body));
  const obstacleLooks = obstacles.map((obstacle, k) => obstacleLook(said.obstacle(k), obstacle));
  let cloths = 0;
  const looks = bodies.map((body, k): Look => {
    if (body.kind === 'cloth' && body.obstacle !== undefined) return obstacleLooks[body.obstacle];
    const { material, colour } = said.body(entries[k]);
    const usual =
      body.kind === 'cloth'
        ? {
            colour: fromHex(clothColours[cloths++ % clothColours.length]),
            roughness: clothRoughness,
            opacity: 1,
            material,
          }
        : usualLook(material, k);
    return { ...usual, ...given(colour, 1) };
  });
  return { bodies: looks, obstacles: obstacleLooks, groups: groupsOf(bodies, entries, said) };
}

function given(colour: unknown, opacity: number): Partial<Look> {
  const own = written(colour);
  return own ? { colour: own.colour, opacity: own.opacity ?? opacity } : {};
}

function obstacleLook(
  { material, colour }: { readonly material: string; readonly colour: unknown },
  { parts }: ObstacleGeometry,
): Look {
  const opacity = isContainer(parts) ? glass : 1;
  const usual = { colour: fromHex(obstacleColour), roughness: obstacleRoughness, opacity, material };
  return { ...usual, ...given(colour, opacity) };
}

/** Whether an obstacle is made of walls: what they hold is to be seen. */
function isContainer(parts: readonly SolidPart[]): boolean {
  return parts.length >= 4 && parts.every(({ shape }) => shape.type === 'box');
}

/** Bodies of one entry together, in the order of their first ones; obstacles that deform are no bodies. */
function groupsOf(
  bodies: readonly BodyGeometry[],
  entries: readonly (number | undefined)[],
  said: SceneLooks,
): BodyGroup[] {
  const byKey = new Map<string, { name: string; bodies: number[] }>();
  bodies.forEach((body, k) => {
    if (body.kind === 'cloth' && body.obstacle !== undefined) return;
    const entry = entries[k];
    const key = entry === undefined ? `body ${k}` : `entry ${entry}`;
    const group = byKey.get(key) ?? { name: entry === undefined ? body.name : said.nameOf(entry), bodies: [] };
    group.bodies.push(k);
    byKey.set(key, group);
  });
  return [...byKey.values()];
}
