import { describe, expect, it } from 'vitest';
import { cos, log, sin, tan } from '../../math/functions.js';
import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import type { PrimalProblem } from '../problem.js';
import { solve } from '../solve.js';
import { oneBodyProblem } from '../testing/fixtures.js';
import { boxOnSlope, contactTwice } from '../testing/small-problems.js';
import { differentiate } from './differentiate.js';

const g = 9.81;
const h = 0.01;
const identity = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A point of 2 kg on a plane (normal, down the slope, across), with the velocity v before the step. */
function block(slope: number, mu: number, v: number): PrimalProblem {
  const mass = 2;
  const f = [-mass * h * g * cos(slope), mass * (v + h * g * sin(slope)), 0];
  return oneBodyProblem(3, [mass, mass, mass], f, identity, [0, 0, 0], [mu]);
}

const tight = { tolerance: 1e-13 };
const one = Float64Array.of(1);

describe('derivatives in closed form', () => {
  it('slows a sliding block by g cos(slope) per unit of friction', () => {
    const problem = block(0.5, 0.3, 1);
    const d = differentiate(problem, solve(problem, tight));
    const { v, r, exists } = d.jvp({ mu: one });
    expect(exists).toBe(true);
    // a = (v⁺ - v) / h
    expect(v![1] / h).toBeCloseTo(-g * cos(0.5), 12);
    expect(r[1]).toBeCloseTo(-2 * h * g * cos(0.5), 12);
    expect(d.vjp({ v: Float64Array.of(0, 1 / h, 0) }).mu[0]).toBeCloseTo(-g * cos(0.5), 12);
    // at rest friction has more than it needs
    const still = block(0.2, 0.5, 0);
    expect([...differentiate(still, solve(still, tight)).jvp({ mu: one }).u]).toEqual([0, 0, 0]);
  });

  it('gives the stopping distance of a block by products chained over its steps', () => {
    const [mu, v0] = [0.3, 1];
    const steps: { problem: PrimalProblem; d: ReturnType<typeof differentiate<PrimalProblem>> }[] = [];
    let v = v0;
    let dv = 0;
    let slope = 0;
    for (let k = 0; k < 50; k++) {
      const problem = block(0, mu, v);
      const result = solve(problem, tight);
      const d = differentiate(problem, result);
      // forward: the velocity before the step enters through f = M v
      const change = d.jvp({ mu: one, f: Float64Array.of(0, 2 * dv, 0) });
      v = result.v![1];
      dv = change.v![1];
      slope += h * dv;
      steps.push({ problem, d });
    }
    // v_k = v0 - k mu g h while it slides: the distance is Σ h v_k
    const sliding = Math.floor(v0 / (mu * g * h));
    const expected = (-g * h * h * sliding * (sliding + 1)) / 2;
    expect(Math.abs(slope / expected - 1)).toBeLessThan(1e-9);
    // backward: what the distance gains by a velocity, and by friction
    let weight = 0;
    let gradient = 0;
    for (const { d } of steps.reverse()) {
      const { f, mu: dmu } = d.vjp({ v: Float64Array.of(0, h + weight, 0) });
      gradient += dmu[0];
      weight = 2 * f[1];
    }
    expect(Math.abs(gradient / expected - 1)).toBeLessThan(1e-9);
  });

  it('gives the capstan ratio and its derivative', () => {
    const [mu, nodes, turn] = [0.3, 16, 0.2];
    const problem = capstan(nodes, turn, mu);
    const result = solve(problem, { tolerance: 1e-13, maxIterations: 100_000 });
    expect(result.status).toBe('converged');
    const ratio = (1 + mu * tan(turn / 2)) / (1 - mu * tan(turn / 2));
    const pull = 2 * (problem.mu.length - 1);
    // the rope is pulled back with 1 N s
    expect(Math.abs(log(result.r[pull]) - nodes * log(ratio))).toBeLessThan(1e-8);
    const dmu = problem.mu.map((x) => (x > 0 ? 1 : 0));
    const { r } = differentiate(problem, result).jvp({ mu: dmu });
    const t = tan(turn / 2);
    const expected = (nodes * 2 * t) / (1 - mu * mu * t * t);
    expect(Math.abs(r[pull] / result.r[pull] / expected - 1)).toBeLessThan(1e-6);
  });

  it('divides the change of an impulse evenly between contacts stated twice', () => {
    const { problem } = contactTwice();
    const { r: found } = solve(problem, tight);
    const half = Float64Array.from({ length: 6 }, (_, k) => 0.5 * (found[k % 3] + found[3 + (k % 3)]));
    const d = differentiate(problem, { status: 'converged', states: ['slide', 'slide'], r: half });
    expect([d.undetermined, d.ambiguous]).toEqual([
      [0, 1],
      [0, 1],
    ]);
    const b = Float64Array.of(1, 0.5, -1, 1, 0.5, -1);
    const { exists, r, u } = d.jvp({ b });
    expect(exists).toBe(true);
    for (let k = 0; k < 3; k++) {
      expect(r[k]).toBeCloseTo(r[3 + k], 8);
      expect(u[k]).toBeCloseTo(u[3 + k], 8);
    }
  });

  it('says that redundant contacts which come to contradict each other have no derivative', () => {
    const { problem } = boxOnSlope(0.2, 0.5);
    const result = solve(problem, tight);
    const d = differentiate(problem, result);
    expect(d.redundant).toEqual([0, 1, 2, 3]);
    // one corner is to rise alone
    const change = d.jvp({ w: Float64Array.from({ length: 12 }, (_, k) => (k === 0 ? -1 : 0)) });
    expect(change.exists).toBe(false);
    expect(change.contradicting).toEqual([0, 1, 2, 3]);
    expect(change.v!.every(Number.isNaN)).toBe(true);
    // all rise together
    const lift = d.jvp({ w: Float64Array.from({ length: 12 }, (_, k) => (k % 3 === 0 ? -1 : 0)) });
    expect(lift.exists).toBe(true);
    expect(lift.v![2]).toBeCloseTo(1, 9);
  });

  it('slows a box on four corners as it slows a point', () => {
    const { problem } = boxOnSlope(0.5, 0.3);
    const d = differentiate(problem, solve(problem, tight));
    const { v } = d.jvp({ mu: new Float64Array(4).fill(1) });
    expect(v![0]).toBeCloseTo(-h * g * cos(0.5), 9);
  });

  it('lists contacts near another state', () => {
    // tan(slope) = mu (1 - 1e-6): sticks, just
    const slope = 0.4;
    const problem = block(slope, tan(slope) * (1 + 1e-6), 0);
    const d = differentiate(problem, solve(problem, tight));
    expect(d.near.map(({ contact, state, to }) => [contact, state, to])).toEqual([[0, 'stick', 'slide']]);
    // (mu r_N - r_T) / sqrt(1 + mu²) over rho beta = |b|: 1e-6 sin cos / sqrt(...)
    expect(d.near[0].distance / (1e-6 * sin(slope) * cos(slope))).toBeCloseTo(1, 4);
    expect(differentiate(block(0.2, 0.5, 0), solve(block(0.2, 0.5, 0), tight)).near).toEqual([]);
  });

  it('refuses what is not a solution, and changes that do not fit', () => {
    const problem = block(0.5, 0.3, 1);
    const stopped = solve(problem, { maxIterations: 0 });
    expect(() => differentiate(problem, stopped)).toThrow(/result\.status: expected converged, found max-iterations/);
    const d = differentiate(problem, solve(problem));
    expect(() => d.jvp({ f: Float64Array.of(1) })).toThrow(/f: expected length 3, found length 1/);
    expect(() => d.jvp({ b: one })).toThrow(/b: expected one of M, f, H, w, mu, found a change of b/);
    expect(() => d.vjp({ u: Float64Array.of(NaN, 0, 0) })).toThrow(/u\[0\]: expected a finite number/);
  });
});

