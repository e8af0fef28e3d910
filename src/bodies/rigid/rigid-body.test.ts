import { describe, expect, it } from 'vitest';
import { massProperties } from '../../geometry/mass-properties.js';
import { apply33 } from '../../math/mat3.js';
import type { BodyPoint, JacobianSpan, StepContext } from '../body.js';
import { carried, keyframes, meanVelocity, moved, still } from '../motion.js';
import { RigidBody } from './rigid-body.js';

const none: [number, number, number] = [0, 0, 0];

/** Moves without contacts: v = M⁻¹ f. */
function freeStep(body: RigidBody, step: StepContext): void {
  body.linearise(step);
  const { M, f } = body.system as { M: Float64Array; f: Float64Array };
  const n = body.dofs;
  const A = Array.from({ length: n }, (_, i) => [...M.subarray(n * i, n * i + n), f[i]]);
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const s = A[i][k] / A[k][k];
      for (let j = k; j <= n; j++) A[i][j] -= s * A[k][j];
    }
  }
  const v = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    v[i] = A[i][n];
    for (let j = i + 1; j < n; j++) v[i] -= A[i][j] * v[j];
    v[i] /= A[i][i];
  }
  body.advance(v, step);
}

function plank(spin: [number, number, number]): RigidBody {
  return new RigidBody({
    mass: massProperties({ type: 'box', half: [0.1, 0.2, 0.4] }, { mass: 3 }),
    orientation: [0.8, 0.2, -0.4, 0.4],
    spin,
  });
}

describe('a rigid body', () => {
  it.each([0.5, 1])('spinning freely keeps its energy and its angular momentum (theta = %f)', (theta) => {
    // about the middle axis: the unstable one, so that it tumbles
    const body = plank([0.3, 6, -2]);
    const L = new Float64Array(3);
    const size = (): number => {
      const Omega = new Float64Array(3);
      const [w, x, y, z] = body.q.subarray(3);
      const R = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
      ];
      for (let i = 0; i < 3; i++) Omega[i] = R[0][i] * body.v[3] + R[1][i] * body.v[4] + R[2][i] * body.v[5];
      apply33(L, 0, body.inertia, 0, Omega, 0);
      return Math.sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2]);
    };
    const energy = body.energy(none).kinetic;
    const momentum = size();
    for (let k = 0; k < 2000; k++) freeStep(body, { t: 0, h: 0.01, theta, gravity: none });
    expect(Math.abs(body.energy(none).kinetic / energy - 1)).toBeLessThan(1e-11);
    expect(Math.abs(size() / momentum - 1)).toBeLessThan(1e-11);
  });

  it('falls on the parabola of its scheme', () => {
    for (const theta of [0.5, 1]) {
      const body = plank(none);
      const h = 0.01;
      for (let k = 0; k < 100; k++) freeStep(body, { t: 0, h, theta, gravity: [0, 0, -10] });
      expect(body.v[2]).toBeCloseTo(-10, 10);
      expect(body.q[2]).toBeCloseTo(theta === 1 ? -5 - 5 * h : -5, 10);
    }
  });

  it('has the Jacobian of central differences', () => {
    const body = plank([1, 2, 3]);
    body.q.set([0.3, -0.2, 0.5]);
    const point: BodyPoint = { index: 0, s: 0, offset: [0.2, -0.1, 0.4] };
    const J = new Float64Array(18);
    const span: JacobianSpan = { col: 0, len: 0 };
    body.jacobian(J, span, new Float64Array(3), point);
    expect(span).toEqual({ col: 0, len: 6 });
    // a mark fixed to the body, followed while the body is displaced
    const mark = (dx: Float64Array): number[] => {
      const moved_ = plank(none);
      moved_.q.set(body.q);
      moved_.displace(dx);
      const relative = new RigidBody({ mass: massProperties({ type: 'sphere', radius: 1 }, { mass: 1 }) });
      relative.displace(Float64Array.of(0, 0, 0, dx[3], dx[4], dx[5]));
      const [w, x, y, z] = relative.q.subarray(3);
      const [a, b, c] = point.offset;
      const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
      const turned = [
        a + w * t[0] + (y * t[2] - z * t[1]),
        b + w * t[1] + (z * t[0] - x * t[2]),
        c + w * t[2] + (x * t[1] - y * t[0]),
      ];
      return turned.map((o, i) => moved_.q[i] + o);
    };
    const e = 1e-6;
    for (let j = 0; j < 6; j++) {
      const dx = new Float64Array(6);
      dx[j] = e;
      const plus = mark(dx);
      dx[j] = -e;
      const minus = mark(dx);
      for (let i = 0; i < 3; i++) expect((plus[i] - minus[i]) / (2 * e)).toBeCloseTo(J[6 * i + j], 8);
    }
  });

  it('in a guide moves along its axis only', () => {
    const body = new RigidBody({
      mass: massProperties({ type: 'sphere', radius: 1 }, { mass: 2 }),
      guide: [3, 0, 4],
      velocity: [5, 7, 0],
    });
    expect(body.dofs).toBe(1);
    expect(body.v[0]).toBeCloseTo(3, 12);
    freeStep(body, { t: 0, h: 0.1, theta: 1, gravity: [0, 0, -10] });
    expect(body.v[0]).toBeCloseTo(3 - 0.8, 12);
    expect(body.q[1]).toBe(0);
    expect(body.q[2] / body.q[0]).toBeCloseTo(4 / 3, 12);
  });
});

describe('motions', () => {
  it('have the mean velocity that carries a frame over the step', () => {
    const motion = carried(
      moved(still([1, 0, 0]), { spin: { axis: [0, 0, 1], rate: 2 }, velocity: [0, 0.5, 0] }),
      moved(still(), { swing: { axis: [0, 1, 0], angle: 0.5, frequency: 1 } }),
    );
    const v = new Float64Array(6);
    const [a, b] = [new Float64Array(7), new Float64Array(7)];
    meanVelocity(v, motion, 0.3, 0.01);
    motion(a, 0.3);
    motion(b, 0.31);
    const body = new RigidBody({ mass: massProperties({ type: 'sphere', radius: 1 }, { mass: 1 }) });
    body.q.set(a);
    body.displace(v.map((x) => 0.01 * x));
    for (let k = 0; k < 7; k++) expect(body.q[k]).toBeCloseTo(b[k], 12);
  });

  it('by keyframes pass through them', () => {
    const q = Math.SQRT1_2;
    const motion = keyframes(
      [0, 1, 3],
      [
        [0, 0, 0, 1, 0, 0, 0],
        [1, 0, 0, q, q, 0, 0],
        [1, 2, 0, q, q, 0, 0],
      ],
    );
    const out = new Float64Array(7);
    motion(out, 0.5);
    expect(out[0]).toBeCloseTo(0.5, 12);
    expect(out[4]).toBeCloseTo(Math.sin(Math.PI / 8), 12);
    motion(out, 2);
    expect(out[1]).toBeCloseTo(1, 12);
    motion(out, 9);
    expect(out[1]).toBeCloseTo(2, 12);
  });
});
