import { InputError, type InputProblem } from '../../errors.js';
import type { BodyEnergy, EnergySums } from '../body.js';
import type { Attachment } from './attachment.js';
import { Attachments } from './attachment.js';
import { Bending } from './bending.js';
import { cotangents } from './cotangents.js';
import type { Energy } from './energy.js';
import { GridBending } from './grid-bending.js';
import type { Pin } from './pins.js';
import { Pins } from './pins.js';
import { Stretch } from './stretch.js';
import type { Surface, Topology } from './surface.js';
import { meanEdge, surfaceTopology, vertexCount } from './surface.js';
import type { Wind } from './wind.js';

/** What cloth is made of; the columns of [Ly20 table 1]. */
export interface ClothMaterial {
  /** mass per area (kg/m²) */
  readonly density: number;
  /** stretching weight (N/m) */
  readonly stretch: number;
  /** bending weight (N m); 0 where missing */
  readonly bend?: number;
  /** principal stretches that cost nothing. Default: [1, 1] */
  readonly limits?: readonly [number, number];
  /** air damping of a vertex without contact (N s/m). Default: 0 */
  readonly airDamping?: number;
  /** thickness (m): layers keep this distance, obstacles half of it */
  readonly thickness: number;
}

/** Everything that a cloth is built from. */
export interface ClothOptions {
  readonly name?: string;
  /** rest shape */
  readonly surface: Surface;
  readonly material: ClothMaterial;
  /** positions at the beginning; the rest shape where missing */
  readonly positions?: Float64Array;
  /** velocity of the whole cloth at the beginning (m/s) */
  readonly velocity?: readonly [number, number, number];
  /** whether the rest shape's curvature costs nothing. Default: false, flat cloth */
  readonly curved?: boolean;
  readonly pins?: readonly Pin[];
  readonly attachments?: readonly Attachment[];
  /** further energies */
  readonly energies?: readonly Energy[];
  /** constant forces, 3 numbers a vertex (N) */
  readonly load?: Float64Array;
  readonly wind?: Wind;
}

/** A piece of cloth, or several: vertices with masses, joined by energies. q and v are its state. */
export class Cloth {
  readonly kind = 'cloth';
  readonly name: string;
  readonly surface: Surface;
  readonly topology: Topology;
  readonly material: ClothMaterial;
  /** number of vertices */
  readonly nodes: number;
  /** velocity degrees of freedom */
  readonly dofs: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** mass of each vertex (kg) */
  readonly mass: Float64Array;
  readonly energies: readonly Energy[];
  readonly pins: Pins;
  /** 1 at vertices that move as told */
  readonly pinned: Uint8Array;
  /** mean rest length of the edges (m) */
  readonly edgeLength: number;
  load: Float64Array | undefined;
  wind: Wind | undefined;

  constructor(options: ClothOptions) {
    const { surface, material } = options;
    checkCloth(options);
    this.name = options.name ?? 'cloth';
    this.surface = surface;
    this.material = material;
    this.topology = surfaceTopology(surface);
    this.nodes = vertexCount(surface);
    this.dofs = 3 * this.nodes;
    this.edgeLength = meanEdge(surface.positions, this.topology.edges);
    this.q = Float64Array.from(options.positions ?? surface.positions);
    this.v = new Float64Array(this.dofs);
    const [vx, vy, vz] = options.velocity ?? [0, 0, 0];
    for (let i = 0; i < this.dofs; i += 3) this.v.set([vx, vy, vz], i);
    const weights = cotangents(surface);
    this.mass = weights.area.map((a) => material.density * a);
    const energies: Energy[] = [
      new Stretch(surface, { weight: material.stretch, ...(material.limits ? { limits: material.limits } : {}) }),
    ];
    if (material.bend) {
      const bending = { weight: material.bend, curved: options.curved ?? false };
      energies.push(
        surface.grid ? new GridBending(surface, surface.grid, bending) : new Bending(surface, weights, bending),
      );
    }
    if (options.attachments?.length) energies.push(new Attachments(options.attachments));
    this.energies = [...energies, ...(options.energies ?? [])];
    this.pins = new Pins(options.pins ?? [], this.q);
    this.pinned = new Uint8Array(this.nodes);
    for (const i of this.pins.nodes) this.pinned[i] = 1;
    this.load = options.load;
    this.wind = options.wind;
  }

  /** Mechanical energy (J). */
  energy(
    gravity: readonly [number, number, number],
    out: EnergySums = { kinetic: 0, elastic: 0, gravity: 0 },
  ): BodyEnergy {
    let kinetic = 0;
    let weight = 0;
    for (let i = 0; i < this.nodes; i++) {
      const m = this.mass[i];
      for (let c = 0; c < 3; c++) {
        kinetic += 0.5 * m * this.v[3 * i + c] * this.v[3 * i + c];
        weight -= m * gravity[c] * this.q[3 * i + c];
      }
    }
    out.kinetic = kinetic;
    out.elastic = this.energies.reduce((sum, energy) => sum + energy.value(this.q), 0);
    out.gravity = weight;
    return out;
  }
}

function checkCloth(options: ClothOptions): void {
  const problems: InputProblem[] = [];
  const { surface, material, positions, load } = options;
  const n = surface.positions.length;
  const number = (path: string, value: number | undefined, least: number, strict: boolean): void => {
    if (value === undefined) return;
    const fine = strict ? value > least : value >= least;
    if (!(fine && Number.isFinite(value)))
      problems.push({ path, expected: `a number ${strict ? '>' : '>='} ${least}`, found: String(value) });
  };
  number('material.density', material.density, 0, true);
  number('material.stretch', material.stretch, 0, true);
  number('material.bend', material.bend, 0, false);
  number('material.airDamping', material.airDamping, 0, false);
  number('material.thickness', material.thickness, 0, true);
  for (const [path, array] of [
    ['positions', positions],
    ['load', load],
  ] as const) {
    if (array && array.length !== n) problems.push({ path, expected: `length ${n}`, found: `length ${array.length}` });
  }
  for (const i of surface.triangles) {
    if (i >= 0 && 3 * i < n) continue;
    problems.push({ path: 'surface.triangles', expected: `vertices below ${n / 3}`, found: String(i) });
    break;
  }
  if (problems.length > 0) throw new InputError('wrong cloth', problems);
}
