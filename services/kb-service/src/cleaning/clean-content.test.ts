import { HOSTILE_MARKUP } from '@guidepost/testing/markup';
import { describe, expect, it } from '@jest/globals';
import { findDangers } from '../testing/dangers.ts';
import { cleanContent } from './clean-content.ts';
import { parseHtml } from './parse-html.ts';
import { nothingRemoved } from './removed-markup.ts';

const clean = (html: string) => cleanContent(parseHtml(html, { place: 'test' }));

describe('S2 removes every script, handler, javascript: link and foreign frame from', () => {
  it.each(HOSTILE_MARKUP)('%s', (_, html) => {
    for (const around of [html, `<p>before</p>${html}<p>after</p>`, `<table><td>${html}`, `<p>${html}</p>`]) {
      const { html: cleaned } = clean(around);
      expect(findDangers(cleaned)).toEqual([]);
      expect(clean(cleaned).html).toBe(cleaned);
    }
  });
});

describe('the headings of content', () => {
  it.each([
    ['stay without one of the first level', '<h2>a</h2><h4>b</h4>', '<h2>a</h2><h4>b</h4>'],
    [
      'are of the second level instead of the first',
      '<h1 id="a">a</h1><h1>b</h1>',
      '<h2 id="a">a</h2><h2>b</h2>',
    ],
    [
      'go down with it',
      '<h1>a</h1><h2>b</h2><h1>c</h1><h3>d</h3>',
      '<h2>a</h2><h3>b</h3><h2>c</h2><h4>d</h4>',
    ],
    ['stay above it', '<h2>a</h2><h1>b</h1><h2>c</h2>', '<h2>a</h2><h2>b</h2><h3>c</h3>'],
    ['have six levels', '<h1>a</h1><h5>b</h5><h6>c</h6>', '<h2>a</h2><h6>b</h6><h6>c</h6>'],
    ['end where another one begins', '<h2>a<h1>b</h1>c</h2><h2>d</h2>', '<h2>a</h2><h2>b</h2>c<h3>d</h3>'],
    [
      'are not text and attributes that look like them',
      '<h1>a</h1><p title="&lt;h2>">&lt;h2>b</p>',
      '<h2>a</h2><p title="&lt;h2&gt;">&lt;h2&gt;b</p>',
    ],
  ])('%s', (_, html, expected) => {
    const { html: cleaned, removed } = clean(html);
    expect(cleaned).toBe(expected);
    expect(removed.elements).toEqual(new Map());
    expect(clean(cleaned).html).toBe(cleaned);
  });
});

describe('cleaning keeps', () => {
  it.each([
    ['headings with places to link to', '<h2 id="step-1">One</h2><h6 id="återställ">Six</h6>'],
    ['places of any script', '<h2 id="स्थापना">One</h2><h3 id="--force">Two</h3>'],
    [
      'text',
      '<p lang="sv" dir="ltr">a <em>b</em> <strong>c</strong><br /><kbd>d</kbd> <sub>e</sub> <q>f</q></p>',
    ],
    ['lists', '<ol start="3"><li value="4">a</li></ol><dl><dt>b</dt><dd>c</dd></dl>'],
    [
      'tables',
      '<table><caption>a</caption><tbody><tr><th scope="row" colspan="2">b</th></tr></tbody></table>',
    ],
    [
      'columns that are aligned',
      '<table><tr><th align="left">a</th><td align="center">b</td><td align="right">c</td></tr></table>',
    ],
    ['code', '<pre><code class="language-c++">a &lt; b &amp;&amp; c</code></pre>'],
    ['admonitions', '<div class="note"><p>a</p></div>'],
    [
      'task lists',
      '<ul><li class="task-list-item"><label><input type="checkbox" disabled checked /> a</label></li></ul>',
    ],
    [
      'footnotes',
      '<sup class="footnote-ref"><a href="#fn:1" id="fnref:1">[1]</a></sup><hr class="footnotes-sep" />',
    ],
    ['details', '<details open><summary>a</summary><p>b</p></details>'],
    [
      'figures',
      '<figure><img src="https://a.example/b.png" alt="" width="3" /><figcaption>c</figcaption></figure>',
    ],
    ['widths as a part of the text', '<p><img src="https://a.example/b.png" alt="" width="50%" /></p>'],
    [
      'links',
      '<a href="https://a.example/?b=1&amp;c=2">d</a> <a href="mailto:e@a.example">f</a> <a href="#g">h</a>',
    ],
    [
      'telephone numbers',
      '<a href="tel:+46-70-174.06.10">a</a> <a href="tel:+(46)701740610">b</a> <a href="tel:112">c</a>',
    ],
    ['links to other guides', '<a href="install-linux#step-2">a</a>'],
    ['links to the same scheme', '<a href="//other.example/a">a</a>'],
    [
      'quotations and changes',
      '<blockquote cite="https://a.example">a</blockquote><del datetime="2026-01-01">b</del>',
    ],
    ['video of an allowed host', '<iframe src="https://player.vimeo.com/video/1" width="640"></iframe>'],
    [
      'video files of an allowed host',
      '<video controls><source src="https://player.vimeo.com/a.mp4" type="video/mp4" /></video>',
    ],
  ])('%s', (_, html) => {
    expect(clean(html)).toEqual({
      html,
      removed: nothingRemoved(),
    });
  });
});

