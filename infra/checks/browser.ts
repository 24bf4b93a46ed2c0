import { findChromium, openBrowser } from '@guidepost/testing/browser';

/** A note for runs without a browser. */
export function browserTestsLeftOut(): string | undefined {
  return findChromium()
    ? undefined
    : 'Browser tests were skipped: there is no chromium, chromium-browser or google-chrome on the PATH, and CHROMIUM is not set.';
}

/**
 * Fails early if the browser for tests does not start.
 * @throws AppError `unavailable`: one line that begins with `CHROMIUM`
 */
export async function tryBrowser(): Promise<void> {
  if (!findChromium()) return;
  const browser = await openBrowser();
  await browser.close();
}
