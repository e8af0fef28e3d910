import { describe, expect, it } from 'vitest';
import { webmFile } from './webm.js';

interface Node {
  readonly id: number;
  readonly body: Uint8Array;
}

/** The elements in bytes, read back by the rules of EBML: length by the leading bit of id and of size. */
function elements(bytes: Uint8Array): Node[] {
  const out: Node[] = [];
  let at = 0;
  const length = (first: number): number => Math.clz32(first) - 23;
  while (at < bytes.length) {
    const n = length(bytes[at]);
    const id = bytes.subarray(at, at + n).reduce((sum, byte) => 256 * sum + byte, 0);
    at += n;
    const m = length(bytes[at]);
    const first = bytes[at] & (0xff >> m);
    const size = bytes.subarray(at + 1, at + m).reduce((sum, byte) => 256 * sum + byte, first);
    at += m;
    out.push({ id, body: bytes.subarray(at, at + size) });
    at += size;
  }
  return out;
}

const find = (nodes: Node[], id: number): Node => nodes.find((node) => node.id === id)!;

describe('a WebM file', () => {
  it('has every picture at its time, clusters where pictures stand on their own', () => {
    const chunks = Array.from({ length: 50 }, (_, k) => ({
      ...{ time: 40 * k, key: k % 20 === 0, bytes: Uint8Array.of(k, 7, 9) },
    }));
    const file = webmFile(chunks, { width: 640, height: 360, duration: 2000, codec: 'V_VP8' });
    const [head, segment] = elements(file);
    expect(head.id).toBe(0x1a45dfa3);
    expect(new TextDecoder().decode(find(elements(head.body), 0x4282).body)).toBe('webm');
    const parts = elements(segment.body);
    const track = elements(find(elements(find(parts, 0x1654ae6b).body), 0xae).body);
    const video = elements(find(track, 0xe0).body).map(({ body }) => body.reduce((sum, byte) => 256 * sum + byte, 0));
    expect(video).toEqual([640, 360]);
    const clusters = parts.filter(({ id }) => id === 0x1f43b675);
    expect(clusters.length).toBe(3);
    const times = clusters.flatMap(({ body }) => {
      const inner = elements(body);
      const start = find(inner, 0xe7).body.reduce((sum, byte) => 256 * sum + byte, 0);
      return inner.filter(({ id }) => id === 0xa3).map((block) => start + 256 * block.body[1] + block.body[2]);
    });
    expect(times).toEqual(chunks.map(({ time }) => time));
  });
});
