import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds on the page as it is, a line each. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: engine } = window as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } };
    return (await engine.run()).violations;
  });
  return (violations as Finding[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary.replace(/\s+/g, ' ')}`),
  );
}

/** The same in both themes; the page is left in the one that it had. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (let theme = 0; theme < 2; theme++) {
    found.push(...(await findings(page)));
    await page.locator('body').press('t');
  }
  return found;
}
