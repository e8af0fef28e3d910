/** USD files read by OpenUSD, and its binary files read by us. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usdText } from '../../src/cli/usd-text.js';
import { usdMesh, usdStrands } from '../../src/io/import/usd.js';
import { exporterNamed } from '../../src/io/export/registry.js';
import type { Recording } from '../../src/record/recording.js';
import { mixedRecording } from '../../src/record/testing/mixed-run.js';
import { variedRecording } from '../../src/record/testing/varied-run.js';
import { OpenUsd } from './open-usd.js';

const browserPath = process.env.STICKSLIP_CHROMIUM;

async function usda(recording: Recording, options: { up?: 'y' | 'z' } = {}): Promise<Uint8Array> {
  const frames = Array.from({ length: recording.frames }, (_, k) => k);
  const parts: Buffer[] = [];
  for await (const { pieces } of exporterNamed('usda')!.files(recording, { name: 'run', frames, ...options })) {
    for await (const piece of pieces) parts.push(Buffer.from(piece));
  }
  return new Uint8Array(Buffer.concat(parts));
}

describe.skipIf(!browserPath)('OpenUSD (skipped without STICKSLIP_CHROMIUM)', () => {
  let usd: OpenUsd | undefined;
  beforeAll(async () => {
    usd = await OpenUsd.start(browserPath!);
  }, 120_000);
  afterAll(() => usd?.stop());

  it(
    'reads exports without a word, with their times, and keeps every attribute',
    { timeout: 120_000 },
    async (context) => {
      if (!usd) return context.skip();
      for (const [recording, up] of [[mixedRecording(), 'z'] as const, [variedRecording(), 'y'] as const]) {
        const bytes = await usda(recording, { up });
        const opened = await usd.open(bytes, 'run.usda');
        expect(opened.said).toEqual([]);
        expect(opened.rate).toBe(50);
        expect(opened.end).toBe(recording.frames - 1);
        expect(opened.text).toContain(`upAxis = "${up.toUpperCase()}"`);
        // what it does not know it would leave out
        const names = (text: string): string[] =>
          [...new Set(text.match(/\b(primvars:\w+|xformOp:\w+|normals|velocities|extent|widths|points)\b/g))].sort();
        expect(names(opened.text)).toEqual(names(new TextDecoder().decode(bytes)));
      }
    },
  );

  it('writes .usdc files that scenes take their strands and meshes from', { timeout: 120_000 }, async (context) => {
    if (!usd) return context.skip();
    const recording = variedRecording();
    const { usdc } = await usd.open(await usda(recording), 'run.usda');
    if (process.env.STICKSLIP_KEEP) writeFileSync(process.env.STICKSLIP_KEEP, usdc);
    const text = await usdText(usdc, 'run.usdc');
    const strands = usdStrands(text, 'run.usdc', undefined, {}, Infinity);
    expect(strands.length).toBe(3);
    const frame = recording.frame(0);
    strands.flat(2).forEach((x, k) => expect(Math.abs(x - frame.bodies[k])).toBeLessThan(1e-7));
    const sheet = usdMesh(text, 'run.usdc', 'sheet', {});
    expect([sheet.vertices.length, sheet.triangles.length]).toEqual([20, 24]);
    const at = recording.layout.offsets[5];
    sheet.vertices.flat().forEach((x, k) => expect(Math.abs(x - frame.bodies[at + k])).toBeLessThan(1e-7));
  });
});
