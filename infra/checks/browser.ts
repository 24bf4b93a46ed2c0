import { findChromium, openBrowser } from '@guidepost/testing/browser';

/** Said beside the numbers of a run that had no browser. */
export function browserTestsLeftOut(): string | undefined {
  return findChromium()
    ? undefined
    : 'Browser tests were left out: there is no chromium, chromium-browser or google-chrome on the PATH, and CHROMIUM names none.';
}

/**
 * Finds out in a second, not after minutes, that the browser of the browser tests does not start.
 *
 * @throws AppError `unavailable`: one line that begins with `CHROMIUM`
 */
export async function tryBrowser(): Promise<void> {
  if (!findChromium()) return;
  const browser = await openBrowser();
  await browser.close();
}
