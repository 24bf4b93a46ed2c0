import { readdirSync, readFileSync } from 'node:fs';
import { type ListeningApp, listenWith } from '@guidepost/testing';
import {
  findBarriers,
  findOverflow,
  openBrowser,
  type Page,
  type Reader,
  type TestBrowser,
  takePicture,
} from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const EXAMPLES = new URL('../../../../docs/embedding/', import.meta.url);
const SERVICE = 'http://127.0.0.1:4020';

/** As libraries did before `URLSearchParams`: a script creates the frame, and messages are decoded on arrival. */
const OLD_PAGE = `<!doctype html><html lang="en"><title>Old</title>
<form method="POST"><input name="title"><textarea name="text"></textarea><input name="name"><input name="useremail">
<input name="topic" value="Q"><input name="error_url"><input name="success_url"><button>Send</button></form><pre></pre>
<script>
var url = '${SERVICE}/api/demo', form = document.forms[0];
form.elements.error_url.value = form.elements.success_url.value = url + '/js-endpoint/';
window.onmessage = function (event) {
  var data = {};
  decodeURIComponent(event.data).split('&').forEach(function (pair) {
    var parts = pair.split('=');
    if (parts.length == 2) data[parts[0]] = parts[1].replace(/[+]/g, ' ');
  });
  document.querySelector('pre').textContent = event.data ? JSON.stringify(data) : 'done';
  document.querySelector('iframe').remove();
};
form.onsubmit = function () {
  var frame = document.createElement('iframe');
  frame.name = 'result';
  frame.style.display = 'none';
  document.body.appendChild(frame);
  form.target = 'result';
  form.action = url;
};
</script></html>`;

const PAGES = new Map([
  ['old.html', OLD_PAGE],
  ...readdirSync(EXAMPLES).map((name) => [name, readFileSync(new URL(name, EXAMPLES), 'utf8')] as const),
]);

let service: TestService;
let shop: ListeningApp;
let browser: TestBrowser;

beforeAll(async () => {
  service = await startTestService((origin) => ({ PUBLIC_URL: origin, RATE_LIMITS: 'off' }));
  const forumId = await writeForum(service.database, { slug: 'demo' });
  await writeDialogs(service.database, forumId, [
    { id: 1_000_001, title: 'How wide is a <b>tyre</b>?', text: 'In millimetres.', num_votes: 2 },
    { id: 1_000_002, title: 'Where is my order?', num_votes: 1 },
    { id: 1_000_003, title: 'Thank you', topic: 'B' },
  ]);
  await writeComments(service.database, forumId, [{ id: 1_000_011, dialog_id: 1_000_001 }]);
  shop = await listenWith(({ url = '' }, response) => {
    const name = url.slice(1);
    response.setHeader('Content-Type', name.endsWith('.css') ? 'text/css' : 'text/html');
    response.end(PAGES.get(name)?.replaceAll(SERVICE, service.origin));
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await shop.close();
  await service.stop();
});

/** Opens an example as a page of another site. */
function visit(example: string, reader: Reader, read: (page: Page) => Promise<void>): Promise<void> {
  const origin = shop.origin.replace('127.0.0.1', 'shop.example');
  return browser.visit(`${origin}/${example}`, { ...reader, asks: [service.origin] }, read);
}

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

async function expectToBeReadable(page: Page, name: string): Promise<void> {
  await takePicture(page, `embedding-${name}`);
  expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([]);
}

describe.each(looks)('a page of another site, $width wide and $colorScheme', (look) => {
  it('reads questions and their total by fetch', async () => {
    await visit('read-with-fetch.html', look, async (page) => {
      await page.getByText('Where is my order?').waitFor();
      expect(await page.locator('#count').textContent()).toMatch(/^The (\d) with the most votes of \1:$/);
      expect((await page.locator('li').allTextContents()).slice(0, 2)).toEqual([
        'How wide is a < b>tyre< /b>? (comments: 1)In millimetres.',
        expect.stringMatching(/^Where is my order\? \(comments: 0\)/),
      ]);
      expect(await page.locator('li a').first().getAttribute('href')).toBe(
        `${service.origin}/forum/demo/1000001`,
      );
      await expectToBeReadable(page, 'fetch');
    });
  });

  it('reads dialogs by JSONP', async () => {
    await visit('read-with-jsonp.html', look, async (page) => {
      await page.getByText('Where is my order?').waitFor();
      expect(await page.getByRole('link', { name: 'Thank you' }).count()).toBe(1);
      await expectToBeReadable(page, 'jsonp');
    });
  });

  it('posts through a hidden frame and receives errors and success as messages', async () => {
    await visit('post-from-frame.html', look, async (page) => {
      const at = (field: string) => page.locator(`[data-field=${field}]`);
      const title = `Is it ${look.width} wide?`;
      await page.getByLabel('Your name').fill('Åsa & Co');
      await page.getByLabel('e-mail').fill('asa');
      await page.getByLabel('in a line').fill(title);
      await page.getByRole('button').click();
      await at('useremail').getByText('Please enter an e-mail address such as name@example.com.').waitFor();
      expect(await at('text').textContent()).toBe('Please fill in this field.');
      expect(await at('title').textContent()).toBe('');
      await expectToBeReadable(page, 'form');

      await page.getByLabel('e-mail').fill('asa@example.com');
      await page.getByLabel('More about it').fill('Just asking:\n1 + 1 = 2 & more?');
      await page.getByRole('button').click();
      await page.getByText('Thank you! We answer as soon as we can.').waitFor();
      const row = await service.database.one('select text, author_name, held from dialogs where title = $1', [
        title,
      ]);
      expect(row).toEqual({ text: 'Just asking:\n1 + 1 = 2 & more?', author_name: 'Åsa & Co', held: false });
    });
  });
});

describe('a form in a frame', () => {
  it('also receives errors that concern no field', async () => {
    await visit('post-from-frame.html', {}, async (page) => {
      const post = async () => {
        await page.getByLabel('Your name').fill('Bo');
        await page.getByLabel('e-mail').fill('bo@example.com');
        await page.getByLabel('in a line').fill('Twice?');
        await page.getByLabel('More about it').fill('Twice.');
        await page.getByRole('button').click();
      };
      await post();
      await page.getByText('Thank you!').waitFor();
      await page.reload();
      await post();
      await page.getByText('This has already been sent.').waitFor();
    });
  });

  it('works without scripts on a page of the service that keeps the input', async () => {
    await visit('post-from-frame.html', { javaScript: false }, async (page) => {
      await page.getByLabel('in a line').fill('Without script?');
      await page.getByRole('button').click();
      await page.waitForURL(`${service.origin}/api/demo`);
      expect(await page.getByLabel('Title').inputValue()).toBe('Without script?');
    });
  });
});

describe('a page for older libraries', () => {
  it('still posts', async () => {
    await visit('old.html', {}, async (page) => {
      await page.locator('[name=useremail]').fill('anna');
      await page.locator('[name=title]').fill('Does the old page work?');
      await page.getByRole('button').click();
      await page.locator('pre', { hasText: 'useremail' }).waitFor();
      expect(JSON.parse(String(await page.locator('pre').textContent()))).toEqual({
        name: 'Please fill in this field.',
        text: 'Please fill in this field.',
        useremail: 'Please enter an e-mail address such as name@example.com.',
      });
      await page.locator('[name=useremail]').fill('anna@example.com');
      await page.locator('[name=name]').fill('Anna');
      await page.locator('[name=text]').fill('It does.');
      await page.getByRole('button').click();
      await page.getByText('done').waitFor();
    });
  });
});
