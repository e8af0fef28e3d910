import { describe, expect, it } from 'vitest';
import { cos, sin } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import type { LawFunction, LawJacobian } from '../testing/finite-differences.js';
import { expectJacobian } from '../testing/finite-differences.js';
import { alartCurnier, alartCurnierJacobian } from './alart-curnier.js';
import { fischerBurmeister, fischerBurmeisterJacobian } from './fischer-burmeister.js';
import { naturalMap, naturalMapJacobian } from './natural-map.js';

interface Member {
  readonly name: string;
  readonly F: (mu: number, rho: number) => LawFunction;
  readonly J: (mu: number, rho: number) => LawJacobian;
}

/** Every function whose zeros are Coulomb's law. */
const members: Member[] = [
  {
    name: 'Alart-Curnier, current disk',
    F: (mu, rho) => (f, u, r) => alartCurnier(f, u, r, 0, mu, rho, 1.3 * rho),
    J: (mu, rho) => (A, B, u, r) => alartCurnierJacobian(A, B, u, r, 0, mu, rho, 1.3 * rho),
  },
  {
    name: 'Alart-Curnier, augmented disk',
    F: (mu, rho) => (f, u, r) => alartCurnier(f, u, r, 0, mu, rho, 1.3 * rho, 'augmented'),
    J: (mu, rho) => (A, B, u, r) => alartCurnierJacobian(A, B, u, r, 0, mu, rho, 1.3 * rho, 'augmented'),
  },
  {
    name: 'modified Fischer-Burmeister',
    F: (mu, rho) => (f, u, r) => fischerBurmeister(f, u, r, 0, mu, rho),
    J: (mu, rho) => (A, B, u, r) => fischerBurmeisterJacobian(A, B, u, r, 0, mu, rho),
  },
  {
    name: 'natural map',
    F: (mu, rho) => (f, u, r) => naturalMap(f, u, r, 0, mu, rho),
    J: (mu, rho) => (A, B, u, r) => naturalMapJacobian(A, B, u, r, 0, mu, rho),
  },
];

const f = new Float64Array(3);
const [u, r] = [new Float64Array(3), new Float64Array(3)];
const norm = (x: ArrayLike<number>): number => Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);

/** A pair that obeys the law: take-off, stick, slide, and the borders between them. */
function drawLawful(random: Random, mu: number): void {
  const kind = random.int(6);
  const angle = random.range(0, 6.28);
  const [d1, d2] = [cos(angle), sin(angle)];
  u.fill(0);
  r.fill(0);
  if (kind === 0) u.set([random.uniform(), random.normal(), random.normal()]);
  else if (kind === 1) u.set([0, random.normal(), random.normal()]);
  else if (kind < 5) {
    r[0] = random.range(0.1, 2);
    const share = kind === 2 ? random.uniform() : 1;
    r[1] = share * mu * r[0] * d1;
    r[2] = share * mu * r[0] * d2;
    const slip = kind === 4 ? random.range(0.1, 2) : 0;
    u[1] = -slip * d1;
    u[2] = -slip * d2;
  }
}

for (const { name, F, J } of members) {
  describe(name, () => {
    it('has the Jacobian of central differences', () => {
      let seed = 1;
      for (const mu of [0, 0.2, 0.8, 3]) for (const rho of [0.3, 1, 4]) expectJacobian(F(mu, rho), J(mu, rho), seed++);
    });

    it('vanishes where the law holds', () => {
      const random = new Random(2);
      for (const mu of [0, 0.2, 0.8, 3]) {
        for (let k = 0; k < 300; k++) {
          drawLawful(random, mu);
          F(mu, 0.7)(f, u, r);
          expect(norm(f)).toBeLessThan(1e-15 * (1 + mu) * (1 + norm(u) + norm(r)));
        }
      }
    });

    it('grows with the distance from the law, however small', () => {
      const random = new Random(3);
      const natural = new Float64Array(3);
      for (const mu of [0.2, 0.8, 3]) {
        for (let k = 0; k < 1000; k++) {
          drawLawful(random, mu);
          const off = [1, 1e-3, 1e-6, 1e-9][k % 4];
          for (let l = 0; l < 3; l++) {
            u[l] += off * random.normal();
            r[l] += off * random.normal();
          }
          naturalMap(natural, u, r, 0, mu, 0.7);
          F(mu, 0.7)(f, u, r);
          const ratio = norm(f) / norm(natural);
          // equivalent up to a factor that mu sets: what is zero for one is zero for all
          expect(ratio).toBeGreaterThan(0.05);
          expect(ratio).toBeLessThan(20 * (1 + mu));
        }
      }
    });

    it('keeps a plane contact in its plane', () => {
      const random = new Random(4);
      const [A, B] = [new Float64Array(9), new Float64Array(9)];
      for (const mu of [0, 0.5]) {
        for (let k = 0; k < 200; k++) {
          drawLawful(random, mu);
          for (let l = 0; l < 2; l++) {
            u[l] += (k % 3) * random.normal();
            r[l] += (k % 3) * random.normal();
          }
          u[2] = r[2] = 0;
          F(mu, 0.7)(f, u, r);
          expect(Math.abs(f[2])).toBe(0);
          J(mu, 0.7)(A, B, u, r);
          for (const l of [2, 5, 6, 7]) expect([Math.abs(A[l]), Math.abs(B[l])]).toEqual([0, 0]);
        }
      }
    });

    it('reads its arguments from any position', () => {
      const wide = Float64Array.of(9, 9, 0.1, -0.4, 0.3);
      const tight = Float64Array.of(0.1, -0.4, 0.3);
      const expected = new Float64Array(3);
      if (name.startsWith('Alart')) {
        alartCurnier(f, wide, wide, 2, 0.5, 1, 1);
        alartCurnier(expected, tight, tight, 0, 0.5, 1, 1);
      } else if (name.startsWith('natural')) {
        naturalMap(f, wide, wide, 2, 0.5, 1);
        naturalMap(expected, tight, tight, 0, 0.5, 1);
      } else {
        fischerBurmeister(f, wide, wide, 2, 0.5, 1);
        fischerBurmeister(expected, tight, tight, 0, 0.5, 1);
      }
      expect(f).toEqual(expected);
    });
  });
}
