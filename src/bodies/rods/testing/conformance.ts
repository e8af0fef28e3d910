import { describe, expect, it } from 'vitest';
import { Random } from '../../../math/random.js';
import { choleskyFactor } from '../../../linalg/dense.js';
import { sparseToDense } from '../../../linalg/sparse.js';
import type { FiberBody, JacobianSpan, StepContext } from '../../body.js';
import type { RodMaterial } from '../materials.js';
import type { RodSpec } from '../spec.js';
import { type Rod, createRod } from '../registry.js';
import { stepAlone } from '../time-step.js';
import { derivativeErrors } from './derivatives.js';
import { drivenEnds, waveRod } from './driven-work.js';

/** A soft rod of half a metre, a little curled, that bends and twists under the tests' speeds. */
export function softRod(model: string, more: Partial<RodSpec> = {}): RodSpec {
  return {
    model,
    elements: 6,
    length: 0.5,
    section: { halfAxes: [5e-3, 4e-3] },
    material: { density: 1000, youngModulus: 1e6, poissonRatio: 0.3, internalDamping: 0, airDamping: 0 },
    rest: [1, -2, 1.5],
    initial: { position: [0.1, 0.2, 0.3], tangent: [1, 0.3, 0.2], curvature: [2, 1, -1] },
    ...more,
  };
}

const still: StepContext = { t: 0, h: 1e-3, theta: 1, gravity: [0, 0, 0] };

/** Node i of a rod. */
export function node(rod: FiberBody, i: number): Float64Array {
  const line = new Float64Array(3 * rod.nodes);
  rod.centreLine(line);
  return line.slice(3 * i, 3 * i + 3);
}

/** Gives every free dof a random speed, nodes of `speed` m/s. */
function kick(rod: Rod, speed: number, seed = 5): void {
  const random = new Random(seed);
  for (let i = 0; i < rod.dofs; i++) if (!rod.fixed[i]) rod.v[i] = speed * random.range(-1, 1);
}

/** Brings segments that a clamp holds whole to their place, which the first movement does. */
function settle(rod: Rod): void {
  rod.displace(new Float64Array(rod.dofs));
}

function total(rod: Rod, gravity: readonly [number, number, number]): number {
  const e = rod.energy(gravity);
  return e.kinetic + e.elastic + e.gravity;
}

