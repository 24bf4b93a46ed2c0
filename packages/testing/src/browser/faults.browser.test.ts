import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findBarriers } from './barriers.ts';
import { findOverflow } from './overflow.ts';
import { findOverlaps } from './overlaps.ts';
import { takePicture } from './picture.ts';
import { openBrowser, type Page, type Reader, type TestBrowser } from './test-browser.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

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
    await lookAt('<div style="height: 1000px">Far down</div>', (page) => takePicture(page, 'example'), {
      width: 400,
      colorScheme: 'dark',
    });
    const picture = await readFile(file);
    await rm(file);
    expect(picture.toString('latin1', 1, 4)).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([400, 1016]);
  });
});
