import type { DeskClient, ServedDesk } from '@guidepost/desk/testing';
import {
  examineLooks,
  findBarriers,
  openBrowser,
  type Page,
  type Reader,
  type TestBrowser,
  takePicture,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { serveDesk, signInAs } from '../testing/desk-client.ts';
import { type KnowledgeBaseServer, startKnowledgeBaseServer } from '../testing/knowledge-base-server.ts';
import { DIALOG, REPORT } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const BASE = '/desk/forum/help';

let knowledgeBase: KnowledgeBaseServer;
let service: TestService;
let browser: TestBrowser;
let editor: DeskClient;
let served: ServedDesk;

beforeAll(async () => {
  knowledgeBase = await startKnowledgeBaseServer({
    1: 'Change a tyre',
    2: 'Pump a <b>tyre</b> with a long title',
  });
  service = await startTestService({ RATE_LIMITS: 'off', KB_API_URL: knowledgeBase.url });
  const forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [
    { id: 1001, title: 'How do I change a tyre?', text: 'It is flat.', tags: ['tyres'] },
    { id: 1002, title: 'Which pump?' },
  ]);
  await writeComments(service.database, forumId, [
    { id: 1011, dialog_id: 1001, text: 'Me too.' },
    { id: 1012, dialog_id: 1001, text: 'Like this.', is_org_reply: true },
  ]);
  await service.request.post('/api/report-dialog/help/1001').send(REPORT).expect(201);
  for (const title of ['First', 'Second', 'Third']) {
    const text = `${title} text`.repeat(40);
    await service.request
      .post('/api/help')
      .send({ ...DIALOG, title, text })
      .expect(201);
  }
  editor = await signInAs(service, { slug: 'help', role: 'owner', name: 'Ada Editor' });
  await writeDialogs(service.database, forumId, [{ id: 1009, title: 'Cheap watches' }]);
  await writeComments(service.database, forumId, [{ id: 1019, dialog_id: 1001, text: 'Buy some watches.' }]);
  await editor.post(`${BASE}/dialogs/1009`, { action: 'delete' }).expect(303);
  await editor.post(`${BASE}/dialogs/1001/comments/1019`, { action: 'delete' }).expect(303);
  await service.database.none(
    `insert into missed_paths (tenant_id, path_hash, path, visitor_groups, asked_on)
     select $1, substr(sha256(n::text::bytea), 1, 16), '/t/how-do-i-change-a-very-long-tyre-of-a-cargo-bicycle/' || n, 7, current_date
     from generate_series(1, 5) n;
     insert into misses_by_path (tenant_id, path_hash, day, misses)
     select tenant_id, path_hash, asked_on, 1234 from missed_paths;
     insert into addresses (forum_id, address, dialog_id, comment_id, made_by, made_with)
     values ($1, 'discourse:topic:360047117032', 1001, null, 'Ada Editor', 'desk'),
       ($1, '/help/topics/why-does-my-chain-fall-off-all-the-time.html', 1001, 1012, 'import', 'import');
     insert into addresses (forum_id, address, url, made_by, made_with)
     values ($1, '/status', 'https://status.example.com/', 'Ada Editor', 'cli')`,
    [forumId],
  );
  await service.indexed();
  [served, browser] = await Promise.all([serveDesk(service), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await served.stop();
  await service.stop();
  await knowledgeBase.close();
});

function visit(path: string, read: (page: Page) => Promise<void>, reader: Reader = {}): Promise<void> {
  const [name = '', value = ''] = editor.cookie.split('=');
  return browser.visit(served.origin + path, { ...reader, cookie: { name, value } }, read);
}

/** The queue of a busy forum, the longest waiting first, with the key that deals with each post. */
const KINDS = [
  ['question', 'e', 'Done. It comes back'],
  ['problem', 'e', 'Done. It comes back'],
  ['suggestion', 'a', 'Archived.'],
  ['praise', '#', 'The posts have been deleted.'],
  ['held post', 'v', 'Visible to everyone.'],
  ['new comment', 'e', 'Done. It comes back'],
  ['held comment', 'v', 'Visible to everyone.'],
  ['reported post', 'c', 'The reports have been resolved.'],
  ['reported comment', 'c', 'The reports have been resolved.'],
  ['spam', '!', 'The posts have been deleted as spam'],
] as const;

/** Ten posts of each kind. */
async function writeBusyForum(): Promise<number> {
  const { database } = service;
  const forumId = await writeForum(database, { slug: 'busy' });
  const posts = KINDS.flatMap(([kind], place) =>
    Array.from({ length: 10 }, (_, index) => ({
      id: 5_000 + 10 * place + index,
      title: `${kind} ${index + 1}`,
      topic: ({ problem: 'P', suggestion: 'S', praise: 'B' } as Record<string, string>)[kind] ?? 'Q',
      held: kind === 'held post',
    })),
  );
  const idsOf = (kind: string) => posts.filter(({ title }) => title.startsWith(kind)).map(({ id }) => id);
  await writeDialogs(database, forumId, posts);
  const comments = ['new comment', 'held comment', 'reported comment'].flatMap((kind) =>
    idsOf(kind).map((id) => ({ id: 1_000 + id, dialog_id: id, text: kind, held: kind === 'held comment' })),
  );
  await writeComments(database, forumId, comments);
  const since = "now() - interval '1 day' + interval '1 minute' * (id - 5000)";
  await database.none(
    `update dialogs set pub_date = ${since}, waiting_since = case when id = any($2) then ${since} end where forum_id = $1`,
    [
      forumId,
      ['question', 'problem', 'suggestion', 'praise', 'held post', 'new comment', 'spam'].flatMap(idsOf),
    ],
  );
  await database.none(
    `update comments set pub_date = now() - interval '1 day' + interval '1 minute' * (dialog_id - 5000) where forum_id = $1;
     insert into reports (forum_id, dialog_id, comment_id, reporter, poster_id, author_name, reason, reported_at)
     select d.forum_id, d.id, c.id, random_hash(), d.poster_id, 'Bo', 'Rude', d.pub_date
     from dialogs d left join comments c on c.forum_id = d.forum_id and c.dialog_id = d.id
     where d.forum_id = $1 and d.title like 'reported%'`,
    [forumId],
  );
  return forumId;
}

const titles = (page: Page) => page.locator('.waiting .title').allTextContents();

const answerOf = (page: Page) => page.getByRole('textbox', { name: 'Answer', exact: true });

describe('looks', () => {
  it.each([
    ['forum-desk-queue', `${BASE}/queue`],
    ['forum-desk-dialogs', `${BASE}/dialogs`],
    ['forum-desk-merge', `${BASE}/dialogs/1001/merge?into=1002`],
    ['forum-desk-dialog', `${BASE}/dialogs/1001`],
    ['forum-desk-insights', `${BASE}/insights?days=90`],
    ['forum-desk-deleted', `${BASE}/deleted`],
    ['forum-desk-deleted-post', `${BASE}/deleted/dialogs/1009`],
    ['forum-desk-blocks', `${BASE}/blocks`],
    ['forum-desk-redirects', `${BASE}/redirects?address=/t/how-do-i-change-a-tyre/12`],
    ['forum-desk-settings', `${BASE}/settings`],
    ['forum-desk-states', `${BASE}/settings/states`],
    ['forum-desk-notifications', `${BASE}/notifications`],
    ['forum-desk-keys', `${BASE}/keys`],
    ['forum-desk-audit', `${BASE}/audit`],
    ['forum-desk-health', `${BASE}/health`],
  ])('%s is accessible, wide and narrow, light and dark', async (name, path) => {
    await visit(path, async (page) => {
      expect(await examineLooks(page, name)).toMatchObject({ status: 200, faults: [] });
    });
  });
});

describe('a preview of an answer', () => {
  it('is accessible, wide and narrow, light and dark', async () => {
    await visit(`${BASE}/dialogs/1001`, async (page) => {
      const long = 'Donaudampfschiff'.repeat(6);
      await answerOf(page).fill(`**${long}**\n\n> - \`${long}\`\n\n\`\`\`\n${long} ${long}\n\`\`\``);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('region', { name: 'Preview' }).waitFor();
      expect(await examineLooks(page, 'forum-desk-preview')).toMatchObject({ faults: [] });
    });
  });
});

describe('a moderator', () => {
  it('empties the queue by keyboard alone', async () => {
    await visit(`${BASE}/queue`, async (page) => {
      const { keyboard } = page;
      expect(await titles(page)).toEqual(['How do I change a tyre?', 'First', 'Second', 'Third']);
      await keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      await keyboard.press('Escape');
      for (const key of ['j', 'j', 'k', 'j', 'Enter']) await keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
      await keyboard.press('r');
      await keyboard.type('Because.');
      await keyboard.press('Control+Enter');
      await page.getByRole('status').getByText('Your answer has been published.').waitFor();
      await keyboard.press('j');
      await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
      await keyboard.press('u');
      await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
      expect(await titles(page)).toEqual(['How do I change a tyre?', 'Second', 'Third']);
      for (const key of ['k', 'j', 'x', 'j', 'Shift+X', 'e']) await keyboard.press(key);
      await page.getByRole('status').getByText('Done.').waitFor();
      expect(await titles(page)).toEqual(['How do I change a tyre?']);
      expect(await page.locator('.waiting:focus-within .title').textContent()).toBe(
        'How do I change a tyre?',
      );
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByRole('status').getByText('Back in the queue.').waitFor();
      await page.locator('h1').click();
      await keyboard.press('a');
      await keyboard.press('?');
      await keyboard.press('Escape');
      expect(await page.getByText('Archived.', { exact: true }).count()).toBe(0);
      for (const key of ['j', 'a']) await keyboard.press(key);
      await page.getByRole('status').getByText('Archived.').waitFor();
      expect(await titles(page)).toHaveLength(3);
      await keyboard.press('/');
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      await keyboard.type('jx');
      expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('jx');
    });
  });

  it('empties a queue of a hundred posts of ten kinds by keyboard, and the history says how', async () => {
    const busy = await writeBusyForum();
    const owner = await signInAs(service, { slug: 'busy', role: 'owner', name: 'Bea Busy' });
    const [name = '', value = ''] = owner.cookie.split('=');
    await browser.visit(
      `${served.origin}/desk/forum/busy/queue`,
      { cookie: { name, value } },
      async (page) => {
        const { keyboard } = page;
        const first = () => page.locator('.waiting .title').first().textContent();
        const actOnTen = async (key: string, notice: string) => {
          await keyboard.press('x');
          for (let time = 1; time < 10; time += 1) await keyboard.press('j');
          for (const each of ['Shift+X', key]) await keyboard.press(each);
          await page.getByRole('status').getByText(notice).waitFor();
        };
        await keyboard.press('j');
        for (const [kind, key, notice] of KINDS) {
          expect(await first()).toBe(`${kind} 1`);
          await actOnTen(key, notice);
          // A published post waits for an answer.
          if (kind === 'held post') await actOnTen('e', 'Done. It comes back');
        }
        expect(await titles(page)).toHaveLength(10);
        await actOnTen('e', 'Done. It comes back');
        await page.getByText('Nothing is waiting here.').waitFor();
      },
    );
    expect(
      await service.database.any(
        `select action, count(*), count(distinct dialog_id) as dialogs, min(done_by) as by, min(door) as door
         from audit_entries where forum_id = $1 and dialog_id is not null group by action order by action`,
        [busy],
      ),
    ).toEqual(
      [
        ['comment restore', 10],
        ['dialog archive', 10],
        ['dialog delete', 10],
        ['dialog done', 50],
        ['dialog restore', 10],
        ['reports resolve', 20],
        ['spam', 10],
      ].map(([action, count]) => ({ action, count, dialogs: count, by: 'Bea Busy', door: 'desk' })),
    );
  });

  it('deletes dialogs by keyboard, and takes it back', async () => {
    await visit(`${BASE}/queue`, async (page) => {
      const before = await titles(page);
      const { keyboard } = page;
      for (const key of ['j', 'x', 'j', 'x', '#']) await keyboard.press(key);
      await page.getByRole('status').getByText('The posts have been deleted.').waitFor();
      expect(await titles(page)).toEqual(before.slice(2));
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByRole('status').getByText('Restored.').waitFor();
      expect(await titles(page)).toEqual(before);
    });
  });

  it('snoozes a post until a day of their own time zone, and takes it back', async () => {
    await visit(`${BASE}/queue`, async (page) => {
      const before = await titles(page);
      await page.locator('.waiting input').last().check();
      await page.getByText('Change …').click();
      expect(await findBarriers(page)).toEqual([]);
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('Day', { exact: true }).fill(day);
      await page.getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('status').getByText('Snoozed.').waitFor();
      expect(await titles(page)).toEqual(before.slice(0, -1));
      const { waiting_since: since } = await service.database.one(
        'select max(waiting_since) as waiting_since from dialogs',
      );
      const begin = await page.evaluate((typed) => new Date(`${typed}T00:00`).toISOString(), day);
      expect(since.toISOString()).toBe(begin);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('status').getByText('Back in the queue.').waitFor();
      expect(await titles(page)).toEqual(before);
    });
  });

  it('restores a dialog after a reload, without scripts', async () => {
    await visit(
      `${BASE}/dialogs/1001`,
      async (page) => {
        await page.getByRole('button', { name: 'Delete the post' }).click();
        await page.getByText('The post has been deleted.').waitFor();
        await page.goto(`${served.origin}${BASE}/dialogs/1001`);
        await page.getByRole('heading', { name: 'How do I change a tyre?' }).waitFor();
        await page.getByRole('button', { name: 'Restore' }).click();
        await page.getByText('Restored.').waitFor();
        expect(await page.getByText('Like this.').count()).toBe(1);
      },
      { javaScript: false },
    );
  });

  it('turns single keys off', async () => {
    await visit(`${BASE}/dialogs/1001`, async (page) => {
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      const keys = await page.locator('dialog[open] kbd').allTextContents();
      expect([keys.includes('r'), keys.includes('k')]).toEqual([true, false]);
      await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      expect(await page.locator('dialog[open]').count()).toBe(0);
    });
  });

  it('types a question mark into a field, not a command', async () => {
    await visit(`${BASE}/canned-answers`, async (page) => {
      const text = page.getByRole('textbox', { name: 'Text', exact: true });
      await text.fill('/');
      await text.blur();
      await page.keyboard.press('/');
      await text.fill('');
      await text.blur();
      await page.keyboard.press('/');
      await page.waitForURL('**/dialogs#q');
      await page.goto(`${served.origin}${BASE}/dialogs/1001`);
      await answerOf(page).fill('Why');
      await page.keyboard.type('?ea');
      expect(await answerOf(page).inputValue()).toBe('Why?ea');
      expect(await page.locator('dialog[open]').count()).toBe(0);
    });
  });

  it('links a guide from an answer with one click', async () => {
    await visit(`${BASE}/dialogs/1001`, async (page) => {
      await answerOf(page).fill('Please read this.');
      await page.getByRole('button', { name: 'Link: Change a tyre' }).click();
      expect(await answerOf(page).inputValue()).toBe(
        'Please read this. [Change a tyre](https://help.example.com/guides/guide-1)',
      );
      await page.getByRole('status').getByText('The link is now in your answer.').waitFor();
      await page.getByRole('searchbox', { name: 'Search the knowledge base' }).fill('zeppelin');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('No guides found.').waitFor();
    });
  });

  it('has an old address lead to a dialog, and takes its removal back', async () => {
    await visit(`${BASE}/redirects`, async (page) => {
      const list = page.getByRole('region', { name: 'Addresses', exact: true });
      await page.getByRole('link', { name: /^Leads to … .*\/1\)$/ }).click();
      await page.getByRole('button', { name: 'Use this post: How do I change a tyre?' }).click();
      await page.getByRole('status').getByText('The address leads on now.').waitFor();
      expect(await list.getByText('discourse:topic:1', { exact: true }).count()).toBe(1);
      await page.getByRole('button', { name: 'Remove: discourse:topic:1', exact: true }).click();
      await page.getByRole('status').getByText('The address has been removed.').waitFor();
      expect(await list.getByText('discourse:topic:1', { exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('status').getByText('The address leads on now.').waitFor();
      expect(await list.getByText('discourse:topic:1', { exact: true }).count()).toBe(1);
    });
  });

  it('answers without scripts, too', async () => {
    await visit(
      `${BASE}/dialogs/1001`,
      async (page) => {
        await answerOf(page).fill('**Like that.**');
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor();
        await page.getByRole('button', { name: 'Publish answer' }).click();
        await page.getByText('Your answer has been published.').waitFor();
      },
      { javaScript: false },
    );
  });
});

describe('a half-written answer', () => {
  const PUMP = `${BASE}/dialogs/1002`;
  const HALF = 'With the small one, be';

  let colleague: DeskClient;

  beforeAll(async () => {
    colleague = await signInAs(service, { slug: 'help', role: 'author', name: 'Ben Author' });
  });

  const offerOf = (page: Page) => page.getByText(/^Your draft from \d\d:\d\d$/);

  const keptBy = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).map((key) => key.split('/').slice(1, 3).join(' ')));

  async function open(page: Page, as: DeskClient): Promise<void> {
    const [name = '', value = ''] = as.cookie.split('=');
    await page.context().addCookies([{ name, value, url: served.origin }]);
    await page.goto(served.origin + PUMP);
  }

  async function inTab(page: Page, use: (tab: Page) => Promise<void>): Promise<void> {
    const tab = await page.context().newPage();
    await use(tab);
    await tab.close();
  }

  it('survives a reload, another page and the end of the session, until it is published', async () => {
    await visit(PUMP, async (page) => {
      await answerOf(page).pressSequentially(HALF);
      await page.reload();
      await offerOf(page).waitFor();
      expect([await answerOf(page).inputValue(), await findBarriers(page)]).toEqual(['', []]);
      await takePicture(page, 'forum-desk-draft');
      await page.goto(`${served.origin}${BASE}/queue`);
      await page.context().clearCookies();
      await page.goto(served.origin + PUMP);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await open(page, editor);
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      expect(await answerOf(page).inputValue()).toBe(HALF);
      await colleague.post(`${PUMP}/answer`, { text: 'Meanwhile.' }).expect(303);
      await page.getByRole('button', { name: 'Publish answer' }).click();
      await page.getByRole('alert').waitFor();
      await answerOf(page).pressSequentially('cause it fits.');
      await page.getByRole('button', { name: 'Publish answer' }).click();
      await page.getByRole('status').getByText('Your answer has been published.').waitFor();
      expect(await keptBy(page)).toEqual([]);
    });
  });

  it('of another tab is offered, not overwritten', async () => {
    await visit(PUMP, async (page) => {
      await answerOf(page).fill('One.');
      await inTab(page, async (tab) => {
        await tab.goto(served.origin + PUMP);
        await offerOf(tab).waitFor();
        await answerOf(tab).fill('Two.');
        await offerOf(tab).waitFor({ state: 'hidden' });
      });
      await answerOf(page).fill('One more.');
      await page.reload();
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      expect(await answerOf(page).inputValue()).toBe('Two.');
    });
  });

  it('may be that of an edit, which says that the post has changed meanwhile', async () => {
    await visit(`${PUMP}/edit`, async (page) => {
      const field = page.getByRole('textbox', { name: 'Text', exact: true });
      const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
      const { text: form } = await editor.get(`${PUMP}/edit`).expect(200);
      const [, madeFrom = ''] = /name="made-from" value="([^"]+)"/.exec(form) ?? [];
      await field.fill('The large one?');
      await page.reload();
      await offerOf(page).waitFor();
      await editor
        .post(`${PUMP}/edit`, { 'made-from': madeFrom, title: 'Which pump?', text: 'Any?' })
        .expect(303);
      await page.reload();
      await page.getByText(/^Your draft from \d\d:\d\d\. The text has been changed since then\.$/).waitFor();
      expect([await field.inputValue(), await findBarriers(page)]).toEqual(['Any?', []]);
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      expect(await field.inputValue()).toBe('The large one?');
      await save();
      await page.getByRole('alert').getByText('Any?').waitFor();
      expect(await keptBy(page)).toEqual([`staff-${editor.personId} edit 1002`]);
      await save();
      await page.getByRole('status').getByText('Your changes have been saved.').waitFor();
      expect(await keptBy(page)).toEqual([]);
    });
  });

  it('is offered to no colleague at the same computer, and deleted on signing out', async () => {
    await visit(PUMP, async (page) => {
      await answerOf(page).fill(HALF);
      await open(page, colleague);
      expect(await offerOf(page).count()).toBe(0);
      await page.getByRole('textbox', { name: 'Internal note' }).fill('Ask the workshop.');
      expect(await keptBy(page)).toHaveLength(2);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await keptBy(page)).toEqual([`staff-${editor.personId} answer 1002`]);
    });
  });

  it('is published where the browser stores nothing, and forgotten after 14 days', async () => {
    await visit(PUMP, async (page) => {
      await page.evaluate(
        ([key, at]) => localStorage.setItem(key, JSON.stringify({ at, fields: { text: 'Late.' } })),
        [
          `guidepost-draft/staff-${editor.personId}/answer 1002/old`,
          Date.now() - 14 * 86_400_000 - 1,
        ] as const,
      );
      await inTab(page, async (tab) => {
        await tab.addInitScript(() =>
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new DOMException('Forbidden', 'SecurityError');
            },
          }),
        );
        await tab.goto(served.origin + PUMP);
        await answerOf(tab).fill('Nothing is kept of this.');
        await tab.getByRole('button', { name: 'Publish answer' }).click();
        await tab.getByRole('status').getByText('Your answer has been published.').waitFor();
      });
      expect(await keptBy(page)).toHaveLength(1);
      await page.reload();
      expect(await keptBy(page)).toEqual([]);
    });
  });
});
