import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds on the page that keeps somebody from using it, a line for each element: rule, element, what to do.
 * Axe comes in by way of the debugger, so the page's own Content-Security-Policy stands. It needs a reader with script.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${oneLine(failureSummary)}`),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
