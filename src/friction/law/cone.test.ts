import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { coneProjectionJacobian, projectCone, projectDisk } from './cone.js';

const random = new Random(1);
const coefficients = [0, 0.1, 0.7, 1, 5, 100];
const x = new Float64Array(3);
const p = new Float64Array(3);

function draw(): Float64Array {
  for (let k = 0; k < 3; k++) x[k] = random.normal();
  return x;
}

describe('projection onto the friction cone', () => {
  it('is the nearest point of the cone: p in K, p - x in the dual cone, both orthogonal', () => {
    for (const mu of coefficients) {
      for (let k = 0; k < 500; k++) {
        projectCone(p, draw(), 0, mu);
        const d = [p[0] - x[0], p[1] - x[1], p[2] - x[2]];
        expect(Math.sqrt(p[1] * p[1] + p[2] * p[2])).toBeLessThanOrEqual(mu * p[0] + 1e-15 * (1 + mu));
        // dual of K_mu: d_N >= mu |d_T|
        expect(mu * Math.sqrt(d[1] * d[1] + d[2] * d[2]) - d[0]).toBeLessThan(1e-14 * (1 + mu));
        expect(Math.abs(p[0] * d[0] + p[1] * d[1] + p[2] * d[2])).toBeLessThan(1e-14 * (1 + mu));
      }
    }
  });

  it('leaves points of the cone, and sends its polar to zero', () => {
    projectCone(p, Float64Array.of(9, 9, 2, 1, 0.5), 2, 0.7);
    expect([...p]).toEqual([2, 1, 0.5]);
    projectCone(p, Float64Array.of(-1, 0.5, 0), 0, 0.7);
    expect([...p]).toEqual([0, 0, 0]);
    projectCone(p, Float64Array.of(3, 4, -5), 0, 0);
    expect([...p].map(Math.abs)).toEqual([3, 0, 0]);
  });

  it('has the Jacobian of central differences, symmetric', () => {
    const P = new Float64Array(9).fill(NaN);
    const [a, b] = [new Float64Array(3), new Float64Array(3)];
    const h = 1e-6;
    for (const mu of coefficients) {
      for (let k = 0; k < 200; k++) {
        draw();
        // away from the borders of the three regions
        const t = Math.sqrt(x[1] * x[1] + x[2] * x[2]);
        if (Math.abs(t - mu * x[0]) < 1e-4 * (1 + mu) || Math.abs(mu * t + x[0]) < 1e-4 * (1 + mu)) continue;
        coneProjectionJacobian(P, x, mu);
        for (let l = 0; l < 3; l++) {
          const kept = x[l];
          x[l] = kept + h;
          projectCone(a, x, 0, mu);
          x[l] = kept - h;
          projectCone(b, x, 0, mu);
          x[l] = kept;
          for (let m = 0; m < 3; m++) expect(Math.abs(P[3 * m + l] - (a[m] - b[m]) / (2 * h))).toBeLessThan(1e-7);
        }
        expect([P[1], P[2], P[5]]).toEqual([P[3], P[6], P[7]]);
      }
    }
  });

  it('sends a pull along the axis to zero, without friction too', () => {
    const p = Float64Array.of(9, 9, 9);
    projectCone(p, Float64Array.of(-2, 0, 0), 0, 0);
    expect(Array.from(p)).toEqual([0, 0, 0]);
  });

  it('keeps a plane problem in its plane', () => {
    for (const mu of coefficients) {
      draw()[2] = 0;
      projectCone(p, x, 0, mu);
      expect(Math.abs(p[2])).toBe(0);
    }
  });
});

describe('projection onto a disk', () => {
  it('scales into the disk, and to zero where the disk is empty or a point', () => {
    const y = Float64Array.of(7, 3, 4);
    projectDisk(y, 1, 6);
    expect([...y]).toEqual([7, 3, 4]);
    projectDisk(y, 1, 1);
    expect(y[1]).toBeCloseTo(0.6, 15);
    expect(y[2]).toBeCloseTo(0.8, 15);
    projectDisk(y, 1, -1);
    expect([...y]).toEqual([7, 0, 0]);
    projectDisk(y, 1, 0);
    expect([...y]).toEqual([7, 0, 0]);
  });
});
