import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';

const CONTENT = '<p>اكتب</p><p><code>npm start --silent</code></p>';

let site: BrowsedSite;

beforeAll(async () => {
  const guides = [{ id: 1, slug: 'start', title: 'كيف تبدأ', content: CONTENT }];
  site = await startBrowsedSite({ host: 'help.example.com', language: 'ar', guides });
});

afterAll(() => site.stop());

describe('a page in a right-to-left language', () => {
  it.each([320, 1280])('does not scroll sideways, %d pixels wide', async (width) => {
    await site.visit('/guides/start', { width }, async (page) => {
      const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(pageWidth).toBe(width);
    });
  });

  it('shows its focused skip link at the right', async () => {
    await site.visit('/guides/start', { width: 1280 }, async (page) => {
      await page.keyboard.press('Tab');
      const box = await page.locator('.skip').boundingBox();
      expect(box && box.x + box.width).toBe(1280);
    });
  });

  it('shows code from left to right', async () => {
    await site.visit('/guides/start', {}, async (page) => {
      const direction = await page.locator('code').evaluate((code) => getComputedStyle(code).direction);
      expect(direction).toBe('ltr');
    });
  });
});
