import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Where the pictures of a run are put. Git does not see them, and the next run replaces them. */
const FOLDER = fileURLToPath(new URL('../../../../artifacts/pictures/', import.meta.url));

/** Of a longer page only the beginning is kept, in CSS pixels. */
const MOST_HEIGHT = 2_500;

/** Keeps a picture of the page as `<name>-<width>-<light or dark>-<language>.png`, for people to look at. */
export async function takePicture(page: Page, name: string): Promise<void> {
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
