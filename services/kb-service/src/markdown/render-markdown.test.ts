import { describe, expect, it } from '@jest/globals';
import { renderMarkdown } from './render-markdown.ts';

const htmlOf = (markdown: string, language = 'en') =>
  renderMarkdown(markdown, language).replace(/\n+/g, '\n').trim();

const box = (kind: string, title: string, content: string) =>
  `<div class="${kind}">\n<p><strong>${title}</strong></p>\n${content}\n</div>`;
const folded = (attributes: string, summary: string, content: string) =>
  `<details${attributes}>\n<summary>${summary}</summary>\n${content}\n</details>`;

const A = '<p>a</p>';

describe('a callout', () => {
  it.each([
    [':::note', ':::note\na\n:::', box('note', 'Note', A)],
    ['::: with a title', '::: tip *b* c\na\n:::', box('tip', '<em>b</em> c', A)],
    [':::[title]', ':::warning[b `c`]{#d}\na\n:::', box('warning', 'b <code>c</code>', A)],
    ['::: without a title', '::: tip {no-title}\na\n:::', `<div class="tip">\n${A}\n</div>`],
    ['::: of Sphinx', ':::{seealso}\na\n:::', box('note', 'Note', A)],
    ['::: details', '::: details b {open}\na\n:::', folded(' open', 'b', A)],
    ['::: details without a summary', '::: details\na\n:::', folded('', 'Details', A)],
    ['::: in a list', '- b\n  :::info\n  a\n  :::', `<ul>\n<li>b${box('info', 'Info', A)}\n</li>\n</ul>`],
    ['::: in a quotation', '> :::info\n> a\n> :::', `<blockquote>\n${box('info', 'Info', A)}\n</blockquote>`],
    ['!!!', '!!! warning "Two"\n    a', box('warning', 'Two', A)],
    ['!!! with a blank line and its place', '!!! tip inline end\n\n    a', box('tip', 'Tip', A)],
    ['!!! without a title', '!!! danger ""\n    a', `<div class="caution">\n${A}\n</div>`],
    ['???', '??? question\n    a', folded(' class="info"', 'Question', A)],
    ['???+', '???+ example "b"\n    a', folded(' class="note" open', 'b', A)],
    ['> [!NAME] title', '> [!NOTE] Three\n> a', box('note', 'Three', A)],
    ['> [!name]-', '> [!faq]- b?\n> a', folded(' class="info"', 'b?', A)],
    ['> [!name|…]', '> [!bug|right]\n> a', box('caution', 'Danger', A)],
    ['after text', 'b\n:::tip\na\n:::\nc', `<p>b</p>\n${box('tip', 'Tip', A)}\n<p>c</p>`],
  ])('is written %s', (_, markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  it('contains others, lists and code', () => {
    const inner = box('note', 'Note', '<pre><code>:::\n</code></pre>\n<ul>\n<li>a</li>\n</ul>');
    expect(htmlOf('::::tip\n:::note\n```\n:::\n```\n- a\n:::\n::::')).toBe(box('tip', 'Tip', inner));
    expect(htmlOf('!!! tip\n    !!! note\n        ```\n        :::\n        ```\n        - a')).toBe(
      box('tip', 'Tip', inner),
    );
  });

  it('has its default title in the language of the knowledge base', () => {
    expect(htmlOf(':::danger\na\n:::\n!!! example\n    a\n', 'sv')).toMatch(/Fara.*Exempel/s);
  });

  it.each([
    ['without an end', ':::note\na'],
    ['without content', '!!! tip\na'],
    ['of unknown name', ':::other\na\n:::'],
    ['of a name that objects have', ':::constructor\na\n:::'],
    ['that ends outside its list item', '- :::note\n\na\n\n  :::'],
  ])('stays as typed %s', (_, markdown) => {
    const text = htmlOf(markdown).replace(/<[^>]*>/g, '');
    expect(text.trim().split(/\s+/)).toEqual(markdown.replace('- ', '').split(/\s+/));
  });

  it.each(['```\n:::note\na\n:::\n```', '    !!! note\n        a', '`:::note`'])(
    'is not in code: %s',
    (code) => {
      expect(htmlOf(code)).not.toContain('<strong>');
    },
  );
});

describe('a heading', () => {
  it.each([
    ['## a b {#c-d}', 'c-d', 'a b'],
    ['## a { #c .d e="f" }', 'c', 'a'],
    ['## a {: #c}', 'c', 'a'],
    ['## a {/* #c */}', 'c', 'a'],
    ['## a <!-- #c -->', 'c', 'a'],
    ['## a {#Größe} ##', 'Größe', 'a'],
    ['a {#c}\n---', 'c', 'a'],
    ['## a `{#c}`', 'a-c', 'a <code>{#c}</code>'],
    ['## a \\{#c}', 'a-c', 'a {#c}'],
    ['## `a` <b></b>', 'a', '<code>a</code> <b></b>'],
    ['## a {c}', 'a-c', 'a {c}'],
    ['## {#c} a', 'c-a', '{#c} a'],
  ])('may name its id: %s', (markdown, id, text) => {
    expect(htmlOf(markdown)).toBe(`<h2 id="${id}">${text}</h2>`);
  });

  it('does not get an id that another one names', () => {
    const ids = Array.from(htmlOf('## a\n## b {#a}\n## a').matchAll(/id="([^"]*)"/g), ([, id]) => id);
    expect(ids).toEqual(['a-1', 'a', 'a-2']);
  });
});

describe('an image', () => {
  it.each([
    ['![a](b.png =100x20)', 'alt="a" width="100" height="20"'],
    ['![a](b.png =100x "c")', 'alt="a" title="c" width="100"'],
    ['![a](<b.png> =x20)', 'alt="a" height="20"'],
    ['![a](b.png){width=300}', 'alt="a" width="300"'],
    ['![a](b.png){width=50%}', 'alt="a" width="50%"'],
    ['![a](b.png){: width="30px" height="20"}', 'alt="a" width="30" height="20"'],
  ])('has a size: %s', (markdown, attributes) => {
    expect(htmlOf(markdown)).toBe(`<p><img src="b.png" ${attributes}></p>`);
  });

  it('in the text of another keeps the size of both apart', () => {
    expect(htmlOf('![a ![b](c.png =1x1)](d.png =2x2)')).toBe(
      '<p><img src="d.png" alt="a b" width="2" height="2"></p>',
    );
  });

  it.each([
    ['a link', '[a](b.png =1x2)', '[a](b.png =1x2)'],
    ['text', 'a {width=300}', 'a {width=300}'],
    ['code', '`![a](b.png =1x2)`', '<code>![a](b.png =1x2)</code>'],
  ])('differs from %s', (_, markdown, html) => {
    expect(htmlOf(markdown)).toBe(`<p>${html}</p>`);
  });
});
