import { describe, expect, it } from '@jest/globals';
import { compareContents } from '../content/content.ts';
import { findDangers } from '../testing/dangers.ts';
import { markDifferences } from './mark-differences.ts';

const WORDS = { added: 'new', removed: 'gone' };

const compare = (before: string, after: string, title = 'T') =>
  markDifferences({ title: 'T', contentHtml: before }, { title, contentHtml: after }, WORDS);

/** Marks as `{-removed-}` and `{+added+}`. */
function show(html: string): string {
  const spoken = (text: string) => `<span class="visually-hidden">${text}</span>`;
  return html
    .replaceAll(`<ins class="change">${spoken('[new: ')}`, '{+')
    .replaceAll(`<del class="change">${spoken('[gone: ')}`, '{-')
    .replaceAll(`${spoken(']')}</ins>`, '+}')
    .replaceAll(`${spoken(']')}</del>`, '-}');
}

const picture = (name: string, alt: string) => `<img src="https://a.example/${name}.png" alt="${alt}">`;
const detail = (text: string) => `<small class="detail"> (${text})</small>`;

describe('a comparison', () => {
  it.each([
    ['a word', '<p>the red bike</p>', '<p>the blue bike</p>', '<p>the {-red-}{+blue+} bike</p>'],
    [
      'words with spaces between them as one change',
      '<p>the quick brown fox jumps</p>',
      '<p>the slow red fox jumps</p>',
      '<p>the {-quick brown-}{+slow red+} fox jumps</p>',
    ],
    ['a new paragraph', '<p>a</p><p>c</p>', '<p>a</p><p>b</p><p>c</p>', '<p>a</p><p>{+b+}</p><p>c</p>'],
    ['another paragraph', '<p>a b c</p>', '<p>d e f</p>', '<p>{-a b c-}</p><p>{+d e f+}</p>'],
    ['an item that is gone', '<ul><li>a<li>b</ul>', '<ul><li>b</ul>', '<ul><li>{-a-}</li><li>b</li></ul>'],
    [
      'a list in an item',
      '<ol><li>one<ul><li>deep</ul></ol>',
      '<ol><li>one two<ul><li>deep<li>deeper <code>x</code></ul></ol>',
      '<ol><li>one{+ two+}<ul><li>deep</li><li>{+deeper <code>x</code>+}</li></ul></li></ol>',
    ],
    [
      'rows and cells of a table',
      '<table><tr><td>a<td>5<tr><td>b<td>6</table>',
      '<table><tr><td>a<td>7<tr><td>new<td>1<tr><td>b<td>6</table>',
      '<table><tr><td>a</td><td>{-5-}{+7+}</td></tr><tr><td>{+new+}</td><td>{+1+}</td></tr><tr><td>b</td><td>6</td></tr></table>',
    ],
    [
      'a new column',
      '<table><tr><td>a<td>b<tr><td>c<td>d</table>',
      '<table><tr><td>a<td>x<td>b<tr><td>c<td>y<td>d</table>',
      '<table><tr><td>a</td><td>{+x+}</td><td>b</td></tr><tr><td>c</td><td>{+y+}</td><td>d</td></tr></table>',
    ],
    ['a heading of another level', '<h2>A b</h2>', '<h3>A b</h3>', '<h2>{-A b-}</h2><h3>{+A b+}</h3>'],
    [
      'the kind of a list',
      '<ul><li>a</ul>',
      '<ol><li>a</ol>',
      '<ul><li>{-a-}</li></ul><ol><li>{+a+}</li></ol>',
    ],
    [
      'another picture',
      picture('x', 'A'),
      picture('y', 'A'),
      `{-${picture('x', 'A')}-}{+${picture('y', 'A')}+}`,
    ],
    [
      'the text of a picture',
      picture('x', 'A'),
      picture('x', 'B'),
      `{-${picture('x', 'A')}${detail('A')}-}{+${picture('x', 'B')}${detail('B')}+}`,
    ],
    [
      'where a link leads',
      '<p>See <a href="https://a.example">it</a>.</p>',
      '<p>See <a href="https://b.example">it</a>.</p>',
      `<p>See {-<a href="https://a.example">it</a>${detail('https://a.example')}-}{+<a href="https://b.example">it</a>${detail('https://b.example')}+}.</p>`,
    ],
    ['a word in bold', '<p>a b c</p>', '<p>a <b>b</b> c</p>', '<p>a {-b-}{+<b>b</b>+} c</p>'],
    [
      'a box of another kind',
      '<blockquote class="note"><p>a</blockquote>',
      '<blockquote class="warning"><p>a</blockquote>',
      '<blockquote class="note"><p>{-a-}</p></blockquote><blockquote class="warning"><p>{+a+}</p></blockquote>',
    ],
    ['a new line of code', '<pre>a\n  b</pre>', '<pre>a\nc\n  b</pre>', '<pre>a\n{+c\n+}  b</pre>'],
    ['indents of code', '<pre>a\n b</pre>', '<pre>a\n  b</pre>', '<pre>a\n{- -}{+  +}b</pre>'],
    [
      'text that was closed',
      '<p>x</p>',
      '<p>x</p><details><summary>S</summary><p>in</p></details>',
      '<p>x</p><details open><summary>{+S+}</summary><p>{+in+}</p></details>',
    ],
    [
      'a video as a link',
      '<p>a</p>',
      '<p>a</p><iframe src="https://www.youtube-nocookie.com/embed/a"></iframe>',
      '<p>a</p>{+<a href="https://www.youtube-nocookie.com/embed/a">www.youtube-nocookie.com/embed/a</a>+}',
    ],
    [
      'characters of languages without spaces',
      '<p>我喜欢红色自行车</p>',
      '<p>我喜欢蓝色自行车</p>',
      '<p>我喜欢{-红-}{+蓝+}色自行车</p>',
    ],
    ['text as text', '<p>a &lt;b&gt; c</p>', '<p>a &lt;i&gt; c</p>', '<p>a &lt;{-b-}{+i+}&gt; c</p>'],
    ['all', '', '<p>a</p>', '<p>{+a+}</p>'],
  ])('shows %s', (_, before, after, expected) => {
    const { contentHtml, isRough } = compare(before, after);
    expect(show(contentHtml)).toBe(expected);
    expect(isRough).toBe(false);
  });

  it('shows another title, as a text', () => {
    const { title, contentHtml } = compare('<p>a</p>', '<p>a</p>', 'T & U <b>');
    expect(show(title)).toBe('T{+ &amp; U &lt;b&gt;+}');
    expect(contentHtml).toBe('<p>a</p>');
  });

  it('lists what differs as text', () => {
    expect(compare('<p>a</p><hr>', '<p>a b<br>c</p>').changes).toEqual([
      { kind: 'added', text: ' b\nc' },
      { kind: 'removed', text: '---' },
    ]);
  });

  it('says when readers see no difference', () => {
    expect(compare('<h2 id="a">x</h2>', '<h2 id="b">x</h2>')).toMatchObject({
      changes: [],
      onlyMarkup: true,
    });
    expect(compare('<p>a</p>', '<p>a</p>')).toMatchObject({ changes: [], onlyMarkup: false });
    expect(compare('<p>a</p>', '<p>b</p>')).toMatchObject({ onlyMarkup: false });
  });

  it('has no places to link to, which would be there twice', () => {
    const { contentHtml } = compare(
      '<h2 id="a">one</h2><p id="b">x</p>',
      '<h2 id="a">two</h2><p id="b">x</p>',
    );
    expect(contentHtml).not.toContain('id=');
  });

  it.each([
    ['<p onclick="x()">a</p>', '<p>a<script>x()</script></p>'],
    ['<a href="javascript:x()">a</a>', '<a href="javascript:y()">a</a>'],
    ['<table><td><svg onload=x()>', '<table><ins><svg onload=x()></ins>'],
    [
      '<p>&lt;img src=x onerror=x()&gt;</p>',
      '<p>&lt;img src=y onerror=x()&gt; <img src="/files/x" onerror="y"></p>',
    ],
    ['<ins><p>a</p></ins><del>b</del>', '<a href="https://a.example"><div>c</div></a>'],
  ])('is as safe as a guide: %s', (before, after) => {
    for (const html of [compare(before, after), compare(after, before)].map(({ contentHtml }) => contentHtml))
      expect(findDangers(html)).toEqual([]);
  });
});

