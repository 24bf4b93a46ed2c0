import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';

const CONTENT = `<table><tr><th>none</th>
  <td align="left">left</td><td align="center">center</td><td align="right">right</td></tr></table>`;

let site: BrowsedSite;

beforeAll(async () => {
  const guides = [{ id: 1, slug: 'prices', content: CONTENT }];
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
