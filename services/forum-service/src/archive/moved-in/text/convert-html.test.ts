import { describe, expect, it } from '@jest/globals';
import { convertHtml, type HtmlDialect, hasClass } from './convert-html.ts';

const DIALECT: HtmlDialect = {
  addressOf: (written) => (written === '/lost' ? undefined : new URL(written, 'https://old.example/').href),
  isSkipped: (name) => name === 'nav',
  linesFor: (name, attributes) =>
    name === 'aside' ? { lines: ['Box'], instead: hasClass(attributes, 'instead') } : undefined,
  linkAs: (attributes) => (hasClass(attributes, 'mention') ? 'mention' : undefined),
};

const cells = (...texts: string[]) => `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`;

const A = '<a href="https://a.example/">';
const LINK = '(https://a.example/)';

describe('HTML as our Markdown', () => {
  it.each<[what: string, html: string, markdown: string]>([
    ['paragraphs', '<p>One</p><p>&nbsp;</p><p>Two</p>', 'One\n\nTwo'],
    ['line breaks', 'One<br>two<br><br>three<br>\n<br />four', 'One\ntwo\n\nthree\n\nfour'],
    [
      'headings',
      '<h2 id="x">Install</h2><h4><strong>On Linux</strong></h4>x',
      '**Install**\n\n**On Linux**\n\nx',
    ],
    ['marks beside spaces', '<strong>Note: </strong>read<em> this</em>.', '**Note:** read *this*.'],
    ['marks around nothing', 'a<b></b><i> </i><b><br></b>b', 'a\nb'],
    ['marks in the same marks', '<b>one <strong>two</strong></b> three', '**one two** three'],
    [
      'marks beside other marks',
      '<b>one</b><strong>two</strong> <b>three</b><i>four</i>',
      '**onetwo** **three***four*',
    ],
    ['marks beside the same marks', '<b>one</b><strong> two</strong>three', '**one** **two**three'],
    ['marks beside words', 'a<b>b!</b>c<b>: d</b> <b>e:</b> <b>!f</b>', 'a**b**!c: **d** **e:** **!f**'],
    ['quotation marks', 'a<b>"b"</b>c <b>「注意」</b>本文 <b>"d"</b>', 'a"**b**"c 「**注意**」本文 **"d"**'],
    ['punctuation alone', 'a<b>...</b>b', 'a...b'],
    [
      'code and links beside words',
      `x<b>!${A}a</a></b> <b>${A}b</a>!</b>z y<b>c<code>d</code></b>e f<b><code>g</code></b>`,
      `x!**[a]${LINK}** **[b]${LINK}**!z y**c\`d\`** e f **\`g\`**`,
    ],
    ['marks over lines', '<b>one<br>two</b>', '**one**\n**two**'],
    ['marks around blocks', '<b><p>one</p><p>two</p></b>', '**one**\n\n**two**'],
    ['links', `${A} here </a>, ${A}<b>there</b></a>`, `[here]${LINK} , [**there**]${LINK}`],
    ['links around nothing', `a${A}</a><a name="x"></a>b`, 'ab'],
    ['links that lead nowhere', '<a href="/lost">old <b>page</b></a>', 'old **page**'],
    ['links around blocks', `${A}<p>one</p><p>two</p></a>`, `[one]${LINK}\n\n[two]${LINK}`],
    [
      'images',
      '<img src="/a.png" alt=" a [b] "><img src="/lost" alt="c">',
      String.raw`![a \[b\]](https://old.example/a.png)c`,
    ],
    ['linked images', `${A}<img src="/a.png" alt="a"></a>`, `[![a](https://old.example/a.png)]${LINK}`],
    ['mentions', '<a class="mention" href="/x">Anna</a> <a class="mention">@Bo</a>', '@Anna @Bo'],
    ['lists', '<ul><li>a</li><li><p>b</p></li></ul>c', '- a\n- b\n\nc'],
    ['numbers', '<ol start="9"><li>a</li><li>b</li></ol>', '9. a\n10. b'],
    ['lists in lists', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>', '- a\n    1. b\n- c'],
    ['paragraphs in lists', '<ul><li>a<p>b</p></li><li>c<br>d</li></ul>', '- a\n\n    b\n- c\n    d'],
    ['quotes', '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>', '> a\n>\n> b\n\nc'],
    ['lists in quotes', '<ul><li>a<blockquote>b</blockquote></li></ul>', '- a\n\n> b'],
    ['code in a line', 'a <code>b*c</code> <code>`d</code>', 'a `b*c` `` `d ``'],
    ['blocks of code', '<pre>a *b*<br>  <span>c</span>\n</pre>', '```\na *b*\n  c\n```'],
    ['code with fences', '<pre><code>```\n</code></pre>', '````\n```\n````'],
    [
      'tables',
      '<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody><tr><td>a</td><td><b>1</b><br>MB</td></tr></tbody></table>',
      '```\nName | Size\na    | 1 MB\n```',
    ],
    [
      'tables with links',
      `<table><tr><td>${A}x</a></td><td>y</td></tr><tr><td>z</td></tr></table>`,
      `[x]${LINK} y\n\nz`,
    ],
    [
      'tables with gaps',
      '<table>\n<tr></tr>\n<tr><td> a \n b </td>\n<td></td></tr><tr><td></td><th>c<p>d</p></th></tr></table>e',
      '```\na b |\n    | c d\n```\n\ne',
    ],
    ['tables without rows', '<table><td>a<th>b</table>', '```\na | b\n```'],
    ['tables of texts', `<table>${cells('a', `${'b'.repeat(81)} `)}</table>`, `a ${'b'.repeat(81)}`],
    [
      'tables of words',
      `<table>${cells('a', 'b'.repeat(80))}</table>`,
      `\`\`\`\na | ${'b'.repeat(80)}\n\`\`\``,
    ],
    [
      'tables beside tables with links',
      `<table>${cells(`${A}x</a>`, 'y')}</table>a<table>${cells('b', 'c')}</table>`,
      `[x]${LINK} y\n\na\n\n\`\`\`\nb | c\n\`\`\``,
    ],
    [
      'tables in tables',
      `<table>${cells(`<table>${cells('a', 'b')}</table>`, 'c')}</table>`,
      '```\na | b\n```\n\nc',
    ],
    ['tables of one column', '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', 'a\n\nb'],
    ['films without addresses', '<iframe></iframe>a<embed src="/v">b', 'a\n\nhttps://old.example/v\n\nb'],
    ['code between texts', 'a<pre>b</pre>c<pre>\n</pre>d', 'a\n\n```\nb\n```\n\nc\n\nd'],
    [
      'quotes in numbered lists',
      '<ol start="x12"><li>a<blockquote>b</blockquote></li><li>c</ol>',
      '1. a\n\n> b\n\n2. c',
    ],
    ['lists between texts', 'a<ol start="12"><li>b<br><br>c</li>d</ol>e', 'a\n\n12. b\n    c\n    d\n\ne'],
    [
      'things of the system that it is from',
      '<nav>x<br><b>y</b></nav>a<aside>b</aside><aside class="an instead"><p>c</p></aside>d',
      'a\n\nBox\n\nb\n\nBox\n\nd',
    ],
    ['films', '<iframe src="https://video.example/1"><p>x</p></iframe>', 'https://video.example/1'],
    ['signs of Markdown', '<p>2 * 3</p><p>- a</p><p>1. b</p>', '2 \\* 3\n\n\\- a\n\n1\\. b'],
    ['scripts', '<script>a</script><style>b</style><p onclick="x">c</p>', 'c'],
    ['nothing', '', ''],
  ])('has %s', (_, html, markdown) => {
    expect(convertHtml(html, DIALECT)).toBe(markdown);
  });

  it.each([
    '<b>a',
    '<p>',
    '<ul><li>',
    '<blockquote>',
    '<a href="/x">a',
    '<table><tr><td>',
    '<i></b>',
    '<br>',
    '<pre>',
  ])('of 100,000 characters does not grow without bounds: %s', (unit) => {
    const html = unit.repeat(Math.ceil(100_000 / unit.length));
    expect(convertHtml(html, DIALECT).length).toBeLessThan(20 * html.length);
  });
});
