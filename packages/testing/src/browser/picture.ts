import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Ignored by Git; each run replaces them. */
const FOLDER = fileURLToPath(new URL('../../../../artifacts/pictures/', import.meta.url));

/** CSS pixels; longer pages are cropped. */
const MOST_HEIGHT = 2_500;

/**
 * Stores a picture of the page as `<name>-<width>-<light or dark>-<language>.png`, if `PICTURES` is set: pictures are for
 * people, and take longer than the checks beside them.
 */
export async function takePicture(page: Page, name: string, wanted = process.env.PICTURES): Promise<void> {
  if (!wanted) return;
  const { width, height, scheme, language } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
    scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    language: document.documentElement.lang,
  }));
  await page.screenshot({
    path: `${FOLDER}${name}-${width}-${scheme}-${language}.png`,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) },
  });
}
