import { describe, expect, it } from 'vitest';
import { contactFrame } from './frame.js';
import { polarRotation33, svd33, symmetricEigen33 } from './eigen3.js';
import * as M from './mat3.js';
import * as Q from './quaternion.js';
import * as V from './vec3.js';
import { Random } from './random.js';

const random = new Random(11);
const normals = (n: number): Float64Array => Float64Array.from({ length: n }, () => random.normal());
const product = (A: Float64Array, B: Float64Array): Float64Array => {
  const out = new Float64Array(9);
  M.multiply33(out, 0, A, 0, B, 0);
  return out;
};
const transposed = (A: Float64Array): Float64Array => {
  const out = new Float64Array(9);
  M.transpose33(out, 0, A, 0);
  return out;
};
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const difference = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
};

describe('vec3', () => {
  it('cross, dot and norm obey Lagrange’s identity, at offsets and in place', () => {
    for (let k = 0; k < 50; k++) {
      const a = normals(8);
      const c = new Float64Array(5);
      V.cross3(c, 2, a, 1, a, 5);
      expect(V.dot3(c, 2, a, 1)).toBeCloseTo(0, 13);
      expect(V.dot3(c, 2, a, 5)).toBeCloseTo(0, 13);
      const lagrange = V.norm3(a, 1) ** 2 * V.norm3(a, 5) ** 2 - V.dot3(a, 1, a, 5) ** 2;
      expect(V.norm3(c, 2) ** 2).toBeCloseTo(lagrange, 10);
      const length = V.norm3(a, 1);
      expect(V.normalise3(a, 1, a, 1)).toBe(length);
      expect(V.norm3(a, 1)).toBeCloseTo(1, 15);
    }
    expect(V.normalise3(new Float64Array(3), 0, new Float64Array(3), 0)).toBe(0);
  });

  it('adds, subtracts, scales', () => {
    const a = Float64Array.of(1, 2, 3, 10, 20, 30);
    const out = new Float64Array(3);
    V.add3(out, 0, a, 0, a, 3);
    expect([...out]).toEqual([11, 22, 33]);
    V.subtract3(out, 0, a, 3, a, 0);
    expect([...out]).toEqual([9, 18, 27]);
    V.addScaled3(out, 0, -9, a, 0);
    expect([...out]).toEqual([0, 0, 0]);
    V.scale3(out, 0, 2, a, 0);
    expect([...out]).toEqual([2, 4, 6]);
    expect(V.distance3(a, 0, out, 0)).toBeCloseTo(Math.sqrt(14), 15);
  });
});

describe('mat3', () => {
  it('symmetric systems are solved but for directions that have nothing', () => {
    const b = Float64Array.of(2, 3, 0);
    expect(M.solveSymmetric33(b, Float64Array.of(2, 0, 0, 0, 3, 0, 0, 0, 0))).toBe(true);
    // what is added to the diagonal, 1e-9 of the largest entry
    expect(difference(b, [1, 1, 0])).toBeLessThan(2e-9);
    expect(M.solveSymmetric33(b, new Float64Array(9))).toBe(false);
  });

  it('inverts, transposes, applies', () => {
    for (let k = 0; k < 100; k++) {
      const A = normals(9);
      const inverse = new Float64Array(9);
      const det = M.inverse33(inverse, 0, A, 0);
      expect(det).toBeCloseTo(M.determinant33(A), 12);
      expect(difference(product(A, inverse), IDENTITY)).toBeLessThan(
        1e-13 * Math.max(1, ...inverse.map(Math.abs)) * 10,
      );
      const x = normals(3);
      const y = new Float64Array(3);
      const z = new Float64Array(3);
      M.applyTransposed33(y, 0, A, 0, x, 0);
      M.apply33(z, 0, transposed(A), 0, x, 0);
      expect(difference(y, z)).toBe(0);
      const inPlace = A.slice();
      M.transpose33(inPlace, 0, inPlace, 0);
      expect([...inPlace]).toEqual([...transposed(A)]);
    }
    expect(M.inverse33(new Float64Array(9), 0, Float64Array.of(1, 2, 3, 2, 4, 6, 0, 0, 1), 0)).toBe(0);
  });

  it('the cross matrix is the cross product', () => {
    const a = normals(6);
    const K = new Float64Array(9);
    const x = new Float64Array(3);
    const y = new Float64Array(3);
    M.crossMatrix33(K, 0, a, 0);
    M.apply33(x, 0, K, 0, a, 3);
    V.cross3(y, 0, a, 0, a, 3);
    expect(difference(x, y)).toBe(0);
  });
});

