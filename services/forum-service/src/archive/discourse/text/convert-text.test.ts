import { sha1OfShort, shortOfSha1 } from '@guidepost/fetch';
import { describe, expect, it } from '@jest/globals';
import { renderMarkdown } from '../../../rendering/render-markdown.ts';
import { convertCooked } from './convert-cooked.ts';
import type { TextContext } from './convert-line.ts';
import { convertRaw } from './convert-raw.ts';

const SHA1 = '0123456789abcdef0123456789abcdef01234567';
const SHORT = shortOfSha1(SHA1, 'png');

const CONTEXT: TextContext = {
  topic: 12,
  nameOf: (username) => ({ anna: 'Anna Berg', 'bo.k': 'Bo' })[username.toLowerCase()],
  wrote: (name) => `${name} wrote:`,
  postAddress: (topic, post) => `https://new.example/t/${topic}/${post}`,
  addressOf(written) {
    if (written === SHORT || written.includes(SHA1)) return 'https://new.example/files/cat.png';
    if (written.startsWith('upload:') || written.startsWith('#')) return undefined;
    return URL.parse(written, 'https://new.example')?.href;
  },
  pollVotes: (poll) => (poll === 'poll' ? [3, 0] : undefined),
};

const WORDS = 'Anna Berg wrote:';

