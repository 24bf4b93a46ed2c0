import { describe, expect, it } from '@jest/globals';
import { NO_IMAGES } from '../images.ts';
import { readImportedPage } from './imported-page.ts';
import { createLinkMap } from './links.ts';

const origin = { path: 'install/linux.html', slug: 'install-linux' };
const noLinkTargets = {
  links: createLinkMap(new Map()),
  images: NO_IMAGES,
  carry: () => Promise.reject(new Error('there are no images')),
  language: 'en',
};

function read(html: string, path = origin.path) {
  return readImportedPage(Buffer.from(html), { ...origin, path }, noLinkTargets);
}

const page = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`;

describe('the title of a file', () => {
  it.each([
    ['the first h1', page('<p>a</p><h1>One</h1><h1>Two</h1>', '<title>Three</title>'), 'One'],
    ['else <title>', page('<p>a</p>', '<title>Three</title>'), 'Three'],
    ['else the name of the file', page('<p>a</p>'), 'Linux'],
    ['not an h1 behind other headings', page('<h2>Two</h2><h1>One</h1>', '<title>Three</title>'), 'Three'],
    ['but such an h1 without <title>', page('<h2>Two</h2><h1>One</h1>a'), 'One'],
    ['unless there are several', page('<h2>Two</h2><h1>One</h1><h1>Four</h1>a'), 'Linux'],
    ['with white space folded', page('<h1> One\u00a0\n&nbsp;two </h1>a'), 'One two'],
    ['without the link of Sphinx', page('<h1>One<a class="headerlink" href="#one">¶</a></h1>a'), 'One'],
    [
      'S24 without line breaks or control characters',
      page('<h1>One&#13;&#10;Bcc: two&#7;</h1>a'),
      'One Bcc: two',
    ],
    ['not of an h1 that is empty', page('<h1> </h1><p>a</p>', '<title>Three</title>'), 'Three'],
    ['not of navigation', page('<nav><h1>Site</h1></nav><p>a</p>', '<title>Three</title>'), 'Three'],
  ])('is %s', async (_, html, title) => {
    expect((await read(html)).title).toBe(title);
  });

  it.each([
    ['the first heading, which repeats the title', page('<h1>One</h1><p>a</p>'), '<p>a</p>'],
    [
      'with elements that become empty',
      page('<div><div> <h2>One</h2></div></div><p>a</p>', '<title>One</title>'),
      '<p>a</p>',
    ],
    ['but not with an anchor', page('<div id="x"><h1>One</h1></div>a'), '<div id="x"></div>a'],
    ['but no other heading', page('<h2>Two</h2><h1>One</h1>a'), '<h2>Two</h2><h2>One</h2>a'],
  ])('is removed from the content: %s', async (_, html, content) => {
    expect((await read(html)).contentHtml).toBe(content);
  });
});

describe('a title from the name of a file', () => {
  it.each([
    ['basic-formatting.md', 'Basic formatting'],
    ['a/Second note.md', 'Second note'],
    ['a/set_up/README.md', 'Set up'],
    ['a/set-up/_index.md', 'Set up'],
    ['index.md', 'Index'],
    ['a/Prices 0123456789abcdef0123456789abcdef.md', 'Prices'],
    ['_posts/2026-01-02-new-prices.md', 'New prices'],
    ['2026-01-02-new-prices.md', '2026 01 02 new prices'],
    ['--.md', '--'],
  ])('is made of words: %s', async (path, title) => {
    expect((await read('text', path)).title).toBe(title);
  });

  it('is used if an example of a heading stands in the text', async () => {
    const markdown =
      'Learn to format your texts.\n\n## Headings\n\n# This is a heading 1\n\n## This is a heading 2';
    expect(await read(markdown, 'basic-formatting.md')).toMatchObject({
      title: 'Basic formatting',
      contentHtml: [
        '<p>Learn to format your texts.</p>',
        '<h2 id="headings">Headings</h2>',
        '<h2 id="this-is-a-heading-1">This is a heading 1</h2>',
        '<h3 id="this-is-a-heading-2">This is a heading 2</h3>',
      ].join('\n'),
    });
  });

  it('is not needed if the front matter has one, below which other headings stand', async () => {
    const markdown = '---\ntitle: Payments\n---\n\n# Overview\n\nText.\n\n# Fees\n\nText.';
    expect(await read(markdown, 'a.md')).toMatchObject({
      title: 'Payments',
      contentHtml: '<h2 id="overview">Overview</h2>\n<p>Text.</p>\n<h2 id="fees">Fees</h2>\n<p>Text.</p>',
    });
  });
});

describe('the content of a file', () => {
  it.each([
    ['<main>', page('<p>x</p><article>y</article><main><p>a</p></main>')],
    ['role=main', page('<p>x</p><article>y</article><div role="main"><p>a</p></div>')],
    ['<article>', page('<p>x</p><article><p>a</p></article>')],
    ['<body>', page('<p>a</p>')],
    ['all of a file without <body>', '<title>T</title><meta name="x"><p>a</p>'],
  ])('is in %s', async (_, html) => {
    expect((await read(html)).contentHtml).toBe('<p>a</p>');
  });

  it('is without navigation', async () => {
    const html = page('<nav>x</nav><div class="navheader">x</div><p>a</p><div class="big navfooter">x</div>');
    expect(await read(html)).toMatchObject({
      contentHtml: '<p>a</p>',
      findings: { removed: { elements: new Map() } },
    });
  });

  it.each([
    ['with an XML declaration', '<?xml version="1.0"?><html>'],
    ['in its namespace', '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'],
  ])('closes empty elements in XHTML %s', async (_, start) => {
    const xhtml = `${start}<body><p><a id="x"/>a</p><p>b</p></body></html>`;
    expect((await read(xhtml)).contentHtml).toBe('<p><a id="x"></a>a</p><p>b</p>');
  });

  it('has the character data of XHTML', async () => {
    const script = '<script>//<![CDATA[\nif (a < b) c();\n//]]></script>';
    const pre = '<pre><![CDATA[if (a < b && c) <x>]]></pre>';
    const xhtml = `<?xml version="1.0"?><html><body>${script}<p><![CDATA[]]>a</p>${pre}</body></html>`;
    expect((await read(xhtml)).contentHtml).toBe('<p>a</p><pre>if (a &lt; b &amp;&amp; c) &lt;x&gt;</pre>');
  });

  it('keeps the spelling of keywords, each slug once', async () => {
    const head =
      '<meta name="Keywords" content=" Återställ , lösenord,,LÖSENORD, !"><meta name="keywords" content="C++">';
    expect((await read(page('a', head))).keywords).toEqual([
      { slug: 'aterstall', name: 'Återställ' },
      { slug: 'losenord', name: 'lösenord' },
      { slug: 'cplusplus', name: 'C++' },
    ]);
  });
});

describe('an invalid file', () => {
  it.each([
    ['truncated', '<html><body><p>a', 'truncated, </html> is missing'],
    ['empty', '', 'has no content'],
    ['without visible content', page(' <div>&nbsp;</div>', '<title>T</title>'), 'has no content'],
    ['nested too deep', '<div>'.repeat(1000), 'elements are nested more than 500 deep'],
    ['with U+0000', page('a\0'), 'line 1, column 27 contains U+0000'],
  ])('is reported: %s', async (_, html, message) => {
    await expect(read(html)).rejects.toThrow(`install/linux.html: ${message}`);
  });

  it('is invalid with only a heading', async () => {
    expect(await read(page('<h1>Later</h1>'))).toMatchObject({ title: 'Later', contentHtml: '' });
  });
});
