import { GainHeap } from './gain-heap.js';
import type { Graph } from './graph.js';

/** A graph whose nodes and edges stand for several of a finer graph. */
export interface WeightedGraph extends Graph {
  readonly node: Int32Array;
  readonly edge: Int32Array;
  /** Sum of the node weights. */
  readonly total: number;
}

/** Where a node is: one of the two sides, or the separator. No edge joins the two sides. */
export const SEPARATOR = 2;

/** Moves in a row without a better separator before a pass gives up. */
const PATIENCE = 120;

/**
 * Fiduccia-Mattheyses refinement of a vertex separator: a separator node moves to one side and pulls its neighbours of
 * the other side into the separator; the best of all states passed through is kept. Sides stay below `limit`.
 */
export class SeparatorRefinement {
  private readonly heaps: [GainHeap, GainHeap];
  private readonly weight = new Float64Array(3);
  private readonly locked: Uint8Array;
  private readonly log: number[] = [];
  private readonly graph: WeightedGraph;
  private readonly where: Uint8Array;
  private readonly limit: number;

  constructor(graph: WeightedGraph, where: Uint8Array, limit: number) {
    this.graph = graph;
    this.where = where;
    this.limit = limit;
    this.heaps = [new GainHeap(graph.n), new GainHeap(graph.n)];
    this.locked = new Uint8Array(graph.n);
    for (let k = 0; k < graph.n; k++) this.weight[where[k]] += graph.node[k];
  }

  /** Cost of the present state: separator weight, then imbalance; an oversized side counts most. */
  cost(): number {
    const [a, b, s] = this.weight;
    const over = Math.max(0, Math.max(a, b) - this.limit);
    return over * 1e6 + s + Math.abs(a - b) / (4 * this.graph.total);
  }

  /** Passes until one brings nothing. */
  run(passes: number): void {
    for (let pass = 0; pass < passes; pass++) if (!this.pass()) return;
  }

  private pass(): boolean {
    const { graph, where, heaps, locked, log } = this;
    locked.fill(0);
    heaps[0].clear();
    heaps[1].clear();
    log.length = 0;
    for (let k = 0; k < graph.n; k++) if (where[k] === SEPARATOR) this.enter(k);
    const before = this.cost();
    let best = before;
    let bestLength = 0;
    for (let idle = 0; idle < PATIENCE; idle++) {
      const side = this.chooseSide();
      if (side < 0) break;
      this.move(heaps[side].top(), side);
      const cost = this.cost();
      if (cost < best) {
        best = cost;
        bestLength = log.length;
        idle = 0;
      }
    }
    this.rollBack(bestLength);
    return best < before;
  }

  /** Files a separator node under its gain towards both sides. */
  private enter(k: number): void {
    const { ptr, index, node } = this.graph;
    const { where, heaps } = this;
    let gain0 = node[k];
    let gain1 = node[k];
    for (let p = ptr[k]; p < ptr[k + 1]; p++) {
      const side = where[index[p]];
      if (side === 1) gain0 -= node[index[p]];
      else if (side === 0) gain1 -= node[index[p]];
    }
    heaps[0].push(k, gain0);
    heaps[1].push(k, gain1);
  }

  /** Side of the best feasible move, -1 if there is none. */
  private chooseSide(): number {
    const { heaps, weight, limit, graph } = this;
    if (heaps[0].size === 0) return -1;
    const lighter = weight[0] <= weight[1] ? 0 : 1;
    const k = heaps[1 - lighter].top();
    const fits = weight[1 - lighter] + graph.node[k] <= limit;
    const better = heaps[1 - lighter].key[k] > heaps[lighter].key[heaps[lighter].top()];
    if (fits && better) return 1 - lighter;
    return weight[lighter] + graph.node[heaps[lighter].top()] <= limit ? lighter : -1;
  }

  private move(k: number, side: number): void {
    const { ptr, index, node } = this.graph;
    const { where, heaps, weight, locked, log } = this;
    const other = 1 - side;
    heaps[0].remove(k);
    heaps[1].remove(k);
    locked[k] = 1;
    where[k] = side;
    weight[side] += node[k];
    weight[SEPARATOR] -= node[k];
    log.push(k, SEPARATOR);
    for (let p = ptr[k]; p < ptr[k + 1]; p++) {
      const j = index[p];
      if (where[j] === SEPARATOR) {
        // moving j to the other side would now pull k
        if (heaps[other].has(j)) heaps[other].add(j, -node[k]);
      } else if (where[j] === other) this.pull(j, other);
    }
  }

  /** Node j leaves side `from` for the separator. */
  private pull(j: number, from: number): void {
    const { ptr, index, node } = this.graph;
    const { where, heaps, weight, locked, log } = this;
    where[j] = SEPARATOR;
    weight[from] -= node[j];
    weight[SEPARATOR] += node[j];
    log.push(j, from);
    const opposite = heaps[1 - from];
    for (let p = ptr[j]; p < ptr[j + 1]; p++) if (opposite.has(index[p])) opposite.add(index[p], node[j]);
    if (!locked[j]) this.enter(j);
  }

  private rollBack(length: number): void {
    const { where, weight, log } = this;
    const { node } = this.graph;
    for (let at = log.length - 2; at >= length; at -= 2) {
      const k = log[at];
      weight[where[k]] -= node[k];
      where[k] = log[at + 1];
      weight[where[k]] += node[k];
    }
    log.length = length;
  }
}
