import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import type { WhitenedDelassus } from '../delassus/whitened.js';
import { arrangeWithin, partsOf } from '../parts/parts.js';
import { prepare } from '../prepare.js';
import { HostEngine } from '../solvers/host-engine.js';
import type { SweepEngine } from '../solvers/sweep-engine.js';
import { ballProblem } from '../testing/balls.js';
import { randomProblem } from '../testing/random-problems.js';
import { sweepKernel } from './sweep-kernel.js';

function run(engine: SweepEngine, shuffled: number | Int32Array): number[] {
  const norms: number[] = [];
  let before = 0;
  engine.reload();
  for (let k = 0; k < 40; k++) {
    if (k === 20) {
      const order = typeof shuffled === 'number' ? Int32Array.from({ length: shuffled }, (_, i) => i) : shuffled;
      engine.setOrder(typeof shuffled === 'number' ? new Random(7).shuffle(order) : order);
    }
    const gg = engine.sweep();
    engine.accelerate(before > 0 ? gg / before : 2);
    before = gg;
    norms.push(gg);
  }
  engine.velocities();
  return norms;
}

describe('the sweep kernel', () => {
  it('gives the bits of the engine in TypeScript', () => {
    for (const d of [2, 3] as const) {
      const { problem } = randomProblem({ contacts: 60, bodies: 9, d, seed: 4 });
      const { ready } = prepare(problem, 'whitened');
      // where the records lie must not matter: as if every third contact had no impulse yet
      const guess = Float64Array.from({ length: 3 * ready.n }, (_, k) => (Math.floor(k / 3) % 3 === 0 ? 0 : 1));
      const kernel = sweepKernel(ready, { guess });
      if (!kernel) throw new Error('WebAssembly SIMD is missing on this platform');
      const host = new HostEngine(ready);
      expect(run(kernel, ready.n)).toEqual(run(host, ready.n));
      expect([...kernel.r]).toEqual([...host.r]);
      expect([...kernel.velocities()]).toEqual([...host.velocities()]);
      kernel.release();
    }
  });

  it('gives the bits of the engine in TypeScript for balls, whose contacts are round', () => {
    const problem = ballProblem(80, 0.3);
    const { ready } = prepare(problem, 'whitened');
    const kernel = sweepKernel(ready)!;
    const host = new HostEngine(ready);
    expect(run(kernel, ready.n)).toEqual(run(host, ready.n));
    expect([...kernel.r]).toEqual([...host.r]);
    kernel.release();
  });

  it('gives the bits of the engine in TypeScript where contacts are swept in parts', () => {
    const { ready } = prepare(ballProblem(1500, 0.3), 'whitened');
    const W = ready.W as WhitenedDelassus;
    const parts = partsOf(W.parts.G, W.blocks, 250)!;
    expect(parts.count).toBe(4);
    const kernel = sweepKernel(ready, { parts })!;
    const host = new HostEngine(ready, parts);
    const order = arrangeWithin(parts, new Random(7).shuffle(Int32Array.from({ length: ready.n }, (_, i) => i)));
    expect(run(kernel, order)).toEqual(run(host, order));
    expect([...kernel.r]).toEqual([...host.r]);
    expect([...kernel.velocities()]).toEqual([...host.velocities()]);
    // r changed from outside, and the state made anew in between
    for (const engine of [kernel, host]) {
      engine.r.fill(0.5, 0, 600);
      engine.setOrder(undefined);
      engine.reload();
      engine.sweep();
      engine.refresh();
      engine.sweep();
      engine.velocities();
    }
    expect([...kernel.r]).toEqual([...host.r]);
    expect(run(kernel, order)).toEqual(run(host, order));
    kernel.release();
  });

  it('gives the bits of the engine in TypeScript where contacts go a part of their way, which leaves no trace in full sweeps', () => {
    const { ready } = prepare(ballProblem(1500, 0.3), 'whitened');
    const W = ready.W as WhitenedDelassus;
    for (const parts of [undefined, partsOf(W.parts.G, W.blocks, 250)!]) {
      const kernel = sweepKernel(ready, { parts })!;
      const host = new HostEngine(ready, parts);
      const inPart = (engine: SweepEngine): number[] => {
        engine.reload();
        const norms = Array.from({ length: 30 }, (_, k) => engine.sweep(k < 15 ? 0.5 : 0.12));
        engine.velocities();
        return norms;
      };
      expect(inPart(kernel)).toEqual(inPart(host));
      expect([...kernel.r]).toEqual([...host.r]);
      for (const engine of [kernel, host]) engine.r.fill(0);
      const shuffled = new Random(7).shuffle(Int32Array.from({ length: ready.n }, (_, i) => i));
      const order = parts ? arrangeWithin(parts, shuffled) : shuffled;
      const after = run(kernel, order);
      expect(after).toEqual(run(host, order));
      expect(after).toEqual(run(new HostEngine(ready, parts), order));
      kernel.release();
    }
  });

  it('does not depend on what its memory was used for before', () => {
    const [small, large] = [40, 300].map((contacts) => {
      const { problem } = randomProblem({ contacts, bodies: 30, d: 3, seed: contacts });
      return prepare(problem, 'whitened').ready;
    });
    const first = sweepKernel(small)!;
    const norms = run(first, small.n);
    const held = sweepKernel(large)!;
    const others = run(held, large.n);
    first.release();
    held.release();
    const again = sweepKernel(large)!;
    expect(run(again, large.n)).toEqual(others);
    again.release();
    const last = sweepKernel(small)!;
    expect(run(last, small.n)).toEqual(norms);
    last.release();
  });

  it('is the one compiled from kernels/sweep.ts', () => {
    const check = spawnSync(process.execPath, ['scripts/build-kernels.mjs', '--check'], { encoding: 'utf8' });
    expect(check.stderr).toBe('');
    expect(check.status).toBe(0);
  }, 240_000);
});