/**
 * A rope of point masses over a drum, every node turned by `turn`, sliding at constant speed: links are contacts without
 * friction (they only pull), drawn back with 1 N s at one end and pulled ahead at the other. Plane contacts: nodes on the
 * drum first, then links; the last link is the one that pulls.
 */
function capstan(nodes: number, turn: number, mu: number): PrimalProblem {
  const M = denseBlockDiagonal(new Array<number>(nodes).fill(2));
  for (let k = 0; k < nodes; k++) M.values[4 * k] = M.values[4 * k + 3] = 1;
  const rows = new BlockRowBuilder(2, 2 * nodes);
  const normal = (k: number): [number, number] => [cos(k * turn), sin(k * turn)];
  const along = (k: number): [number, number] => [-sin(k * turn), cos(k * turn)];
  for (let k = 0; k < nodes; k++) {
    rows.segment(2 * k, 2, [...normal(k), ...along(k)]);
    rows.endRow();
  }
  const speed = cos(turn / 2);
  const w = new Float64Array(2 * (2 * nodes));
  for (let k = 0; k < nodes; k++) {
    const [x, y] = along(k + 0.5);
    // length of the link from k to k + 1 may shrink: u_N = direction · (v_k - v_{k+1}); the last one ends at the driver
    rows.segment(2 * k, 2, [x, y, 0, 0]);
    if (k < nodes - 1) rows.segment(2 * k + 2, 2, [-x, -y, 0, 0]);
    else w[2 * (nodes + k)] = -speed;
    rows.endRow();
  }
  const momentum = new Float64Array(2 * nodes);
  for (let k = 0; k < nodes; k++) momentum.set(along(k), 2 * k);
  const [x, y] = along(-0.5);
  momentum[0] -= x;
  momentum[1] -= y;
  const friction = Float64Array.from({ length: 2 * nodes }, (_, i) => (i < nodes ? mu : 0));
  return { kind: 'primal', d: 2, M, f: momentum, H: rows.finish(), w, mu: friction };
}
