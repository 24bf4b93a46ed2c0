import type { Page } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EditedPages,
  focusText,
  htmlOf,
  moveBy,
  startEditedPages,
  textOf,
} from '../../testing/edited-pages.ts';

let pages: EditedPages;

beforeAll(async () => {
  pages = await startEditedPages();
});

afterAll(() => pages.stop());

const TABLE =
  '<table>\n<thead>\n<tr>\n<th>A</th>\n<th>B</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>';

/** Goes to the tool of the table's toolbar by keyboard, and presses it. */
async function press(page: Page, tool: string): Promise<void> {
  await focusText(page);
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  while ((await focused()) !== tool) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
}

/** Goes to the first cell of a document that begins with a table. */
async function enter(page: Page): Promise<void> {
  await focusText(page);
  await moveBy(page, 'Control+Home');
  await moveBy(page, 'ArrowRight');
}

/** The text of each row. */
function rowsOf(html: string): string[] {
  return Array.from(html.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = '']) =>
    row
      .replace(/\s+/g, '')
      .replace(/<\/t[hd]>/g, ' ')
      .trim(),
  );
}

describe('a table, by keyboard alone', () => {
  it.each([
    ['Insert row above', ['<td> <td>', '<th>A <th>B', '<td>1 <td>2']],
    ['Insert row below', ['<th>A <th>B', '<td> <td>', '<td>1 <td>2']],
    ['Delete row', ['<td>1 <td>2']],
    ['Insert column before', ['<th> <th>A <th>B', '<td> <td>1 <td>2']],
    ['Insert column after', ['<th>A <th> <th>B', '<td>1 <td> <td>2']],
    ['Delete column', ['<th>B', '<td>2']],
    ['Header row', ['<td>A <td>B', '<td>1 <td>2']],
    ['Header column', ['<th>A <th>B', '<th>1 <td>2']],
  ])('%s', async (tool, rows) => {
    await pages.edit(TABLE, async (page) => {
      await enter(page);
      await press(page, tool);
      expect(rowsOf(await htmlOf(page))).toEqual(rows);
    });
  });

  it('merges and splits cells', async () => {
    await pages.edit(TABLE, async (page) => {
      await enter(page);
      await moveBy(page, 'End');
      await moveBy(page, 'Shift+ArrowRight');
      await press(page, 'Merge cells');
      expect(await htmlOf(page)).toContain('<th colspan="2">');
      await press(page, 'Split cell');
      expect(rowsOf(await htmlOf(page))).toHaveLength(2);
      expect(await htmlOf(page)).not.toContain('colspan');
    });
  });

  it('is inserted, filled by Tab, and grows by a row', async () => {
    await pages.edit('', async (page) => {
      await focusText(page);
      await page.keyboard.press('Alt+F10');
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      while ((await focused()) !== 'Table') await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await focusText(page);
      for (const text of ['A', 'B', 'C', '1', '2', '3', '4', '5', '6', '7']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      const html = await htmlOf(page);
      expect(rowsOf(html)).toEqual([
        '<th>A <th>B <th>C',
        '<td>1 <td>2 <td>3',
        '<td>4 <td>5 <td>6',
        '<td>7 <td> <td>',
      ]);
      expect(html).toMatch(/^<table>\n<thead>\n<tr>\n<th>A<\/th>/);
    });
  });

  it('shows its tools without moving the text, and aligns a column', async () => {
    await pages.edit(`<p>Before</p>\n${TABLE}`, async (page) => {
      const top = async () => (await textOf(page).boundingBox())?.y;
      await textOf(page).getByText('Before').click();
      const before = await top();
      await textOf(page).getByText('1').click();
      await page.getByRole('toolbar', { name: 'Table' }).waitFor();
      expect(await top()).toBe(before);
      await page.getByLabel('Column alignment').selectOption('right');
      expect(rowsOf(await htmlOf(page))).toEqual(['<thalign="right">A <th>B', '<tdalign="right">1 <td>2']);
    });
  });

  it('is deleted with its caption', async () => {
    await pages.edit(
      `<p>a</p>\n${TABLE.replace('<table>', '<table>\n<caption>C</caption>')}`,
      async (page) => {
        await textOf(page).getByText('1').click();
        await press(page, 'Delete table');
        expect(await htmlOf(page)).toBe('<p>a</p>');
      },
    );
  });
});
