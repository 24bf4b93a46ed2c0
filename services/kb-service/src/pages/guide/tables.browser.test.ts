import { findBarriers, findOverflow, type Reader } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';

const CONTENT = `<table><tr><th>none</th>
  <td align="left">left</td><td align="center">center</td><td align="right">right</td></tr></table>`;

const WORDS = Array.from({ length: 12 }, (_, n) => `Column${n}`);

/** Wider than a phone, with many headings above. */
const WIDE = `${['One', 'Two', 'Three'].map((name) => `<h2>${name}</h2><h3>Of ${name}</h3><p>Text</p>`).join('')}
  <table><tr>${WORDS.map((word) => `<th>${word}</th>`).join('')}</tr></table>
  <pre><code>${WORDS.join('-')}</code></pre>`;

let site: BrowsedSite;

beforeAll(async () => {
  const guides = [
    { id: 1, slug: 'prices', content: CONTENT },
    { id: 2, slug: 'wide', content: WIDE },
  ];
  site = await startBrowsedSite({ host: 'help.example.com', guides });
});

afterAll(() => site.stop());

describe('the columns of a table', () => {
  it.each([
    ['none', 'start', 'normal'],
    ['left', 'left', 'normal'],
    ['center', 'center', 'normal'],
    ['right', 'right', 'tabular-nums'],
  ])('that are aligned: %s', async (text, alignment, figures) => {
    await site.visit('/guides/prices', {}, async (page) => {
      const style = await page.getByText(text, { exact: true }).evaluate((cell) => {
        const { textAlign, fontVariantNumeric } = getComputedStyle(cell);
        return [textAlign, fontVariantNumeric];
      });
      expect(style).toEqual([alignment, figures]);
    });
  });
});

describe('content wider than a phone', () => {
  it.each(['Table', 'Code'])('scrolls, also by keyboard: %s', async (name) => {
    for (const colorScheme of ['light', 'dark'] as const)
      await site.visit('/guides/wide', { width: 320, colorScheme }, async (page) => {
        const scroller = page.getByRole('group', { name });
        await scroller.focus();
        await page.keyboard.press('ArrowRight');
        await page.waitForFunction(() => Number(document.activeElement?.scrollLeft) > 0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
        expect([...(await findOverflow(page)), ...(await findBarriers(page))]).toEqual([]);
      });
  });

  it.each(['Table', 'Code'])('has a shadow at edges with more content: %s', async (name) => {
    await site.visit('/guides/wide', { width: 320 }, async (page) => {
      const layers = await page
        .getByRole('group', { name })
        .evaluate((place) => getComputedStyle(place).backgroundAttachment);
      expect(layers).toBe('local, local, scroll, scroll');
    });
  });
});

describe.each<[string, Reader]>([
  ['with script', {}],
  ['without script', { javaScript: false }],
])('the table of contents, %s,', (_, reader) => {
  it('is folded on a phone, and unfolds by keyboard', async () => {
    await site.visit('/guides/wide', { ...reader, width: 360 }, async (page) => {
      const contents = page.getByRole('navigation', { name: 'On this page' });
      expect(await contents.getByRole('link').count()).toBe(0);
      await contents.locator('summary').press('Enter');
      await contents.getByRole('link', { name: 'Of Three' }).click();
      await page.waitForURL('**/guides/wide#of-three');
    });
  });

  it('is open where there is room for it beside the text', async () => {
    await site.visit('/guides/wide', { ...reader, width: 1280 }, async (page) => {
      const contents = page.getByRole('navigation', { name: 'On this page' });
      expect(await contents.locator('summary').isVisible()).toBe(false);
      await contents.getByRole('heading', { name: 'On this page' }).waitFor();
      await contents.getByRole('link', { name: 'Three', exact: true }).click();
      await page.waitForURL('**/guides/wide#three');
    });
  });
});