describe('eigenvalues, singular values, polar factor', () => {
  const diagonal = (d: ArrayLike<number>): Float64Array => Float64Array.of(d[0], 0, 0, 0, d[1], 0, 0, 0, d[2]);

  it('decompose symmetric matrices, also with equal eigenvalues', () => {
    const values = new Float64Array(3);
    const vectors = new Float64Array(9);
    const special = [
      diagonal([3, 3, 3]),
      diagonal([0, 0, 0]),
      diagonal([2, 1, 1]),
      Float64Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1),
    ];
    for (let k = 0; k < 200; k++) {
      const B = normals(9);
      const A = k < special.length ? special[k] : product(B, transposed(B));
      symmetricEigen33(values, vectors, A);
      const scale = Math.max(1, Math.abs(values[2]));
      expect(difference(product(product(vectors, diagonal(values)), transposed(vectors)), A)).toBeLessThan(
        2e-15 * scale,
      );
      expect(difference(product(vectors, transposed(vectors)), IDENTITY)).toBeLessThan(2e-15);
      expect(M.determinant33(vectors)).toBeCloseTo(1, 13);
      expect(values[0] <= values[1] && values[1] <= values[2]).toBe(true);
    }
  });

  it('decompose any matrix into rotations and singular values', () => {
    const U = new Float64Array(9);
    const W = new Float64Array(9);
    const sigma = new Float64Array(3);
    const special = [
      new Float64Array(9),
      IDENTITY,
      diagonal([1, 0, 0]),
      diagonal([0, 0, -2]),
      Float64Array.of(1, 2, 3, 2, 4, 6, 3, 6, 9),
      Float64Array.of(1, 2, 0, 3, 4, 0, 5, 6, 0),
    ];
    for (let k = 0; k < 300; k++) {
      const A = k < special.length ? special[k] : normals(9);
      svd33(U, sigma, W, A);
      expect(difference(product(product(U, diagonal(sigma)), transposed(W)), A)).toBeLessThan(1e-14 * (1 + sigma[0]));
      for (const R of [U, W]) {
        expect(difference(product(R, transposed(R)), IDENTITY)).toBeLessThan(3e-15);
        expect(M.determinant33(R)).toBeCloseTo(1, 13);
      }
      expect(sigma[0] >= sigma[1] && sigma[1] >= Math.abs(sigma[2]) - 1e-15).toBe(true);
    }
  });

  it('the polar factor is a rotation and leaves a symmetric stretch', () => {
    const R = new Float64Array(9);
    for (let k = 0; k < 100; k++) {
      const A = normals(9);
      polarRotation33(R, A);
      const S = product(transposed(R), A);
      expect(difference(S, transposed(S))).toBeLessThan(1e-14 * 10);
      expect(M.determinant33(R)).toBeCloseTo(1, 13);
    }
  });
});

