import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareFileDirectory } from '@guidepost/files';
import { png } from '@guidepost/files/testing';
import {
  examineLooks,
  findBarriers,
  findOverflow,
  type Page,
  type Reader,
  takePicture,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setProperties } from '../../tenants/administration.ts';
import { type BrowsedForum, startBrowsedForum } from '../../testing/browsed-forum.ts';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { type KnowledgeBaseServer, startKnowledgeBaseServer } from '../../testing/knowledge-base-server.ts';
import { linkTo } from '../../testing/signed-in.ts';
import type { TestService } from '../../testing/test-service.ts';

const HOSTILE = '<img src=x onerror=alert(1)> batteries';

const HOSTILE_GUIDE = 'Zebras <img src=x onerror=alert(1)>';

let directory: string;
let forum: BrowsedForum;
let knowledgeBase: KnowledgeBaseServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guidepost-asking-'));
  await prepareFileDirectory(directory, 'FORUM_FILES_DIRECTORY');
  knowledgeBase = await startKnowledgeBaseServer({ 1: 'Zebras at the door', 2: HOSTILE_GUIDE });
  const write = async ({ database }: TestService) => {
    const help = await writeForum(database, { slug: 'help' });
    await setProperties(database, 'help', { attachments: true });
    await writeDialogs(database, help, [
      { id: 1_000_001, title: 'Charging in winter' },
      { id: 1_000_002, title: HOSTILE },
    ]);
  };
  // People can sign in where mail goes somewhere.
  const environment = { MAIL_OUTBOX: '/nonexistent', FORUM_FILES_DIRECTORY: directory };
  forum = await startBrowsedForum(write, { ...environment, KB_API_URL: knowledgeBase.url });
});

afterAll(async () => {
  await forum.stop();
  await knowledgeBase.close();
  await rm(directory, { recursive: true });
});

const PERSON = { Name: 'Anna Berg', 'E-mail address': 'anna@example.com' };

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value);
}

const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send' }).click();

/** Submits a form without the browser's validation. */
const sendUnseen = (page: Page) =>
  page.evaluate(() => document.querySelector('form.ask')?.setAttribute('novalidate', ''));

