import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Accessibility violations found by axe, one line per element. Axe is injected through the debugger, so the page's
 * Content-Security-Policy stays in force. Needs a reader with scripts.
 */
export function findBarriers(page: Page): Promise<string[]> {
  return runAxe(page, {});
}

/** Only those that depend on the colour scheme, for a page that was checked in the other one. */
export function findFaintText(page: Page): Promise<string[]> {
  return runAxe(page, { runOnly: ['color-contrast'] });
}

async function runAxe(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${oneLine(failureSummary)}`),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