describe('quaternions', () => {
  it('take the z axis along any unit vector, straight down too', () => {
    for (const d of [
      [0, 0, 1],
      [0, 0, -1],
      [1, 0, 0],
      [2 / 3, -1 / 3, -2 / 3],
    ]) {
      const q = new Float64Array(5);
      Q.quaternionFromAxis(q, 1, Float64Array.from(d), 0);
      const z = Float64Array.of(0, 0, 1);
      Q.rotateByQuaternion(z, 0, q, 1, z, 0);
      expect(difference(z, d)).toBeLessThan(1e-15);
    }
  });

  const unit = (): Float64Array => {
    const q = normals(4);
    Q.normaliseQuaternion(q, 0, q, 0);
    return q;
  };

  it('rotate as their matrices do, and compose', () => {
    for (let k = 0; k < 100; k++) {
      const p = unit();
      const q = unit();
      const pq = new Float64Array(4);
      const P = new Float64Array(9);
      const R = new Float64Array(9);
      const PR = new Float64Array(9);
      Q.multiplyQuaternions(pq, 0, p, 0, q, 0);
      Q.quaternionToMatrix(P, 0, p, 0);
      Q.quaternionToMatrix(R, 0, q, 0);
      Q.quaternionToMatrix(PR, 0, pq, 0);
      expect(difference(PR, product(P, R))).toBeLessThan(4e-15);
      const x = normals(3);
      const a = new Float64Array(3);
      const b = new Float64Array(3);
      Q.rotateByQuaternion(a, 0, q, 0, x, 0);
      M.apply33(b, 0, R, 0, x, 0);
      expect(difference(a, b)).toBeLessThan(1e-14);
      Q.conjugateQuaternion(p, 0, q, 0);
      Q.rotateByQuaternion(a, 0, p, 0, a, 0);
      expect(difference(a, x)).toBeLessThan(1e-14);
      const back = new Float64Array(4);
      Q.quaternionFromMatrix(back, 0, R, 0);
      expect(difference(back, q[0] < 0 ? q.map((c) => -c) : q)).toBeLessThan(4e-15);
    }
  });

  it('log inverts exp, from tiny turns to half a turn', () => {
    const phi = new Float64Array(3);
    const q = new Float64Array(4);
    const back = new Float64Array(3);
    for (const size of [0, 1e-300, 1e-12, 1e-4, 1, 3, 3.14159]) {
      for (let k = 0; k < 20; k++) {
        random.onSphere(phi);
        for (let i = 0; i < 3; i++) phi[i] *= size;
        Q.quaternionFromRotationVector(q, 0, phi, 0);
        Q.rotationVectorFromQuaternion(back, 0, q, 0);
        expect(difference(back, phi)).toBeLessThanOrEqual(4e-16 * size * 3);
      }
    }
  });

  it('turns about an axis by the right-hand rule', () => {
    const q = new Float64Array(4);
    const x = Float64Array.of(1, 0, 0);
    Q.quaternionFromAxisAngle(q, 0, Float64Array.of(0, 0, 1), 0, Math.PI / 2);
    Q.rotateByQuaternion(x, 0, q, 0, x, 0);
    expect(difference(x, [0, 1, 0])).toBeLessThan(1e-15);
  });

  it('integration has the derivative omega × x (finite differences)', () => {
    const q = unit();
    const omega = normals(3);
    const body = normals(3);
    const world = (h: number): Float64Array => {
      const moved = new Float64Array(4);
      const x = new Float64Array(3);
      Q.integrateQuaternion(moved, 0, q, 0, omega, 0, h);
      Q.rotateByQuaternion(x, 0, moved, 0, body, 0);
      return x;
    };
    const h = 1e-6;
    const after = world(h);
    const before = world(-h);
    const expected = new Float64Array(3);
    V.cross3(expected, 0, omega, 0, world(0), 0);
    for (let k = 0; k < 3; k++) expect((after[k] - before[k]) / (2 * h)).toBeCloseTo(expected[k], 8);
  });

  it('constant angular velocity is integrated exactly: a full turn comes back', () => {
    const q = unit();
    const start = q.slice();
    const omega = Float64Array.of(0, 0, 2 * Math.PI);
    for (let k = 0; k < 100; k++) Q.integrateQuaternion(q, 0, q, 0, omega, 0, 0.01);
    // a full turn changes the sign of a quaternion
    expect(
      difference(
        q,
        start.map((c) => -c),
      ),
    ).toBeLessThan(1e-13);
  });
});

describe('contact frame', () => {
  it('is a rotation with the normal first', () => {
    const R = new Float64Array(9);
    const e = new Float64Array(3);
    for (let k = 0; k < 200; k++) {
      random.onSphere(e);
      contactFrame(R, 0, e);
      expect([...R.subarray(0, 3)]).toEqual([...e]);
      expect(difference(product(R, transposed(R)), IDENTITY)).toBeLessThan(1e-15);
      expect(M.determinant33(R)).toBeCloseTo(1, 14);
      // t1 has no part along the two axes' cross direction with e: it is axis - (axis·e) e for the least aligned axis
      const sizes = [...e].map(Math.abs);
      const axis = sizes.indexOf(Math.min(...sizes));
      expect(R[3 + axis]).toBeCloseTo(Math.sqrt(1 - e[axis] * e[axis]), 14);
    }
  });

  it('resolves ties towards the first axis', () => {
    const R = new Float64Array(9);
    contactFrame(R, 0, Float64Array.of(0, 0, 1));
    expect([...R].map((x) => x + 0)).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0]);
    contactFrame(R, 0, Float64Array.of(1, 0, 0));
    expect([...R].map((x) => x + 0)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    contactFrame(R, 0, Float64Array.of(0, -1, 0));
    expect([...R].map((x) => x + 0)).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1]);
  });
});
