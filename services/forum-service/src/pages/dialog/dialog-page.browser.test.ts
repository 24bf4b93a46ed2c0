import { findBarriers, findOverflow, type Page, type Reader } from '@guidepost/testing/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BrowsedForum, startBrowsedForum } from '../../testing/browsed-forum.ts';
import { writeComments, writeDialogs, writeForum } from '../../testing/content.ts';

const DIALOG = '/forum/help/1000001';

/** A word that cannot be broken. */
const LONG = 'Donaudampfschiff'.repeat(6);

let forum: BrowsedForum;
let forumId: number;

beforeAll(async () => {
  forum = await startBrowsedForum(async ({ database }) => {
    forumId = await writeForum(database, { slug: 'help' });
    await writeDialogs(database, forumId, [
      { id: 1_000_001, title: 'How?' },
      { id: 1_000_002, title: LONG },
      { id: 1_000_003, title: 'Late evening', pub_date: '2026-01-05T02:00:00Z' },
    ]);
    await writeComments(
      database,
      forumId,
      Array.from({ length: 51 }, (_, n) => ({
        id: 1_000_100 + n,
        dialog_id: 1_000_001,
        text: `No. ${n}`,
        pub_date: '2026-02-01T10:00:00Z',
      })),
    );
    await writeComments(database, forumId, [{ id: 1_000_200, dialog_id: 1_000_002, text: LONG, name: LONG }]);
    await writeComments(database, forumId, [
      { id: 1_000_300, dialog_id: 1_000_003, pub_date: '2026-01-05T02:00:00Z' },
    ]);
  });
});

afterAll(() => forum.stop());

let number = 0;

beforeEach(() => {
  number += 1;
});

const email = () => `person-${number}@example.com`;

async function fillIn(page: Page, form: string, fields: Record<string, string> = {}): Promise<void> {
  const all = { name: 'Bo Ek', useremail: email(), ...fields };
  for (const [name, value] of Object.entries(all)) await page.locator(`${form} [name="${name}"]`).fill(value);
}

const COMMENT_FORM = 'form[action^="/api/comment/"]';
const REPORT_FORM = 'form[action^="/api/report-"]';

const send = (page: Page, form: string) =>
  page.locator(`${form} button:not([data-preview], [type="button"])`).click();

