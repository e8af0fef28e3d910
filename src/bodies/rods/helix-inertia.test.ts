import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { HelixChain } from './helix-chain.js';
import { HelixInertia } from './helix-inertia.js';

const pose = new Float64Array([0.1, -0.2, 0.3, 0.5, 0.5, -0.5, 0.5]);

function chainWith(kappa: ArrayLike<number>): HelixChain {
  const chain = new HelixChain(kappa.length / 3, 0.3, Float64Array.from(kappa));
  chain.update(pose, 0, pose, 3);
  return chain;
}

/** Mass matrix at given curvatures, root held. */
function massAt(kappa: Float64Array): Float64Array {
  const inertia = new HelixInertia(chainWith(kappa), 0.7, 0.02, 0);
  inertia.evaluate(new Float64Array(kappa.length));
  return inertia.M.slice();
}

function times(M: Float64Array, v: Float64Array): Float64Array {
  return v.map((_, i) => v.reduce((sum, x, j) => sum + M[i * v.length + j] * x, 0));
}

describe.each([0.1, 1, 5])('inertia of helices with curvatures near %s', (size) => {
  const random = new Random(4);
  const kappa = Float64Array.from({ length: 9 }, () => size * random.range(-1, 1));
  const v = Float64Array.from({ length: 9 }, () => random.range(-1, 1));

  it('M gives the kinetic energy of fine cuts', () => {
    const chain = chainWith(kappa);
    const M = massAt(kappa);
    const eps = 1e-5;
    const ahead = chainWith(kappa.map((k, i) => k + eps * v[i]));
    const behind = chainWith(kappa.map((k, i) => k - eps * v[i]));
    const a = new Float64Array(3);
    const b = new Float64Array(3);
    let T = 0;
    const cuts = 2000;
    for (let i = 0; i < 3 * cuts; i++) {
      const Q = Math.floor(i / cuts);
      const s = ((i + 0.5) * chain.l) / cuts;
      ahead.position(a, 0, Q, s);
      behind.position(b, 0, Q, s);
      const speed2 = a.reduce((sum, x, k) => sum + ((x - b[k]) / (2 * eps)) ** 2, 0);
      T += 0.5 * 0.7 * speed2 * (chain.l / cuts);
    }
    const bare = new HelixInertia(chain, 0.7, 0, 0);
    bare.evaluate(new Float64Array(9));
    const expected = 0.5 * times(bare.M, v).reduce((sum, x, i) => sum + x * v[i], 0);
    expect(T).toBeCloseTo(expected, 7);
    expect(0.5 * times(M, v).reduce((sum, x, i) => sum + x * v[i], 0)).toBeGreaterThan(expected);
  });

  it('the velocity forces are Ṁ v - ½ ∂(vᵀ M v)/∂κ', () => {
    const inertia = new HelixInertia(chainWith(kappa), 0.7, 0.02, 0);
    inertia.evaluate(v);
    const eps = 1e-5;
    const plus = massAt(kappa.map((k, i) => k + eps * v[i]));
    const minus = massAt(kappa.map((k, i) => k - eps * v[i]));
    const Mdot = plus.map((x, i) => (x - minus[i]) / (2 * eps));
    const first = times(Mdot, v);
    for (let i = 0; i < 9; i++) {
      const at = (d: number): number => {
        const k = kappa.slice();
        k[i] += d;
        return times(massAt(k), v).reduce((sum, x, j) => sum + x * v[j], 0);
      };
      const C = first[i] - (0.5 * (at(eps) - at(-eps))) / (2 * eps);
      expect(inertia.F[i]).toBeCloseTo(-C, 8);
    }
  });
});
