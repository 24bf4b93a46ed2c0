import { findChromium, openBrowser } from '@guidepost/testing/browser';

/** A note for runs without a browser. */
export function browserTestsLeftOut(): string | undefined {
  return findChromium()
    ? undefined
    : 'Browser tests were skipped: there is no chromium-headless-shell, chromium, chromium-browser or google-chrome on the PATH, and CHROMIUM is not set.';
}

/** Fails early without a working browser. @throws AppError `unavailable`: one line beginning with `CHROMIUM` */
export async function tryBrowser(): Promise<void> {
  if (!findChromium()) return;
  const browser = await openBrowser();
  await browser.close();
}
