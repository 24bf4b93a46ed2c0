import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findBarriers, findOverflow, findOverlaps, takePicture } from './looks.ts';
import { openBrowser, type Page, type Reader, type TestBrowser } from './test-browser.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

describe('faults of a page', () => {
  async function lookAt<Found>(
    body: string,
    look: (page: Page) => Promise<Found>,
    reader: Reader = {},
  ): Promise<Found | undefined> {
    let found: Found | undefined;
    await browser.visit('about:blank', reader, async (page) => {
      await page.setContent(`<!doctype html><html lang="en"><title>A page</title><body>${body}`);
      found = await look(page);
    });
    return found;
  }

  describe('findBarriers', () => {
    it('finds none in an accessible page', async () => {
      expect(await lookAt('<main><h1>Paying</h1></main>', findBarriers)).toEqual([]);
    });

    it.each([
      [
        'a field without a name',
        '<main><h1>Paying</h1><input></main>',
        'label: input: Fix any of the following:',
      ],
      [
        'text that is hard to see',
        '<main><h1>Paying</h1><p style="color: #ccc">Soon</p></main>',
        'color-contrast: p: Fix any of the following: Element has insufficient color contrast',
      ],
    ])('reports %s', async (_barrier, body, line) => {
      expect(await lookAt(body, findBarriers)).toEqual([expect.stringContaining(line)]);
    });
  });

  describe('findOverflow', () => {
    it.each([
      ['what fits', '<p>Paying</p>', []],
      ['scrollable elements', `<pre style="overflow-x: auto"><code>${'x'.repeat(100)}</code></pre>`, []],
      [
        'overflowing text',
        `<pre>${'x'.repeat(100)}</pre>`,
        [expect.stringMatching(/^something makes a page of 360 px \d+ px wide$/)],
      ],
      [
        'overflowing elements',
        '<div><p style="width: 400px">Paying</p></div>',
        ['p "Paying" sticks out of 360 px'],
      ],
      [
        'clipped elements',
        '<div style="overflow: hidden"><p style="width: 400px">Paying</p></div>',
        ['p "Paying" sticks out of 360 px'],
      ],
    ])('of %s', async (_case, body, lines) => {
      expect(await lookAt(body, findOverflow, { width: 360 })).toEqual(lines);
    });
  });

  describe('findOverlaps', () => {
    const over = (content: string) => `<div style="position: absolute; top: 8px; left: 8px">${content}</div>`;
    it.each([
      ['things one below the other', '<p>Paying</p><input><img alt="" width="9" height="9">', []],
      ['a text in a button', '<button>Paying</button>', []],
      [
        'what sticks to an edge',
        `<p>Paying</p><p style="position: sticky; margin-top: -2em">By card</p>`,
        [],
      ],
      ['hidden elements', `<p>Paying</p><div hidden>${over('By card')}</div>`, []],
      [
        'clipped elements',
        `<p>Paying</p><div style="overflow: clip; height: 0; position: relative">${over('By card')}</div>`,
        [],
      ],
      ['two texts', `<p>Paying</p>${over('<p>By card</p>')}`, ['"Paying" and "By card" cover each other']],
      [
        'a field on a text',
        `<p>Paying</p>${over('<p><input></p>')}`,
        ['"input" and "Paying" cover each other'],
      ],
    ])('of %s', async (_case, body, lines) => {
      expect(await lookAt(body, findOverlaps)).toEqual(lines);
    });
  });

  describe('takePicture', () => {
    it('stores a PNG of the page, however long, with a descriptive name', async () => {
      const file = new URL('../../../../artifacts/pictures/example-400-dark-en.png', import.meta.url);
      await rm(file, { force: true });
      await lookAt(
        '<div style="height: 1000px">Far down</div>',
        (page) => takePicture(page, 'example', 'on'),
        {
          width: 400,
          colorScheme: 'dark',
        },
      );
      const picture = await readFile(file);
      await rm(file);
      expect(picture.toString('latin1', 1, 4)).toBe('PNG');
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([400, 1016]);
    });
  });
});

