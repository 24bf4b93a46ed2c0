import { HOSTILE_MARKUP } from '@guidepost/testing/markup';
import { describe, expect, it } from '@jest/globals';
import { findDangers } from '../testing/dangers.ts';
import { DROPPED_WITH_CONTENT } from './allowed-markup.ts';
import { cleanContent } from './clean-content.ts';
import { parseHtml } from './parse-html.ts';

const clean = (html: string) => cleanContent(parseHtml(html, { place: 'test' }));

const NEXT = '<p>After.</p><h2>Next</h2><ol><li>Step two</li></ol>';
const NAMES = [...DROPPED_WITH_CONTENT, 'audio', 'iframe', 'video'];
const SHOWN_AS_TYPED = ['noembed', 'noframes', 'plaintext', 'script', 'style', 'textarea', 'title', 'xmp'];

describe('F01 an element without an end tag swallows nothing:', () => {
  it.each(NAMES)('%s', (name) => {
    for (const tag of [
      `<${name}/>`,
      `<${name} src="a" class='b' />`,
      `<${name}>`,
      `<${name.toUpperCase()} >`,
    ]) {
      for (const [before, after] of [
        ['<p>Before.</p>', ''],
        ['<p>Before. ', '</p>'],
        ['<ul><li>Before. ', ''],
        ['<table><tr><td>Before.</td ><td>', '</table>'],
      ] as const) {
        const { html, removed } = clean(`${before}${tag}${after}${NEXT}`);
        for (const text of ['Before.', 'After.', '<h2>Next</h2>', 'Step two']) expect(html).toContain(text);
        const isTyped = html.includes(tag.replace('<', '&lt;').replace('>', '&gt;'));
        const isRemoved = removed.elements.get(name) === 1;
        expect([isTyped, isRemoved]).toEqual(SHOWN_AS_TYPED.includes(name) ? [true, false] : [false, true]);
        expect(clean(html).html).toBe(html);
      }
    }
  });

  it.each(NAMES.filter((name) => name !== 'embed'))(
    '%s with one is removed with its content and reported',
    (name) => {
      for (const html of [`<${name}>a</${name}>`, `<${name} />\n</${name}>`]) {
        const { html: cleaned, removed } = clean(`<p>Before.</p>${html}${NEXT}`);
        expect(cleaned.replace('\n', '')).toBe(`<p>Before.</p>${NEXT}`);
        expect(removed.elements).toEqual(new Map([[name, 1]]));
      }
    },
  );

  it.each([
    [
      'a film of an allowed host is shown',
      '<iframe src="https://player.vimeo.com/video/1" width="640" />a',
      '<iframe src="https://player.vimeo.com/video/1" width="640"></iframe>a',
    ],
    [
      'also without an end',
      '<p><iframe src="https://player.vimeo.com/video/1">a</p>b',
      '<p><iframe src="https://player.vimeo.com/video/1"></iframe>a</p>b',
    ],
    [
      'a player keeps its sources',
      '<p><video controls> <source src="https://player.vimeo.com/a.mp4"> a</p>b',
      '<p><video controls> <source src="https://player.vimeo.com/a.mp4" /></video> a</p>b',
    ],
    ['each is read by itself', '<script src="a" />b<script>c</script>d', '&lt;script src="a" /&gt;bd'],
    ['names that begin alike', '<scripts>a</scripts><titles/>b', 'ab'],
    ['within each other', '<select><option>a<option>b', 'ab'],
    ['in foreign content', '<svg><title/><path/></svg>a<svg><style>b', 'a&lt;style&gt;b'],
  ])('%s', (_, html, expected) => {
    expect(clean(html).html).toBe(expected);
  });

  it.each([
    ['comments', 'a <!-- b --> c <!-- d <b>e</b>', 'a  c &lt;!-- d <b>e</b>'],
    ['empty comments', 'a<!-->b<!--->c', 'abc'],
    ['sections', 'a <![CDATA[ b <i>c</i>', 'a &lt;![CDATA[ b <i>c</i>'],
    ['instructions', '<b>a</b> <?php b', '<b>a</b> &lt;?php b'],
    ['tags', 'a <b', 'a &lt;b'],
    ['attributes', 'a <b title="c>d</b> <p>e</p>', 'a &lt;b title="c&gt;d <p>e</p>'],
    [
      'several attributes',
      `<i>a</i> <b title='c>d</b> <a href="e>f`,
      `<i>a</i> &lt;b title='c&gt;d &lt;a href="e&gt;f`,
    ],
    ['signs', 'a < b, b > c', 'a &lt; b, b &gt; c'],
  ])('what begins and does not end is text: %s', (_, html, expected) => {
    expect(clean(html).html).toBe(expected);
  });

  it('S2 and hides nothing dangerous', () => {
    for (const [, hostile] of HOSTILE_MARKUP) {
      for (const html of NAMES.flatMap((name) => [`<${name}/>${hostile}`, `<svg><${name}>${hostile}</p>`])) {
        const { html: cleaned } = clean(html);
        expect(findDangers(cleaned)).toEqual([]);
        expect(clean(cleaned).html).toBe(cleaned);
      }
    }
  });
});
