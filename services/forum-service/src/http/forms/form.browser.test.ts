import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  findBarriers,
  findOverflow,
  type Locator,
  openBrowser,
  type TestBrowser,
  takePicture,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeForum } from '../../testing/content.ts';
import { DIALOG } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let browser: TestBrowser;

beforeAll(async () => {
  service = await startTestService((origin) => ({ PUBLIC_URL: origin, RATE_LIMITS: 'off' }));
  await writeForum(service.database, { slug: 'help', language: 'sv' });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** A page of another site with this form. */
function formOf(fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<textarea name="${name}">\n${value.replaceAll('&', '&amp;')}</textarea>`,
  );
  return `<form method="post" action="${service.origin}/api/help">${inputs.join('')}<button>Ask</button></form>`;
}

/** Whether a field is visible or focusable. */
function isSeen(field: Locator): Promise<boolean> {
  return field.evaluate((element) => {
    element.scrollIntoView();
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });
}

const LONG = `${'A long line that says more than fits beside it. '.repeat(12)}\n\n${'Wordwithoutend'.repeat(20)}`;

describe.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)('a refused form, %d wide and %s', (width, colorScheme) => {
  it('shows errors, keeps the input, and accepts the corrected form', async () => {
    const reader = { width, colorScheme, asks: [service.origin] };
    await browser.visit('about:blank', reader, async (page) => {
      const title = `How wide is ${width}?`;
      await page.setContent(
        formOf({ ...DIALOG, topic: '', title, text: LONG, useremail: 'anna', topics: 'x' }),
      );
      await page.getByRole('button').click();
      await page.getByRole('heading', { name: 'Inte skickat än' }).waitFor();
      await takePicture(page, 'forum-form');
      expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([]);
      expect(await page.getByLabel('Text').inputValue()).toBe(LONG);
      expect(await isSeen(page.getByLabel('Lämna'))).toBe(false);
      expect(await isSeen(page.getByLabel('Rubrik'))).toBe(true);

      await page.getByRole('textbox', { name: 'E-postadress' }).fill('anna@example.com');
      await page.getByLabel('Problem').check();
      await page.getByRole('button', { name: 'Skicka igen' }).click();
      await page.waitForURL(`${service.origin}/forum/help/*`);
      const row = await service.database.one('select topic, text from dialogs where title = $1', [title]);
      expect(row).toEqual({ topic: 'P', text: LONG });
    });
  });

  it('says above the form that it was already sent', async () => {
    const reader = { width, colorScheme, javaScript: false, asks: [service.origin] };
    await browser.visit('about:blank', reader, async (page) => {
      const twice = { ...DIALOG, title: `Twice, ${width} wide` };
      await service.request.post('/api/help').send(twice).expect(201);
      await page.setContent(formOf(twice));
      await page.getByRole('button').click();
      await page.getByRole('heading', { level: 1, name: 'Det här har redan skickats.' }).waitFor();
      await takePicture(page, 'forum-form-again');
      expect(await findOverflow(page)).toEqual([]);
    });
  });
});

describe('a form of a page in windows-1252', () => {
  it.each([
    ['', '', 'Röd & П'],
    ['', '<input type="hidden" name="_charset_">', 'Röd & П'],
    [' accept-charset="utf-8"', '', 'Röd & П'],
    [' enctype="multipart/form-data"', '<input type="hidden" name="_charset_">', 'Röd & П'],
  ])('is read: <form%s>%s', async (attributes, field, title) => {
    const { name: _name, title: _title, ...others } = DIALOG;
    const inputs = Object.entries(others).map(([key, value]) => `<input name="${key}" value="${value}">`);
    const page = `<form method="post" action="${service.origin}/api/help"${attributes}>${inputs.join('')}${field}
      <input name="name" value="Bj\xf6rn \x80"><input name="title" value="R\xf6d &amp; "><button>Skicka</button></form>`;
    const site = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html; charset=windows-1252').end(Buffer.from(page, 'latin1')),
    ).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await browser.visit(`${origin}/`, { width: 360, asks: [service.origin] }, async (visited) => {
      await visited.locator('[name=title]').fill('Röd & П');
      await visited.getByRole('button').click();
      await visited.waitForURL(`${service.origin}/forum/help/*`);
    });
    site.close();
    const stored = 'delete from dialogs where author_name = $1 returning title';
    expect(await service.database.one(stored, ['Björn €'])).toEqual({ title });
  });
});

describe('an unreadable form', () => {
  it('shows a page with a link back', async () => {
    await browser.visit('about:blank', { width: 360, asks: [service.origin] }, async (page) => {
      await page.setContent(formOf({ text: 'a'.repeat(256_000) }));
      await page.getByRole('button').click();
      await page.getByText('Texten är för lång för att skickas.').waitFor();
      await takePicture(page, 'forum-form-unread');
      expect(await findBarriers(page)).toEqual([]);
    });
  });
});
