import {
  ArrowHelper,
  Box3,
  BufferGeometry,
  CanvasTexture,
  Color,
  Group,
  Line,
  LineDashedMaterial,
  LineLoop,
  Quaternion,
  SRGBColorSpace,
  Sphere,
  Sprite,
  SpriteMaterial,
  Vector3,
} from 'three';
import { theme } from '../ui/theme.js';

/** Read over the backdrops of both themes. */
const colours = { light: 0x4353e8, dark: 0xa3adff } as const;
const up = new Vector3(0, 0, 1);
const at = new Vector3();
/** Radius of the horizon, and where the arrow stands, over that of the scene. */
const reach = 1.15;
/** Words are at least so high, however far away they are (pixels). */
const legible = 17;
/** Seen through floors and bodies: it is no thing of the scene. */
const overAll = { toneMapped: false, transparent: true, depthTest: false } as const;

/**
 * What is level and what is down: an arrow along gravity, the horizon as a ring at right angles to it, and at a slope the
 * angle between the two, so that it can be read.
 */
export class Plumb {
  readonly group = new Group();
  /** whether something slopes, which cannot be seen without what is level */
  readonly slopes: boolean = false;
  /** box around the arrow along gravity at first */
  readonly #arrow = new Box3();
  readonly #home = new Sphere();