describe('a visit', () => {
  const POLICY = "default-src 'self'; img-src *";

  const BODIES: Record<string, string> = {
    good: '<script src="good.js"></script><a href="/nowhere">A guide that was taken back</a>',
    'good.js': 'fetch("/good", { signal: AbortSignal.abort() }).catch(() => {})',
    logging: '<script src="logging.js"></script>',
    'logging.js': 'console.error("no answer")',
    throwing: '<script src="throwing.js"></script>',
    'throwing.js': 'throw new Error("no such thing")',
    inline: '<p style="color: red">Red</p>',
    outside: '<img src="http://tracker.example:1/pixel.png" alt="">',
    friendly: '<img src="http://friend.example:1/a.png" alt="">',
    missing: '<img src="nowhere.png" alt="">',
    cut: '<img src="cut.png" alt="">',
    cookie: '<script src="cookie.js"></script>',
    'cookie.js': 'document.cookie = "visitor=1"',
  };

  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = request.url?.slice(1) ?? '';
      if (name === 'cut.png') return void response.destroy();
      response.writeHead(name in BODIES ? 200 : 404, {
        'Content-Type': name.endsWith('.js') ? 'text/javascript' : 'text/html',
        'Content-Security-Policy': POLICY,
      });
      response.end(BODIES[name] ?? 'There is nothing here.');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('accepts a page without faults, and a 404 as the document', async () => {
    await browser.visit(`${origin}/good`, {}, async (page) => {
      await page.getByRole('link').click();
      await page.waitForURL('**/nowhere');
    });
  });

  it('accepts requests to an allowed origin', async () => {
    const reader = { asks: ['http://friend.example:1'] };
    const page = `${origin}/friendly`;
    await expect(browser.visit(page, reader, async () => {})).rejects.toThrow(/^The page could not load: /);
    await expect(browser.visit(page, {}, async () => {})).rejects.toThrow(/^The page asked another origin: /);
  });

  it.each([
    ['logs an error', 'logging', 'logged: no answer'],
    ['throws', 'throwing', 'threw: no such thing'],
    [
      'breaks its policy',
      'inline',
      'logged: Applying inline style violates the following Content Security Policy',
    ],
    ['asks another origin', 'outside', 'asked another origin: http://tracker.example:1/pixel.png'],
    ['loads a missing file', 'missing', 'was refused something: 404 http://127.0.0.1:'],
    ['gets no answer', 'cut', 'could not load'],
    ['sets a cookie', 'cookie', 'set a cookie: visitor'],
  ])('fails when the page %s', async (_mistake, name, complaint) => {
    const visit = browser.visit(`${origin}/${name}`, {}, async () => {});
    await expect(visit).rejects.toThrow(`The page ${complaint}`);
  });

  it('reports violations along with the test’s own failure', async () => {
    const visit = browser.visit(`${origin}/logging`, {}, () => Promise.reject(new Error('no suggestions')));
    await expect(visit).rejects.toMatchObject({
      message: 'The page logged: no answer',
      cause: new Error('no suggestions'),
    });
  });

  it('fails with the test’s own error when the page has no faults', async () => {
    const visit = browser.visit(`${origin}/good`, {}, () => Promise.reject(new Error('no suggestions')));
    await expect(visit).rejects.toThrow('no suggestions');
  });

  it('uses the reader’s settings', async () => {
    const reader = { width: 360, colorScheme: 'dark', javaScript: false, locale: 'sv' } as const;
    await browser.visit(`http://help.example.com:${new URL(origin).port}/throwing`, reader, async (page) => {
      expect(
        await page.evaluate(() => [
          innerWidth,
          matchMedia('(prefers-color-scheme: dark)').matches,
          navigator.language,
          location.hostname,
        ]),
      ).toEqual([360, true, 'sv', 'help.example.com']);
    });
  });
});
