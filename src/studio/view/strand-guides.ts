import { Random } from '../../math/random.js';
import type { DrawnRod } from './centre-lines.js';

/** A drawn strand: a mean of three simulated ones (numbers among the rods), the shares of the second and the third. */
export interface DrawnStrands {
  readonly count: number;
  /** 3 rods a strand */
  readonly guides: Int32Array;
  /** 2 shares a strand; the first rod has the rest */
  readonly shares: Float32Array;
  /** 4 random numbers a strand, 0 to 1: shade, direction and distance from the mean, waviness */
  readonly chance: Float32Array;
}

/** Neighbours of a strand that others are drawn between. */
const neighbours = 6;
/** Strands that have come this many times farther apart than their roots belong to different locks. */
const parted = 3;

/**
 * Lays out `per` strands for each simulated one, between it and its neighbours on the scalp. Which neighbours and how much of each
 * is settled by the first frame alone, so that nothing flickers. Strands of one number come first for all rods, then those of the
 * next: the first part of them is a thinner head of hair.
 */
export function layStrands(rods: readonly DrawnRod[], frame: Float32Array, per: number): DrawnStrands {
  const count = rods.length * per;
  const guides = new Int32Array(3 * count);
  const shares = new Float32Array(2 * count);
  const chance = new Float32Array(4 * count);
  const random = new Random(7);
  const near = nearestRoots(rods, frame);
  let at = 0;
  for (let k = 0; k < per; k++) {
    for (let rod = 0; rod < rods.length; rod++, at++) {
      const own = near[rod];
      const second = own.length > 0 ? own[Math.floor(random.uniform() * own.length)] : rod;
      const third = own.length > 1 ? own[Math.floor(random.uniform() * own.length)] : rod;
      guides.set([rod, second, third], 3 * at);
      // the first strand of a rod is the rod; the others lie between it and half way to its neighbours
      const [a, b] = k === 0 ? [0, 0] : [0.5 * random.uniform(), 0.5 * random.uniform()];
      shares.set(a + b > 0.67 ? [0.67 * a, 0.67 * b] : [a, b], 2 * at);
      for (let i = 0; i < 4; i++) chance[4 * at + i] = random.uniform();
    }
  }
  return { count, guides, shares, chance };
}

/** The nearest roots of each rod, of rods with as many nodes that run along with it. */
function nearestRoots(rods: readonly DrawnRod[], x: Float32Array): number[][] {
  const cell = Math.max(1e-6, typicalSpacing(rods, x));
  const cells = new Map<string, number[]>();
  const place = (rod: DrawnRod, shift: readonly number[]): string =>
    shift.map((s, i) => Math.floor(x[rod.offset + i] / cell) + s).join(' ');
  rods.forEach((rod, k) => {
    const key = place(rod, [0, 0, 0]);
    const there = cells.get(key);
    if (there) there.push(k);
    else cells.set(key, [k]);
  });
  const around = [-1, 0, 1];
  const shifts = around.flatMap((i) => around.flatMap((j) => around.map((k) => [i, j, k])));
  return rods.map((rod, k) =>
    shifts
      .flatMap((shift) => cells.get(place(rod, shift)) ?? [])
      .filter((other) => other !== k && runsAlong(rod, rods[other], x))
      .map((other) => ({ other, far: squareAt(rod, rods[other], x, 0) }))
      .sort((a, b) => a.far - b.far)
      .slice(0, neighbours)
      .map(({ other }) => other),
  );
}

/** Root spacing were roots spread evenly over a sphere around them. */
export function typicalSpacing(rods: readonly DrawnRod[], x: Float32Array): number {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (const { offset } of rods) {
    for (let i = 0; i < 3; i++) {
      least[i] = Math.min(least[i], x[offset + i]);
      most[i] = Math.max(most[i], x[offset + i]);
    }
  }
  const size = Math.max(...most.map((s, i) => s - least[i]));
  return 1.6 * Math.sqrt((2 * size * size) / rods.length);
}

function squareAt(a: DrawnRod, b: DrawnRod, x: Float32Array, node: number): number {
  let sum = 0;
  for (let i = 3 * node; i < 3 * node + 3; i++) sum += (x[a.offset + i] - x[b.offset + i]) ** 2;
  return sum;
}

function runsAlong(a: DrawnRod, b: DrawnRod, x: Float32Array): boolean {
  if (a.nodes !== b.nodes) return false;
  const room = parted * parted * (squareAt(a, b, x, 0) + a.radius * a.radius);
  return [0.35, 0.7, 1].every((share) => squareAt(a, b, x, Math.round(share * (a.nodes - 1))) <= room);
}
