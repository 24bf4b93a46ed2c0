import { stripVTControlCharacters } from 'node:util';
import { AppError } from '@guidepost/service-kit';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { watchPages } from './watch-pages.ts';

export type { Page };

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
}

/** A chromium that belongs to one test file. */
export interface TestBrowser {
  /**
   * Opens the page at `url` as a reader who comes for the first time, and lets `read` look around.
   *
   * @throws Error when `read` does, or when a page did what no page of ours may do; see `watchPages`
   */
  visit(url: string, reader: Reader, read: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const LAUNCH_TIMEOUT = 20_000;

/** How long to wait for a state of the page: less than Jest waits for the test, since Jest can't say what was missing. */
const WAIT_TIMEOUT = 15_000;

/** Whatever a page asks for, nothing leaves this machine. */
const EVERY_HOST_IS_LOCAL = '--host-resolver-rules=MAP * 127.0.0.1';

/** @throws AppError `unavailable`, in one line, when the program that `findChromium` found does not start as a browser */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await launch(findChromium() ?? 'chromium');
  return {
    visit: (url, reader, read) => visit(browser, { url, reader }, read),
    close: () => browser.close(),
  };
}

async function launch(executablePath: string): Promise<Browser> {
  try {
    // Playwright leaves out chromium's sandbox, which root and containers do not have: the pages are our own.
    return await chromium.launch({ executablePath, args: [EVERY_HOST_IS_LOCAL], timeout: LAUNCH_TIMEOUT });
  } catch (cause) {
    const reason = lastComplaint(String(cause));
    throw new AppError('unavailable', `CHROMIUM: ${executablePath} does not start as a browser${reason}`, {
      cause,
    });
  }
}

// What the program itself wrote last stands behind `[err]` in Playwright's long report.
function lastComplaint(report: string): string {
  const complaint = stripVTControlCharacters(report)
    .match(/(?<=\[err\] ).+/g)
    ?.at(-1);
  return complaint ? `: ${complaint}` : '';
}

async function visit(
  browser: Browser,
  { url, reader }: { url: string; reader: Reader },
  read: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(contextOptions(reader));
  context.setDefaultTimeout(WAIT_TIMEOUT);
  const watch = watchPages(context, new URL(url).origin);
  try {
    const page = await context.newPage();
    const reading = page.goto(url).then(() => read(page));
    const failure = await reading.catch((error: unknown) => error);
    const complaints = await watch.complaints();
    if (complaints.length > 0) throw new Error(`The page ${complaints.join('\n')}`, { cause: failure });
    await reading;
  } finally {
    await context.close();
  }
}

function contextOptions(reader: Reader): BrowserContextOptions {
  const { width = 1280, colorScheme = 'light', javaScript = true, locale = 'en' } = reader;
  return {
    viewport: { width, height: 800 },
    colorScheme,
    javaScriptEnabled: javaScript,
    locale,
    // What glides into place is there at once: a test must not look too early.
    reducedMotion: 'reduce',
  };
}
