import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Ignored by Git; each run replaces them. */
const FOLDER = fileURLToPath(new URL('../../../../artifacts/pictures/', import.meta.url));

/** Half the length of `axe.source`, which each page would parse. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** CSS pixels; longer pages are cropped. */
const MOST_HEIGHT = 2_500;

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
  // Scripts of the page arrange what no longer fits.
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  );
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

/** The causes of horizontal scrolling: a line for each innermost element, or one if it is text alone. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const sticksOut = (element: Element) => element.getBoundingClientRect().right > width + 1;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const elements = Array.from(document.body.querySelectorAll('*'))
      .filter((element) => sticksOut(element) && !Array.from(element.children).some(sticksOut))
      .filter((element) => !scrolls(element.parentElement))
      .map(({ localName, textContent }) => `${localName} "${textContent?.trim()}" sticks out of ${width} px`);
    const { scrollWidth } = document.documentElement;
    return elements.length === 0 && scrollWidth > width + 1
      ? [`something makes a page of ${width} px ${scrollWidth} px wide`]
      : elements;
  });
}

/**
 * Stores a picture of the page as `<name>-<width>-<light or dark>-<language>.png`, if `PICTURES` is set: pictures are
 * for people, and take longer than the checks beside them.
 */
export async function takePicture(page: Page, name: string, wanted = process.env.PICTURES): Promise<void> {
  if (!wanted) return;
  const { width, height, scheme, language } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
    scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    language: document.documentElement.lang,
  }));
  await page.screenshot({
    path: `${FOLDER}${name}-${width}-${scheme}-${language}.png`,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) },
  });
}

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

/** Preloading is for style sheets of other origins, which pages do not have. */
const VIOLATIONS_ONLY: axe.RunOptions = { resultTypes: ['violations'], preload: false };

async function runAxe(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(${JSON.stringify({ ...options, ...VIOLATIONS_ONLY })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${oneLine(failureSummary)}`),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

interface Box {
  name: string;
  /** The path of what sticks to an edge of the window, or is fixed there: it covers what scrolls below it. */
  layer: string;
  /** Prefixed by the paths of its ancestors. */
  path: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Borders and empty parts of letters may overlap imperceptibly. */
const TOLERANCE = 4;

/** Texts, images and controls that overlap, one line per pair. */
export async function findOverlaps(page: Page): Promise<string[]> {
  const boxes = await readBoxes(page);
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => cover(one, other))
      .map((other) => `"${one.name}" and "${other.name}" cover each other`),
  );
}

function cover(one: Box, other: Box): boolean {
  if (one.layer !== other.layer) return false;
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (across <= TOLERANCE || down <= TOLERANCE) return false;
  return !one.path.startsWith(other.path) && !other.path.startsWith(one.path);
}

// Runs in the page, so it must be self-contained.
function readBoxes(page: Page): Promise<Box[]> {
  return page.evaluate(() => {
    const paths = new Map<Element, string>();

    function pathOf(element: Element): string {
      const around = element.parentElement;
      if (!around) return '';
      const path = paths.get(element) ?? `${pathOf(around)}${Array.from(around.children).indexOf(element)}/`;
      paths.set(element, path);
      return path;
    }

    function layerOf(element: Element): string {
      if (/sticky|fixed/.test(getComputedStyle(element).position)) return pathOf(element);
      return element.parentElement ? layerOf(element.parentElement) : '';
    }

    function cutOff({ left, right, top, bottom }: DOMRect, from: Element | null) {
      const box = { left, right, top, bottom };
      for (let around = from; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const edge = around.getBoundingClientRect();
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      return box;
    }

    function boxesOf(node: Node): Box[] {
      const owner = node instanceof Element ? node : node.parentElement;
      if (!owner?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
      const range = document.createRange();
      range.selectNode(node);
      const rectangles = node instanceof Element ? [node.getBoundingClientRect()] : range.getClientRects();
      const name = node.textContent?.trim().slice(0, 40) || owner.localName;
      const [layer, path] = [layerOf(owner), pathOf(owner)];
      return Array.from(rectangles, (rectangle) => ({
        name,
        layer,
        path,
        ...cutOff(rectangle, node.parentElement),
      }));
    }

    const controls = Array.from(document.querySelectorAll('img, svg, video, input, button, select'), boxesOf);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      if (texts.currentNode.textContent?.trim()) controls.push(boxesOf(texts.currentNode));
    return controls.flat();
  });
}
