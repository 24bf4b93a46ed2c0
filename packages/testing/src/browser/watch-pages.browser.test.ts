import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBrowser, type TestBrowser } from './test-browser.ts';

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

let browser: TestBrowser;
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
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a visit', () => {
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
