import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';

// By name: Playwright itself listens to others, and waits for them when the context is closed.
const WATCHED = ['console', 'weberror', 'request', 'response', 'requestfailed'];

/**
 * Writes down what no page of ours may do: log an error (a breach of its Content-Security-Policy is one), throw, ask
 * another origin than those, get an error for something that it loads, set a cookie. The document that was asked for may
 * be a 404.
 */
export function watchPages(
  context: BrowserContext,
  origins: readonly string[],
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
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      complaints.push(`was refused something: ${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    if (!isGivenUp(request))
      complaints.push(`could not load: ${request.url()} (${request.failure()?.errorText})`);
  });
  return {
    async end() {
      // Chromium answers in order: after this, nothing that has happened is still on its way.
      const cookies = await context.cookies();
      for (const event of WATCHED) context.removeAllListeners(event);
      return [...complaints, ...cookies.map(({ name }) => `set a cookie: ${name}`)];
    },
  };
}

// Chromium logs each answer of 400 and above; for the document that was asked for, that is no mistake.
function isError(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !message.text().startsWith('Failed to load resource: ');
}

// By the page itself, when the reader goes on typing, or goes on.
function isGivenUp(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED';
}