describe('cleaning modernizes', () => {
  it.each([
    [
      'obsolete elements',
      '<acronym>a</acronym> <tt>b</tt> <strike>c</strike>',
      '<abbr>a</abbr> <code>b</code> <s>c</s>',
    ],
    ['sections', '<article id="x"><header>a</header></article>', '<div id="x"><div>a</div></div>'],
    ['named places', '<a name="x">a</a>', '<a id="x">a</a>'],
    [
      'YouTube',
      '<iframe src="http://www.youtube.com/embed/x?start=9"></iframe>',
      '<iframe src="https://www.youtube-nocookie.com/embed/x?start=9"></iframe>',
    ],
    [
      'a scheme-relative frame',
      '<iframe src="//player.vimeo.com/video/1"></iframe>',
      '<iframe src="https://player.vimeo.com/video/1"></iframe>',
    ],
    [
      'classes with a meaning',
      '<p class="lead tip">a</p><p class="lead">b</p>',
      '<p class="tip">a</p><p>b</p>',
    ],
    [
      'link targets',
      '<a href="https://a.example" target="_blank" rel="opener">a</a>',
      '<a href="https://a.example">a</a>',
    ],
    [
      'alignment of columns',
      '<table><tr><th style="text-align:right">a</th><td style=" TEXT-ALIGN : Center; ">b</td></tr></table>',
      '<table><tr><th align="right">a</th><td align="center">b</td></tr></table>',
    ],
    [
      'alignment among other styles',
      '<table><tr><td align="left" style="width:9em; text-align:right;color:red">a</td></tr></table>',
      '<table><tr><td align="right">a</td></tr></table>',
    ],
    [
      'left, center and right, in lower case',
      '<table><tr><td align="RIGHT">a</td><td align="justify">b</td><td style="text-align:end">c</td></tr></table>',
      '<table><tr><td align="right">a</td><td>b</td><td>c</td></tr></table>',
    ],
    [
      'alignment of cells only',
      '<p align="right">a</p><p style="text-align:right">b</p>',
      '<p>a</p><p>b</p>',
    ],
    [
      'telephone numbers without spaces',
      '<a href="tel: 070-174 06&nbsp;10">a</a> <a href="TEL:+46%2070%20174">b</a>',
      '<a href="tel:070-1740610">a</a> <a href="TEL:+4670174">b</a>',
    ],
    [
      'checkboxes that cannot be ticked, and no other fields',
      '<input type="checkbox" name="a" form="b" autofocus disabled>a<input type="checkbox">b<input disabled>c<input type="image" disabled src="/a">d',
      '<label><input type="checkbox" disabled />a</label>bcd',
    ],
  ])('%s', (_, html, expected) => {
    expect(clean(html).html).toBe(expected);
  });
});

