import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../testing/browsed-site.ts';
import { EXAMPLE } from '../testing/example.ts';

let site: BrowsedSite;

beforeAll(async () => {
  site = await startBrowsedSite(EXAMPLE);
});

afterAll(() => site.stop());

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
