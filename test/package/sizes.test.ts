import { beforeAll, describe, expect, it } from 'vitest';
import { bundleSize, bundles } from '../../scripts/bundle-sizes.mjs';
import { build, manifest } from './project.js';

beforeAll(build, 120_000);

describe('bundles of the library', () => {
  it.each(bundles)('$name keeps to its budget', async ({ code, budget, packages }) => {
    const size = await bundleSize(code, manifest.exports);
    expect(size.min).toBeLessThan(budget.min);
    expect(size.gz).toBeLessThan(budget.gz);
    expect(size.packages).toEqual(packages);
  });

  it('stickslip/friction brings no package along', async () => {
    const { packages } = await bundleSize(`export * from 'stickslip/friction';`, manifest.exports);
    expect(packages).toEqual([]);
  });
});