  /** @param planes normals of the planes of the scene; the first that is not level gets its angle */
  constructor(box: Box3, gravity: readonly number[], planes: readonly Vector3[]) {
    const { center, radius } = box.getBoundingSphere(this.#home);
    const down = new Vector3().fromArray(gravity as number[]);
    if (down.length() === 0) return;
    down.normalize();
    const level = new Quaternion().setFromUnitVectors(up, down.clone().negate());
    const ring = Array.from({ length: 72 }, (_, k) => {
      const angle = (2 * Math.PI * k) / 72;
      return new Vector3(Math.cos(angle), Math.sin(angle), 0).multiplyScalar(reach * radius).applyQuaternion(level);
    });
    this.#add(new LineLoop(new BufferGeometry().setFromPoints(ring), dashes(radius)), center);
    const tilted = planes.find((normal) => Math.abs(normal.dot(down)) < 0.9999 && Math.abs(normal.dot(down)) > 0.05);
    // where the slope goes down: its angle stands at the upper end
    const side = tilted ? levelled(tilted, down) : new Vector3(-1, 0, 0).applyQuaternion(level);
    const beside = side.multiplyScalar(reach * radius);
    const from = center
      .clone()
      .add(beside)
      .addScaledVector(down, -0.35 * radius);
    const arrow = new ArrowHelper(down, from, 0.7 * radius, colours.light, 0.14 * radius, 0.08 * radius);
    for (const part of [arrow.line, arrow.cone]) Object.assign(part.material, overAll);
    this.group.add(arrow);
    const label = word('g', 0.16 * radius);
    label.position.copy(from).addScaledVector(down, -0.03 * radius);
    this.group.add(label);
    this.#arrow.setFromPoints([0.7, -0.15].map((along) => from.clone().addScaledVector(down, along * radius)));
    this.#arrow.expandByScalar(0.05 * radius);
    this.slopes = tilted !== undefined;
    if (tilted) this.#addAngle(center, radius, down, tilted);
    this.paint();
  }

  /** Takes the colour of the page's theme. */
  paint(): void {
    const colour = new Color(colours[theme()]);
    this.group.traverse((part) =>
      (part as Partial<Line<BufferGeometry, LineDashedMaterial>>).material?.color.copy(colour),
    );
  }

  /**
   * Stands around what is in a box, as large as it is: what has gone far away is shown with what is level there.
   * @param share of the size that it has beside a scene; a camera that goes after something shows little more than that
   */
  standAround(box: Box3, share = 1): void {
    if (box.isEmpty() || this.#home.radius <= 0) return;
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const scale = (share * Math.max(radius, 1e-6)) / this.#home.radius;
    this.group.scale.setScalar(scale);
    this.group.position.copy(center).addScaledVector(this.#home.center, -scale);
  }

  /** Box around the arrow along gravity, where it stands. */
  get arrow(): Box3 {
    this.group.updateMatrix();
    return this.#arrow.clone().applyMatrix4(this.group.matrix);
  }

  dispose(): void {
    this.group.removeFromParent();
    this.group.traverse((part) => {
      const { geometry, material } = part as Partial<Line>;
      geometry?.dispose();
      (material as SpriteMaterial | undefined)?.map?.dispose();
      (material as LineDashedMaterial | undefined)?.dispose();
    });
  }

  /** The angle between the level and the slope, along the steepest way down. */
  #addAngle(center: Vector3, radius: number, down: Vector3, normal: Vector3): void {
    const steepest = down.clone().addScaledVector(normal, -down.dot(normal)).normalize();
    const level = levelled(normal, down);
    const angle = Math.acos(Math.min(1, steepest.dot(level)));
    // to the side of what lies there
    const aside = new Vector3().crossVectors(down, steepest).normalize();
    const origin = center
      .clone()
      .addScaledVector(steepest, -0.8 * radius)
      .addScaledVector(aside, radius);
    const side = 0.8 * radius;
    const arc = Array.from({ length: 25 }, (_, k) =>
      level
        .clone()
        .multiplyScalar(Math.cos((angle * k) / 24))
        .addScaledVector(down, Math.sin((angle * k) / 24))
        .multiplyScalar(side),
    );
    for (const points of [[new Vector3(), level.clone().multiplyScalar(side)], [new Vector3(), arc[24]], arc]) {
      this.#add(new Line(new BufferGeometry().setFromPoints(points), dashes(0)), origin);
    }
    const label = word(`${((180 * angle) / Math.PI).toFixed(1)}°`, 0.14 * radius);
    // over the level line, where neither the arc nor what lies on the slope is
    label.position
      .copy(origin)
      .addScaledVector(level, 0.5 * side)
      .addScaledVector(down, -0.03 * radius);
    this.group.add(label);
  }

  #add(line: Line | LineLoop, at: Vector3): void {
    line.position.copy(at);
    line.computeLineDistances();
    this.group.add(line);
  }
}

/** The level direction in which a slope goes down. */
function levelled(normal: Vector3, down: Vector3): Vector3 {
  // of either side of the plane
  const outward = normal.clone().multiplyScalar(-Math.sign(normal.dot(down)));
  return outward.addScaledVector(down, -outward.dot(down)).normalize();
}

/** Dashes of a length in keeping with the scene; 0: a whole line. */
function dashes(radius: number): LineDashedMaterial {
  const dash = radius === 0 ? 1e9 : 0.05 * radius;
  return new LineDashedMaterial({ dashSize: dash, gapSize: radius === 0 ? 0 : dash, ...overAll });
}

/** A word that faces the camera, of a height (m), over the middle of its lower edge. */
function word(text: string, height: number): Sprite {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  context.font = '48px system-ui, sans-serif';
  canvas.width = Math.ceil(context.measureText(text).width) + 8;
  canvas.height = 60;
  context.font = '48px system-ui, sans-serif';
  // the material has the colour
  context.fillStyle = '#fff';
  context.fillText(text, 4, 46);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map: texture, depthTest: false, toneMapped: false }));
  sprite.center.set(0.5, 0);
  const resize = (high: number): unknown => sprite.scale.set((high * canvas.width) / canvas.height, high, 1);
  resize(height);
  sprite.onBeforeRender = (renderer, _, camera) => {
    const distance = at.setFromMatrixPosition(sprite.matrixWorld).distanceTo(camera.position);
    const pixel = (2 * distance) / (renderer.domElement.clientHeight * camera.projectionMatrix.elements[5]);
    resize(Math.max(height, (legible * pixel) / sprite.parent!.scale.y));
    sprite.updateMatrixWorld();
  };
  return sprite;
}
