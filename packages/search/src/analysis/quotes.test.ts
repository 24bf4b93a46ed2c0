import { describe, expect, it } from '@jest/globals';
import { writtenForm } from '../testing/indexed-texts.ts';
import { createAnalyzer, quotedIn } from './analyzer.ts';

describe('quoted words', () => {
  it.each<[string, string, string[]]>([
    ['in straight marks', 'a "b c" d', ['b c']],
    ['in English marks', 'a “b c” d', ['b c']],
    ['in German marks', 'a „b c“ d', ['b c']],
    ['in Swedish marks', 'a ”b c” d', ['b c']],
    ['in French marks', 'a «b c» d', ['b c']],
    ['several times', '"a" and "b"', ['a', 'b']],
    ['of one letter', '"a"', ['a']],
    ['never without an end', 'a "b c', []],
    ['never without a beginning', 'a b" c', []],
    ['never of nothing', '""', []],
    ['never in inches', 'a 5" or 7" screen', []],
    ['never within a word', 'a"b"c', []],
    ['before a mark that nothing closes', '"a" "b', ['a']],
  ])('are found %s: %s', (_, text, expected) => {
    expect(quotedIn(text)).toEqual(expected);
  });

  it.each([
    ['in their form', '"Vacuuming tables"', ['vacuuming/vacuum tables/tabl']],
    ['function words included', '"is the slot"', ['is the slot']],
    ['identifiers as a whole', '"a settings.json"', ['a settings.json']],
    ['compounds as one word', '"a plug-in"', ['a plugin']],
    ['without those of no word', '"???" "slot"', ['slot']],
    ['never in a single word without marks', 'slot', []],
    ['once each, and five at most', '"a" "a" "b" "c" "d" "e" "f"', ['a', 'b', 'c', 'd', 'e']],
    ['with twenty words at most', `"${'a '.repeat(30)}"`, ['a '.repeat(20).trim()]],
  ])('are a phrase of a query %s: %s', (_, text, expected) => {
    const { phrases } = createAnalyzer('en').query(text);
    expect(phrases.map((words) => words.map(writtenForm).join(' '))).toEqual(expected);
  });

  it('are words of the query, too', () => {
    const { words } = createAnalyzer('en').query('a "slot" b');
    expect(words.map(({ form }) => form)).toEqual(['a', 'slot', 'b']);
  });
});
