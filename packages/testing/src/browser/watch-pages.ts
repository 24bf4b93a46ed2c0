import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';

// By name: Playwright listens to other events itself, and waits for those when the context is closed.
const WATCHED = ['console', 'weberror', 'request', 'response', 'requestfailed'];

/** What is no violation. */
export interface Expected {
  origins: readonly string[];
  /** The name of a cookie that the reader has. */
  cookie?: string | undefined;
  /** The names of cookies that pages may set. */
  mayStore?: RegExp | undefined;
  /** Whether requests may be refused or fail. */
  mayFail: boolean;
}

/**
 * Records violations: logged errors (including breaches of the Content-Security-Policy), exceptions, requests to other
 * origins, failed loads and cookies. The document itself may be a 404.
 */
export function watchPages(
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
