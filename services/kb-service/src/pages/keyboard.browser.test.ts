import type { Page } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../testing/browsed-site.ts';
import { EXAMPLE } from '../testing/example.ts';

let site: BrowsedSite;

beforeAll(async () => {
  site = await startBrowsedSite(EXAMPLE);
});

afterAll(() => site.stop());

function readFocus(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { top, left, bottom, right, width } = focused.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    return {
      text: focused.textContent?.trim() || focused.localName,
      place: Array.from(document.querySelectorAll('a, button, input')).indexOf(focused),
      isShown: width > 1 && top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1,
      isMarked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    };
  });
}

describe.each([360, 1280])('by keyboard, %d wide', (width) => {
  it.each(['/', '/guides/install', '/search?q=install'])(
    'each link and control of %s is reached in order with visible focus',
    async (path) => {
      await site.visit(path, { width }, async (page) => {
        const controls = await page.locator('a, button, input').count();
        for (let place = 0; place < controls; place++) {
          await page.keyboard.press('Tab');
          expect(await readFocus(page)).toMatchObject({ place, isShown: true, isMarked: true });
        }
      });
    },
  );

  it('the first stop is the skip link', async () => {
    await site.visit('/guides/install', { width }, async (page) => {
      await page.keyboard.press('Tab');
      expect(await readFocus(page)).toMatchObject({ text: 'Skip to content', isShown: true });
      await page.keyboard.press('Enter');
      await page.locator('main:focus').waitFor();
      await page.keyboard.press('Tab');
      expect(await readFocus(page)).toMatchObject({ text: 'Home' });
    });
  });
});
