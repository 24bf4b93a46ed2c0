import { findBarriers, type Page } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EditedPages,
  focusText,
  htmlOf,
  isReady,
  moveBy,
  startEditedPages,
  stateOf,
  textOf,
} from '../../testing/edited-pages.ts';
import type { EditedGuide } from '../../testing/editor-server.ts';

let pages: EditedPages;

beforeAll(async () => {
  pages = await startEditedPages();
});

afterAll(() => pages.stop());

const MAY_FAIL = { mayFail: true };

/** Writes at the end of the text. */
async function write(page: Page, text: string): Promise<void> {
  await focusText(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

const savedBy = ({ saves }: EditedGuide) => saves.map(({ contentHtml }) => contentHtml);

describe('what is typed', () => {
  it('is saved two seconds after the last key, in one go', async () => {
    await pages.edit('<p>One</p>\n<p>Two\n  lines</p>', async (page, guide) => {
      await textOf(page).getByText('One').click();
      await moveBy(page, 'End');
      const started = Date.now();
      await page.keyboard.type(' more');
      await stateOf(page, 'changed');
      await stateOf(page, 'saved');
      expect(Date.now() - started).toBeGreaterThan(1_900);
      expect(savedBy(guide)).toEqual(['<p>One more</p>\n<p>Two\n  lines</p>']);
      await page.getByRole('status').getByText('Saved at').waitFor();
    });
  });

  it('goes on when a colleague has only moved the guide', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        guide.stored = { ...guide.stored, revision: guide.stored.revision + 1, categories: [2] };
        await page.getByLabel('Title').fill('Returns');
        await page.getByText('Saved at').waitFor();
        expect(guide.stored).toMatchObject({ title: 'Returns', contentHtml: '<p>One</p>', categories: [2] });
        expect(await page.getByLabel('Payment').isChecked()).toBe(true);
      },
      MAY_FAIL,
    );
  });

  it('is saved with the other fields', async () => {
    await pages.edit('<p>One</p>', async (page, guide) => {
      await page.getByLabel('Title').fill('Returns');
      await page.getByLabel('Payment').check();
      await page.getByLabel('Tags').fill('Money, Parcels');
      expect(await htmlOf(page)).toBe('<p>One</p>');
      expect(guide.stored).toMatchObject({
        title: 'Returns',
        categories: [1, 2],
        tags: ['Money', 'Parcels'],
      });
    });
  });

  it('has tags that are found by typing, by keyboard alone', async () => {
    await pages.edit('<p>One</p>', async (page, guide) => {
      const field = page.getByRole('combobox', { name: 'Tags' });
      const offers = () =>
        page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').allTextContents();
      await field.focus();
      await page.keyboard.type('pa');
      expect(await offers()).toEqual(['Parcels', 'Påsar', 'New tag “pa”']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const active = page.getByRole('option', { name: 'Påsar', selected: true });
      expect(await active.getAttribute('id')).toBe(await field.getAttribute('aria-activedescendant'));
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.keyboard.type('PARCELS,Brand new');
      expect(await offers()).toEqual(['New tag “Brand new”']);
      await page.keyboard.press('Enter');
      await page.keyboard.type('gone');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Remove “Money”' }).press('Enter');
      await page.keyboard.type('Last');
      expect(await htmlOf(page)).toBe('<p>One</p>');
      expect(guide.stored.tags).toEqual(['Påsar', 'Parcels', 'Brand new', 'Last']);
    });
  });

  it('has categories that are found by typing, with those that they are in', async () => {
    await pages.edit('<p>One</p>', async (page, guide) => {
      const shown = () => page.locator('.choices label:visible').allTextContents();
      await page.getByRole('searchbox', { name: 'Filter categories' }).fill('uber');
      expect((await shown()).map((name) => name.trim())).toEqual(['Delivery', 'Überweisung']);
      await page.getByRole('status').getByText('Categories found: 1').waitFor();
      await page.getByLabel('Überweisung').check();
      await page.getByLabel('Filter').fill('');
      expect(await shown()).toHaveLength(8);
      expect(await findBarriers(page)).toEqual([]);
      expect(await htmlOf(page)).toBe('<p>One</p>');
      expect(guide.stored.categories).toEqual([1, 6]);
    });
  });

  it('is not sent when it is taken back', async () => {
    await pages.edit('<p>One</p>', async (page, guide) => {
      await write(page, '!');
      await stateOf(page, 'changed');
      await page.keyboard.press('Backspace');
      await stateOf(page, 'saved');
      expect(guide.saves).toEqual([]);
    });
  });

  it('while it is being saved is saved next', async () => {
    await pages.edit('<p>One</p>', async (page, guide) => {
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      await page.route('**/draft', async (route) => {
        asked.resolve();
        await answered.promise;
        await route.continue();
      });
      await write(page, ' two');
      await page.keyboard.press('Control+S');
      await asked.promise;
      await write(page, ' three');
      answered.resolve();
      expect(await htmlOf(page)).toBe('<p>One two three</p>');
      expect(savedBy(guide)).toEqual(['<p>One two</p>', '<p>One two three</p>']);
    });
  });

  it('is saved before the form is sent', async () => {
    await pages.edit('<p>One</p>', async (page, guide) => {
      await write(page, ' two');
      const sent = page.waitForRequest((request) => request.isNavigationRequest());
      await page.getByRole('button', { name: 'Publish' }).click();
      const fields = new URLSearchParams((await sent).postData() ?? '');
      expect([fields.get('revision'), fields.get('contentHtml'), fields.get('publish')]).toEqual([
        '2',
        '<p>One two</p>',
        'now',
      ]);
      expect(savedBy(guide)).toEqual(['<p>One two</p>']);
    });
  });

  it('that the server refuses is kept, and it says why', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page) => {
        await page.getByLabel('Title').fill('');
        await page.keyboard.press('Control+S');
        await page.getByRole('status').getByText('Not saved: A guide needs a title.').waitFor();
        const title = page.getByRole('textbox', { name: 'Title', description: 'A guide needs a title.' });
        expect(await title.getAttribute('aria-invalid')).toBe('true');
        await page.getByLabel('Title').fill('Returns');
        expect(await htmlOf(page)).toBe('<p>One</p>');
        expect(await page.getByText('A guide needs a title.').count()).toBe(0);
      },
      MAY_FAIL,
    );
  });
});