describe('a text as Discourse keeps it', () => {
  it.each<[what: string, raw: string, markdown: string]>([
    ['plain text', 'Hello.\n\nBye.', 'Hello.\n\nBye.'],
    ['Windows line ends', 'a\r\nb', 'a\nb'],
    ['emphasis', '**a** _b_ `c`', '**a** _b_ `c`'],
    ['a heading', 'x\n## Install ##\ny', 'x\n**Install**\ny'],
    ['a heading that has bold words', '# Why **this**', 'Why **this**'],
    ['no heading but a number', '#1 is best', '#1 is best'],
    ['a heading with a line below', '\nInstall\n======\ntext', '**Install**\n\ntext'],
    ['a rule', 'a\n\n---\n\nb', 'a\n\nb'],
    ['a table', 'x\n|a|b|\n|--|:-:|\n|1|`2`|\ny', 'x\n\n```\n|a|b|\n|--|:-:|\n|1|`2`|\n```\n\ny'],
    [
      'a quote',
      '[quote="anna, post:3, topic:9"]\nHi.\n[/quote]\nYes.',
      `> [${WORDS}](https://new.example/t/9/3)\n>\n> Hi.\n\nYes.`,
    ],
    [
      'a quote of this topic',
      '[quote="anna, post:2"]\nHi.\n[/quote]',
      `> [${WORDS}](https://new.example/t/12/2)\n>\n> Hi.`,
    ],
    [
      'a quote of a full name',
      '[quote="A. B., post:2, topic:9, username:anna"]\nHi.\n[/quote]',
      `> [${WORDS}](https://new.example/t/9/2)\n>\n> Hi.`,
    ],
    ['a quote without a source', '[quote]\nHi.\n[/quote]', '> Hi.'],
    ['a quote of a stranger', '[quote="zoe"]Hi.[/quote]', '> zoe wrote:\n>\n> Hi.'],
    ['a quote on one line', 'a [quote="anna"]Hi.[/quote] b', `a \n\n> ${WORDS}\n>\n> Hi.\n\n b`],
    [
      'quotes in quotes',
      '[quote="anna"]\n[quote="Bo"]\nx\n[/quote]\ny\n[/quote]\nz',
      `> ${WORDS}\n>\n> > Bo wrote:\n> >\n> > x\n>\n> y\n\nz`,
    ],
    ['a quote without an end', '[quote="anna"]\nx', `> ${WORDS}\n>\n> x`],
    ['an end without a quote', 'x\n[/quote]\ny', 'x\ny'],
    ['a tag in code', '`[quote]` x', '`[quote]` x'],
    ['a mention', '@Anna, see @nobody and a@anna.com', '@Anna Berg, see @nobody and a@anna.com'],
    ['a mention at the end of a sentence', 'Ask @bo.k.', 'Ask @Bo.'],
    ['an image', `![A cat|690x388, 50%](${SHORT})`, '![A cat](https://new.example/files/cat.png)'],
    [
      'an image within a link',
      `[![A|6x3](${SHORT})](https://a.example/)`,
      '[![A](https://new.example/files/cat.png)](https://a.example/)',
    ],
    ['an image of another site', '![A|6x3](https://a.example/b.png)', '![A](https://a.example/b.png)'],
    ['an image that is not there', '![A cat|6x3](upload://missing.png)', 'A cat'],
    [
      'a file',
      `[manual.pdf|attachment](${SHORT}) (1.2 MB)`,
      '[manual.pdf](https://new.example/files/cat.png) (1.2 MB)',
    ],
    [
      'an image in HTML',
      `<img src="/uploads/default/original/1X/${SHA1}.png" width="690">`,
      '![](https://new.example/files/cat.png)',
    ],
    ['a link', '[there](/t/slug/9/3 "title")', '[there](https://new.example/t/slug/9/3)'],
    ['an address', 'See https://a.example/b_c_d.', 'See https://a.example/b_c_d.'],
    ['an address alone, shown as a box', 'https://a.example/', 'https://a.example/'],
    ['an emoji', ':smile: :+1: :wave:t3: :flag_se: :slight_smile:', '😄 👍 👋🏼 🇸🇪 🙂'],
    ['what is no emoji', '10:30:20 :acme_logo: a:smile:', '10:30:20 :acme_logo: a:smile:'],
    ['an emoji in code', '`:smile:`', '`:smile:`'],
    [
      'fenced code',
      '```js\n# @anna :smile:\n\n\n[quote]\n```\n# x',
      '```js\n# @anna :smile:\n\n\n[quote]\n```\n**x**',
    ],
    ['fenced code without an end', '```\n@anna', '```\n@anna\n```'],
    ['indented code', 'a\n\n    @anna\n\nb', 'a\n\n    @anna\n\nb'],
    ['code in brackets', '[code]\n@anna\n[/code]', '```\n@anna\n```'],
    ['details', '[details="More, here"]\nx\n[/details]\ny', '**More, here**\n\nx\n\ny'],
    ['a spoiler', '[spoiler]She wins.[/spoiler]', '**Spoiler**\n\nShe wins.'],
    [
      'a poll',
      '[poll type=regular]\n# Which?\n* A\n* B\n[/poll]\n* c',
      '**Which?**\n* A (3)\n* B (0)\n\n* c',
    ],
    ['another poll', '[poll name=p2]\n* A\n[/poll]', '* A'],
    ['simple HTML', '<b>a</b> <i>b</i><br>c <kbd>d</kbd> <sub>e</sub>', '**a** *b*\nc `d` e'],
    ['other HTML', 'List<String> <foo bar>', 'List<String> <foo bar>'],
    ['a link in HTML', '<a href="/t/9">x</a>', '[x](https://new.example/t/9)'],
    ['a comment', 'a<!-- hidden -->b', 'ab'],
    ['entities', '&lt;b&gt; &amp; &#65; &unknown;', '<b> & A &unknown;'],
    ['BBCode', '[b]a[/b] [i]b[/i] [url=https://a.example/]c[/url]', '**a** *b* [c](https://a.example/)'],
    [
      'a date',
      '[date=2020-01-31 time=10:00:00 timezone="Europe/Stockholm"]',
      '2020-01-31 10:00:00 (Europe/Stockholm)',
    ],
    ['a list', '1. a\n2. b\n   * c', '1. a\n2. b\n   * c'],
    ['nothing', '', ''],
  ])('has %s', (_, raw, markdown) => {
    expect(convertRaw(raw, CONTEXT)).toBe(markdown);
  });

  it('with quotes 50 deep is shown with 8', () => {
    const raw = `${'[quote="anna"]\n'.repeat(50)}x\n${'[/quote]\n'.repeat(50)}y`;
    const markdown = convertRaw(raw, CONTEXT);
    expect(markdown).toContain(`\n${'> '.repeat(8)}x\n`);
    expect(markdown.endsWith('\n\ny')).toBe(true);
    expect(renderMarkdown(markdown)).toContain('<blockquote>');
  });

  it.each<[what: string, unit: string]>([
    ['opening brackets', '['],
    ['links without an end', '[a]('],
    ['images without an end', '![a|'],
    ['quotes without an end', '[quote="a, post:1"]\n'],
    ['ends of quotes', '[/quote]\n'],
    ['backticks', '` '],
    ['runs of backticks', '`a``b```c````'],
    ['angle brackets', '<a '],
    ['comments', '<!--'],
    ['colons', ':a'],
    ['mentions', '@a-.'],
    ['ampersands', '&a'],
    ['quote signs', '> '],
    ['hyphens', '- '],
    ['bars', '|-'],
    ['heading signs', '# '],
    ['spaces', ' '],
    ['fences', '```\n'],
    ['stops behind an address', 'https://a.example/.,'],
    ['tables', 'a|b\n-|-\n'],
    ['backslashes', '\\'],
  ])('of 100,000 characters does not grow without bounds: %s', (_, unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    for (const converted of [convertRaw(text, CONTEXT), convertCooked(text, CONTEXT)])
      expect(converted.length).toBeLessThan(20 * text.length);
  });
});