describe.each<[string, Reader]>([
  ['with scripts', {}],
  ['without scripts', { javaScript: false }],
])('a new dialog, %s,', (name, reader) => {
  it('redirects its author to it', async () => {
    await forum.visit('/forum/help', reader, async (page) => {
      await page.getByLabel('Problem').check();
      await fill(page, { Title: `It creaks, ${name}`, Text: 'Since Monday.', ...PERSON });
      await send(page);
      await page.getByRole('heading', { level: 1, name: `It creaks, ${name}` }).waitFor();
      await page.getByText('Since Monday.').waitFor();
      await page.getByRole('status').getByText('Thank you').waitFor();
    });
  });

  it('is shown before it is sent, with all input kept', async () => {
    await forum.visit('/forum/help', reader, async (page) => {
      const text = `**Since Monday**, ${name}:\n\n- it \`creaks\`\n- it [rattles](https://a.example/)`;
      await page.getByLabel('Problem').check();
      await fill(page, { Title: `Noise, ${name}`, Text: text, ...PERSON });
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.getByText('Since Monday').waitFor();
      const html = await preview.locator('.prose').innerHTML();
      expect(html).toContain('<strong>Since Monday</strong>');
      await takePicture(page, `forum-preview-${name.split(' ')[0]}`);
      expect(await page.getByLabel('Text').inputValue()).toBe(text);
      await send(page);
      await page.getByRole('heading', { level: 1, name: `Noise, ${name}` }).waitFor();
      expect((await page.locator('.prose').first().innerHTML()).trim()).toBe(html.trim());
    });
  });

  it('shows the form again on errors, with all input and each message at its field', async () => {
    await forum.visit('/forum/help/ask', reader, async (page) => {
      await sendUnseen(page);
      await fill(page, { Title: ' ', Text: 'First line\nlast line', ...PERSON, 'E-mail address': 'anna' });
      await send(page);
      await page.getByRole('heading', { level: 1, name: 'Not sent yet' }).waitFor();
      const title = page.getByLabel('Title');
      expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.getByLabel('Text').inputValue()).toBe('First line\nlast line');
      await fill(page, { Title: `Mended, ${name}`, 'E-mail address': 'anna@example.com' });
      await page.getByRole('button', { name: 'Send again' }).click();
      await page.getByRole('heading', { level: 1, name: `Mended, ${name}` }).waitFor();
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  });
});

describe('the form shown again', () => {
  it.each([
    [1280, 'dark'],
    [360, 'light'],
  ] as const)('is accessible, %d pixels wide, %s', async (width, colorScheme) => {
    await forum.visit('/forum/help/ask', { width, colorScheme }, async (page) => {
      await sendUnseen(page);
      await send(page);
      await page.getByRole('heading', { level: 1, name: 'Not sent yet' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'forum-refused');
    });
  });
});

describe('while a title is typed', () => {
  const titleOf = (page: Page) => page.getByLabel('Title');

  it.each([
    ['charging', 'Charging in winter'],
    ['Why is my bike not charging on Mondays?', 'Charging in winter'],
    ['batteries', HOSTILE],
  ])('similar dialogs are suggested: %s', async (typed, found) => {
    await forum.visit('/forum/help/ask', { width: 360 }, async (page) => {
      await titleOf(page).fill(typed);
      const link = page.getByRole('main').getByRole('link', { name: found });
      await link.waitFor();
      await page.getByRole('status').getByText('1 similar post').waitFor();
      expect([await link.getAttribute('target'), await page.locator('main img').count()]).toEqual([
        '_blank',
        0,
      ]);
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'forum-alike');
      await titleOf(page).fill('zeppelin');
      await link.waitFor({ state: 'hidden' });
    });
  });
});

describe('guides of the knowledge base', () => {
  const guideOf = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Zebras at the door' });
  const helpedOf = (page: Page) => page.getByRole('button', { name: 'This answered my question' });

  it('are suggested while a title is typed, and counted if they help', async () => {
    await forum.visit('/forum/help/ask', { width: 360 }, async (page) => {
      await page.getByLabel('Title').fill('Are there zebras?');
      await page.getByText('These guides may answer your question: 2 guides').waitFor();
      expect([await helpedOf(page).count(), await page.locator('main img').count()]).toEqual([0, 0]);
      // The page of the guide is on another site.
      await page.evaluate(() =>
        document.addEventListener('click', (event) => event.preventDefault(), { once: true }),
      );
      const opened = page.waitForResponse('**/guides/1/opened');
      await guideOf(page).click();
      expect((await opened).status()).toBe(204);
      await helpedOf(page).waitFor();
      await page.reload();
      await page.getByLabel('Title').fill('Zebras?');
      await helpedOf(page).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'forum-guides');
      const sent = page.waitForResponse('**/guides/1/helped');
      await helpedOf(page).click();
      const thanks = page.getByText('It is good to know that the guide helped.');
      expect(await thanks.evaluate((note) => note === document.activeElement)).toBe(true);
      expect((await sent).status()).toBe(204);
    });
    expect(await forum.service.database.any('select title, times from helpful_guides')).toEqual([
      { title: 'Zebras at the door', times: 1 },
    ]);
    await forum.visit('/forum/help/ask?title=Zebras', {}, async (page) => {
      const fieldOf = () => page.locator('[name="opened_guides"]').inputValue();
      await page.evaluate(() =>
        sessionStorage.setItem('guidepost-opened-guides', '{"/forum/help/guides":["1"]}'),
      );
      await page.reload();
      expect(await fieldOf()).toBe('1');
      await fill(page, { Text: 'And stripes?', ...PERSON });
      await send(page);
      await page.getByRole('status').getByText('Thank you').waitFor();
      await page.goto(new URL('/forum/help/ask', page.url()).href);
      expect(await fieldOf()).toBe('');
    });
    expect(await forum.service.database.any('select opened, asked from opened_guides')).toEqual([
      { opened: 1, asked: 1 },
    ]);
  });

  it('are suggested for a title that a link has begun', async () => {
    await forum.visit('/forum/help/ask?title=Zebras%20charging', { colorScheme: 'dark' }, async (page) => {
      await guideOf(page).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Charging in winter' }).waitFor();
      await takePicture(page, 'forum-guides');
    });
  });

  it('are suggested to those who come from one that did not help, without it', async () => {
    await forum.visit('/forum/help/ask?title=Zebras%20at%20the%20door', {}, async (page) => {
      await page.getByText('These guides may answer your question: 1 guide').waitFor();
      expect(await guideOf(page).count()).toBe(0);
    });
  });

  it('are found beside dialogs', async () => {
    await forum.visit('/forum/help/search?q=zebras+charging', { width: 360 }, async (page) => {
      await guideOf(page).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'forum-search-guides');
    });
  });
});

