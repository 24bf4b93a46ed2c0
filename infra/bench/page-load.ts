import { findChromium, openBrowser, type Page, type TestBrowser } from '@guidepost/testing/browser';
import { median } from './median.ts';
import { startService } from './start-service.ts';

/** What a browser that has never been here needs to show a page. */
export interface PageLoad {
  name: string;
  /** Medians, in milliseconds from the beginning of the navigation. */
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** The worst of all loads; 0 when nothing moves (https://web.dev/articles/cls). */
  layoutShift: number;
  /** What the browser waits for before it shows anything. */
  blocking: string[];
  requests: number;
  /** Over the wire, head and body of all answers. */
  bytes: number;
}

type Load = Omit<PageLoad, 'name'>;

const PORT = 4914;
const LOADS = 15;

/** Loads some pages of a site; undefined where there is no Chromium to load them with. */
export async function measurePageLoads(
  databaseUrl: string,
  { host, slug }: { host: string; slug: string },
): Promise<PageLoad[] | undefined> {
  if (!findChromium()) return undefined;
  const { process: service } = await startService(databaseUrl, PORT);
  const browser = await openBrowser();
  const site = `${service.address}/site/${host}`;
  const pages: [name: string, url: string][] = [
    ['home', site],
    ['a guide', `${site}/guides/${slug}`],
    ['a search', `${site}/search?q=index`],
  ];
  const loads: PageLoad[] = [];
  for (const [name, url] of pages) loads.push({ name, ...(await loadOften(browser, url)) });
  await browser.close();
  await service.stop();
  return loads;
}

async function loadOften(browser: TestBrowser, url: string): Promise<Load> {
  const loads: Load[] = [];
  // Each visit is the first of a new reader, who has nothing in the cache.
  for (let count = 0; count < LOADS; count++)
    await browser.visit(url, { width: 1280 }, async (page) => void loads.push(await readLoad(page)));
  const [{ blocking, requests, bytes } = { blocking: [], requests: 0, bytes: 0 }] = loads;
  return {
    firstContentfulPaint: median(loads.map((load) => load.firstContentfulPaint)),
    largestContentfulPaint: median(loads.map((load) => load.largestContentfulPaint)),
    layoutShift: Math.max(...loads.map((load) => load.layoutShift)),
    blocking,
    requests,
    bytes,
  };
}

/** What the browser itself has noted of the page that it has just loaded. */
function readLoad(page: Page): Promise<Load> {
  return page.evaluate(async () => {
    const firstContentfulPaint = await new Promise<number>((resolve) => {
      const look = () => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        if (paint) resolve(paint.startTime);
        else requestAnimationFrame(look);
      };
      look();
    });
    const noted = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        // Of shifts there may be none to hear of.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      });
    const [largest, shifts] = [await noted('largest-contentful-paint'), await noted('layout-shift')];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [document] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
    return {
      firstContentfulPaint,
      largestContentfulPaint: largest.at(-1)?.startTime ?? Number.NaN,
      layoutShift: shifts.reduce((sum, shift) => sum + (shift as unknown as { value: number }).value, 0),
      blocking: resources
        .filter(
          (resource) =>
            (resource as unknown as { renderBlockingStatus: string }).renderBlockingStatus === 'blocking',
        )
        .map(({ name }) => name.replace(/^.*\//, '')),
      requests: resources.length + 1,
      bytes: resources.reduce((sum, { transferSize }) => sum + transferSize, document?.transferSize ?? 0),
    };
  });
}

export function reportPageLoads(loads: PageLoad[] | undefined): string {
  if (!loads) return '## Pages in a browser\n\nNot measured: there was no Chromium.\n';
  const rows = loads.map(
    ({ name, firstContentfulPaint, largestContentfulPaint, layoutShift, blocking, requests, bytes }) =>
      `| ${name} | ${firstContentfulPaint.toFixed(0)} ms | ${largestContentfulPaint.toFixed(0)} ms | ${layoutShift.toFixed(2)} | ${blocking.length} | ${requests} | ${(bytes / 1_000).toFixed(1)} kB |`,
  );
  return `### Pages in a browser

Chromium on the same machine, ${LOADS} loads each by a reader with an empty cache; medians, of layout shift the worst.

| page | first contentful paint | largest | layout shift | blocking requests | requests | over the wire |
|---|---|---|---|---|---|---|
| *wanted* | *under 100 ms* | | *0* | *1, the stylesheet* | | |
${rows.join('\n')}
`;
}