describe.each<[string, Reader]>([
  ['with scripts', {}],
  ['without scripts', { javaScript: false }],
])('%s', (_, reader) => {
  it('a new comment is shown to its author with thanks', async () => {
    await forum.visit(DIALOG, reader, async (page) => {
      const text = `Comment of ${email()}`;
      await fillIn(page, COMMENT_FORM, { text });
      await send(page, COMMENT_FORM);
      await page.waitForURL(/\/1000001\?.*page=2#comment-\d+$/);
      const comment = page.locator(':target');
      expect(await comment.textContent()).toContain(text);
      expect(await comment.evaluate((place) => place.getBoundingClientRect().top < innerHeight)).toBe(true);
      await page.getByRole('status').getByText('Thank you!').waitFor();
    });
  });

  it('a comment is answered with a quote', async () => {
    await forum.visit(DIALOG, reader, async (page) => {
      const isHere = reader.javaScript !== false;
      const field = page.locator(`${COMMENT_FORM} textarea`);
      await field.fill('Typed before.');
      await page.getByRole('link', { name: 'Answer (' }).nth(1).click();
      await page.locator(`${COMMENT_FORM} [name="in_answer_to"]`).waitFor({ state: 'attached' });
      const isFocused = await field.evaluate((element) => element === document.activeElement);
      const before = isHere ? 'Typed before.\n\n' : '';
      expect([await field.inputValue(), isFocused]).toEqual([`${before}> No. 1\n\n`, isHere]);
      await field.focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(`Answer of ${email()}`);
      await fillIn(page, COMMENT_FORM);
      await send(page, COMMENT_FORM);
      await page.waitForURL(/#comment-\d+$/);
      const answer = page.locator(':target');
      expect(await answer.locator('blockquote').textContent()).toContain('No. 1');
      expect(await answer.locator('.answers a').getAttribute('href')).toBe(
        '/forum/help/1000001/comments/1000101',
      );
    });
  });

  it('a vote is one click, and one more takes it back', async () => {
    await forum.visit(DIALOG, reader, async (page) => {
      await page.getByRole('button', { name: 'I would like to know this too' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Your vote has been counted.').waitFor();
      expect(await page.locator('.votes .count').textContent()).toBe('1 vote');
      // Without scripts it cannot be examined.
      const barriers = reader.javaScript === false ? [] : await findBarriers(page);
      expect(barriers).toEqual([]);
      await page.waitForURL(
        reader.javaScript === false ? /\?posted=guest-vote\.[^#]+#:votes$/ : /\/1000001#:votes$/,
      );
      await page.getByRole('button', { name: 'Take back your vote' }).click();
      await page.getByRole('button', { name: 'I would like to know this too' }).waitFor();
      expect(await page.locator('.votes .count').count()).toBe(0);
    });
  });

  it('a comment is reported on its own page', async () => {
    await forum.visit(DIALOG, reader, async (page) => {
      await page.getByRole('link', { name: 'Report this comment' }).first().click();
      await page.getByText('No. 0').waitFor();
      await fillIn(page, REPORT_FORM, { report_reason: 'It is an advertisement.' });
      await send(page, REPORT_FORM);
      await page.getByRole('status').getByText('We will look into it').waitFor();
    });
    const reports =
      'select comment_id from reports r join posters p on p.id = r.poster_id where p.email = $1';
    expect(await forum.service.database.one(reports, [email()])).toEqual({ comment_id: 1_000_100 });
  });
});

describe('a refused comment', () => {
  it('is shown again with all input, and can then be sent', async () => {
    await forum.visit(DIALOG, { javaScript: false }, async (page) => {
      await fillIn(page, COMMENT_FORM, { text: 'Typed once.', useremail: 'invalid@nowhere' });
      await send(page, COMMENT_FORM);
      await page.getByRole('heading', { name: 'Not sent yet' }).waitFor();
      expect(await page.locator('[name="text"]').inputValue()).toBe('Typed once.');
      await page.locator('[name="useremail"]').fill(email());
      await page.locator('main button:not([type="button"])').click();
      await page.waitForURL(/#comment-\d+$/);
    });
  });
});

describe('a comment sent twice by a double click', () => {
  it('is stored once', async () => {
    await forum.visit(DIALOG, {}, async (page) => {
      const posted: string[] = [];
      await page.route('**/api/comment/**', async (route) => {
        posted.push(route.request().url());
        await route.continue();
      });
      await fillIn(page, COMMENT_FORM, { text: 'Once.' });
      await page.locator(`${COMMENT_FORM} button:not([data-preview], [type="button"])`).dblclick();
      await page.waitForURL(/#comment-\d+$/);
      expect(posted).toHaveLength(1);
    });
  });
});

/** With several pages of comments, with long words, and archived. */
describe.each([DIALOG, '/forum/help/1000002', '/forum/help/1000003'])('%s', (path) => {
  it('and its report page are accessible on a phone', async () => {
    for (const address of [path, `${path}/report`])
      await forum.visit(address, { width: 360 }, async (page) => {
        await page.locator('h1').waitFor();
        expect([address, ...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([address]);
      });
  });
});

describe('F29 a day', () => {
  it.each([
    ['America/Los_Angeles', '4 January 2026', '4 January 2026 at 18:00 GMT-8'],
    ['UTC', '5 January 2026', '5 January 2026 at 02:00 UTC'],
  ])('is that of the reader’s clock, which its title names: %s', async (timezone, day, time) => {
    await forum.visit('/forum/help/1000003', { timezone }, async (page) => {
      const shown = page.locator('.author time').first();
      expect([await shown.textContent(), await shown.getAttribute('title')]).toEqual([day, time]);
      await page.locator('.breadcrumbs a').first().focus();
      while (!(await page.locator('.author a:focus').count())) await page.keyboard.press('Tab');
      expect(await shown.textContent()).toBe(time);
      const next = page.locator('.author time').nth(1);
      const touched = await next.evaluate((element) => {
        const touch = { pointerType: 'touch', bubbles: true, cancelable: true };
        const isFollowed = element.dispatchEvent(new PointerEvent('click', touch));
        return [isFollowed, element.textContent === element.getAttribute('title')];
      });
      expect(touched).toEqual([false, true]);
    });
  });

  it('is that of UTC without scripts', async () => {
    const reader = { javaScript: false, timezone: 'America/Los_Angeles' };
    await forum.visit('/forum/help/1000003', reader, async (page) => {
      const shown = page.locator('.author time').first();
      expect(await shown.getAttribute('title')).toBe('5 January 2026 at 02:00 UTC');
      expect(await shown.textContent()).toBe('5 January 2026');
    });
  });
});
