import { describe, expect, it } from 'vitest';
import { CentreLines } from './centre-lines.js';

/** A helix of radius 1 and pitch 2π. */
function helix(nodes: number): Float32Array {
  return Float32Array.from({ length: 3 * nodes }, (_, k) => {
    const angle = 0.3 * Math.floor(k / 3);
    return [Math.cos(angle), Math.sin(angle), angle][k % 3];
  });
}

describe('centre lines', () => {
  const frame = helix(30);
  const lines = new CentreLines([{ body: 0, offset: 0, nodes: 30, radius: 0.1 }]);
  lines.update(frame);
  const at = (sample: number, from: number): number[] => [
    ...lines.samples.slice(12 * sample + from, 12 * sample + from + 3),
  ];

  it('pass through the nodes and stay near the curve between them', () => {
    for (let i = 0; i < 30; i++) {
      const point = at(i * lines.perSegment, 0);
      for (let c = 0; c < 3; c++) expect(point[c]).toBeCloseTo(frame[3 * i + c], 6);
    }
    for (let k = lines.perSegment; k < lines.count - lines.perSegment; k++) {
      const [x, y] = at(k, 0);
      // a cubic over 0.3 rad leaves the circle by less than a thousandth of its radius
      expect(Math.hypot(x, y)).toBeCloseTo(1, 3);
    }
  });

  it('carry frames of unit vectors that turn no more than they must', () => {
    for (let k = 0; k < lines.count; k++) {
      const n = at(k, 4);
      const t = at(k, 8);
      expect(Math.hypot(...n)).toBeCloseTo(1, 5);
      expect(Math.hypot(...t)).toBeCloseTo(1, 5);
      expect(n[0] * t[0] + n[1] * t[1] + n[2] * t[2]).toBeCloseTo(0, 5);
      if (k === 0) continue;
      const before = at(k - 1, 4);
      // the tangent turns by 0.05 rad a sample, and the normal by no more
      expect(Math.hypot(...n.map((x, i) => x - before[i]))).toBeLessThan(0.08);
    }
  });

  it('draw fewer samples a segment where there are many rods', () => {
    const many = Array.from({ length: 2000 }, (_, k) => ({ body: k, offset: 90 * k, nodes: 30, radius: 0.1 }));
    expect(new CentreLines(many).perSegment).toBe(1);
  });

  it('take 2,000 rods of 30 nodes in a few milliseconds', () => {
    const rods = Array.from({ length: 2000 }, (_, k) => ({ body: k, offset: 90 * k, nodes: 30, radius: 0.1 }));
    const all = new Float32Array(2000 * 90);
    rods.forEach(({ offset }) => all.set(frame, offset));
    const hair = new CentreLines(rods);
    for (let k = 0; k < 3; k++) hair.update(all);
    const begun = performance.now();
    for (let k = 0; k < 5; k++) hair.update(all);
    // 4 ms when the machine is idle; a step of such a scene takes seconds
    expect((performance.now() - begun) / 5).toBeLessThan(200);
  });
});
