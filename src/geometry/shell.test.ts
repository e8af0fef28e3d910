import { describe, expect, it } from 'vitest';
import { inspectMesh } from './mesh-faults.js';
import { Shell } from './shell.js';

/** A square of n by n cells, bent to a cylinder of radius R about y where R is given. */
function square(n: number, R = Infinity): { vertices: number[]; triangles: number[] } {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) {
      const [x, y] = [i / n - 0.5, j / n - 0.5];
      vertices.push(...(R === Infinity ? [x, y, 0] : [R * Math.sin(x / R), y, R * Math.cos(x / R)]));
      if (i === n || j === n) continue;
      const [a, b] = [i * (n + 1) + j, (i + 1) * (n + 1) + j];
      triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  return { vertices, triangles };
}

function volume(x: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((i) => x[3 * triangles[t + k] + i]));
    six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}

const sound = { flat: 0, open: 0, turned: 0, crowded: 0, insideOut: false, crossings: 0 };

describe('a surface with a thickness', () => {
  it('becomes a closed plate with outward normals and area times thickness as its volume', () => {
    const { vertices, triangles } = square(4);
    const shell = new Shell(vertices, triangles, 0.01);
    const x = shell.place(vertices);
    expect(inspectMesh(x, shell.triangles)).toEqual(sound);
    expect(volume(x, shell.triangles)).toBeCloseTo(0.01, 14);
  });

  it('is as thick where it is curved', () => {
    const { vertices, triangles } = square(40, 0.4);
    const shell = new Shell(vertices, triangles, 0.02);
    const x = shell.place(vertices);
    expect(inspectMesh(x, shell.triangles)).toEqual(sound);
    // arc 1 m long and 1 m wide: the two sides are at R + t/2 and R - t/2
    expect(volume(x, shell.triangles)).toBeCloseTo(0.02, 5);
  });

  it('does not depend on which way its triangles face, nor on vertices that a file has split', () => {
    const { vertices, triangles } = square(3);
    const mixed = triangles.slice();
    for (let t = 3; t < mixed.length; t += 6) [mixed[t], mixed[t + 1]] = [mixed[t + 1], mixed[t]];
    expect([...new Shell(vertices, mixed, 0.1).triangles]).toHaveLength(2 * triangles.length + 12 * 6);
    const turned = new Shell(vertices, mixed, 0.1);
    expect(volume(turned.place(vertices), turned.triangles)).toBeCloseTo(0.1, 14);
    const split = {
      vertices: triangles.flatMap((v) => vertices.slice(3 * v, 3 * v + 3)),
      triangles: [...triangles.keys()],
    };
    const shell = new Shell(split.vertices, split.triangles, 0.1);
    expect(inspectMesh(shell.place(split.vertices), shell.triangles)).toEqual(sound);
    expect(volume(shell.place(split.vertices), shell.triangles)).toBeCloseTo(0.1, 14);
  });

  it('of a closed surface is a vessel', () => {
    const cube = [...Array(8).keys()].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2]);
    const faces = [
      0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
    ];
    const shell = new Shell(cube, faces, 0.1);
    expect(inspectMesh(shell.place(cube), shell.triangles)).toEqual(sound);
    expect(volume(shell.place(cube), shell.triangles)).toBeGreaterThan(1.1 ** 3 - 0.9 ** 3 - 0.05);
  });

  it('is refused where three triangles share an edge', () => {
    const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1];
    expect(() => new Shell(vertices, [0, 1, 2, 1, 0, 3, 0, 1, 4], 0.1, 'shape.')).toThrow(
      /shape\.thickness.*an edge of 3/s,
    );
  });
});