/** What every rod model promises; `more` are the spec entries that the model needs. */
export function conformanceOfRod(
  model: string,
  more: Partial<RodSpec> = {},
  tolerances: { drift?: number; spin?: number; work?: number } = {},
): void {
  describe(`${model}: conformance`, () => {
    const keepsEnergy = !['super-helix', 'der-projection', 'corde-explicit'].includes(model);
    const build = (extra: Partial<RodSpec> = {}): Rod => createRod(softRod(model, { ...more, ...extra }));
    const variants: [string, Partial<RodSpec>][] = [
      ['free', {}],
      ['clamped', { start: { kind: 'clamped' } }],
      ['pinned', { start: { kind: 'pinned' } }],
    ];
    // a super-helix is held at its start only
    if (model !== 'super-helix') {
      const whole = { kind: 'clamped', clamp: 'segment' } as const;
      variants.push(['clamped at its end', { end: { kind: 'clamped' } }]);
      variants.push(['held by its outer segments', { start: whole, end: whole }]);
    }

    it.each(variants)('force and stiffness are derivatives of the energy (%s)', (_, extra) => {
      const rod = build(extra);
      settle(rod);
      const errors = derivativeErrors(rod, { step: 1e-5 });
      expect(errors.force).toBeLessThan(1e-6);
      expect(errors.stiffness).toBeLessThan(1e-6);
    });

    it.each(variants)('the stiffness is the derivative of the force with moments acting too (%s)', (_, extra) => {
      const loads = { moments: [0.18, 0.33].map((s) => ({ s, moment: [0.02, -0.03, 0.05] as const })) };
      const rod = build({ ...extra, loads });
      settle(rod);
      // moments do not derive from an energy: only forces are compared
      expect(derivativeErrors(rod, { step: 1e-5, moments: true }).stiffness).toBeLessThan(1e-6);
    });

    it.each(variants)('the Jacobian of a point is the derivative of its position (%s)', (_, extra) => {
      const rod = build(extra);
      settle(rod);
      kick(rod, 0.5);
      rod.linearise(still);
      const point = {
        index: 2,
        s: 0.4 * rod.nodeArcLength[2] + 0.6 * rod.nodeArcLength[3],
        offset: [0, 0, 0],
      } as const;
      const J = new Float64Array(3 * rod.dofs);
      const span: JacobianSpan = { col: 0, len: 0 };
      const drive = new Float64Array(3);
      rod.jacobian(J, span, drive, point);
      const eps = 1e-6;
      const q = rod.q.slice();
      const state = rod.saveState();
      const at = (s: number): Float64Array => {
        rod.displace(rod.v.map((x) => s * x));
        const p = new Float64Array(3);
        rod.position(p, point);
        rod.q.set(q);
        rod.loadState(state);
        return p;
      };
      const plus = at(eps);
      const minus = at(-eps);
      for (let k = 0; k < 3; k++) {
        let Jv = drive[k];
        for (let c = 0; c < span.len; c++) Jv += J[k * span.len + c] * rod.v[span.col + c];
        expect(Jv).toBeCloseTo((plus[k] - minus[k]) / (2 * eps), 7);
      }
    });

    it.each(variants)('node velocities agree with the Jacobian (%s)', (_, extra) => {
      const rod = build(extra);
      kick(rod, 1);
      const all = new Float64Array(3 * rod.nodes);
      rod.nodeVelocities!(all);
      const J = new Float64Array(3 * rod.dofs);
      const span: JacobianSpan = { col: 0, len: 0 };
      const drive = new Float64Array(3);
      for (let i = 0; i < rod.nodes; i++) {
        const index = Math.min(i, rod.nodes - 2);
        rod.jacobian(J, span, drive, { index, s: rod.nodeArcLength[i], offset: [0, 0, 0] });
        for (let k = 0; k < 3; k++) {
          let u = drive[k];
          for (let c = 0; c < span.len; c++) u += J[k * span.len + c] * rod.v[span.col + c];
          expect(all[3 * i + k]).toBeCloseTo(u, 10);
        }
      }
    });

    it('a point off the centre line turns with its section', () => {
      const rod = build();
      const w = [0.3, -0.7, 0.5];
      spinRigidly(rod, w);
      rod.linearise(still);
      const J = new Float64Array(3 * rod.dofs);
      const span: JacobianSpan = { col: 0, len: 0 };
      const drive = new Float64Array(3);
      const index = 3;
      const s = 0.5 * (rod.nodeArcLength[index] + rod.nodeArcLength[index + 1]);
      const [a, b] = [node(rod, index), node(rod, index + 1)];
      const t = b.map((x, k) => x - a[k]);
      const along = (t[0] * w[0] + t[1] * w[1] + t[2] * w[2]) / (t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
      // a chain has no spin about its axis
      const turn = model === 'mass-spring' ? w.map((x, k) => x - along * t[k]) : w;
      const offset = [2e-3, -3e-3, 1e-3] as const;
      const speed = (o: readonly [number, number, number]): number[] => {
        rod.jacobian(J, span, drive, { index, s, offset: o });
        return [0, 1, 2].map((k) => {
          let u = drive[k];
          for (let c = 0; c < span.len; c++) u += J[k * span.len + c] * rod.v[span.col + c];
          return u;
        });
      };
      const [centre, surface] = [speed([0, 0, 0]), speed(offset)];
      for (let k = 0; k < 3; k++) {
        const [k1, k2] = [(k + 1) % 3, (k + 2) % 3];
        expect(surface[k] - centre[k]).toBeCloseTo(turn[k1] * offset[k2] - turn[k2] * offset[k1], 12);
      }
    });

    it('M is symmetric positive definite', () => {
      const rod = build({ start: { kind: 'clamped' } });
      kick(rod, 0.1);
      rod.linearise({ ...still, h: 0.01 });
      const { M } = rod.system;
      const A = M instanceof Float64Array ? M.slice() : sparseToDense(M);
      const n = rod.dofs;
      for (let i = 0; i < n; i++)
        for (let j = 0; j < i; j++)
          expect(Math.abs(A[i * n + j] - A[j * n + i])).toBeLessThanOrEqual(
            1e-12 * Math.sqrt(A[i * n + i] * A[j * n + j]),
          );
      expect(choleskyFactor(A, n)).toBe(true);
    });

    it('a free rod falls as a body: its centre follows v0 t + g t²/2 of the scheme', () => {
      const rod = build({ initial: { tangent: [0, 1, 0], curvature: [1, 2, 1], velocity: [1, 0, 2] } });
      const before = momentum(rod);
      const mass = 1000 * Math.PI * rod.length * 5e-3 * (more.section ? 5e-3 : 4e-3);
      const step: StepContext = { t: 0, h: 1e-3, theta: 1, gravity: [0, 0, -9.81] };
      for (let k = 0; k < 20; k++) stepAlone(rod, { ...step, t: k * step.h });
      const after = momentum(rod);
      const weight = 9.81 * mass * 20 * step.h;
      expect(after.p[0]).toBeCloseTo(before.p[0], 8);
      expect(after.p[1]).toBeCloseTo(before.p[1], 8);
      expect(Math.abs(after.p[2] - before.p[2] + weight)).toBeLessThan(1e-9 * weight);
    });

    it('a free rod keeps its angular momentum, the better the smaller the step', () => {
      const drift = (h: number): number => {
        const rod = build();
        const before = momentum(rod);
        for (let k = 0; k < Math.round(0.02 / h); k++) stepAlone(rod, { ...still, t: k * h, h, theta: 0.5 });
        const after = momentum(rod);
        let d = 0;
        for (let k = 0; k < 3; k++) d = Math.max(d, Math.abs(after.L[k] - before.L[k]));
        return d / (rod.energy([0, 0, 0]).kinetic + 1e-12);
      };
      const coarse = drift(4e-4);
      const fine = drift(1e-4);
      expect(fine).toBeLessThan(Math.max(0.5 * coarse, 1e-12));
      expect(fine).toBeLessThan(tolerances.spin ?? 1e-4);
    });

    /** Largest change of energy, over the largest kinetic energy, of a swinging rod. */
    const swing = (extra: Partial<RodSpec>, h: number, theta: number, steps: number): number => {
      const rod = build({ start: { kind: 'clamped' }, ...extra });
      const gravity = [0, 0, -9.81] as const;
      const start = total(rod, gravity);
      let worst = 0;
      let kinetic = 0;
      for (let k = 0; k < steps; k++) {
        stepAlone(rod, { t: k * h, h, theta, gravity });
        const now = total(rod, gravity);
        // below one half only gains count: theta > 1/2 damps
        worst = Math.max(worst, theta > 0.5 ? now - start : Math.abs(now - start));
        kinetic = Math.max(kinetic, rod.energy(gravity).kinetic);
      }
      expect(kinetic).toBeGreaterThan(0);
      return worst / kinetic;
    };

    it('theta = 1/2 keeps the energy of a swinging rod', () => {
      expect(swing({}, 1e-4, 0.5, 200)).toBeLessThan(keepsEnergy ? 1e-11 : (tolerances.drift ?? 2e-3));
    });

    if (keepsEnergy)
      it('theta = 1/2 keeps the energy at long steps and great stiffness too, theta = 0.7 gains none', () => {
        const steel = { ...(softRod(model).material as RodMaterial), youngModulus: 2e11 };
        const straight: Partial<RodSpec> = {
          rest: [0, 0, 0],
          initial: { tangent: [1, 0.3, 0.2] },
          start: { kind: 'pinned' },
          section: { radius: 1e-3 },
        };
        // Newton's method ends at 1e-9 of the velocities; what is left of the residual is the square of that, or rounding
        expect(swing(straight, 4e-3, 0.5, 150)).toBeLessThan(1e-10);
        expect(swing({ ...straight, material: steel }, 2e-3, 0.5, 150)).toBeLessThan(1e-8);
        expect(swing({}, 2e-3, 0.5, 150)).toBeLessThan(1e-10);
        expect(swing(straight, 4e-3, 0.7, 60)).toBeLessThan(1e-12);
      });

    it('a load puts in the work that it does', () => {
      const loads = {
        distributed: [0.2, 0.1, 0] as const,
        forces: [{ s: 0.3, force: (t: number) => [0.1 * t, 0, 0.3] as const }],
        moments: [{ s: 0.2, moment: [0.01, -0.02, 0.01] as const }],
      };
      const left = (h: number, theta: number): { work: number; left: number } => {
        const rod = build({ start: { kind: 'clamped' }, loads });
        const start = total(rod, [0, 0, 0]);
        let work = 0;
        for (let k = 0; k < Math.round(0.05 / h); k++) {
          stepAlone(rod, { t: k * h, h, theta, gravity: [0, 0, 0] });
          work += rod.drivenWork ?? 0;
        }
        return { work, left: start + work - total(rod, [0, 0, 0]) };
      };
      const fine = left(2.5e-4, 1);
      expect(Math.abs(fine.work)).toBeGreaterThan(1e-4);
      // implicit steps lose energy, in proportion to their length
      expect(Math.abs(fine.left)).toBeLessThan(0.15 * fine.work);
      if (!keepsEnergy) return;
      const kept = left(2e-3, 0.5);
      expect(Math.abs(kept.left)).toBeLessThan(1e-10 * kept.work);
    });

    it('theta = 1 never gains energy at rest amplitude, and comes to rest with damping', () => {
      const rod = build({ start: { kind: 'clamped' }, internalDamping: 0.02, airDamping: 0.5 });
      const gravity = [0, 0, -9.81] as const;
      const start = total(rod, gravity);
      for (let k = 0; k < 1500; k++) stepAlone(rod, { t: k * 5e-3, h: 5e-3, theta: 1, gravity });
      expect(total(rod, gravity)).toBeLessThan(start);
      expect(rod.energy(gravity).kinetic).toBeLessThan(1e-9 * Math.abs(start));
    });

    it('survives wild motion at large steps', () => {
      const rod = build({ start: { kind: 'clamped' }, internalDamping: 1e-3 });
      kick(rod, 20);
      for (let k = 0; k < 150; k++) {
        if (k % 50 === 25) kick(rod, 20, k);
        stepAlone(rod, { t: k * 0.02, h: 0.02, theta: 1, gravity: [0, 0, -9.81] });
      }
      expect(rod.q.every((x) => Math.abs(x) < 1e4)).toBe(true);
      expect(rod.energy([0, 0, 0]).kinetic).toBeLessThan(100);
    });

    it('a saved state continues to the same bits', () => {
      const spec: Partial<RodSpec> = { start: { kind: 'clamped' } };
      const rod = build(spec);
      const run = (from: number, to: number): void => {
        for (let k = from; k < to; k++) stepAlone(rod, { t: k * 1e-3, h: 1e-3, theta: 1, gravity: [0, 1, -9.81] });
      };
      run(0, 5);
      const [q, v, state] = [rod.q.slice(), rod.v.slice(), rod.saveState()];
      run(5, 10);
      const end = rod.q.slice();
      rod.q.set(q);
      rod.v.set(v);
      rod.loadState(state);
      run(5, 10);
      expect(rod.q).toEqual(end);
    });

    const driven = drivenEnds.filter(([name]) => model !== 'super-helix' || name !== 'a whole segment');
    it.each(driven)('the work of a driven end is the energy gained (%s)', (_, start) => {
      const spec = softRod(model, {
        ...more,
        start,
        section: { radius: 5e-3 },
        rest: [0, 0, 0],
        initial: { position: [0.1, 0.2, 0.3], tangent: [0, 0, 1] },
      });
      if (keepsEnergy) {
        // the equation of the step balances, whatever its length: what is left is how far Newton's method has gone
        const balance = waveRod(spec, 2e-3, 0.5);
        expect(Math.abs(balance.work)).toBeGreaterThan(2e-3);
        expect(balance.error).toBeLessThan(1e-8);
      } else {
        const coarse = waveRod(spec, 5e-4, 0.5);
        const fine = waveRod(spec, 2.5e-4, 0.5);
        expect(Math.abs(coarse.work)).toBeGreaterThan(2e-3);
        expect(fine.error).toBeLessThan(0.6 * coarse.error);
        expect(fine.error).toBeLessThan(tolerances.work ?? 1e-4);
      }
      // implicit steps lose energy, and never gain any
      const implicit = waveRod(spec, 1e-3, 1);
      expect(implicit.least).toBeGreaterThan(-1e-12);
      expect(implicit.error).toBeLessThan(0.15);
    });

    it('a driven clamp carries the rod along', () => {
      // straight at rest: a curled chain may orbit about its clamp for ever
      const rod = build({
        rest: [0, 0, 0],
        start: {
          kind: 'clamped',
          motion: (pose, t) => {
            pose.set([0.1 + 2 * t, 0.2, 0.3, 1, 0, 0, 0]);
          },
        },
        material: { ...(softRod(model).material as RodMaterial), youngModulus: 1e8 },
        internalDamping: 0.05,
      });
      for (let k = 0; k < 800; k++) stepAlone(rod, { ...still, t: k * 5e-3, h: 5e-3 });
      const root = node(rod, 0);
      expect(root[0]).toBeCloseTo(0.1 + 2 * 4, 9);
      // carried in a straight line without drag, the rod is at rest relative to its clamp
      const [a, b] = [node(rod, 4), node(rod, 0)];
      stepAlone(rod, { ...still, t: 4, h: 5e-3 });
      const [a2, b2] = [node(rod, 4), node(rod, 0)];
      for (let k = 0; k < 3; k++) expect(a2[k] - a[k]).toBeCloseTo(b2[k] - b[k], 5);
    });
  });
}

/** Gives a free rod the velocities of a turn at w about the origin. */
function spinRigidly(rod: Rod, w: readonly number[]): void {
  const cross = (x: ArrayLike<number>): number[] => [
    w[1] * x[2] - w[2] * x[1],
    w[2] * x[0] - w[0] * x[2],
    w[0] * x[1] - w[1] * x[0],
  ];
  rod.v.fill(0);
  const stride = (rod.dofs - 3) / (rod.nodes - 1);
  // a super-helix has its root's shift and turn
  if (rod.dofs < 3 * rod.nodes) {
    rod.v.set(cross(node(rod, 0)), 0);
    rod.v.set(w, 3);
    return;
  }
  for (let i = 0; i < rod.nodes; i++) {
    rod.v.set(cross(node(rod, i)), stride * i);
    if (i + 1 === rod.nodes) break;
    const [a, b] = [node(rod, i), node(rod, i + 1)];
    const t = b.map((x, k) => x - a[k]);
    const length = Math.hypot(...t);
    if (stride === 4) rod.v[stride * i + 3] = (t[0] * w[0] + t[1] * w[1] + t[2] * w[2]) / length;
    if (stride === 6) rod.v.set(w, stride * i + 3);
  }
}

/** Linear and angular momentum. */
function momentum(rod: Rod): { p: Float64Array; L: Float64Array } {
  const out = new Float64Array(6);
  rod.momentum(out);
  return { p: out.slice(0, 3), L: out.slice(3) };
}
