import { describe, expect, it } from 'vitest';
import { splineCurve, circleCurve } from '../../geometry/curve.js';
import { polyhedron } from '../../geometry/polyhedron.js';
import type { Orientation, SimpleShape } from '../../geometry/shape.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { Random } from '../../math/random.js';
import { ContactSet } from '../contact-set.js';
import { PlacedShape } from '../placed-shape.js';
import { collideShapes, finderFlips } from './collide.js';
import { signedDistance } from './distance.js';
import { closestOfSegments, nearest } from './segments.js';

const tetrahedron = polyhedron(
  [0, 0, 0, 0.6, 0, 0, 0, 0.5, 0, 0, 0, 0.7],
  [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ],
);
const solids: SimpleShape[] = [
  { type: 'sphere', radius: 0.3 },
  { type: 'capsule', radius: 0.15, halfLength: 0.3 },
  { type: 'box', half: [0.3, 0.2, 0.25] },
  { type: 'cylinder', radius: 0.25, halfLength: 0.3 },
  { type: 'convex', polyhedron: tetrahedron },
];

function randomTurn(random: Random): Orientation {
  const q = [random.normal(), random.normal(), random.normal(), random.normal()];
  const n = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
}

function place(shape: SimpleShape, position: number[], turn: Orientation = [1, 0, 0, 0]): PlacedShape {
  const placed = new PlacedShape(shape);
  placed.place(Float64Array.of(...position, ...turn));
  return placed;
}

/** Contacts of A and B with normals from B to A. */
function touch(A: PlacedShape, B: PlacedShape, reach: number): ContactSet {
  const out = new ContactSet();
  const flip = finderFlips(A, B);
  out.begin(0, 1, 0, 1, 0, 0, flip);
  if (flip) collideShapes(out, B, A, reach);
  else collideShapes(out, A, B, reach);
  return out;
}

const n = new Float64Array(3);

describe('signed distance', () => {
  it.each(solids)('of a $type has a unit gradient that leads to its surface', (shape) => {
    const random = new Random(5);
    for (let k = 0; k < 200; k++) {
      const B = place(shape, [0.1, -0.2, 0.3], randomTurn(random));
      const p = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
      const d = signedDistance(n, B, p[0], p[1], p[2]);
      expect(Math.abs(Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) - 1)).toBeLessThan(1e-12);
      const foot = p.map((x, i) => x - d * n[i]);
      expect(Math.abs(signedDistance(n, B, foot[0], foot[1], foot[2]))).toBeLessThan(1e-10);
    }
  });
});

