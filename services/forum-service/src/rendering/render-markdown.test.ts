import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HOSTILE_MARKUP } from '@guidepost/testing/markup';
import { describe, expect, it } from '@jest/globals';
import { containsLink } from '../posts/hold.ts';
import { findDangers } from '../testing/dangers.ts';
import { linkForeignMedia } from './embed.ts';
import { escapeMarkdown } from './escape.ts';
import { createFindAuthor } from './link-names.ts';
import { renderMarkdown } from './render-markdown.ts';
import { mailedText, readableText } from './render-posts.ts';
import { renderText } from './render-text.ts';

const link = (address: string, label: string) =>
  `<a href="${address}" rel="nofollow ugc noopener">${label}</a>`;
const image = (address: string, alt: string) =>
  `<img loading="lazy" referrerpolicy="no-referrer" src="${address}" alt="${alt}">`;

describe('the HTML of a Markdown text', () => {
  it.each([
    ['paragraphs and line breaks', 'a\nb\r\nc\u2028d\n\n\ne', '<p>a<br>b<br>c<br>d</p><p>e</p>'],
    [
      'emphasis',
      '*a* _b_ **c** snake_case_name',
      '<p><em>a</em> <em>b</em> <strong>c</strong> snake_case_name</p>',
    ],
    ['code', 'Run `rm <b> "x"`', '<p>Run <code>rm &lt;b&gt; &quot;x&quot;</code></p>'],
    ['a block of code', '```html\n<b>\n\n*a*\n```', '<pre><code>&lt;b&gt;\n\n*a*\n</code></pre>'],
    ['indented code', 'a\n\n    b\n', '<p>a</p><pre><code>b\n</code></pre>'],
    ['a list', '- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['a list with paragraphs', '- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['a numbered list', '1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['a list that starts elsewhere', '7) a', '<ol start="7"><li>a</li></ol>'],
    ['a quote', '> a\n> b\n\nc', '<blockquote><p>a<br>b</p></blockquote><p>c</p>'],
    ['escaped signs', '\\*a\\* 2 \\< 3', '<p>*a* 2 &lt; 3</p>'],
    ['HTML', `<b class="x">'x'</b>`, '<p>&lt;b class=&quot;x&quot;&gt;&#39;x&#39;&lt;/b&gt;</p>'],
    ['entities', '&lt;b&gt; &copy;', '<p>&amp;lt;b&amp;gt; &amp;copy;</p>'],
    ['what is not plain', '# a\n---\n| b |\n|---|\n~~c~~', '<p># a<br>---<br>| b |<br>|---|<br>~~c~~</p>'],
    [
      'a footnote',
      '[a]: https://a.example/',
      `<p>[a]: ${link('https://a.example/', 'https://a.example/')}</p>`,
    ],
    ['an unclosed block of code', '```\na', '<pre><code>a</code></pre>'],
  ])('with %s', (_, source, html) => {
    expect(renderMarkdown(source)).toBe(html);
  });

  it('is that of the text as typed when it nests too deep', () => {
    const quotes = `${'> '.repeat(30)}a`;
    const emphasis = `${'*a '.repeat(30)}${'a* '.repeat(30)}`;
    for (const source of [quotes, emphasis]) expect(renderMarkdown(source)).toBe(renderText(source));
    expect(renderMarkdown(`${'> '.repeat(9)}a`)).toContain('<blockquote>');
  });
});

describe('links in Markdown', () => {
  it.each([
    [
      'with a text',
      '[*a* `b`](https://a.example/x.png "t")',
      link('https://a.example/x.png', '<em>a</em> <code>b</code>'),
    ],
    ['without a text', '[](https://a.example/)', link('https://a.example/', 'https://a.example/')],
    [
      'with an invisible text',
      '[\u2800\u3164](https://a.example/)',
      link('https://a.example/', 'https://a.example/'),
    ],
    ['alone', 'https://a.example/b_c_d.', `${link('https://a.example/b_c_d', 'https://a.example/b_c_d')}.`],
    ['in angle brackets', '<https://a.example/b>', link('https://a.example/b', 'https://a.example/b')],
    [
      'in emphasis',
      '**https://a.example/b**',
      `<strong>${link('https://a.example/b', 'https://a.example/b')}</strong>`,
    ],
    ['to an image', 'https://a.example/b.png', image('https://a.example/b.png', 'b.png')],
    [
      'to an image with a description',
      '![a "b"](https://a.example/b.png)',
      image('https://a.example/b.png', 'a &quot;b&quot;'),
    ],
    [
      'to a document with a description',
      '![a](https://a.example/b.pdf)',
      link('https://a.example/b.pdf', 'a'),
    ],
    [
      'around an image',
      '[![a](https://a.example/b.png)](https://b.example/)',
      link('https://b.example/', 'a'),
    ],
    ['without an address', '[a]() ![b]()', 'a b'],
    [
      'around another',
      '**[b <https://a.example/x> *c*](https://b.example/)** d',
      `<strong>${link('https://b.example/', 'b https://a.example/x <em>c</em>')}</strong> d`,
    ],
  ])('%s', (_, source, html) => {
    expect(renderMarkdown(source)).toBe(`<p>${html}</p>`);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:anna@a.example',
    'tel:112',
    '/forum/help',
    '//a.example/b',
    'www.example.com',
    'https://bank.example@evil.example/',
    'http:a.example',
  ])('require a plain web address: %s', (address) => {
    expect(renderMarkdown(`[a](${address}) ![b](${address})`)).toBe(
      `<p>[a](${address}) ![b](${address})</p>`,
    );
    expect(renderMarkdown(`<${address}>`)).toBe(`<p>&lt;${address}&gt;</p>`);
  });

  it.each([
    'https\\://a.example/',
    'https&colon;//a.example/',
    'htt\\ps://a.example/',
    '<https:/\\/a.example/>',
  ])('cannot be disguised from a forum that holds posts with links: %s', (address) => {
    const html = renderMarkdown(`[a](${address}) ![b](${address})`);
    expect([containsLink(address), /<(?:a|img) /.test(html)]).toEqual([false, false]);
  });

  it('become at most 20 images per text', () => {
    const html = renderMarkdown('https://a.example/a.png ![b](https://a.example/b.png)\n\n'.repeat(20));
    expect([html.match(/<img/g), html.match(/<a /g)].map((found) => found?.length)).toEqual([20, 20]);
  });
});

describe('names in Markdown', () => {
  const findAuthor = createFindAuthor([
    { name: 'Anna', address: 'https://forum.example/1' },
    { name: 'Anna Berg', address: 'https://forum.example/2' },
    { name: 'O’Neil & <b>', address: 'https://forum.example/3' },
    { name: 'Anna', address: 'https://forum.example/4' },
    { name: '_milad_', address: 'https://forum.example/5' },
    { name: 'a*b [c] `d', address: 'https://forum.example/6' },
    { name: '张伟', address: 'https://forum.example/7' },
  ]);
  const author = (id: number, name: string) => `<a href="https://forum.example/${id}">@${name}</a>`;

  it.each([
    ['of one word, of the latest author', '@Anna, see above', `${author(4, 'Anna')}, see above`],
    ['in lower case', '(@anna)', `(${author(4, 'anna')})`],
    ['of several words', '@Anna Berg: yes', `${author(2, 'Anna Berg')}: yes`],
    ['with signs', 'Hi @O’Neil & <b>', `Hi ${author(3, 'O’Neil &amp; &lt;b&gt;')}`],
    ['in emphasis', '**@Anna**', `<strong>${author(4, 'Anna')}</strong>`],
    ['that go on', '@Annabel @Anna_B', '@Annabel @Anna_B'],
    ['of strangers', '@Bo', '@Bo'],
    ['in an e-mail address', 'hi@Anna hi.@Anna', 'hi@Anna hi.@Anna'],
    ['in code', '`@Anna`', '<code>@Anna</code>'],
    ['in a link', '[@Anna](https://a.example/)', link('https://a.example/', '@Anna')],
    ['between signs of emphasis', '@_milad_ did _it_ help?', `${author(5, '_milad_')} did <em>it</em> help?`],
    ['in and between them', '**_see_ @_milad_**', `<strong><em>see</em> ${author(5, '_milad_')}</strong>`],
    ['between them in a link', '[@_milad_](https://a.example/)', link('https://a.example/', '@_milad_')],
    [
      'with other signs of Markdown',
      '*@A*B [c] `d* `e`',
      `<em>${author(6, 'A*B [c] `d')}</em> <code>e</code>`,
    ],
    ['behind a backslash', '\\@_milad_', '@<em>milad</em>'],
    [
      'before letters of a script without spaces',
      '@张伟你好 @Anna你好',
      `${author(7, '张伟')}你好 ${author(4, 'Anna')}你好`,
    ],
    ['behind such letters', '谢谢@张伟', `谢谢${author(7, '张伟')}`],
  ])('%s', (_, source, html) => {
    expect(renderMarkdown(source, { findAuthor })).toBe(`<p>${html}</p>`);
    expect(renderMarkdown(source)).not.toContain('forum.example');
  });
});

describe('without markup', () => {
  it('a name between signs of emphasis keeps them, known or not', () => {
    const text = '@_milad_ *and* **@__bo__** or a@_c_';
    const readable = '@_milad_ and @__bo__ or a@c';
    expect([readableText({ text, markdown: true }), mailedText({ text, markdown: true })]).toEqual([
      readable,
      readable,
    ]);
  });

  it('a text is readable', () => {
    const text = '**a** [b](https://a.example/)\nc\n\n- d\n- `e`\n\n```\nf\n```\n> g https://a.example/';
    expect(readableText({ text, markdown: true })).toBe('a b\nc\nd\ne\nf\n\ng https://a.example/');
    expect(readableText({ text, markdown: false })).toBe(text);
  });

  it.each([
    '*a* _b_ [c](d) `e` <f> \\g',
    '1. a',
    '- a',
    '> a',
    '+ a',
    '~~~',
    'snake_case 2 * 3',
    '1986',
    '![a](b)',
  ])('a line is escaped: %s', (line) => {
    expect(readableText({ text: escapeMarkdown(line), markdown: true })).toBe(line);
    expect(renderMarkdown(escapeMarkdown(line))).toMatch(/^<p>[^<]*<\/p>$/);
  });
});

/** Where hostile markup may end up: text, links, images, code, lists and quotes. */
const AROUND: ((markup: string) => string)[] = [
  (markup) => markup,
  (markup) => `[${markup}](https://a.example/${markup})`,
  (markup) => `![${markup}](<https://a.example/x.png?${markup}> "${markup}")`,
  (markup) => `[a](${markup}) <${markup}> [a][${markup}]\n\n[a]: ${markup}`,
  (markup) => `\`\`\`${markup}\n${markup}\n\`\`\`\n\n    ${markup}`,
  (markup) => `> - **${markup}** \`${markup}\` http://a.example/x.mp4#${markup}`,
];

describe('S38 hostile Markdown', () => {
  it.each(HOSTILE_MARKUP)('is safe HTML: %s', (_, markup) => {
    const findAuthor = createFindAuthor([{ name: markup, address: `https://forum.example/"${markup}` }]);
    for (const source of AROUND.map((around) => around(markup))) {
      const html = renderMarkdown(`${source}\n\n@${markup}`, { findAuthor });
      expect([html, linkForeignMedia(html, 'https://forum.example/')].flatMap(findDangers)).toEqual([]);
    }
  });

  it('has an end tag for each start tag, in order, whatever signs are combined', () => {
    for (const first of PIECES) {
      for (const second of PIECES) {
        const source = `**a ${first}${second}b${first}** c ${second}`;
        expect([source, openTags(renderMarkdown(source))]).toEqual([source, []]);
      }
    }
  });

  it('is rendered in linear time, and no more than a hundred times as long: 100 kB of each delimiter, nested and unclosed', async () => {
    const options = ['--conditions=source', '--input-type=module', '--eval', SCRIPT];
    const run = promisify(execFile)(process.execPath, options, { timeout: 100_000 });
    const { stdout } = await run.catch((ended: { stdout: string }) => ended);
    expect(stdout.trim().split('\n')).toEqual(PIECES.map((piece) => JSON.stringify(piece)));
  }, 120_000);
});

/** Elements without an end, and what ends none. */
function openTags(html: string): string[] {
  const open: string[] = [];
  for (const [tag, end, name = ''] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (name === 'br' || name === 'img') continue;
    if (!end) open.push(name);
    else if (open.pop() !== name) return [tag];
  }
  return open;
}

/** Separated by spaces, which `␣` and `⏎` stand for. */
const PIECES =
  String.raw`* ** _ __ \` \`\` \`a\`\` ~ \\ < > [ ] ![ ( " @ @Anna␣ & | # *a␣**a␣ *a_ [* *[ [] [[] ]( [a]( []( ![]( [a](<
  [a](http://a.example␣" >␣ >⏎ -␣ -⏎ 1.␣ 1.⏎ >␣-␣ >␣\`\`\`⏎ \`\`\`⏎ ~~~⏎ ␣␣␣␣a⏎ ⏎ ␣␣⏎ <http: <http://a.example>
  [<http://a>](http://b) http:// http://a@ http://a.example/( http://a.example/a.png␣ ![a](http://a.example/a.png) [a]:␣http://a⏎ <!-- <a␣href="`
    .replaceAll('\\`', '`')
    .split(/\s+/)
    .map((piece) => piece.replaceAll('␣', ' ').replaceAll('⏎', '\n'));

const SCRIPT = `
  const { renderMarkdown } = await import(${JSON.stringify(new URL('render-markdown.ts', import.meta.url).href)});
  const findAuthor = () => undefined;
  for (const piece of ${JSON.stringify(PIECES)}) {
    const html = renderMarkdown(piece.repeat(100_000 / piece.length) + '!', { findAuthor });
    if (html.length < 10_000_000) console.log(JSON.stringify(piece));
  }`;
