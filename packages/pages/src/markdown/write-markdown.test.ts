import { describe, expect, it } from '@jest/globals';
import { escapeMarkdown, prefersMarkdown } from './markdown-page.ts';
import { writeMarkdown } from './write-markdown.ts';

const BASE = 'https://help.example.com';

describe('writeMarkdown', () => {
  it.each([
    ['headings', '<h2 id="a">A</h2><h3>B *c*</h3>', '## A\n\n### B \\*c\\*'],
    [
      'marks',
      '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d`</code></p>',
      '**a** *b* ~~c~~ `` d` ``',
    ],
    ['marks beside their like', '<p><code>a</code><code>b</code> <em>c</em><em>d</em></p>', '`ab` *cd*'],
    ['marks around nothing', '<p>a<code><a id="c"></a></code><em></em>b</p>', 'ab'],
    ['text elements that it lacks', '<p><kbd>A</kbd> H<sub>2</sub></p>', '<kbd>A</kbd> H<sub>2</sub>'],
    ['a link of the site', '<p><a href="/guides/b">b</a></p>', `[b](${BASE}/guides/b)`],
    ['a link in the same folder', '<p><a href="b#c">b</a></p>', `[b](${BASE}/guides/b#c)`],
    ['a link in the guide', '<p><a href="#b">b</a></p>', '[b](#b)'],
    ['an image', '<p><img src="/files/a.png" alt="A [b]"></p>', `![A \\[b\\]](${BASE}/files/a.png)`],
    ['a code block', '<pre><code class="language-sql">select 1;\n</code></pre>', '```sql\nselect 1;\n```'],
    ['code with fences', '<pre><code>```\n</code></pre>', '````\n```\n````'],
    ['lists in lists', '<ul><li>a<ol><li>b</li></ol></li></ul>', '- a\n  1. b'],
    [
      'tasks',
      '<ul><li class="task-list-item"><label><input type="checkbox" disabled checked> a</label></li></ul>',
      '- [x] a',
    ],
    [
      'a callout with the title of its kind',
      '<div class="note"><p><strong>Note</strong></p><p>a</p></div>',
      '> [!NOTE]\n>\n> a',
    ],
    [
      'a callout with a title of its own',
      '<div class="tip"><p><strong>Try it</strong></p><p>a</p></div>',
      '> [!TIP] Try it\n>\n> a',
    ],
    ['a callout without a title', '<div class="tip"><p>a</p></div>', 'a'],
    [
      'a table',
      '<table><thead><tr><th>a</th><th align="right">b|</th></tr></thead><tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
      '| a | b\\| |\n| - | --: |\n| 1 |   2 |',
    ],
    [
      'a table that it cannot have',
      '<table><tbody><tr><td colspan="2"><pre><code>a\n\nb</code></pre></td></tr></tbody></table>',
      '<table><tbody><tr><td colspan="2"><pre><code>a&#10;\nb</code></pre></td></tr></tbody></table>',
    ],
    [
      'terms and their descriptions',
      '<dl><dt><code>a</code></dt><dd><p>b <em>c</em></p></dd></dl>',
      '<dl>\n\n<dt><code>a</code></dt>\n\n<dd>\n\nb *c*\n\n</dd>\n\n</dl>',
    ],
    [
      'a section that opens',
      '<details open><summary>a</summary><p>b</p></details>',
      '<details open>\n\n<summary>a</summary>\n\nb\n\n</details>',
    ],
    [
      'footnotes',
      `<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup></p>
       <hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list">
       <li id="fn1" class="footnote-item"><p>b <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>`,
      'a[^fn1]\n\n[^fn1]: b',
    ],
    ['text that looks like Markdown', '<p># a</p><p>1. b _c_ &lt;d&gt;</p>', '\\# a\n\n1\\. b \\_c\\_ \\<d>'],
  ])('writes %s', (_case, html, markdown) => {
    expect(writeMarkdown({ html, language: 'en', base: BASE, folder: '/guides/' })).toBe(markdown);
  });

  it('reads addresses of files at their own host, and leaves all others without one', () => {
    const html = '<p><a href="/guides/b">b</a><img src="/files/a.png" alt="a"></p>';
    const files = 'https://files.example.com';
    expect(writeMarkdown({ html, language: 'en', base: `${BASE}/site/a`, files })).toBe(
      `[b](${BASE}/site/a/guides/b)![a](${files}/files/a.png)`,
    );
    expect(writeMarkdown({ html, language: 'en' })).toBe('[b](/guides/b)![a](/files/a.png)');
  });
});

it.each([
  ['text/markdown', true],
  ['text/markdown, text/html;q=0.9', true],
  ['text/html, text/markdown', false],
  ['text/markdown;q=0.5, text/html', false],
  ['text/html;q=0, text/markdown;q=0.1', true],
  ['*/*', false],
  ['text/markdown;q=0.5, */*;q=0.4', true],
  ['text/markdown;q=0.5, */*', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  [undefined, false],
])('Accept: %s prefers Markdown: %s', (accept, isPreferred) => {
  expect(prefersMarkdown(accept)).toBe(isPreferred);
});

it('escapes every character of Markdown in a title, and keeps it on one line', () => {
  expect(escapeMarkdown('a *b* _c_ `d` [e](f) <g> #h\n| ~i~ \\ &amp;')).toBe(
    String.raw`a \*b\* \_c\_ \`d\` \[e\](f) \<g\> \#h \| \~i\~ \\ \&amp;`,
  );
});
