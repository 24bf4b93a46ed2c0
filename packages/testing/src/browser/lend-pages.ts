import type { Browser, Page } from 'playwright-core';

/** A reader's browser settings. */
export interface Reader {
  /** Width of the window in CSS pixels; 1280 by default. */
  width?: number;
  colorScheme?: 'light' | 'dark';
  /** `false` disables scripts. */
  javaScript?: boolean;
  /** Preferred language, such as `sv`; `en` by default. */
  locale?: string;
  /** The time zone of the reader's clock, such as `America/Los_Angeles`; `UTC` by default. */
  timezone?: string;
  /** Other origins that the page may request; none by default. */
  asks?: readonly string[];
  /** Of someone who is signed in; pages set no other one. */
  cookie?: { name: string; value: string };
  /** The names of cookies that pages may set; they are gone afterwards. */
  mayStore?: RegExp;
  /** Whether requests may be refused or fail, because that is what the test is about. */
  mayFail?: boolean;
}

/** Runs `use` with a page for this reader. */
export type LendPage = (reader: Reader, use: (page: Page) => Promise<void>) => Promise<void>;

/** Below Jest's timeout, whose error does not say what was missing. */
const WAIT_TIMEOUT = 40_000;

/** Reuses pages unless their use failed: opening one takes longer than most visits. */
export function createPageLender(browser: Browser): LendPage {
  const idle = new Map<string, Page[]>();
  return async (
    { width = 1280, colorScheme = 'light', javaScript = true, locale = 'en', timezone = 'UTC' },
    use,
  ) => {
    const kind = `${javaScript} ${locale} ${timezone}`;
    const pages = idle.get(kind) ?? [];
    idle.set(kind, pages);
    const page =
      pages.pop() ??
      (await openPage(browser, { javaScriptEnabled: javaScript, locale, timezoneId: timezone }));
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
  options: { javaScriptEnabled: boolean; locale: string; timezoneId: string },
): Promise<Page> {
  // Disables animations, so that tests see the final state.
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  context.setDefaultTimeout(WAIT_TIMEOUT);
  return context.newPage();
}
