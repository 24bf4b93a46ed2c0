import type { Browser, Page } from 'playwright-core';

/** How somebody looks at a page. */
export interface Reader {
  /** Of the window, in CSS pixels; 1280 unless set. */
  width?: number;
  /** What the reader prefers; light unless set. */
  colorScheme?: 'light' | 'dark';
  /** `false`: a browser that runs no script. */
  javaScript?: boolean;
  /** The language that the reader prefers, such as `sv`; `en` unless set. */
  locale?: string;
  /** Origins that the page may ask besides its own, which is what makes a page on another site; none unless set. */
  asks?: readonly string[];
}

/** Runs `use` with a page as this reader has it. */
export type LendPage = (reader: Reader, use: (page: Page) => Promise<void>) => Promise<void>;

/** How long to wait for a state of the page: less than Jest waits for the test, since Jest can't say what was missing. */
const WAIT_TIMEOUT = 15_000;

/** A page is lent again unless its use failed: to open one takes longer than most visits. */
export function createPageLender(browser: Browser): LendPage {
  const idle = new Map<string, Page[]>();
  return async ({ width = 1280, colorScheme = 'light', javaScript = true, locale = 'en' }, use) => {
    const kind = `${javaScript} ${locale}`;
    const pages = idle.get(kind) ?? [];
    idle.set(kind, pages);
    const page = pages.pop() ?? (await openPage(browser, { javaScriptEnabled: javaScript, locale }));
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ media: null, colorScheme });
    try {
      await use(page);
    } catch (error) {
      await page.context().close();
      throw error;
    }
    await page.unrouteAll();
    pages.push(page);
  };
}

async function openPage(
  browser: Browser,
  options: { javaScriptEnabled: boolean; locale: string },
): Promise<Page> {
  // What glides into place is there at once: a test must not look too early.
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  context.setDefaultTimeout(WAIT_TIMEOUT);
  return context.newPage();
}