describe('cleaning mends what screen readers stumble over, and reports nothing', () => {
  it.each([
    [
      'a list within a list',
      '<ul><li>a</li><ol><li>b</li></ol></ul>',
      '<ul><li>a<ol><li>b</li></ol></li></ul>',
    ],
    ['a list that begins with one', '<ul><ul><li>a</li></ul></ul>', '<ul><li><ul><li>a</li></ul></li></ul>'],
    ['text in a list', '<ul>a <em>b</em><li>c</li></ul>', '<ul><li>a <em>b</em></li><li>c</li></ul>'],
    [
      'items in a form of a list',
      '<ul><div><li>a</li></div><li>b</li></ul>',
      '<ul><li>a</li><li>b</li></ul>',
    ],
    ['items without a list', '<p>a</p><li>b</li> <li>c</li>d', '<p>a</p><ul><li>b</li> <li>c</li></ul>d'],
    ['definitions without a term', '<dl><dd>a</dd></dl>', '<div><div>a</div></div>'],
    ['terms without a definition', '<dl><dt>a</dt><dt>b</dt></dl>', '<ul><li>a</li><li>b</li></ul>'],
    ['text among definitions', '<dl><dt>a</dt><p>b</p></dl>', '<dl><dt>a</dt><dd><p>b</p></dd></dl>'],
    ['definitions without a list', '<dt>a</dt><dd>b</dd>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    [
      'groups of definitions stay',
      '<dl><div><dt>a</dt><dd>b</dd></div></dl>',
      '<dl><div><dt>a</dt><dd>b</dd></div></dl>',
    ],
    ['a link without text', '<h2 id="a"><a href="#a"></a>b</h2>', '<h2 id="a">b</h2>'],
    ['a link without text that is a place', '<a href="#a" id="a"> </a>b', '<a id="a"> </a>b'],
    [
      'an icon without text beside its link',
      '<p>a <a href="https://a.example/b" title="B"><i></i></a><a href="c" aria-label="C"></a></p>',
      '<p>a <a href="https://a.example/b"><i></i>B</a><a href="c">C</a></p>',
    ],
    [
      'an icon that says nothing',
      '<a href="https://a.example/b/"><span></span></a> <a href="mailto:c@a.example"><span></span></a>',
      '<a href="https://a.example/b/"><span></span>a.example/b</a> <a href="mailto:c@a.example"><span></span>c@a.example</a>',
    ],
    [
      'a heading that links to itself by an icon',
      '<h2 id="a">a<a href="#a" title="Permalink"><i></i></a><a href="b#a" title="Permalink"></a></h2>',
      '<h2 id="a">a<i></i></h2>',
    ],
    [
      'an image that repeats its link',
      '<a href="a"><img src="//b" alt="c"> C</a>',
      '<a href="a"><img src="//b" alt="" /> C</a>',
    ],
    ['a heading without text', '<h2></h2><h2> </h2>a', ' a'],
    ['one that is a place', '<h2 id="a"></h2>', '<div id="a"></div>'],
    ['one with an image', '<h2><img src="//a"></h2>', '<p><img src="//a" /></p>'],
    [
      'one with an image that has a text stays',
      '<h2><img src="//a" alt="b" /></h2>',
      '<h2><img src="//a" alt="b" /></h2>',
    ],
    [
      'a header cell without text',
      '<table><tr><th scope="col"></th></tr></table>',
      '<table><tr><td></td></tr></table>',
    ],
    [
      'scopes and headers that say nothing',
      '<table><tr><th scope="column" id="a">a</th><td scope="row" headers="a b c">b</td></tr></table>',
      '<table><tr><th id="a">a</th><td headers="a">b</td></tr></table>',
    ],
    [
      'boxes without a label',
      '<ul><li><input type="checkbox" disabled> a <b>b</b><ul><li>c</li></ul></li></ul>',
      '<ul><li><label><input type="checkbox" disabled /> a <b>b</b></label><ul><li>c</li></ul></li></ul>',
    ],
    [
      'languages that do not exist',
      '<p lang="english">a</p><p lang="sv-SE">b</p>',
      '<p>a</p><p lang="sv-SE">b</p>',
    ],
    ['titles without text', '<p title=" ">a</p>', '<p>a</p>'],
    [
      'frames with one title',
      '<iframe title="a" src="https://player.vimeo.com/1"></iframe><iframe title="a" src="https://player.vimeo.com/2"></iframe>',
      '<iframe title="a" src="https://player.vimeo.com/1"></iframe><iframe title="a (2)" src="https://player.vimeo.com/2"></iframe>',
    ],
  ])('%s', (_, html, expected) => {
    expect(clean(html)).toEqual({ html: expected.trim(), removed: nothingRemoved() });
    expect(clean(expected).html).toBe(expected.trim());
  });
});

