import { examineLooks, findBarriers, type Page, type Reader, takePicture } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedForum, startBrowsedForum } from '../../testing/browsed-forum.ts';
import { writeDialogs, writeForum } from '../../testing/content.ts';

const HOSTILE = '<img src=x onerror=alert(1)> batteries';

let forum: BrowsedForum;

beforeAll(async () => {
  forum = await startBrowsedForum(async ({ database }) => {
    const help = await writeForum(database, { slug: 'help' });
    await writeDialogs(database, help, [
      { id: 1_000_001, title: 'Charging in winter' },
      { id: 1_000_002, title: HOSTILE },
    ]);
  });
});

afterAll(() => forum.stop());

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
