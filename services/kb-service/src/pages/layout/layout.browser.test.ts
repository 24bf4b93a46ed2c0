import { findOverflow, type Page } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';
import { EXAMPLE } from '../../testing/example.ts';

describe('long names', () => {
  /** A word that cannot be broken. */
  const LONG = 'Donaudampfschiff'.repeat(12);

  const HEADINGS = Array.from({ length: 300 }, (_, index) => `<h2>Step ${index}</h2>`).join('');

  let site: BrowsedSite;

  beforeAll(async () => {
    site = await startBrowsedSite({
      host: 'help.example.com',
      name: LONG,
      categories: [
        { id: 1, slug: 'topic', name: LONG },
        { id: 2, slug: 'subtopic', name: LONG, parent: 1 },
      ],
      tags: [{ id: 1, slug: 'tag', name: LONG }],
      guides: [
        {
          id: 1,
          slug: 'one',
          title: LONG,
          content: `<h2>${LONG}</h2><p>${LONG}</p>`,
          categories: [2],
          tags: [1],
        },
        { id: 2, slug: 'steps', content: HEADINGS },
      ],
    });
  });

  afterAll(() => site.stop());

  describe('names that are one long word', () => {
    it.each([
      ['/', 360],
      ['/guides/one', 360],
      ['/guides/one', 1280],
      ['/categories/topic', 360],
      ['/tags/tag', 360],
      ['/guides', 360],
      [`/search?q=${LONG}`, 360],
    ])('fit at %s, %d pixels wide', async (path, width) => {
      await site.visit(path, { width }, async (page) => {
        expect(await findOverflow(page)).toEqual([]);
      });
    });
  });

  describe('a table of contents of 300 headings', () => {
    it('leaves the beginning of the guide visible on a phone', async () => {
      await site.visit('/guides/steps', { width: 360 }, async (page) => {
        const box = await page.getByRole('heading', { name: 'Step 0' }).boundingBox();
        expect(box?.y).toBeLessThan(1_200);
      });
    });
  });
});

describe('a page in a right-to-left language', () => {
  const CONTENT = '<p>اكتب</p><p><code>npm start --silent</code></p>';

  let site: BrowsedSite;

  beforeAll(async () => {
    const guides = [{ id: 1, slug: 'start', title: 'كيف تبدأ', content: CONTENT }];
    site = await startBrowsedSite({ host: 'help.example.com', language: 'ar', guides });
  });

  afterAll(() => site.stop());

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

describe('the pages of an example', () => {
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
        place: Array.from(document.querySelectorAll('a, button, input, time[tabindex]')).indexOf(focused),
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
          const controls = await page.locator('a, button, input, time[tabindex]').count();
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

  describe.each([
    ['with script', {}],
    ['without script', { javaScript: false }],
  ])('reading %s', (_, reader) => {
    it('navigates from the home page to a guide and back by breadcrumbs', async () => {
      await site.visit('/', reader, async (page) => {
        await page.getByRole('link', { name: 'money' }).click();
        await page.getByRole('heading', { level: 1, name: 'money' }).waitFor();
        await page.getByRole('link', { name: 'invoices' }).click();
        await page.getByRole('link', { name: 'Refunds' }).click();
        await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor();
        const ways = page.getByRole('navigation', { name: 'You are here' }).getByRole('link');
        expect(await ways.allInnerTexts()).toEqual(['Home', 'money', 'invoices']);
        await ways.first().click();
        await page.getByRole('heading', { level: 1, name: 'Example Help' }).waitFor();
      });
    });

    it('navigates from a guide to others of its category and tags', async () => {
      await site.visit('/guides/install', reader, async (page) => {
        await page
          .getByRole('navigation', { name: 'More in start' })
          .getByRole('link', { name: 'äpples' })
          .click();
        await page.getByRole('heading', { level: 1, name: 'äpples' }).waitFor();
        await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'basics' }).click();
        await page.getByRole('heading', { level: 1, name: 'basics' }).waitFor();
        await page.getByRole('link', { name: 'Install it' }).click();
        await page.getByRole('heading', { level: 1, name: 'Install it' }).waitFor();
      });
    });

    it('navigates on from an error page', async () => {
      await site.visit('/guides/nowhere', reader, async (page) => {
        await page.getByRole('heading', { level: 1, name: 'We cannot find this page' }).waitFor();
        await page.getByRole('contentinfo').getByRole('link', { name: 'All guides' }).click();
        await page.getByRole('link', { name: 'Zebra' }).click();
        await page.getByRole('heading', { level: 1, name: 'Zebra' }).waitFor();
      });
    });
  });
});