describe('places to link to arrive, and links to them', () => {
  const unchanged = (id: string, fragment = id) => [id, fragment, id, fragment];
  it.each([
    unchanged('2to3'),
    unchanged('Install'),
    unchanged('v1.2-(old)'),
    unchanged("what's-new?"),
    unchanged('add(int,java.lang.Object)'),
    unchanged('/api/users'),
    unchanged('återställ', '%C3%A5terst%C3%A4ll'),
    unchanged('インストール'),
    ['a b', 'a%20b', 'a-b', 'a-b'],
    [' a&#10;b ', 'a%0Ab', 'a-b', 'a-b'],
    ['a b', 'a b', 'a-b', 'a-b'],
    ['a%20b', 'a%20b', 'a-b', 'a-b'],
    ['100%', '100%25', '100-', '100-'],
    ['100%', '100%', '100-', '100-'],
    ['std::vector&lt;int&gt;', 'std::vector%3Cint%3E', 'std::vector-int-', 'std::vector-int-'],
    [':r1:', ':r1:', 'r1:', 'r1:'],
    ['→', '%E2%86%92', '-', '-'],
    ['x'.repeat(201), 'x'.repeat(201), 'x'.repeat(200), 'x'.repeat(200)],
  ])('%s, #%s', (id, fragment, settled, reached) => {
    for (const path of ['', 'other-guide', '/guides/other', 'other.html?x=1'])
      expect(clean(`<a href="${path}#${fragment}">a</a><p id="${id}">b</p>`)).toEqual({
        html: `<a href="${path}#${reached}">a</a><p id="${settled}">b</p>`,
        removed: nothingRemoved(),
      });
  });

  it.each([
    ['other sites have places of their own', '<a href="https://a.example/#a%20b">a</a>'],
    ['a fragment that is a text stays', '<a href="#:~:text=a%20b">a</a>'],
    ['no fragment', '<a href="#">a</a>'],
  ])('%s', (_, html) => {
    expect(clean(html).html).toBe(html);
  });

  it('cells find their headers', () => {
    const { html } = clean(
      '<table><tr><th id="a&lt;b>">a</th><th id="c">c</th><td headers="a&lt;b> c">d</td></tr></table>',
    );
    expect(html).toBe(
      '<table><tr><th id="a-b-">a</th><th id="c">c</th><td headers="a-b- c">d</td></tr></table>',
    );
  });

  it('a link with a name and another id is both', () => {
    const { html, removed } = clean('<h2><a name="A B" id="c" href="#c">a</a><a name="d" id="d">d</a></h2>');
    expect(html).toBe('<h2><a id="A-B"></a><a id="c" href="#c">a</a><a id="d">d</a></h2>');
    expect(removed).toEqual(nothingRemoved());
  });
});

describe('a telephone link with more than a number loses its href', () => {
  it.each([
    ['tel:'],
    ['tel:+'],
    ['tel:--'],
    ['tel:*#06#'],
    ['tel:**21*0701740610%23'],
    ['tel:070*1'],
    ['tel:0701740610;ext=1'],
    ['tel:0701740610,,1'],
    ['tel:0701740610?x'],
    ['tel:0701740610#x'],
    ['tel://0701740610'],
    ['tel:+46+70'],
    ['tel:call-me'],
    ['tel:٠١٢٣'],
    ['t&#10;el:*#06#'],
    [`tel:0${'1'.repeat(40)}`],
    ['sms:0701740610'],
    ['callto:0701740610'],
  ])('%s', (address) => {
    expect(clean(`<a href="${address}">a</a>`).html).toBe('<a>a</a>');
  });

  it('and that is reported', () => {
    const { removed } = clean('<a href="tel:*#06#">a</a><a href="tel:112">b</a>');
    expect(removed.links).toEqual(new Map([['tel:', 1]]));
  });
});