describe('name and e-mail address', () => {
  it('are remembered by the browser only on request', async () => {
    await forum.visit('/forum/help/ask', {}, async (page) => {
      const remembered = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
      const boxOf = () => page.getByLabel('Remember my name');
      const ask = async (title: string) => {
        await fill(page, { Title: title, Text: 'Text' });
        await send(page);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
      };
      await fill(page, PERSON);
      await ask('Not remembered');
      expect(await remembered()).toBe('[]');
      await page.goto(new URL('/forum/help/ask', page.url()).href);
      await fill(page, PERSON);
      await boxOf().check();
      await ask('Remembered');
      await page.goto(new URL('/forum/help/ask', page.url()).href);
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Anna Berg');
      await boxOf().uncheck();
      await ask('Forgotten');
      expect(await remembered()).toBe('[]');
    });
  });
});

describe('the bar above the text', () => {
  /** Presses a button, or a key, on a text whose selection is between bars. */
  async function press(page: Page, [tool, marked]: readonly [string, string]): Promise<string> {
    const field = page.getByLabel('Text');
    const [before = '', selected = '', after = ''] = marked.split('|');
    await field.fill(before + selected + after);
    await field.evaluate((text: HTMLTextAreaElement, [start, end]) => text.setSelectionRange(start, end), [
      before.length,
      before.length + selected.length,
    ] as const);
    if (tool.includes('+')) await field.press(tool);
    else await page.getByRole('button', { name: tool, exact: true }).click();
    return field.evaluate((text: HTMLTextAreaElement) => {
      const { value, selectionStart: start, selectionEnd: end } = text;
      return `${value.slice(0, start)}|${value.slice(start, end)}|${value.slice(end)}`;
    });
  }

  const CASES: readonly (readonly [string, string, string])[] = [
    ['Bold', 'a |word |b', 'a **|word|** b'],
    ['Bold', 'a **|word|** b', 'a |word| b'],
    ['Bold', 'a |**word**| b', 'a |word| b'],
    ['Bold', '||', '**||**'],
    ['Italic', '**|word|**', '***|word|***'],
    ['Italic', '***|word|***', '**|word|**'],
    ['Control+b', '|word|', '**|word|**'],
    ['Control+i', '|word|', '*|word|*'],
    ['Code', '|word|', '`|word|`'],
    ['Code', '|a\nb|', '```\na\nb\n```||'],
    ['Bulleted list', 'x\n|a\nb|', 'x\n|- a\n- b|'],
    ['Bulleted list', 'x\n|- a\n- b|', 'x\n|a\nb|'],
    ['Quote', 'wo||rd', '> word||'],
    ['Control+k', 'see |this|', 'see [this](|https://|)'],
    ['Link', '|https://a.example/|', '[||](https://a.example/)'],
    ['Link', '||', '[||](https://)'],
  ];

  it('formats what is selected, by mouse and keyboard, and can be undone', async () => {
    await forum.visit('/forum/help/ask', {}, async (page) => {
      for (const [tool, before, after] of CASES)
        expect([tool, before, await press(page, [tool, before])]).toEqual([tool, before, after]);
      await page.keyboard.press('Control+z');
      expect(await page.getByLabel('Text').inputValue()).toBe('');
      await page.keyboard.press('Shift+Tab');
      for (const key of ['End', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Enter'])
        await page.keyboard.press(key);
      await page.keyboard.type('word');
      expect(await page.getByLabel('Text').inputValue()).toBe('**word**');
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'forum-writing-bar');
    });
  });
});

describe('a preview', () => {
  it('is accessible, wide and narrow, light and dark', async () => {
    const long = 'Donaudampfschiff'.repeat(6);
    const text = [
      `**Bold** *it* \`${long}\` [${long}](https://a.example/)`,
      `\`\`\`\n${long} ${long}\n\`\`\``,
      `> Quote\n> - list\n> - ${long}`,
      '1. one\n2. two',
    ].join('\n\n');
    await forum.visit('/forum/help/ask', {}, async (page) => {
      await fill(page, { Text: text });
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('region', { name: 'Preview' }).waitFor();
      expect(await examineLooks(page, 'forum-preview-page')).toMatchObject({ faults: [] });
    });
  });

  it('with pictures of other sites is a page of its own, which may load them', async () => {
    const picture = 'https://a.example/a.png';
    const visit = forum.visit('/forum/help/1000001', {}, async (page) => {
      await fill(page, { Text: picture });
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.waitForURL('**/forum/help/1000001/preview');
      expect(await page.getByLabel('Text').inputValue()).toBe(picture);
    });
    await expect(visit).rejects.toThrow(`asked another origin: ${picture}`);
  });
});

describe('a person who signs in', () => {
  it('asks, edits and accepts an answer', async () => {
    const email = 'anna@example.com';
    const title = 'Which tyre?';
    const reader: Reader = { width: 360, colorScheme: 'dark', mayStore: /^guidepost-(member|next)-/ };
    await forum.visit('/forum/help/1000001', reader, async (page) => {
      const see = async (name: string) => {
        await page.getByRole('heading', { level: 1, name }).waitFor();
        expect([name, await findBarriers(page), await findOverflow(page)]).toEqual([name, [], []]);
        await takePicture(page, `forum-member-${name.replaceAll(/\W+/g, '-')}`);
      };
      const main = page.getByRole('main');
      const press = (name: string) => main.getByRole('button', { name, exact: true }).first().click();
      await fill(page, { Text: 'Written before signing in.' });
      await page.getByRole('link', { name: 'Sign in' }).click();
      await see('Sign in');
      await main.getByLabel('E-mail address').fill(email);
      await press('Mail me a link');
      await see('Check your mail');
      await page.goto(new URL(await linkTo(forum.service, email), page.url()).href);
      expect(page.url()).not.toContain('gpl_');
      await main.getByLabel('Name').fill('Anna Berg');
      await see('Sign in');
      await press('Sign in');
      await page.waitForURL('**/forum/help/1000001');
      await press('Use');
      expect(await main.getByLabel('Text').inputValue()).toBe('Written before signing in.');
      await page.getByRole('link', { name: 'My posts' }).click();
      await see('My posts');
      await page.goto(new URL('/forum/help/ask', page.url()).href);
      await fill(page, { Title: title, Text: 'For snow.' });
      const picture = { name: 'tyre.png', mimeType: 'image/png', buffer: png() };
      await main.getByLabel('Attach files').setInputFiles(picture);
      await main.getByLabel('Attach files').setInputFiles({ ...picture, name: 'other.png' });
      await main.getByLabel('Text').evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }));
        text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
      });
      await press('Remove: other.png');
      await main.getByRole('listitem').getByText('pasted.txt').waitFor();
      await see('Write a post');
      await send(page);
      await see(title);
      await main.getByRole('img', { name: 'tyre.png' }).waitFor();
      await main.getByRole('link', { name: 'pasted.txt' }).waitFor();
      expect(await main.getByText('other.png').count()).toBe(0);
      const id = Number(new URL(page.url()).pathname.split('/').at(-1));
      await forum.service.request
        .post(`/api/comment/help/${id}`)
        .send({ name: 'Bo', useremail: 'bo@example.com', text: 'The wide one.' })
        .expect(201);
      await page.getByRole('link', { name: 'My posts' }).click();
      await see('My posts');
      await main.getByRole('link', { name: 'Edit' }).first().click();
      await fill(page, { Text: 'For snow and ice.' });
      await page.reload();
      await press('Use');
      await see('Edit your post');
      await press('Save');
      await main.getByText('For snow and ice.').waitFor();
      await page.getByRole('status').getByText('Your changes have been saved.').waitFor();
      const kept = await page.evaluate(() => Object.keys(localStorage).join());
      expect(kept).not.toContain(`edit ${id}`);
      await press('This solved it');
      await main.getByText('Accepted answer').first().waitFor();
      await main.getByText('solved', { exact: true }).waitFor();
      await main.getByRole('img', { name: 'The e-mail address of the author is confirmed.' }).waitFor();
      await see(title);
      await page.getByRole('link', { name: 'My posts' }).click();
      await main.getByRole('link', { name: 'My account' }).click();
      await see('My account');
      await press('Sign out everywhere');
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  });
});
