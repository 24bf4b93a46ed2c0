import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from './analyzer.ts';

/** The stems of a text's words, as a line. */
function stems(language: string, text: string): string {
  return createAnalyzer(language)
    .words(text)
    .map(({ stem }) => stem)
    .join(' ');
}

describe('a word also matches its base form', () => {
  it.each([
    ['en', 'connections connecting connected', 'connect connect connect'],
    ['sv', 'bilarna bilar bil', 'bil bil bil'],
    ['de', 'Häuser Haus', 'haus haus'],
  ])('%s: %s', (language, text, expected) => {
    expect(stems(language, text)).toBe(expected);
  });
});