describe('a lost network', () => {
  it('loses nothing, and saving goes on when it is back', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        await page.context().setOffline(true);
        await write(page, ' two');
        await page.keyboard.press('Control+S');
        await page.getByRole('status').getByText('Your changes are kept in this browser').waitFor();
        await write(page, ' three');
        await page.context().setOffline(false);
        await stateOf(page, 'saved');
        expect(guide.stored.contentHtml).toBe('<p>One two three</p>');
      },
      MAY_FAIL,
    );
  });

  it('of the answer alone is no conflict with oneself', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        let isLost = true;
        await page.route('**/draft', async (route) => {
          if (!isLost) return route.continue();
          isLost = false;
          await route.fetch();
          await route.abort();
        });
        await write(page, ' two');
        await page.keyboard.press('Control+S');
        await stateOf(page, 'offline');
        await write(page, ' three');
        await page.getByRole('button', { name: 'Try again' }).click();
        await stateOf(page, 'saved');
        expect(savedBy(guide)).toEqual(['<p>One two</p>', '<p>One two three</p>']);
      },
      MAY_FAIL,
    );
  });

  it('is tried again by itself, in pauses that grow', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        const times: number[] = [];
        guide.answer = (response) => {
          times.push(Date.now());
          if (times.length === 3) guide.answer = undefined;
          response.writeHead(503).end();
        };
        await write(page, ' two');
        await page.keyboard.press('Control+S');
        await stateOf(page, 'offline');
        await stateOf(page, 'saved');
        const [first = 0, second = 0, third = 0] = times;
        expect(third - second).toBeGreaterThan(second - first);
      },
      MAY_FAIL,
    );
  });
});

describe('an expired session', () => {
  it('asks for a sign-in in a new tab, and then saves', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        guide.session = undefined;
        await write(page, ' two');
        await page.keyboard.press('Control+S');
        await stateOf(page, 'signed-out');
        expect(await page.getByRole('link', { name: 'Sign in in a new tab' }).getAttribute('target')).toBe(
          '_blank',
        );
        await write(page, ' three');
        guide.session = { person: '7', token: 'another-token' };
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        await stateOf(page, 'saved');
        expect(guide.stored.contentHtml).toBe('<p>One two three</p>');
      },
      MAY_FAIL,
    );
  });

  it('saves nothing as someone else', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        guide.session = undefined;
        await write(page, ' two');
        await page.keyboard.press('Control+S');
        await stateOf(page, 'signed-out');
        guide.session = { person: '8', token: 'token-of-grace' };
        await page.getByRole('button', { name: 'Try again' }).click();
        await stateOf(page, 'other-person');
        expect(guide.saves).toEqual([]);
      },
      MAY_FAIL,
    );
  });
});

