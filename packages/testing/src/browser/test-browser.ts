import { stripVTControlCharacters } from 'node:util';
import { AppError } from '@guidepost/service-kit';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { createPageLender, type Reader } from './lend-pages.ts';
import { watchPages } from './watch-pages.ts';

export type { Locator, Page, Reader };

/** A Chromium for one test file. */
export interface TestBrowser {
  /**
   * Opens `url` for a new reader and runs `read`. @throws Error from `read`, or for violations found by `watchPages`
   */
  visit(url: string, reader: Reader, read: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const LAUNCH_TIMEOUT = 40_000;

/** Keeps all requests on this machine. */
const EVERY_HOST_IS_LOCAL = '--host-resolver-rules=MAP * 127.0.0.1';

/** @throws AppError `unavailable`, in one line, when the program does not start as a browser */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await launch(findChromium() ?? 'chromium');
  const lendPage = createPageLender(browser);
  return {
    visit: (url, reader, read) => lendPage(reader, (page) => visit(page, { ...reader, url }, read)),
    close: () => browser.close(),
  };
}

async function launch(executablePath: string): Promise<Browser> {
  try {
    // Playwright disables Chromium's sandbox, which root and containers lack: the pages are ours.
    return await chromium.launch({ executablePath, args: [EVERY_HOST_IS_LOCAL], timeout: LAUNCH_TIMEOUT });
  } catch (cause) {
    const reason = lastComplaint(String(cause));
    throw new AppError('unavailable', `CHROMIUM: ${executablePath} does not start as a browser${reason}`, {
      cause,
    });
  }
}

// In Playwright's report, the program's own output follows `[err]`.
function lastComplaint(report: string): string {
  const complaint = stripVTControlCharacters(report)
    .match(/(?<=\[err\] ).+/g)
    ?.at(-1);
  return complaint ? `: ${complaint}` : '';
}

interface Visit extends Pick<Reader, 'asks' | 'cookie' | 'mayStore' | 'mayFail'> {
  url: string;
}

async function visit(
  page: Page,
  { url, asks = [], cookie, mayStore, mayFail = false }: Visit,
  read: (page: Page) => Promise<void>,
): Promise<void> {
  const { origin } = new URL(url);
  if (cookie) await page.context().addCookies([{ ...cookie, url: origin }]);
  const watch = watchPages(page.context(), {
    origins: [origin, ...asks],
    cookie: cookie?.name,
    mayStore,
    mayFail,
  });
  const reading = page.goto(url).then(() => read(page));
  const failure = await reading.catch((error: unknown) => error);
  const complaints = await watch.end();
  if (cookie ?? mayStore) await page.context().clearCookies();
  if (complaints.length > 0) throw new Error(`The page ${complaints.join('\n')}`, { cause: failure });
  await reading;
}