describe('a comparison of long texts', () => {
  const words = (seed: number, count: number) =>
    Array.from({ length: count }, (_, n) => `w${(n * seed) % 9_973}`).join(' ');
  const page = (seed: number, sections: number) =>
    Array.from({ length: sections }, (_, n) => `<h2>${n}</h2><p>${words(seed + n, 4_000)}</p>`).join('');
  const compareLong = (before: string, after: string) =>
    compareContents({
      before: { title: 'T', contentHtml: before },
      after: { title: 'T', contentHtml: after },
      words: WORDS,
    });

  it('finds one change in 7 MB', async () => {
    const long = page(7, 300);
    const comparison = await compareLong(long, long.replace('w7 ', 'w7 changed '));
    expect(comparison).toMatchObject({ changes: [{ kind: 'added', text: 'changed ' }], isRough: false });
  }, 60_000);

  it('ends for pages that have their headings in common only', async () => {
    const comparison = await compareLong(page(7, 30), page(111, 30));
    expect(comparison?.contentHtml).toContain('<h2>29</h2>');
  }, 60_000);

  it('marks all of a paragraph that is too long, and says so', async () => {
    const comparison = await compareLong(
      `<p>${'a b '.repeat(100_000)}</p>`,
      `<p>${'b a a '.repeat(80_000)}</p>`,
    );
    expect(comparison?.changes.map(({ kind }) => kind)).toEqual(['removed', 'added']);
    expect(comparison?.isRough).toBe(true);
  }, 60_000);

  it('gives up on different orders of very many words', async () => {
    const comparison = await compareLong(
      `<p>${'a b c '.repeat(20_000)}</p>`,
      `<p>${'c a b b '.repeat(15_000)}</p>`,
    );
    expect(comparison?.isRough).toBe(true);
  }, 60_000);

  it('is none for more markup than a guide can have', async () => {
    expect(await compareLong('<p>a</p>', '<b>x</b>'.repeat(700_000))).toBeUndefined();
  }, 60_000);
});
