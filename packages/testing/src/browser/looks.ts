import type { Page } from 'playwright-core';
import { findBarriers, findFaintText } from './barriers.ts';
import { findOverflow } from './overflow.ts';
import { findOverlaps } from './overlaps.ts';
import { takePicture } from './picture.ts';

/** Faults are checked in each window's second scheme: colours do not depend on the width, nor barriers on colours. */
const WINDOWS = [
  { width: 1280, schemes: ['dark', 'light'], findFaults: findFaintText },
  { width: 360, schemes: ['light', 'dark'], findFaults: findBarriers },
] as const;

/** The narrowest width without horizontal scrolling (WCAG 2.2, 1.4.10). */
const NARROWEST = 320;

export interface Looks {
  status: number | undefined;
  /** Resources that block rendering. */
  blocking: string[];
  shifts: string[];
  /** Barriers, overlaps and overflow: wide and narrow, light and dark, with text at 200 %. */
  faults: string[];
}

/** Checks a page that has just been opened, and takes its pictures. */
export async function examineLooks(page: Page, name: string): Promise<Looks> {
  const [status, blocking, shifts] = [
    await statusOf(page),
    await blockingRequests(page),
    await findShifts(page),
  ];
  const faults: string[] = [];
  for (const { width, schemes, findFaults } of WINDOWS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, name);
    }
    faults.push(...(await findFaults(page)), ...(await findMisplaced(page)));
  }
  await page.setViewportSize({ width: NARROWEST, height: 800 });
  faults.push(...(await findMisplaced(page)));
  await page.setViewportSize({ width: 1280, height: 800 });
  await doubleText(page);
  const misplaced = await findMisplaced(page);
  faults.push(...misplaced.map((fault) => `with text of twice the size: ${fault}`));
  return { status, blocking, shifts, faults };
}

/** Layout shifts since the page was opened. */
export function findShifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { sources: { node: Node | null }[] })[];
    return shifts.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent?.trim() ?? ''));
  });
}

async function findMisplaced(page: Page): Promise<string[]> {
  return [...(await findOverflow(page)), ...(await findOverlaps(page))];
}

async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

function statusOf(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return navigation?.responseStatus;
  });
}

function blockingRequests(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking')
      .map(({ name }) => name),
  );
}
