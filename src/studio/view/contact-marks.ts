import {
  Box3,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  FrontSide,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { type RecordedContacts, contactStates, noContacts } from '../../record/contacts.js';
import { stateColours } from '../../record/stage-look.js';
import { theme } from '../ui/theme.js';

/** Contacts up to which marks have their full size; more of them share the room. */
const roomy = 150;
const smallestShare = 0.2;
/** Contacts from which their marks would bury what is drawn: then those of one body are shown, unless all are asked for. */
const crowd = 100;
/** Contacts from which marks are made of few triangles. */
const many = 600;

/**
 * How often arrows, laid end to end, may reach across the contacts. 16 leaves the four of a box's face their full
 * length, and those of 200 contacts in a head of hair a fifth of it: strands are seen between them.
 */
const arrowsAcross = 16;
/** The longest arrow, over the radius of the scene. */
const longestArrow = 0.4;

/** What is shown of contacts. */
export interface MarkOptions {
  readonly points: boolean;
  readonly forces: boolean;
  readonly cones: boolean;
  /** whether all are shown even where there are many */
  readonly crowd: boolean;
}

const colours = contactStates.map((state) => new Color(stateColours[state]));
/** What is set off: white, and nearly black where the page is light. */
const chosenColours = { dark: new Color(0xffffff), light: new Color(0x101820) };
const up = new Vector3(0, 1, 0);
const direction = new Vector3();
const place = new Vector3();
const scale = new Vector3();
const turn = new Quaternion();
const matrix = new Matrix4();
const reach = new Box3();
const nothing = new Matrix4().makeScale(0, 0, 0);

/** Contacts as points and force arrows in the colours of their states, with friction cones if asked for. */
export class ContactMarks {
  readonly group = new Group();
  options: MarkOptions = { points: true, forces: true, cones: false, crowd: false };
  /** number of the contact to set off, or -1 */
  selected = -1;
  /** body whose contacts are shown where there are too many to show all */
  focus: number | undefined;
  contacts: RecordedContacts = noContacts;
  /** radius of the scene (m) */
  readonly #size: number;
  /** size of points where there are as many contacts as now, and the largest length of arrows (m) */
  #markSize = 0;
  #arrowLength = 0;
  /** largest force of late, for the length of arrows (N) */
  #largest = 0;
  #points: InstancedMesh;
  #arrows: InstancedMesh;
  #cones: InstancedMesh;

  constructor(size: number) {
    this.#size = size;
    this.#points = this.#make(1);
    this.#arrows = this.#make(1);
    this.#cones = this.#make(1);
    this.#reserve(64);
  }

  /** Shows contacts, or the same ones with other options. */
  show(contacts: RecordedContacts = this.contacts): void {
    this.contacts = contacts;
    if (contacts.n > this.#points.instanceMatrix.count) this.#reserve(2 * contacts.n);
    const { n, force } = contacts;
    const shown = Array.from({ length: n }, (_, k) => k).filter((k) => this.isShown(k));
    this.#markSize = this.#size * Math.max(smallestShare, Math.min(1, Math.sqrt(roomy / Math.max(shown.length, 1))));
    this.#arrowLength = this.#longestOf(shown);
    let largest = 0;
    for (let k = 0; k < n; k++) largest = Math.max(largest, length(force, 3 * k));
    // lengths change slowly: an impact does not make all other arrows vanish for long
    this.#largest = Math.max(largest, 0.98 * this.#largest);
    for (let k = 0; k < n; k++) this.#placeMarks(k);
    const { points, forces, cones } = this.options;
    for (const [mesh, shown] of [
      [this.#points, points],
      [this.#arrows, forces],
      [this.#cones, cones || this.selected >= 0],
    ] as const) {
      mesh.visible = shown && n > 0;
      mesh.count = n;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
    }
  }

  /** Length of the longest arrow, so that all that are shown do not bury what they are drawn on (m). */
  #longestOf(shown: readonly number[]): number {
    const most = longestArrow * this.#size;
    if (shown.length < 2) return this.crowded ? 0.1 * this.#size : most;
    reach.makeEmpty();
    for (const k of shown) reach.expandByPoint(place.fromArray(this.contacts.point, 3 * k));
    const across = reach.getSize(scale).length();
    // one body among many: in keeping with it
    if (this.crowded) return Math.min(most, Math.max(across, 0.05 * this.#size));
    // the four contacts of a small face are few, however near each other
    return Math.min(most, (arrowsAcross * Math.max(across, 0.1 * this.#size)) / shown.length);
  }

  /** Whether there are too many contacts to show all. */
  get crowded(): boolean {
    return this.contacts.n > crowd && !this.options.crowd;
  }

  /** Whether contact k has marks that are seen. */
  isShown(k: number): boolean {
    if (!this.crowded || k === this.selected) return true;
    const { a, b } = this.contacts;
    return this.focus !== undefined && (a[k] === this.focus || b[k] === this.focus);
  }

  dispose(): void {
    this.#clear();
    this.group.removeFromParent();
  }

  #placeMarks(k: number): void {
    const { point, force, normal, mu, state } = this.contacts;
    if (!this.isShown(k)) {
      for (const mesh of [this.#points, this.#arrows, this.#cones]) mesh.setMatrixAt(k, nothing);
      return;
    }
    const colour = k === this.selected ? chosenColours[theme()] : colours[state[k]];
    const radius = (k === this.selected ? 0.016 : 0.0095) * this.#markSize;
    place.fromArray(point, 3 * k);
    this.#points.setMatrixAt(k, matrix.compose(place, turn.identity(), scale.setScalar(radius)));
    this.#points.setColorAt(k, colour);
    const size = length(force, 3 * k);
    const high = (k === this.selected ? 0.42 : 0.2) * this.#markSize;
    const pressing = dot(force, normal, 3 * k);
    const onCone = (this.options.cones || k === this.selected) && pressing > 0;
    // on its cone a force is as long as puts its normal part at the rim: inside, it sticks, on the rim it is at its limit
    const plain = this.#largest > 0 ? this.#arrowLength * Math.sqrt(size / this.#largest) : 0;
    const long = onCone ? (high * size) / pressing : plain;
    const room = onCone ? 1 : Math.sqrt(this.#arrowLength / (longestArrow * this.#size));
    const thick = Math.min(0.022 * this.#size * room, 0.35 * long);
    if (size > 0) turn.setFromUnitVectors(up, direction.fromArray(force, 3 * k).divideScalar(size));
    this.#arrows.setMatrixAt(k, matrix.compose(place, turn, scale.set(thick, long, thick)));
    this.#arrows.setColorAt(k, colour);
    turn.setFromUnitVectors(up, direction.fromArray(normal, 3 * k));
    const wide = this.options.cones || k === this.selected ? high * mu[k] : 0;
    this.#cones.setMatrixAt(k, matrix.compose(place, turn, scale.set(wide, wide > 0 ? high : 0, wide)));
    this.#cones.setColorAt(k, colour);
  }

  #reserve(count: number): void {
    this.#clear();
    this.#points = this.#make(count, new IcosahedronGeometry(1, count > many ? 0 : 2));
    this.#arrows = this.#make(count, arrow(count > many ? 4 : 12));
    this.#cones = this.#make(count, openCone(), 0.3);
    this.group.add(this.#points, this.#arrows, this.#cones);
  }

  #make(count: number, geometry: BufferGeometry = new BufferGeometry(), opacity = 1): InstancedMesh {
    const material = new MeshBasicMaterial({
      transparent: true,
      opacity,
      depthTest: false,
      depthWrite: false,
      side: opacity < 1 ? DoubleSide : FrontSide,
      toneMapped: false,
    });
    const mesh = new InstancedMesh(geometry, material, count);
    mesh.setColorAt(0, chosenColours.dark);
    mesh.frustumCulled = false;
    mesh.visible = false;
    mesh.renderOrder = opacity < 1 ? 2 : 3;
    return mesh;
  }

  #clear(): void {
    for (const mesh of [this.#points, this.#arrows, this.#cones]) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      (mesh.material as Material).dispose();
      mesh.dispose();
    }
  }
}

/** From the origin to (0, 1, 0). */
function arrow(sides: number): BufferGeometry {
  const shaft = new CylinderGeometry(0.28, 0.28, 0.72, sides).translate(0, 0.36, 0);
  const head = new ConeGeometry(0.8, 0.3, sides).translate(0, 0.85, 0);
  return mergeGeometries([shaft, head]);
}

/** Apex at the origin, opening to (0, 1, 0) with radius 1. */
function openCone(): BufferGeometry {
  return new ConeGeometry(1, 1, 32, 1, true).rotateX(Math.PI).translate(0, 0.5, 0);
}

function dot(x: Float32Array, y: Float32Array, at: number): number {
  return x[at] * y[at] + x[at + 1] * y[at + 1] + x[at + 2] * y[at + 2];
}

function length(x: Float32Array, at: number): number {
  return Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);
}
