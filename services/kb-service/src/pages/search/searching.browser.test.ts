import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';
import { EXAMPLE } from '../../testing/example.ts';

let site: BrowsedSite;

beforeAll(async () => {
  site = await startBrowsedSite(EXAMPLE);
});

afterAll(() => site.stop());

describe.each([
  ['with script', {}],
  ['without script', { javaScript: false }],
])('searching %s', (_, reader) => {
  it.each(['/', '/guides/refunds', '/guides/nowhere'])(
    'from %s leads by Enter to results and a guide',
    async (path) => {
      await site.visit(path, reader, async (page) => {
        const field = page.getByRole('search').getByLabel('Search the guides');
        await field.fill('install');
        await field.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'Results for “install”' }).waitFor();
        expect(await field.inputValue()).toBe('install');
        const found = page.getByRole('main').getByRole('link', { name: 'Install it' });
        expect(await found.locator('mark').allInnerTexts()).toEqual(['Install']);
        await found.click();
        await page.getByRole('heading', { level: 1, name: 'Install it' }).waitFor();
      });
    },
  );

  it('by its button corrects typing errors', async () => {
    await site.visit('/', reader, async (page) => {
      await page.getByLabel('Search the guides').fill('refnds');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('Showing results for “refunds” instead').waitFor();
      await page.getByRole('link', { name: 'Refunds' }).waitFor();
    });
  });

  it('without results gives advice', async () => {
    await site.visit('/search?q=zeppelin', reader, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'No results for “zeppelin”.' }).waitFor();
      await page.getByText('Try fewer words').waitFor();
    });
  });
});
