import { describe, expect, it } from '@jest/globals';
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { randomHtml, seededRandom } from '../testing/random-texts.ts';
import { placesOf, readHtmlText } from './highlighter.ts';

function written(html: string, start: number, end: number): string[] {
  return placesOf(readHtmlText(html), [{ start, end, answers: '' }]).map(({ from, to }) =>
    html.slice(from, to),
  );
}

/** The text according to a parser, without videos. */
function textOf(node: DefaultTreeAdapterTypes.ParentNode): string {
  const texts = node.childNodes.map((child) => {
    if (child.nodeName === '#text') return (child as DefaultTreeAdapterTypes.TextNode).value;
    return 'childNodes' in child && child.nodeName !== 'video' ? textOf(child) : '';
  });
  return texts.join('');
}

const withoutBreaks = (text: string) => text.replaceAll('\n', '');

describe('a range of the text of HTML', () => {
  it.each([
    ['is found in the HTML', 'a<b>bc</b>d', 1, 2, ['b']],
    ['is in pieces where tags part it', 'a<b>bc</b>d', 0, 4, ['a', 'bc', 'd']],
    ['includes an entity', 'a&amp;b', 0, 3, ['a&amp;b']],
    ['takes an entity whole', '&#x1D401;', 1, 2, ['&#x1D401;']],
    ['takes an entity of two letters once', 'a&fjlig;b', 0, 4, ['a&fjlig;b']],
    ['does not include block boundaries', 'a<br>b', 0, 3, ['a', 'b']],
  ])('%s', (_title, html, start, end, expected) => {
    expect(written(html, start, end)).toEqual(expected);
  });
});

describe('the text of HTML', () => {
  it.each([
    ['blocks are separated', '<h1>a</h1><p>b <b>c</b></p>', '\na\nb c\n'],
    ['entities are decoded', '&lt;a&nbsp;b&gt;', '<a\u00A0b>'],
    ['a word may contain tags', 'H<sub>2</sub>O fo<wbr>o', 'H2O foo'],
    ['skipped elements are absent', 'a<script>b</script><video>c</video><!-- d --> e', 'a\n e'],
    ['tags may contain >', `a<b title=">" class='>"'>b</b hidden>`, 'ab'],
    ['an unclosed tag is not text', 'a<b>c <b title="">d</b> <b title=">e', 'ac d '],
    ['nor is an unclosed comment', 'a<!-- b -->c<!-- d', 'ac'],
  ])('%s', (_title, html, text) => {
    expect(readHtmlText(html).text).toBe(text);
  });

  it('equals a parser’s text in 1,000 random documents', () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const tree = parseFragment(randomHtml(seededRandom(seed)));
      expect(withoutBreaks(readHtmlText(serialize(tree)).text)).toBe(withoutBreaks(textOf(tree)));
    }
  });
});