describe('two solids', () => {
  const pairs = solids.flatMap((a, i) => solids.slice(i).map((b) => [a.type, b.type, a, b] as const));

  /** Largest separation over many directions: the true distance for solids apart, at least the overlap otherwise. */
  function separation(A: PlacedShape, B: PlacedShape, random: Random, near: ArrayLike<number>): number {
    let best = -Infinity;
    for (let k = 0; k < 3000; k++) {
      const spread = k === 0 ? 0 : k < 1500 ? 1 : 0.02;
      const d = [0, 1, 2].map((i) => (k < 1500 && k > 0 ? 0 : near[i]) + spread * random.normal());
      const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      const e = d.map((x) => x / size);
      best = Math.max(
        best,
        -support(
          A,
          e.map((x) => -x),
        ) - support(B, e),
      );
    }
    return best;
  }

  /** max of e·x over the solid */
  function support(S: PlacedShape, e: number[]): number {
    const dot = (x: ArrayLike<number>, at = 0): number => e[0] * x[at] + e[1] * x[at + 1] + e[2] * x[at + 2];
    if (S.polyhedron)
      return Math.max(...Array.from({ length: S.vertices.length / 3 }, (_, k) => dot(S.vertices, 3 * k)));
    if (S.type === 'sphere') return dot(S.position) + S.radius;
    const ends = Math.max(dot(S.ends), dot(S.ends, 3));
    if (S.type === 'capsule') return ends + S.radius;
    const R = S.rotation;
    const [x, y] = [0, 1].map((i) => e[0] * R[i] + e[1] * R[3 + i] + e[2] * R[6 + i]);
    return ends + S.radius * Math.sqrt(x * x + y * y);
  }

  it.each(pairs)('%s and %s: the smallest gap is their separation', (_, __, a, b) => {
    const random = new Random(11);
    let apart = 0;
    for (let k = 0; k < 40; k++) {
      const A = place(a, [0, 0, 0], randomTurn(random));
      const d = [random.normal(), random.normal(), random.normal()];
      const size = Math.sqrt(d.reduce((sum, x) => sum + x * x, 0));
      const far = random.range(0.45, 0.75);
      const B = place(
        b,
        d.map((x) => (far * x) / size),
        randomTurn(random),
      );
      const out = touch(A, B, 10);
      expect(out.n).toBeGreaterThan(0);
      let least = 0;
      for (let c = 1; c < out.n; c++) if (out.gap[c] < out.gap[least]) least = c;
      const normal = out.normal.subarray(3 * least, 3 * least + 3);
      const true_ = separation(A, B, random, normal);
      if (true_ < 0.002) continue;
      apart++;
      const across = Array.from(normal);
      const own = -support(
        A,
        across.map((x) => -x),
      );
      // planes square to the normal of the nearest points touch both solids there, and no other direction parts them as far
      expect(Math.abs(out.gap[least] - own + support(B, across))).toBeLessThan(1e-13);
      // sampled directions come close to the true distance from below
      expect(out.gap[least]).toBeLessThan(true_ + 0.005);
      expect(out.gap[least]).toBeGreaterThan(true_ - 1e-12);
    }
    expect(apart).toBeGreaterThan(5);
  });

  it('overlapping a little, push apart along the shortest way', () => {
    const lower = place({ type: 'box', half: [0.5, 0.5, 0.5] }, [0, 0, 0]);
    for (const shape of solids) {
      const upper = place(shape, [0.05, -0.03, 0]);
      const down = -support(upper, [0, 0, -1]);
      const raised = place(shape, [0.05, -0.03, 0.5 - down - 0.01]);
      const out = touch(raised, lower, 0.005);
      let least = 0;
      for (let c = 1; c < out.n; c++) if (out.gap[c] < out.gap[least]) least = c;
      expect(out.normal[3 * least + 2]).toBeCloseTo(1, 9);
      expect(out.gap[least]).toBeCloseTo(-0.01, 9);
    }
  });
});

describe('manifolds', () => {
  it('of box on box are the corners of the common face, whatever rounding does', () => {
    const lower = place({ type: 'box', half: [1, 1, 0.5] }, [0, 0, 0]);
    const names = new Set<string>();
    for (let k = 0; k < 20; k++) {
      const tremble = 1e-12 * (k % 5);
      const upper = place({ type: 'box', half: [0.5, 0.5, 0.5] }, [0.75 + tremble, 0.1 - tremble, 1 + tremble]);
      const out = touch(upper, lower, 0.01);
      expect(out.n).toBe(4);
      names.add(Array.from(out.feature.subarray(0, 4)).join(' '));
      const xs = Array.from({ length: 4 }, (_, c) => out.pointB[3 * c]).sort((x, y) => x - y);
      expect(xs[0]).toBeCloseTo(0.25, 9);
      expect(xs[3]).toBeCloseTo(1, 9);
    }
    expect(names.size).toBe(1);
  });

  it('of bricks laid side on side stay where they are while the bricks turn by less than anyone sees', () => {
    const half: [number, number, number] = [0.2, 0.1, 0.1];
    const lower = place({ type: 'box', half }, [0, 0, 0]);
    const corners = (turn: number, aside: number): number[] => {
      const upper = place({ type: 'box', half }, [0.13, aside, 0.2], [1, 0, 0, turn / 2]);
      const out = touch(upper, lower, 0.01);
      expect(out.n).toBe(4);
      return Array.from(out.pointB.subarray(0, 12));
    };
    // long edges out of line by some 1e-9 cross anywhere along them; neither where nor whether they do may matter
    const first = corners(1e-8, 1e-10);
    for (const [turn, aside] of [
      [1.1e-8, 3e-10],
      [-1e-8, 1e-10],
      [1e-9, -2e-9],
      [0, 0],
    ]) {
      const moved = corners(turn, aside).map((x, k) => Math.abs(x - first[k]));
      expect(Math.max(...moved)).toBeLessThan(1e-7);
    }
  });

  it('of two octagons keep four points that carry the whole area', () => {
    const ring = Array.from({ length: 8 }, (_, k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)]);
    const vertices = [-0.2, 0.2].flatMap((z) => ring.flatMap(([x, y]) => [x, y, z]));
    const sides = ring.map((_, k) => [k, (k + 1) % 8, 8 + ((k + 1) % 8), 8 + k]);
    const prism = polyhedron(vertices, [[7, 6, 5, 4, 3, 2, 1, 0], [8, 9, 10, 11, 12, 13, 14, 15], ...sides]);
    const out = touch(
      place({ type: 'convex', polyhedron: prism }, [0, 0, 0.4]),
      place({ type: 'convex', polyhedron: prism }, [0, 0, 0]),
      0.01,
    );
    expect(out.n).toBe(4);
    let area = 0;
    for (let k = 0; k < 4; k++) {
      const [i, j] = [3 * k, 3 * ((k + 1) % 4)];
      area += 0.5 * (out.pointB[i] * out.pointB[j + 1] - out.pointB[j] * out.pointB[i + 1]);
    }
    // the largest quadrilateral in the octagon is the square of area 2
    expect(Math.abs(area)).toBeGreaterThan(1.7);
  });

  it('of crossed edges are one contact between them', () => {
    const q = Math.SQRT1_2;
    const s = Math.sin(Math.PI / 8);
    const c = Math.cos(Math.PI / 8);
    const half: [number, number, number] = [1, 0.1, 0.1];
    const lower = place({ type: 'box', half }, [0, 0, 0], [c, s, 0, 0]);
    // turned about its own axis by 45 degrees, then about z by 90
    const upper = place({ type: 'box', half }, [0, 0, 0.3], [q * c, q * s, q * s, q * c]);
    const out = touch(upper, lower, 0.1);
    expect(out.n).toBe(1);
    expect(out.gap[0]).toBeCloseTo(0.3 - 0.2 * Math.SQRT2, 9);
    expect(out.normal[2]).toBeCloseTo(1, 9);
  });
});