describe('players', () => {
  const allowed = '<source src="https://player.vimeo.com/a.mp4" />';
  const foreign = '<source src="https://evil.example/a.mp4">';
  it.each([
    ['a source of an allowed host', `<video>${allowed}${foreign}</video>`, `<video>${allowed}</video>`],
    ['no source at all', '<p>a</p><video><p>b</p></video>', '<p>a</p>'],
  ])('%s', (_, html, expected) => {
    expect(clean(html).html).toBe(expected);
  });
});

describe('a film, sound or frame that pages may not show becomes a link', () => {
  const link = (address: string, text: string) => `<a href="${address}">${text}</a>`;
  const loom = 'https://www.loom.com/embed/abc';
  it.each([
    ['a frame', `<iframe src="${loom}"></iframe>`, `<p>${link(loom, 'www.loom.com/embed/abc')}</p>`],
    [
      'by its title',
      `<iframe title="How to &lt;b&gt;" src="${loom}"></iframe>`,
      `<p>${link(loom, 'How to &lt;b&gt;')}</p>`,
    ],
    [
      'in a paragraph',
      `<p>a <iframe src="${loom}"></iframe></p>`,
      `<p>a ${link(loom, 'www.loom.com/embed/abc')}</p>`,
    ],
    [
      'in a link',
      `<a href="/b"><iframe src="${loom}"></iframe></a>`,
      '<a href="/b">www.loom.com/embed/abc</a>',
    ],
    [
      'without a scheme',
      '<iframe src="//a.example/b"></iframe>',
      `<p>${link('https://a.example/b', 'a.example/b')}</p>`,
    ],
    [
      'that a script loads',
      `<iframe data-src="${loom}"></iframe>`,
      `<p>${link(loom, 'www.loom.com/embed/abc')}</p>`,
    ],
    [
      'a film',
      '<video src="https://a.example/b.mp4">Your browser does not support it.</video>',
      `<p>${link('https://a.example/b.mp4', 'a.example/b.mp4')}</p>`,
    ],
    [
      'a sound with content of its own',
      `<p><audio src="https://a.example/b.ogg"><track src="b.vtt">Your browser is old: read <a href="c">c</a></audio></p>`,
      `<p>${link('https://a.example/b.ogg', 'a.example/b.ogg')}Your browser is old: read <a href="c">c</a></p>`,
    ],
    [
      'a film with a frame and a text',
      `<div><video src="https://a.example/b.mp4"><iframe src="${loom}"></iframe><p>b</p></video></div>`,
      `<div><p>${link('https://a.example/b.mp4', 'a.example/b.mp4')}</p><p>${link(loom, 'www.loom.com/embed/abc')}</p><p>b</p></div>`,
    ],
    ['of the directory, with content of its own', '<video src="b.mp4"><p>b</p></video>', '<p>b</p>'],
    [
      'a source',
      '<audio><source src="http://a.example/b.ogg"></audio>',
      `<p>${link('http://a.example/b.ogg', 'a.example/b.ogg')}</p>`,
    ],
    [
      'an embed',
      '<embed src="https://a.example/b.swf?c">',
      `<p>${link('https://a.example/b.swf?c', 'a.example/b.swf')}</p>`,
    ],
    [
      'an object with an embed',
      '<object><param name="movie" value="https://a.example/v/1"><embed src="https://a.example/v/1"></object>',
      `<p>${link('https://a.example/v/1', 'a.example/v/1')}</p>`,
    ],
    [
      'an object without an image of its own',
      '<object data="https://a.example/b.svg"><img src="https://a.example/b.png"></object>',
      '<img src="https://a.example/b.png" />',
    ],
    [
      'an object that is an image',
      '<object data="https://a.example/b.png">B</object>',
      '<img src="https://a.example/b.png" alt="B" />',
    ],
    ['of the directory: it is gone', '<p>a</p><video src="b.mp4"></video>', '<p>a</p>'],
    ['of a script: it is gone', '<p>a</p><iframe src="javascript:alert(1)"></iframe>', '<p>a</p>'],
    [
      'that counts visits: it is gone',
      `<p>a</p><iframe src="${loom}" height="0" width="0"></iframe>`,
      '<p>a</p>',
    ],
    [
      'that is hidden: it is gone',
      `<p>a</p><iframe src="${loom}" style="display:none"></iframe>`,
      '<p>a</p>',
    ],
  ])('%s', (_, html, expected) => {
    expect(clean(html).html).toBe(expected);
    expect(clean(expected).html).toBe(expected);
  });

  it('and is reported with its address, apart from what is gone', () => {
    const { removed } = clean(
      '<iframe src="//a.example/b"></iframe><a href="h"><iframe src="//f.example/g"></iframe></a><video src="c.mp4"></video><img src="data:,d"><a href="ftp://e.example">e</a>',
    );
    expect([removed.linked, removed.addresses]).toEqual([
      [{ element: 'iframe', address: '//a.example/b' }],
      [
        { element: 'iframe', address: '//f.example/g' },
        { element: 'video', address: 'c.mp4' },
        { element: 'img', address: 'data:,d' },
        { element: 'a', address: 'ftp://e.example' },
      ],
    ]);
  });
});

