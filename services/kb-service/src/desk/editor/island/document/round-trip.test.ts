import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { getSchema } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { DOCUMENT } from '../visual/visual-editor.ts';
import { writeEdited, writeInFull } from './from-document.ts';
import { isLoss, type Loss, openDocument } from './losses.ts';
import type { OpenedDocument } from './to-document.ts';

const schema = getSchema(DOCUMENT);

function open(html: string): OpenedDocument {
  const opened = openDocument(schema, html);
  if (isLoss(opened)) throw new Error(JSON.stringify(opened));
  return opened;
}

const IMAGE = '<img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png" alt="" width="3" />';

/** Written in full, these are the same to the byte. */
const CONTENTS: [string, string][] = [
  ['paragraphs with attributes', '<p id="a" lang="sv" dir="ltr" title="&quot;b&quot; &amp; c">d &lt; e</p>'],
  ['headings', '<h1>a</h1><h2 id="b">c</h2><h6>d</h6>'],
  ['text beside blocks', 'a <em>b</em><p>c</p>d'],
  ['lists', '<ul>\n<li>a\n<ol start="3" type="a">\n<li value="4">b</li>\n</ol>\n</li>\n</ul>'],
  ['lists of paragraphs', '<ul><li><p>a</p><p>b</p></li><li></li></ul>'],
  [
    'tasks',
    '<ul>\n<li class="task-list-item"><label><input type="checkbox" disabled checked /> a <em>b</em></label></li>\n</ul>',
  ],
  [
    'tasks in paragraphs',
    '<ul><li class="task-list-item">\n<p><label><input type="checkbox" disabled /> a</label></p>\n</li></ul>',
  ],
  ['tasks of another shape', '<ul><li class="task-list-item"><input type="checkbox" disabled /> a</li></ul>'],
  ['definitions', '<dl><dt id="a"><span>b</span></dt><dd><p>c</p></dd><dd>d</dd></dl>'],
  ['groups of definitions', '<dl><div><dt>a</dt><dd>b</dd></div></dl>'],
  ['code', '<pre><code class="language-c++">a &lt; b\n  c\n</code></pre>'],
  ['code with an empty first line', '<pre><code>\n\na</code></pre>'],
  ['code with elements in it', '<pre class="language-x">a <em><code>b</code></em><a href="c">d</a></pre>'],
  ['a line break after <pre>', '<pre>\na</pre><pre>\n\nb</pre>'],
  [
    'tables',
    '<table>\n<thead>\n<tr>\n<th align="right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="right">b</td>\n</tr>\n</tbody>\n</table>',
  ],
  ['tables without sections', '<table><tr><td>a</td></tr></table>'],
  [
    'tables with captions, columns and spans',
    '<table id="t"><caption>a</caption><colgroup><col /><col span="2" /></colgroup><thead><tr><th colspan="2" scope="col">b</th><th rowspan="2">c</th></tr><tr><td>d</td><td>e</td></tr></thead><tfoot><tr><td>f</td><td>g</td><td>h</td></tr></tfoot></table>',
  ],
  ['tables in tables', '<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>'],
  ['tables with holes', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'],
  [
    'tables whose cells overlap',
    '<table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td colspan="2">c</td></tr></table>',
  ],
  ['callouts', '<div class="note">\n<p><strong>Note</strong></p>\n<p>a</p>\n</div>'],
  ['details', '<details open><summary>a <em>b</em></summary><p>c</p></details>'],
  ['figures', `<figure>${IMAGE}<figcaption>a</figcaption></figure>`],
  ['figures with blocks in their caption', `<figure>${IMAGE}<figcaption><p>a</p></figcaption></figure>`],
  [
    'footnotes',
    '<p>a<sup class="footnote-ref"><a href="#fn:1" id="fnref:1">[1]</a></sup></p><hr class="footnotes-sep" /><section class="footnotes"><ol class="footnotes-list"><li id="fn:1" class="footnote-item"><p>b</p></li></ol></section>',
  ],
  ['places to link to', '<p><a id="a"></a>b<a id="c"></a></p><a id="d"></a><h2><a id="e"></a>f</h2>'],
  ['empty elements', '<div></div><div id="a"></div><p></p><p><span></span><code></code></p>'],
  ['marks in any order', '<p><strong><em>a</em></strong><em><strong>b</strong></em><em>c</em><em>d</em></p>'],
  [
    'marks in themselves',
    '<p><span><span id="a">b</span> c</span> <code>d<code>e</code></code> <em><em>f</em></em></p>',
  ],
  ['obsolete and current names of marks', '<p><b>a</b> <strong>b</strong> <i>c</i> <em>d</em></p>'],
  ['links around formatted text', '<p><a href="a">b <code>c</code> <strong>d</strong></a></p>'],
  [
    'all other marks',
    '<p><abbr title="a">b</abbr><bdi>c</bdi><bdo dir="rtl">d</bdo><cite>e</cite><del datetime="2026-01-01">f</del><dfn>g</dfn><ins>h</ins><kbd>i</kbd><mark>j</mark><q cite="k">l</q><samp>m</samp><small>n</small><sub>o</sub><sup>p</sup><time datetime="2026">q</time><u>r</u><var>s</var></p>',
  ],
  ['ruby', '<p><ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby></p>'],
  ['line breaks', '<p>a<br />b<wbr />c</p>'],
  ['links around blocks', '<a href="a"><p>b</p></a>'],
  ['lists in paragraphs', '<p>a<ul><li>b</li></ul></p>'],
  ['lists of anything', '<ul><p>a</p><li>b</li></ul><ul></ul>'],
  ['items without a list', '<li>a</li><td>b</td>'],
  [
    'quotations',
    '<blockquote cite="https://a.example"><p>a</p></blockquote><blockquote>b</blockquote><blockquote></blockquote>',
  ],
  ['videos', '<iframe src="https://player.vimeo.com/video/1" width="640" allowfullscreen></iframe>'],
  [
    'players',
    '<video controls><source src="https://player.vimeo.com/a.mp4" type="video/mp4" />a<p>b</p></video>',
  ],
  ['non-breaking spaces', '<p>a\u00a0b \u00a0</p>'],
];

describe('every kind of markup survives the editor', () => {
  it.each(CONTENTS)('%s', (_, html) => {
    expect(writeInFull(open(html).document)).toBe(html);
  });
});

describe('white space that is not shown', () => {
  it.each([
    ['<p>a\n  b\tc </p>', '<p>a b c</p>'],
    ['<p>a <em> b</em> c</p>', '<p>a <em>b</em> c</p>'],
    ['<p>a <br />\n b</p>', '<p>a<br />b</p>'],
    ['<p> <span> </span> a</p>', '<p><span></span>a</p>'],
  ])('%j is edited as %j', (html, shown) => {
    const opened = open(html);
    expect(writeInFull(opened.document)).toBe(shown);
    expect(writeEdited(opened)(opened.document)).toBe(html);
  });

  it('is shown in code', () => {
    const html = '<pre>a\n\tb  <em> c </em>\n</pre>';
    expect(writeInFull(open(html).document)).toBe(html);
  });
});

describe('an edit', () => {
  const HTML = `<div id="a">\n  <p>One\n    line</p>\n\n  <p>Two\n    lines</p>\n  <ul>\n    <li>x\n      y</li>\n    <li>z</li>\n  </ul>\n</div>`;

  it.each(['One', 'Two', 'x', 'z'])('of %j leaves all else as it is', (word) => {
    const opened = open(HTML);
    const edited = insert(opened, word, '!');
    const block = new RegExp(`(<(\\w+)>)${word}([^<]*)`);
    const expected = HTML.replace(
      block,
      (_, tag, _name, rest) => `${tag}!${word}${rest.replace(/\s+/g, ' ')}`,
    );
    expect(writeEdited(opened)(edited.doc)).toBe(expected);
  });

  it('that is taken back by hand leaves nothing', () => {
    const opened = open(HTML);
    const edited = insert(opened, 'One', '!');
    const at = placeOf(edited.doc, '!One');
    edited.delete(at, at + 1);
    expect(edited.doc.eq(opened.document)).toBe(true);
    expect(writeEdited(opened)(edited.doc)).toBe(HTML);
  });

  it('never makes one text of two', () => {
    const opened = open('<ul><li>ab</li></ul>');
    const edited = new Transform(opened.document).split(placeOf(opened.document, 'ab') + 1);
    expect(writeEdited(opened)(edited.doc)).toBe('<ul><li><p>a</p><p>b</p></li></ul>');
  });

  it('drops what columns are described as when there are others', () => {
    const opened = open(
      '<table><colgroup><col /><col /></colgroup><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    );
    const edited = new Transform(opened.document);
    const at = placeOf(edited.doc, 'b') - 2;
    edited.replace(at, at + 5, Slice.empty);
    expect(writeEdited(opened)(edited.doc)).toBe('<table><tbody><tr><td>a</td></tr></tbody></table>');
  });

  function insert({ document }: OpenedDocument, before: string, text: string): Transform {
    return new Transform(document).insert(placeOf(document, before), schema.text(text));
  }

  function placeOf(document: OpenedDocument['document'], text: string): number {
    let found = -1;
    document.descendants((node, pos) => {
      if (found === -1 && node.text?.startsWith(text)) found = pos;
    });
    return found;
  }
});

describe('what the text view cannot show, it names', () => {
  it.each<[string, Loss]>([
    ['<p>a', { kind: 'syntax', line: 1 }],
    ['<p>a</p>\n<p>b</div>', { kind: 'syntax', line: 2 }],
    ['<p>a &nbsp; b</p>', { kind: 'syntax', line: 1 }],
    ["<p id='a'>b</p>", { kind: 'syntax', line: 1 }],
    ['<p>a</p><!-- b -->', { kind: 'syntax', line: 1 }],
    ['<div><form>a</form></div>', { kind: 'removed-element', element: 'form' }],
    ['<p style="color:red">a</p>', { kind: 'removed-attribute', element: 'p', attribute: 'style' }],
  ])('%j', (html, loss) => {
    expect(openDocument(schema, html)).toEqual(loss);
  });
});

describe('a page of a real manual', () => {
  it.each(['postgresql-page', 'gnome-page'])('%s survives, and is written the same way again', (name) => {
    const page = readFileSync(new URL(`./testing/${name}.txt`, import.meta.url), 'utf8');
    const opened = open(page);
    expect(writeEdited(opened)(opened.document)).toBe(page);
    const written = writeInFull(opened.document);
    expect(writeInFull(open(written).document)).toBe(written);
  });
});