describe('segments', () => {
  it('find their nearest points', () => {
    const random = new Random(3);
    const x = new Float64Array(12);
    for (let k = 0; k < 200; k++) {
      for (let i = 0; i < 12; i++) x[i] = random.range(-1, 1);
      if (k % 10 === 0) for (let i = 0; i < 3; i++) x[9 + i] = x[6 + i] + 0.7 * (x[3 + i] - x[i]);
      closestOfSegments(x, 0, 3, x, 6, 9);
      const at = (s: number, t: number): number => {
        let square = 0;
        for (let i = 0; i < 3; i++) {
          const d = x[i] + s * (x[3 + i] - x[i]) - x[6 + i] - t * (x[9 + i] - x[6 + i]);
          square += d * d;
        }
        return square;
      };
      const found = at(nearest.s, nearest.t);
      for (let i = 0; i <= 20; i++) for (let j = 0; j <= 20; j++) expect(found).toBeLessThan(at(i / 20, j / 20) + 1e-9);
    }
  });
});

describe('tubes', () => {
  it('meet a ball where the curve comes nearest, once for each pass', () => {
    const ring = place({ type: 'tube', curve: circleCurve(1), radius: 0.05 }, [0, 0, 0]);
    const inside = touch(place({ type: 'sphere', radius: 0.1 }, [0, 0, -0.85]), ring, 0.01);
    expect(inside.n).toBe(1);
    expect(inside.gap[0]).toBeCloseTo(0, 12);
    expect(inside.normal[2]).toBeCloseTo(1, 12);
    const across = touch(place({ type: 'sphere', radius: 0.94 }, [0, 0, 0.001]), ring, 0.02);
    expect(across.n).toBeGreaterThan(0);
  });

  it('along a spline have smooth normals across its knots', () => {
    const points = Array.from({ length: 9 }, (_, k) => [k, 0, Math.sin(k)]).flat();
    const tube = place({ type: 'tube', curve: splineCurve(points), radius: 0.1 }, [0, 0, 0]);
    let last: number[] | undefined;
    for (let x = 2.6; x < 4.4; x += 0.01) {
      const out = touch(place({ type: 'sphere', radius: 0.1 }, [x, 0, Math.sin(x) + 0.2]), tube, 0.2);
      expect(out.n).toBe(1);
      const normal = Array.from(out.normal.subarray(0, 3));
      if (last) for (let i = 0; i < 3; i++) expect(Math.abs(normal[i] - last[i])).toBeLessThan(0.02);
      last = normal;
    }
  });
});