describe('a link with an icon', () => {
  it('has the title of the drawing as its text', () => {
    const { html, removed } = clean(
      '<p>a <a href="https://a.example"><svg><title>B &lt;c></title><path d="M0"/></svg></a></p><h2><a href="d"><svg></svg></a></h2>',
    );
    expect(html).toBe('<p>a <a href="https://a.example">B &lt;c&gt;</a></p><h2><a href="d">d</a></h2>');
    expect(removed.addresses).toEqual([]);
  });
});

describe('fallbacks', () => {
  const late = '<img src="data:,">';
  const image = (name: string) => `<img src="https://a.example/${name}.png" />`;
  it.each([
    [
      'each stands for one image',
      `<noscript>${image('a')}</noscript>${late}<noscript>${image('b')}</noscript>${late}`,
      image('a') + image('b'),
    ],
    [
      'what else they have is shown',
      `${late}<noscript>${image('a')}<p>b</p></noscript>`,
      `${image('a')}<p>b</p>`,
    ],
    [
      'all their images are shown',
      `${late}<noscript>${image('a')}${image('b')}</noscript>`,
      image('a') + image('b'),
    ],
  ])('%s', (_, html, expected) => {
    expect(clean(html).html).toBe(expected);
  });
});

describe('images', () => {
  const carried = '/files/AAAAAAAAAAAAAAAAAAAAAA.png';
  it.each([
    ['on the web are kept', '<img src="//a.example/b.png" />', '<img src="//a.example/b.png" />'],
    ['that were imported are kept', `<img src="${carried}" />`, `<img src="${carried}" />`],
    ['of missing files are removed', '<p>a<img src="b.png"></p>', '<p>a</p>'],
    ['with another path of the service are removed', `<p>a<img src="${carried}/../x"></p>`, '<p>a</p>'],
    ['in data URLs are removed', '<p>a<img src="data:image/png;base64,aa"></p>', '<p>a</p>'],
  ])('%s', (_, html, expected) => {
    expect(clean(html).html).toBe(expected);
  });
});

describe('removed markup is reported', () => {
  it('by element, attribute and kind of link', () => {
    const { removed } = clean(`
      <script>1</script><script src="a.js"></script><blink>a</blink>
      <p style="color: red" onclick="1">a</p><p style="color: red">b</p><p class="lead">c</p>
      <a href="java&#10;script:1">d</a><a href="ftp://a.example">e</a><a href="https://a.example">f</a>`);
    expect(removed).toEqual({
      elements: new Map([
        ['script', 2],
        ['blink', 1],
      ]),
      attributes: new Map([
        ['style', 2],
        ['onclick', 1],
        ['class', 1],
      ]),
      links: new Map([
        ['relative', 1],
        ['javascript:', 1],
        ['ftp:', 1],
      ]),
      addresses: [
        { element: 'script', address: 'a.js' },
        { element: 'a', address: 'java\nscript:1' },
        { element: 'a', address: 'ftp://a.example' },
      ],
      linked: [],
    });
  });

  it('by attribute, if its value changes', () => {
    const { removed } = clean(`<table><tr align="right"><td align="justify">a</td>
      <td style="text-align:right">b</td><td style="text-align:right;color:red">c</td></tr></table>`);
    expect(removed.attributes).toEqual(
      new Map([
        ['align', 2],
        ['style', 1],
      ]),
    );
  });

  it('but not if it was modernized', () => {
    expect(clean('<tt>a</tt><center>b</center><a name="x">c</a>').removed.elements.size).toBe(0);
  });
});