describe('a text as Discourse shows it', () => {
  it.each<[what: string, html: string, markdown: string]>([
    ['paragraphs', '<p>Hello <strong>you</strong>.</p>\n<p>Bye<br>\nnow</p>', 'Hello **you**.\n\nBye\nnow'],
    ['signs of Markdown', '<p>2 * 3 * 4</p>', String.raw`2 \* 3 \* 4`],
    ['a heading', '<h2><a name="x" class="anchor"></a>Install</h2><p>x</p>', '**Install**\n\nx'],
    ['a list', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>', '- a\n- b'],
    ['code', '<pre><code class="lang-js">a *b*\n</code></pre>', '```\na *b*\n```'],
    ['a link', '<p><a href="https://a.example/">x</a></p>', '[x](https://a.example/)'],
    ['a mention', '<p><a class="mention" href="/u/anna">@anna</a> hi</p>', '@anna hi'],
    ['an emoji', '<p><img src="/x.png" title=":smile:" class="emoji" alt=":smile:"></p>', '😄'],
    [
      'an image',
      `<div class="lightbox-wrapper"><a class="lightbox" href="/x"><img src="/uploads/${SHA1}.png" alt="cat"><div class="meta">690×388</div></a></div>`,
      '![cat](https://new.example/files/cat.png)',
    ],
    [
      'a quote',
      '<aside class="quote" data-username="anna" data-post="3" data-topic="9"><div class="title">anna:</div><blockquote><p>Hi.</p></blockquote></aside><p>Yes.</p>',
      `[${WORDS}](https://new.example/t/9/3)\n\n> Hi.\n\nYes.`,
    ],
    [
      'a box of another site',
      '<aside class="onebox" data-onebox-src="https://a.example/x"><article>lots</article></aside><p>y</p>',
      'https://a.example/x\n\ny',
    ],
    ['a script', '<script>x</script><p>y</p>', 'y'],
  ])('has %s', (_, html, markdown) => {
    expect(convertCooked(html, CONTEXT)).toBe(markdown);
  });
});

describe('short addresses of uploads', () => {
  it('are the SHA-1 in base 62', () => {
    expect(SHORT).toMatch(/^upload:\/\/[0-9a-zA-Z]+\.png$/);
    expect(sha1OfShort(SHORT)).toBe(SHA1);
    expect(sha1OfShort(shortOfSha1(`${'0'.repeat(39)}1`, ''))).toBe(`${'0'.repeat(39)}1`);
  });

  it.each(['upload://', 'upload://a/b', `upload://${'Z'.repeat(27)}`, 'https://a.example'])(
    'are not %s',
    (address) => {
      expect(sha1OfShort(address)).toBeUndefined();
    },
  );
});
