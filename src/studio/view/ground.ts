import { CircleGeometry, Color, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import { floorColours } from '../../record/stage-look.js';
import { theme } from '../ui/theme.js';

/** A plane obstacle: a disc with a faint grid that fades out, as large as the scene needs. */
export class Ground {
  readonly mesh: Mesh;
  readonly #foot: Vector3;
  readonly #cell: number;

  /**
   * @param size radius of the scene (m); @param centre what the grid is centred under; @param alone whether there is no other, which it
   * would have to hide, or be hidden by, where they meet
   */
  constructor(pose: readonly number[], size: number, centre: Vector3, alone = true) {
    const rotation = new Quaternion(pose[4], pose[5], pose[6], pose[3]);
    const origin = new Vector3(pose[0], pose[1], pose[2]);
    const normal = new Vector3(0, 0, 1).applyQuaternion(rotation);
    const foot = centre.clone().addScaledVector(normal, -normal.dot(centre.clone().sub(origin)));
    const material = new MeshStandardMaterial({
      color: groundColour(),
      roughness: 0.95,
      transparent: true,
      depthWrite: !alone,
    });
    const cell = gridCell(size);
    material.onBeforeCompile = (shader) => {
      shader.uniforms.reach = { value: 5 * size };
      shader.uniforms.cell = { value: cell };
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec2 floorAt;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nfloorAt = position.xy;');
      shader.fragmentShader = shader.fragmentShader
        .replace(
          '#include <common>',
          '#include <common>\nvarying vec2 floorAt;\nuniform float reach;\nuniform float cell;',
        )
        .replace('#include <color_fragment>', `#include <color_fragment>\n${grid}`);
    };
    this.mesh = new Mesh(new CircleGeometry(5 * size, 64), material);
    this.mesh.quaternion.copy(rotation);
    this.mesh.position.copy(foot);
    this.#foot = foot;
    this.#cell = cell;
    this.mesh.receiveShadow = true;
    this.mesh.renderOrder = -1;
    window.addEventListener('themechange', this.#repaint);
  }

  /** Lies under another point; the lines of the grid stay where they are. */
  goTo(point: Vector3): void {
    const { quaternion, position } = this.mesh;
    const way = point.clone().sub(this.#foot).applyQuaternion(quaternion.clone().invert());
    const cells = (x: number): number => this.#cell * Math.round(x / this.#cell);
    position.set(cells(way.x), cells(way.y), 0).applyQuaternion(quaternion).add(this.#foot);
  }

  dispose(): void {
    window.removeEventListener('themechange', this.#repaint);
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
  }

  readonly #repaint = (): void => {
    (this.mesh.material as MeshStandardMaterial).color = groundColour();
  };
}

function groundColour(): Color {
  return new Color(floorColours[theme() === 'light' ? 'light' : 'dark']);
}

const grid = /* glsl */ `
  vec2 cells = floorAt / cell;
  vec2 width = fwidth(cells);
  vec2 near = abs(fract(cells - 0.5) - 0.5) / max(width, 1e-6);
  float line = 1.0 - min(min(near.x, near.y), 1.0);
  float crowd = clamp(1.0 - 2.0 * max(width.x, width.y), 0.0, 1.0);
  diffuseColor.rgb *= 1.0 - 0.22 * line * crowd;
  float far = length(floorAt) / reach;
  diffuseColor.a *= 0.95 * smoothstep(0.8, 0.1, far);`;

/** A round length, about a quarter of the scene. */
function gridCell(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const lead = size / power;
  return (lead < 2 ? 0.5 : lead < 5 ? 1 : 2) * power * 0.5;
}
