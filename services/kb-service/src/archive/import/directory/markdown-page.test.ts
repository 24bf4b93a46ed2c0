import { HOSTILE_MARKUP } from '@guidepost/testing/markup';
import { describe, expect, it } from '@jest/globals';
import { cleanContent } from '../../../cleaning/clean-content.ts';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import { findDangers } from '../../../testing/dangers.ts';
import { NO_IMAGES } from '../images.ts';
import { readImportedPage } from './imported-page.ts';
import { createLinkMap } from './links.ts';

describe('markdown page', () => {
  const linkTo = (path: string) => `<a href="https://a.example/${path}">https://a.example/${path}</a>`;

  const links = createLinkMap(
    new Map([
      ['install/linux.md', 'install-linux'],
      ['setup/README.md', 'setup'],
      ['setup/windows.html', 'setup-windows'],
    ]),
  );

  function read(markdown: string | Uint8Array, language = 'en') {
    const origin = { path: 'install/linux.md', slug: 'install-linux' };
    const carry = () => Promise.reject(new Error('there are no images'));
    return readImportedPage(Buffer.from(markdown), origin, { links, images: NO_IMAGES, carry, language });
  }

  const htmlOf = async (markdown: string) => (await read(markdown)).contentHtml;

  describe('Markdown', () => {
    it.each([
      ['paragraphs', 'a\nb\n\nc', '<p>a\nb</p>\n<p>c</p>'],
      ['emphasis', '*a* **b** ~~c~~ `d`', '<p><em>a</em> <strong>b</strong> <s>c</s> <code>d</code></p>'],
      [
        'code with its language',
        '```js\na < b\n```',
        '<pre><code class="language-js">a &lt; b\n</code></pre>',
      ],
      [
        'tables',
        '|a|b|\n|-|-|\n|c|d|',
        '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n<td>d</td>\n</tr>\n</tbody>\n</table>',
      ],
      [
        'columns as they are aligned',
        '|a|b|c|\n|:-|:-:|-:|\n|d|e|f|',
        '<table>\n<thead>\n<tr>\n<th align="left">a</th>\n<th align="center">b</th>\n<th align="right">c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="left">d</td>\n<td align="center">e</td>\n<td align="right">f</td>\n</tr>\n</tbody>\n</table>',
      ],
      [
        'bare addresses',
        'https://a.example/b',
        '<p><a href="https://a.example/b">https://a.example/b</a></p>',
      ],
      [
        'bare addresses without the signs behind them',
        '(https://a.example/b.) "https://a.example/c_(d)." ~~https://a.example/e~~ &lt;https://a.example/f&gt;',
        `<p>(${linkTo('b')}.) "${linkTo('c_(d)')}." <s>${linkTo('e')}</s> &lt;${linkTo('f')}&gt;</p>`,
      ],
      ['e-mail addresses', 'a@b.com', '<p><a href="mailto:a@b.com">a@b.com</a></p>'],
      ['telephone numbers', '[a](<tel:070-174 06 10>)', '<p><a href="tel:070-1740610">a</a></p>'],
      ['but not possible file names', 'config.sh example.com', '<p>config.sh example.com</p>'],
      [
        'HTML',
        '<details><summary>a</summary>\n\n*b*\n</details>',
        '<details><summary>a</summary>\n<p><em>b</em></p>\n</details>',
      ],
      [
        'images of the web',
        '![a](https://a.example/b.png "c")',
        '<p><img src="https://a.example/b.png" alt="a" title="c" /></p>',
      ],
      ['missing images as their text', 'a ![b](c.png)', '<p>a b</p>'],
      ['special characters', '"a" -- (c) ...', '<p>"a" -- (c) ...</p>'],
    ])('has %s', async (_, markdown, html) => {
      expect(await htmlOf(markdown)).toBe(html);
    });

    it.each([
      ['words', '## Set it up', 'set-it-up'],
      ['signs', '## What’s new? (v2.0)', 'whats-new-v20'],
      ['letters of any script', '## Återställ lösenordet', 'återställ-lösenordet'],
      ['marks of any script', '## स्थापना', 'स्थापना'],
      ['code and links', '## Use `kb` with [this](https://a.example)', 'use-kb-with-this'],
      ['hyphens', '## --force', '--force'],
    ])('gives headings the ids of GitHub: %s', async (_, heading, id) => {
      expect(await htmlOf(`${heading}\n\na`)).toContain(`<h2 id="${id}">`);
    });

    it('numbers duplicate IDs', async () => {
      expect(await htmlOf('## a\n## a\n## a')).toMatch(/id="a".*id="a-1".*id="a-2"/s);
    });

    it.each([
      ['a file', '[x](../setup/windows.html#two)', 'setup-windows#two'],
      ['a folder', '[x](../setup/)', 'setup'],
      ['a file without extension', '[x](../setup/windows)', 'setup-windows'],
      ['a heading of its own', '[x](#größe)', '#gr%C3%B6%C3%9Fe'],
      ['a reference', '[x]\n\n[x]: ../setup/README.md', 'setup'],
    ])('links to guides: %s', async (_, markdown, href) => {
      expect(await htmlOf(markdown)).toBe(`<p><a href="${href}">x</a></p>`);
    });

    it('reports broken links', async () => {
      const { contentHtml, findings } = await read('[a](gone.md)');
      expect([contentHtml, findings.brokenLinks]).toEqual(['<p>a</p>', ['install/linux.md: gone.md']]);
    });
  });

  describe('a quotation that begins with a line such as [!NOTE]', () => {
    const ALERT = '<div class="note">\n<p><strong>Note</strong></p>\n<p>a</p>\n</div>';

    it.each([
      ['is a note with a title', '> [!NOTE]\n> a', ALERT],
      ['in letters of any case', '> [!note]  \n> a', ALERT],
      ['or a paragraph', '> [!NOTE]\n>\n> a', ALERT.replace('<p>a', '\n<p>a').replace('\n\n', '\n')],
      ['also in a list', '- a\n  > [!NOTE]\n  > a', `<ul>\n<li>a${ALERT}\n</li>\n</ul>`],
      [
        'and may hold quotations',
        '> [!TIP]\n> a\n> > b',
        '<div class="tip">\n<p><strong>Tip</strong></p>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</div>',
      ],
      ['may have a title of its own', '> [!NOTE] *b*\n> a', ALERT.replace('Note', '<em>b</em>')],
      [
        'of an unknown kind is a note by its name',
        '> [!constructor]\n> a',
        ALERT.replace('Note', 'Constructor'),
      ],
    ])('%s', async (_, markdown, html) => {
      const { contentHtml, findings } = await read(markdown);
      expect(contentHtml.replace(/\n+/g, '\n')).toBe(html);
      expect(findings.removed.elements).toEqual(new Map());
    });

    it.each([
      ['sv', ['Obs!', 'Tips', 'Viktigt', 'Varning', 'Var försiktig']],
      ['de', ['Hinweis', 'Tipp', 'Wichtig', 'Warnung', 'Vorsicht']],
      ['ja', ['Note', 'Tip', 'Important', 'Warning', 'Caution']],
    ])('has a title in the language of the knowledge base: %s', async (language, titles) => {
      const kinds = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'];
      const { contentHtml } = await read(kinds.map((kind) => `> [!${kind}]\n> a`).join('\n\n'), language);
      expect(contentHtml.match(/(?<=<strong>).*(?=<\/strong>)/g)).toEqual(titles);
    });
  });

  describe('a list item that begins with [ ]', () => {
    const box = (text: string, checked = '') =>
      `<li class="task-list-item"><label><input type="checkbox" disabled${checked} /> ${text}</label>`;

    it.each([
      ['[ ] has an empty checkbox', '- [ ] *a*', `<ul>\n${box('<em>a</em>')}</li>\n</ul>`],
      ['[x] has a checked one', '1. [x] a', `<ol>\n${box('a', ' checked')}</li>\n</ol>`],
      [
        'may have a list below it',
        '- [X] a\n  - b',
        `<ul>\n${box('a', ' checked')}\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>`,
      ],
      [
        'may be a paragraph',
        '- [ ] a\n\n- b',
        `<ul>\n${box('a').replace('<label>', '\n<p><label>')}</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>`,
      ],
      ['has no checkbox without text', '- [ ]', '<ul>\n<li>[ ]</li>\n</ul>'],
      [
        'has no checkbox if it is a link',
        '- [x](https://a.example)',
        '<ul>\n<li><a href="https://a.example">x</a></li>\n</ul>',
      ],
    ])('%s', async (_, markdown, html) => {
      expect(await htmlOf(markdown)).toBe(html);
    });
  });

  describe('footnotes', () => {
    const reference = (number: number, nth = '') =>
      `<sup class="footnote-ref"><a href="#fn:${number}" id="fnref:${number}${nth}">[${number}]</a></sup>`;
    const back = (number: number, nth = '') =>
      `<a href="#fnref:${number}${nth}" class="footnote-backref">↩︎</a>`;

    it('stand at the end and link back', async () => {
      const { contentHtml, findings } = await read('a[^x] b[^y] c[^x]\n\n[^y]: *Y*\n[^x]: X');
      expect(contentHtml).toBe(
        [
          `<p>a${reference(1)} b${reference(2)} c${reference(1, ':1')}</p>`,
          '<hr class="footnotes-sep" />',
          '<section class="footnotes">',
          '<ol class="footnotes-list">',
          `<li id="fn:1" class="footnote-item"><p>X ${back(1)} ${back(1, ':1')}</p>`,
          '</li>',
          `<li id="fn:2" class="footnote-item"><p><em>Y</em> ${back(2)}</p>`,
          '</li>',
          '</ol>',
          '</section>',
        ].join('\n'),
      );
      expect(findings).toMatchObject({
        brokenLinks: [],
        removed: { attributes: new Map(), links: new Map() },
      });
    });

    it('have anchors that differ from headings', async () => {
      const html = await htmlOf('## fn:1\n## fnref1\n## fn1\n\na[^1]\n\n[^1]: b');
      const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
      expect(ids).toEqual(['fn1', 'fnref1', 'fn1-1', 'fnref:1', 'fn:1']);
    });

    it.each([
      ['that are missing', 'a[^1]', '<p>a[^1]</p>'],
      ['without a name', 'a ^[b] c', '<p>a ^[b] c</p>'],
      ['without a reference', 'a\n\n[^1]: b', '<p>a</p>'],
    ])('are ignored %s', async (_, markdown, html) => {
      expect(await htmlOf(markdown)).toBe(html);
    });
  });

  describe('F01 HTML that does not end hides nothing:', () => {
    const next = '<p>After.</p>\n<h2 id="next">Next</h2>\n<ol>\n<li>Step two</li>\n</ol>';
    it.each([
      [
        'a film',
        '<iframe src="https://www.youtube.com/embed/abcdefghijk" width="560" height="315" />',
        '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk" width="560" height="315"></iframe>',
      ],
      ['a player', '<video src="/media/fold.mp4" controls/>', ''],
      ['a script', '<script src="a.js"/>', '<p>&lt;script src="a.js"/&gt;</p>'],
      [
        'before another',
        '<script src="a.js"/>\n\n<script>\na\n\n</script>',
        '<p>&lt;script src="a.js"/&gt;</p>',
      ],
      ['a style', '<style>', '<p>&lt;style&gt;</p>'],
      ['a field', '- <textarea>\n- a', '<ul>\n<li>&lt;textarea&gt;</li>\n<li>a</li>\n</ul>'],
      ['a comment', '<!-- a', '<p>&lt;!-- a</p>'],
      ['a program', '<?php a', '<p>&lt;?php a</p>'],
      ['a drawing', '<svg>', ''],
      [
        'what GitHub shows as typed',
        'a <title>b</title> <xmp/>',
        '<p>a &lt;title&gt;b&lt;/title&gt; &lt;xmp/&gt;</p>',
      ],
    ])('%s', async (_, element, html) => {
      const content = await htmlOf(`Before.\n\n${element}\n\nAfter.\n\n## Next\n\n1. Step two\n`);
      expect(content.replace(/\n+/g, '\n')).toBe(['<p>Before.</p>', html, next].filter(Boolean).join('\n'));
    });

    it.each([
      ['<script>\na\n\nb\n</script>', 'script'],
      ['a <style>b</style>', 'style'],
    ])('%s is removed with its content', async (markdown, name) => {
      const { contentHtml, findings } = await read(`c\n\n${markdown}`);
      expect(contentHtml).not.toContain('b');
      expect(findings.removed.elements).toEqual(new Map([[name, 1]]));
    });
  });

  describe('the title of a Markdown file', () => {
    it.each([
      ['that of the front matter', '---\ntitle: A  B\n---\n# C', 'A B', '<h2 id="c">C</h2>'],
      ['which is not repeated', '---\ntitle: A\n---\n# A\nb', 'A', '<p>b</p>'],
      ['else the h1 at the beginning', '# B `c`\n# D', 'B c', '<h2 id="d">D</h2>'],
      [
        'which may stand behind a picture',
        '<!-- x -->\n\n[![](https://a.example/a.png)](https://a.example)\n\n# B',
        'B',
        '<p><a href="https://a.example"><img src="https://a.example/a.png" alt="" /></a></p>',
      ],
      ['else the name of the file', '## A', 'Linux', '<h2 id="a">A</h2>'],
      ['which is also better than an h1 behind text', 'a\n# B', 'Linux', '<p>a</p>\n<h2 id="b">B</h2>'],
      [
        'or behind other headings',
        '## A\n# B\n## C',
        'Linux',
        '<h2 id="a">A</h2>\n<h2 id="b">B</h2>\n<h3 id="c">C</h3>',
      ],
    ])('is %s', async (_, markdown, title, html) => {
      const guide = await read(markdown);
      expect(guide.title).toBe(title);
      expect(guide.contentHtml.replace(/\n+/g, '\n')).toBe(html);
    });
  });

  describe('a Markdown file', () => {
    it('has tags', async () => {
      expect((await read('---\ntags: [C++, c++]\n---\na')).keywords).toEqual([
        { slug: 'cplusplus', name: 'C++' },
      ]);
    });

    it.each([
      ['empty', '', 'has no content'],
      ['front matter only', '---\ntitle: a\n---\n', 'has no content'],
      ['not in UTF-8', Buffer.from('caf\xe9', 'latin1'), 'invalid utf-8 at byte 3'],
      ['with a truncated character at the end', Buffer.from('cafÃ', 'latin1'), 'invalid utf-8 at byte 3'],
      ['with U+0000', 'a\n\0', 'line 2, column 1 contains U+0000'],
      ['too large', 'a'.repeat(7_000_001), 'the file has 7000001 bytes, at most 7000000 are allowed'],
      ['of elements nested too deep', '<div>'.repeat(1_000), 'elements are nested more than 500 deep'],
    ])('that is invalid is reported: %s', async (_, markdown, message) => {
      await expect(read(markdown)).rejects.toThrow(`install/linux.md: ${message}`);
    });
  });

  describe('S2 hostile HTML in Markdown is cleaned', () => {
    it.each(HOSTILE_MARKUP)('%s', async (_, html) => {
      const written = [
        html,
        `a ${html}`,
        `- ${html}`,
        `|a|\n|-|\n|${html}|`,
        `[a](<${html}>)`,
        `![${html}](b.png)`,
      ];
      for (const markdown of written) {
        const content = await htmlOf(`before\n\n${markdown}\n\nafter`);
        expect(findDangers(content)).toEqual([]);
        expect(cleanContent(parseHtml(content, { place: 'again' })).html).toBe(content);
      }
    });

    it.each([
      ['[a](javascript:alert(1))'],
      ['[a](JaVaScRiPt:alert(1))'],
      ['[a](java&#10;script:alert(1))'],
      ['[a](data:text/html,<script>alert(1)</script>)'],
      ['<javascript:alert(1)>'],
      ['[a]: javascript:alert(1)\n\n[a]'],
      ['![a](javascript:alert(1))'],
      ['![a](data:image/svg+xml,<svg/onload=alert(1)>)'],
      ['[a](vbscript:msgbox(1))'],
      ['[a](x "onclick=alert(1)")'],
      ['```"><img src=x onerror=alert(1)>\na\n```'],
      ['# a {onclick=alert(1)}'],
    ])('%s', async (markdown) => {
      const content = await htmlOf(`${markdown}\n\nb`);
      expect(findDangers(content)).toEqual([]);
    });
  });
});
