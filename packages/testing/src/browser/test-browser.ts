import { stripVTControlCharacters } from 'node:util';
import { findChromium } from '@guidepost/local-servers/testing';
import { AppError } from '@guidepost/service-kit';
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';

/** A reader's browser settings. */
interface Reader {
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
  /** The cookie of a person who is signed in; pages set no other one. */
  cookie?: { name: string; value: string };
  /** The names of cookies that pages may set; they are removed afterwards. */
  mayStore?: RegExp;
  /** Whether requests may be refused or fail, because that is what the test is about. */
  mayFail?: boolean;
}

/** Runs `use` with a page for this reader. */
type LendPage = (reader: Reader, use: (page: Page) => Promise<void>) => Promise<void>;

/** Below Jest's timeout, whose error does not say what was missing. */
const WAIT_TIMEOUT = 40_000;

// By name: Playwright listens to other events itself, and waits for those when the context is closed.
const WATCHED = ['console', 'weberror', 'request', 'response', 'requestfailed'];

/** Exceptions that are no violations. */
interface Expected {
  origins: readonly string[];
  /** The name of a cookie that the reader has. */
  cookie?: string | undefined;
  /** The names of cookies that pages may set. */
  mayStore?: RegExp | undefined;
  /** Whether requests may be refused or fail. */
  mayFail: boolean;
}

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
  // The next reader is another one.
  await page.evaluate(() => [localStorage, sessionStorage].map((store) => store.clear())).catch(() => {});
  const complaints = await watch.end();
  if (cookie ?? mayStore) await page.context().clearCookies();
  if (complaints.length > 0) throw new Error(`The page ${complaints.join('\n')}`, { cause: failure });
  await reading;
}

/**
 * Records violations: logged errors (including breaches of the Content-Security-Policy), exceptions, requests to other
 * origins, failed loads and cookies. The document itself may be a 404.
 */
function watchPages(
  context: BrowserContext,
  { origins, cookie, mayStore, mayFail }: Expected,
): { end(): Promise<string[]> } {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (isError(message)) complaints.push(`logged: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`threw: ${error.error().message}`));
  context.on('request', (request) => {
    if (!origins.includes(new URL(request.url()).origin))
      complaints.push(`asked another origin: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (!mayFail && response.status() >= 400 && !response.request().isNavigationRequest())
      complaints.push(`was refused something: ${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    if (!mayFail && !isGivenUp(request))
      complaints.push(`could not load: ${request.url()} (${request.failure()?.errorText})`);
  });
  return {
    async end() {
      // Chromium answers in order, so this flushes earlier events.
      const cookies = await context.cookies();
      for (const event of WATCHED) context.removeAllListeners(event);
      const others = cookies.filter(({ name }) => name !== cookie && !mayStore?.test(name));
      return [...complaints, ...others.map(({ name }) => `set a cookie: ${name}`)];
    },
  };
}

// Chromium logs every status of 400 and above, even the document's own.
function isError(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !message.text().startsWith('Failed to load resource: ');
}

// Aborted by the page, e.g. when the reader goes on typing.
function isGivenUp(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED';
}

/** Reuses pages unless their use failed: opening one takes longer than most visits. */
function createPageLender(browser: Browser): LendPage {
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
