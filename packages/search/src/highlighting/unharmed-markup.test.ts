import { describe, expect, it } from '@jest/globals';
import { parseFragment, serialize } from 'parse5';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { randomHtml, seededRandom } from '../testing/random-texts.ts';
import { createHighlighter, type Highlighter } from './highlighter.ts';

const MARKUP = [
  'span',
  'amp',
  '<',
  'quot',
  'lt',
  '39',
  '&amp;',
  '&#39;',
  '</span>',
  '<span class="x">',
  'b i p',
];
const PATTERNS = ['$& $1', '.*', '[a-z]+', '(?:', '\\b'];
const WORDS = ['connect', 'settings.json', 'json', 'C++', 'cafe', '接続', 's', 'x-mark'];
const QUERIES = [...MARKUP, ...PATTERNS, ...WORDS];
const TAGS = { open: '<x-mark>', close: '</x-mark>' };

function highlighter(query: string): Highlighter {
  const analyzer = createAnalyzer('en');
  return createHighlighter({ analyzer, query: analyzer.query(query) });
}

const withoutMarks = (html: string) => html.replaceAll(TAGS.open, '').replaceAll(TAGS.close, '');

describe('S4 marking leaves everything else unchanged', () => {
  it.each(QUERIES)('%j in 200 random documents', (query) => {
    const { html: mark } = highlighter(query);
    for (let seed = 1; seed <= 200; seed += 1) {
      // As cleaning leaves it: parsed and serialized.
      const html = serialize(parseFragment(randomHtml(seededRandom(seed))));
      const marked = mark(html, TAGS);
      expect(withoutMarks(marked)).toBe(html);
      expect(withoutMarks(serialize(parseFragment(marked)))).toBe(serialize(parseFragment(html)));
    }
  });

  it.each(QUERIES)('%j in markup that was not cleaned', (query) => {
    const { html: mark } = highlighter(query);
    for (let seed = 1; seed <= 200; seed += 1) {
      const html = randomHtml(seededRandom(seed)).slice(0, -3);
      expect(withoutMarks(mark(html, TAGS))).toBe(html);
    }
  });

  it.each(QUERIES)('%j in plain texts', (query) => {
    const { text: mark, excerpt } = highlighter(query);
    for (let seed = 1; seed <= 200; seed += 1) {
      const text = randomHtml(seededRandom(seed));
      const parts = mark(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      const shown = excerpt(text, 20)
        .parts.map((part) => part.text)
        .join('');
      expect(text).toContain(shown);
      expect(shown.length).toBeLessThanOrEqual(20);
    }
  });

  it('inserts marks', () => {
    const { html: mark } = highlighter('span connect');
    const marked = Array.from({ length: 200 }, (_, seed) =>
      mark(randomHtml(seededRandom(seed)), TAGS),
    ).join();
    expect(marked.split(TAGS.open).length).toBeGreaterThan(100);
  });
});
