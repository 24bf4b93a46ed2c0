import { describe, expect, it } from '@jest/globals';
import { randomWords } from '../testing/random-texts.ts';
import { createAnalyzer } from './analyzer.ts';
import { STEMMED_LANGUAGES } from './languages.ts';

const WORDS = randomWords().filter((_, index) => index % 8 === 0);
const codes = [...STEMMED_LANGUAGES, 'pl', 'tr'].filter((code) => createAnalyzer(code).wanted([]).begins);

describe('words that are left unread', () => {
  it.each(codes)('never have a form or stem that is looked for (%s)', (code) => {
    const analyzer = createAnalyzer(code);
    const missed = WORDS.flatMap((written) => {
      const forms = analyzer.words(written).flatMap(({ form, stem, folded = stem }) => [form, stem, folded]);
      const unread = forms.filter((form) =>
        analyzer.words(written, analyzer.wanted([form])).every((word) => word.form === ''),
      );
      return unread.map((form) => `${written}: ${form}`);
    });
    expect(missed).toEqual([]);
  });

  it.each([
    ['begin with another letter', 'en', ['move'], 'removed moving a Move', ['', 'moving', '', 'move']],
    ['are read if their first letter has an accent', 'fr', ['ecole'], "l'École fermée", ['ecole', '']],
    ['are read in a language whose stemmer removes prefixes', 'id', ['baca'], 'membaca', ['membaca']],
    ['are read in scripts whose letters are composed', 'en', ['가'], '\u1100\u1161 b', ['가', '']],
  ])('%s', (_, code, wanted, text, forms) => {
    const analyzer = createAnalyzer(code);
    expect(analyzer.words(text, analyzer.wanted(wanted)).map(({ form }) => form)).toEqual(forms);
    const others = analyzer.words(text, analyzer.wanted(wanted, 'left out'));
    expect(others.map(({ form }) => form).filter(Boolean)).toEqual(forms.filter(Boolean));
  });
});