describe('meshes', () => {
  /** The surface of a box as twelve triangles. */
  const boxMesh = (h: number): TriangleMesh => {
    const vertices: number[] = [];
    for (let k = 0; k < 8; k++) vertices.push(k & 1 ? h : -h, k & 2 ? h : -h, k & 4 ? h : -h);
    const quads = [
      [1, 3, 7, 5],
      [0, 4, 6, 2],
      [2, 6, 7, 3],
      [0, 1, 5, 4],
      [4, 5, 7, 6],
      [0, 2, 3, 1],
    ];
    return new TriangleMesh(
      vertices,
      quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
    );
  };

  it('touch a ball as the solid box does', () => {
    const random = new Random(8);
    const mesh = place({ type: 'mesh', mesh: boxMesh(0.5) }, [0, 0, 0]);
    const box = place({ type: 'box', half: [0.5, 0.5, 0.5] }, [0, 0, 0]);
    let seen = 0;
    for (let k = 0; k < 300; k++) {
      const p = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
      const d = signedDistance(n, box, p[0], p[1], p[2]);
      if (d < 0.01 || d > 0.25) continue;
      const out = touch(place({ type: 'sphere', radius: 0.1 }, p), mesh, 0.2);
      expect(out.n).toBe(1);
      expect(out.gap[0]).toBeCloseTo(d - 0.1, 10);
      for (let i = 0; i < 3; i++) expect(out.normal[i]).toBeCloseTo(n[i], 9);
      seen++;
    }
    expect(seen).toBeGreaterThan(30);
  });

  it('carry a box on four points, without catching on the edges inside their faces', () => {
    const mesh = place({ type: 'mesh', mesh: boxMesh(0.5) }, [0, 0, 0]);
    const out = touch(place({ type: 'box', half: [0.2, 0.2, 0.1] }, [0.1, 0.05, 0.601]), mesh, 0.05);
    expect(out.n).toBe(4);
    for (let k = 0; k < 4; k++) {
      expect(out.gap[k]).toBeCloseTo(0.001, 9);
      expect(out.normal[3 * k + 2]).toBeCloseTo(1, 9);
    }
  });

  it('carries a cylinder that stands, lies or leans on one of its faces', () => {
    const mesh = place({ type: 'mesh', mesh: boxMesh(0.5) }, [0, 0, 0]);
    const cylinder: SimpleShape = { type: 'cylinder', radius: 0.1, halfLength: 0.15 };
    const [c, s] = [Math.cos(0.2), Math.sin(0.2)];
    const standing = touch(place(cylinder, [0.1, 0.05, 0.651]), mesh, 0.01);
    expect(standing.n).toBe(4);
    // about x, by 90 degrees and by 0.4
    const lying = touch(place(cylinder, [0.1, 0.05, 0.601], [Math.SQRT1_2, Math.SQRT1_2, 0, 0]), mesh, 0.01);
    const lowest = 0.15 * Math.cos(0.4) + 0.1 * Math.sin(0.4);
    const leaning = touch(place(cylinder, [0.1, 0.05, 0.5 + lowest + 0.001], [c, s, 0, 0]), mesh, 0.01);
    expect(leaning.n).toBe(1);
    expect(lying.n).toBeGreaterThanOrEqual(2);
    for (const out of [standing, lying, leaning]) {
      for (let k = 0; k < out.n; k++) {
        expect(Math.abs(out.normal[3 * k + 2])).toBeCloseTo(1, 12);
        expect(out.gap[k]).toBeCloseTo(0.001, 12);
      }
    }
  });

  it('stop a capsule that lies across one of their corners', () => {
    // two triangles that meet in the corner at the origin; the capsule crosses over it, its ends far away
    const mesh = new TriangleMesh([0, 0, 0, -1, -1, -1, -1, 1, -1, -1, 0, -1.5], [0, 1, 3, 0, 3, 2].reverse());
    const half = Math.SQRT1_2;
    const capsule = place({ type: 'capsule', radius: 0.1, halfLength: 1 }, [0, 0, 0.09], [half, half, 0, 0]);
    const out = touch(capsule, place({ type: 'mesh', mesh }, [0, 0, 0]), 0.05);
    expect(out.n).toBe(1);
    expect(out.gap[0]).toBeCloseTo(-0.01, 12);
    expect(out.normal[2]).toBeCloseTo(1, 9);
  });

  it('find triangles after their vertices have moved', () => {
    const mesh = boxMesh(0.5);
    for (let k = 0; k < mesh.vertices.length; k += 3) mesh.vertices[k] += 3;
    mesh.refit();
    const out = touch(
      place({ type: 'sphere', radius: 0.1 }, [3, 0, 0.65]),
      place({ type: 'mesh', mesh }, [0, 0, 0]),
      0.2,
    );
    expect(out.n).toBe(1);
    expect(out.gap[0]).toBeCloseTo(0.05, 10);
  });
});
