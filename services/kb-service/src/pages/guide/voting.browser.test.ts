import { CATALOGUES } from '@guidepost/i18n';
import { findOverflow } from '@guidepost/testing/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';
import { EXAMPLE } from '../../testing/example.ts';

let site: BrowsedSite;

beforeAll(async () => {
  site = await startBrowsedSite(EXAMPLE);
});

beforeEach(() => site.service.database.none('truncate guide_votes, guide_vote_counts'));

afterAll(() => site.stop());

const countsOf = (guide: number) =>
  site.service.database.oneOrNone('select upvotes, downvotes from guide_vote_counts where guide_id = $1', [
    guide,
  ]);

describe.each([
  ['Yes', { upvotes: 1, downvotes: 0 }],
  ['No', { upvotes: 0, downvotes: 1 }],
])('answering %s', (answer, counts) => {
  it('with script is counted on the page', async () => {
    await site.visit('/guides/install', {}, async (page) => {
      await page.getByRole('button', { name: answer }).click();
      await page.getByRole('status').getByText('Thank you').waitFor();
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/guides/install');
      expect(await page.getByRole('button', { name: answer }).count()).toBe(0);
    });
    expect(await countsOf(31)).toEqual(counts);
  });

  it('without script is counted and shows thanks', async () => {
    await site.visit('/guides/install', { javaScript: false }, async (page) => {
      await page.getByRole('button', { name: answer }).click();
      await page.waitForURL('**/guides/install?voted=*#:helpful');
      await page.getByText('Thank you').waitFor();
    });
    expect(await countsOf(31)).toEqual(counts);
  });
});

describe('a vote repeated before the answer', () => {
  it('is sent once', async () => {
    await site.visit('/guides/install', {}, async (page) => {
      const pressed = Promise.withResolvers<void>();
      const sent: string[] = [];
      await page.route('**/knowledge/**', async (route) => {
        sent.push(new URL(route.request().url()).pathname);
        await pressed.promise;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Yes' }).dblclick();
      await page.getByRole('button', { name: 'No' }).click();
      pressed.resolve();
      await page.getByRole('status').getByText('Thank you').waitFor();
      expect(sent).toEqual([expect.stringMatching(/upvote$/)]);
    });
    expect(await countsOf(31)).toEqual({ upvotes: 1, downvotes: 0 });
  });
});

describe('a vote without an answer of the API', () => {
  it('is sent by the form in the end', async () => {
    await site.visit('/guides/install', {}, async (page) => {
      await page.route('**/knowledge/**', () => {});
      await page.getByRole('button', { name: 'Yes' }).click();
      await page.waitForURL('**/guides/install#:helpful');
      await page.getByText('Thank you').waitFor();
    });
    expect(await countsOf(31)).toEqual({ upvotes: 1, downvotes: 0 });
  });
});

describe('on a phone', () => {
  it.each(Object.entries(CATALOGUES))(
    'Yes and No are side by side in %s',
    async (language, { guides: { yes, no } }) => {
      const change = 'update knowledge_bases set language = $2 where id = $1';
      await site.service.change('help.localhost', change, [language]);
      await site.visit('/guides/install', { width: 320, locale: language }, async (page) => {
        const boxes = [yes, no].map((name) => page.getByRole('button', { name, exact: true }).boundingBox());
        const [one, other] = await Promise.all(boxes);
        expect([one?.y, Number(one?.height) >= 44]).toEqual([other?.y, true]);
        expect(await findOverflow(page)).toEqual([]);
      });
    },
  );

  afterAll(() =>
    site.service.change('help.localhost', "update knowledge_bases set language = 'en' where id = $1"),
  );
});

describe('a vote by keyboard', () => {
  it('needs only Tab and Enter, and keeps the focus', async () => {
    await site.visit('/guides/install', {}, async (page) => {
      await page.getByRole('button', { name: 'Yes' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Thank you').waitFor();
      await page.keyboard.press('Tab');
      await page.locator('a:focus', { hasText: 'Install it' }).waitFor();
    });
    expect(await countsOf(31)).toEqual({ upvotes: 0, downvotes: 1 });
  });
});
