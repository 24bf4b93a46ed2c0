import { describe, expect, it } from '@jest/globals';
import { prepareContent as prepare } from './content.ts';

const prepareContent = (html: string) => prepare(html, { table: 'Table', code: 'Code' });

describe('the content of a guide on its page', () => {
  it.each([
    ['a heading without an id gets one', '<h2>Turn it off</h2>', '<h2 id="turn-it-off">Turn it off</h2>'],
    ['a heading keeps the id that it has', '<h3 id="on">Turn it on</h3>', '<h3 id="on">Turn it on</h3>'],
    [
      'equal headings get different ids',
      '<h2>Steps</h2><h2>Steps</h2>',
      '<h2 id="steps">Steps</h2><h2 id="steps-1">Steps</h2>',
    ],
    [
      'an id that another element has is not given again',
      '<p id="steps">1</p><h2>Steps</h2>',
      '<p id="steps">1</p><h2 id="steps-1">Steps</h2>',
    ],
    ['an id is made of any script', '<h2>Återställ 設定</h2>', '<h2 id="återställ-設定">Återställ 設定</h2>'],
    ['a heading without letters gets none', '<h2>…</h2>', '<h2>…</h2>'],
    ['other headings stay as they are', '<h4>Note</h4>', '<h4>Note</h4>'],
    [
      'a table gets a frame to scroll in, which the keyboard reaches',
      '<p>a</p><table><tr><td>1</td></tr></table><p>b</p>',
      '<p>a</p><div class="table" tabindex="0" role="group" aria-label="Table"><table><tr><td>1</td></tr></table></div><p>b</p>',
    ],
    [
      'a nested table scrolls with the outer one',
      '<table><tr><td><table></table></td></tr></table>',
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table><tr><td><table></table></td></tr></table></div>',
    ],
    [
      'code can be scrolled by keyboard',
      '<pre><code>a</code></pre>',
      '<pre tabindex="0" role="group" aria-label="Code"><code>a</code></pre>',
    ],
    [
      'images below the first are loaded when they are about to be seen',
      '<img src="/files/1.png" alt="" /><img src="/files/2.png" alt="" />',
      '<img src="/files/1.png" alt="" /><img loading="lazy" src="/files/2.png" alt="" />',
    ],
    ['everything else stays byte for byte', '<p>a &amp; b&nbsp;<br>c</p>', '<p>a &amp; b&nbsp;<br>c</p>'],
  ])('%s', async (_, html, expected) => {
    expect((await prepareContent(html)).html).toBe(expected);
  });

  it('lists headings of the second and third level, with their text alone', async () => {
    const html =
      '<h1>No</h1><h2>Use <code>kb &lt;x&gt;</code>\n now</h2><h3 id="b">B</h3><h4>No</h4><h2></h2>';
    expect((await prepareContent(html)).headings).toEqual([
      { level: 2, id: 'use-kb-x-now', text: 'Use kb <x> now' },
      { level: 3, id: 'b', text: 'B' },
    ]);
  });

  it.each([
    [
      'nothing',
      '<p>a</p><img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png" /><a href="https://a.example">b</a>',
      [],
    ],
    ['an image of the web', '<img src="https://a.example/b.png" />', ['images']],
    ['one with alt before src', '<img alt="a" src="http://a.example/b.png" />', ['images']],
    ['one of the same scheme', '<img src="//a.example/b.png" />', ['images']],
    ['a video in a frame', '<iframe src="https://player.vimeo.com/video/1"></iframe>', ['frames']],
    ['a player', '<video controls><source src="https://player.vimeo.com/a.mp4" /></video>', ['media']],
    ['no more than is there', '<pre>&lt;iframe &lt;img src="http</pre>', []],
  ])('has to load %s from elsewhere', async (_, html, foreign) => {
    expect((await prepareContent(html)).foreign).toEqual(foreign);
  });

  it('has the first stored image as its picture, with src anywhere in the tag', async () => {
    const [one, other] = ['a', 'b'].map((letter) => `/files/${letter.repeat(22)}.png`);
    const html = `<img src="https://a.example/b.png" /><img alt="a" src="${one}" /><img src="${other}" />`;
    expect((await prepareContent(html)).picture).toBe(one);
    expect((await prepareContent('<p>a</p>')).picture).toBeUndefined();
  });

  it('does not depend on chunk boundaries', async () => {
    const html = '<h2>A &amp; 😀</h2><pre id="a">b</pre><table></table><img src="/a" /><img src="/b" />';
    const { html: expected } = await prepareContent(`<p></p>${html}`);
    for (let before = 0; before < html.length; before += 1) {
      const text = 'x'.repeat(16_000 - '<p></p>'.length - before);
      const { html: prepared } = await prepareContent(`<p>${text}</p>${html}`);
      expect(prepared.replace(text, '')).toBe(expected);
    }
  });
});