describe('a change of someone else', () => {
  async function collide(page: Page, guide: EditedGuide): Promise<void> {
    guide.changeAs('Grace', '<p>One of Grace</p>');
    await write(page, ' of mine');
    await page.keyboard.press('Control+S');
    await stateOf(page, 'conflict');
    await page.getByRole('status').getByText('Grace saved another version at').waitFor();
    await page.getByRole('button', { name: 'Compare versions' }).click();
  }

  const unspoken = (text: string) => text.replace(/\[(?:added|removed): (.*?)\]/g, '$1');
  const versionOf = (page: Page, name: string) => page.getByRole('region', { name }).locator('.version');

  it('is shown beside one’s own, and overwrites nothing', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        await collide(page, guide);
        for (const [name, text] of [
          ['Your version', 'One of mine'],
          ['The other version', 'One of Grace'],
        ] as const)
          expect((await versionOf(page, name).locator('p').allTextContents()).map(unspoken)).toEqual([
            'Title: Refunds',
            text,
          ]);
        expect(await versionOf(page, 'Your version').locator('ins').allTextContents()).toEqual([
          '[added: mine]',
        ]);
        expect(guide.stored.contentHtml).toBe('<p>One of Grace</p>');
        await page.getByRole('button', { name: 'Decide later' }).click();
        await write(page, '!');
        await page.keyboard.press('Control+S');
        expect(guide.saves).toEqual([]);
      },
      MAY_FAIL,
    );
  });

  it.each([
    ['Keep your version', '<p>One of mine</p>'],
    [
      'Keep both and merge by hand',
      '<p><strong>Version by Grace</strong></p>\n<p>One of Grace</p>\n<hr />\n<p><strong>Your version</strong></p>\n<p>One of mine</p>',
    ],
  ])('%s', async (choice, html) => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        await collide(page, guide);
        await page.getByRole('button', { name: choice }).click();
        await stateOf(page, 'saved');
        expect(guide.stored.contentHtml).toBe(html);
        await page.locator('[contenteditable=true]:focus').waitFor();
      },
      MAY_FAIL,
    );
  });

  it('Use the other version', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        await collide(page, guide);
        await page.getByRole('button', { name: 'Use the other version' }).click();
        await textOf(page).getByText('One of Grace').waitFor();
        await isReady(page);
        expect(await page.getByRole('dialog').count()).toBe(0);
        expect(guide.saves).toEqual([]);
      },
      MAY_FAIL,
    );
  });

  it('is also one in another tab', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page) => {
        const other = await page.context().newPage();
        await other.goto(page.url());
        await isReady(other);
        await write(other, ' here');
        await other.keyboard.press('Control+S');
        await stateOf(other, 'saved');
        await write(page, ' there');
        await page.keyboard.press('Control+S');
        await stateOf(page, 'conflict');
        await other.close();
      },
      MAY_FAIL,
    );
  });
});

describe('text that was not saved', () => {
  /** Writes without a network until the browser has it, and leaves. */
  async function leave(page: Page, guide: EditedGuide, text: string): Promise<void> {
    // A request that is sent on leaving may arrive when the network is back.
    guide.answer = (response) => response.writeHead(503).end();
    await page.context().setOffline(true);
    await write(page, text);
    await page.keyboard.press('Control+S');
    await page.getByRole('status').getByText('Your changes are kept in this browser').waitFor();
    await page.goto('about:blank');
    await page.context().setOffline(false);
  }

  it('is there again when the page is opened again, and is saved', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        const address = page.url();
        await leave(page, guide, ' two');
        await page.goto(address);
        await isReady(page);
        guide.answer = undefined;
        await textOf(page).getByText('One two').waitFor();
        await stateOf(page, 'saved');
        expect(guide.stored.contentHtml).toBe('<p>One two</p>');
      },
      MAY_FAIL,
    );
  });

  it('is compared with what the server has got since', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        const address = page.url();
        await leave(page, guide, ' two');
        guide.changeAs('Grace', '<p>One of Grace</p>');
        await page.goto(address);
        await page.getByText('This browser has changes that were never saved.').waitFor();
        guide.answer = undefined;
        expect(await textOf(page).allInnerTexts()).toEqual(['One of Grace']);
        await page.getByRole('button', { name: 'Keep your version' }).click();
        await stateOf(page, 'saved');
        expect(guide.stored.contentHtml).toBe('<p>One two</p>');
        await page.reload();
        await isReady(page);
        expect(await page.getByRole('dialog').count()).toBe(0);
      },
      MAY_FAIL,
    );
  });

  it('is not shown to someone else', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        const address = page.url();
        await leave(page, guide, ' two');
        guide.session = { person: '8', token: 'token-of-grace' };
        await page.goto(address);
        await isReady(page);
        guide.answer = undefined;
        expect(await textOf(page).allInnerTexts()).toEqual(['One']);
      },
      MAY_FAIL,
    );
  });

  it('lets the page go without a question once the browser has it', async () => {
    await pages.edit(
      '<p>One</p>',
      async (page, guide) => {
        let questions = 0;
        page.on('dialog', (dialog) => {
          questions += 1;
          void dialog.accept();
        });
        const address = page.url();
        await leave(page, guide, ' two');
        guide.answer = undefined;
        await page.goto(address);
        await stateOf(page, 'saved');
        expect(questions).toBe(0);
      },
      MAY_FAIL,
    );
  });
});
