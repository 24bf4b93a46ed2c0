import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { everydaySynonyms } from './synonyms.ts';
import { parseSynonymFile } from './tenant-synonyms.ts';

const FOLDER = new URL('../../synonyms/', import.meta.url);
const LANGUAGES = readdirSync(FOLDER).map((file) => file.replace(/\.txt$/, ''));

const repeatedIn = (values: readonly string[]) =>
  values.filter((value, place) => values.indexOf(value) !== place);

describe.each(LANGUAGES)('everyday synonyms in %s', (language) => {
  const analyzer = createAnalyzer(language);
  const collator = new Intl.Collator(language);
  const formsOf = (phrase: string) => analyzer.words(phrase).map(({ form }) => form);
  const text = readFileSync(new URL(`${language}.txt`, FOLDER), 'utf8');
  const groups = parseSynonymFile(text).map((group) => group.map((phrase) => formsOf(phrase).join(' ')));

  it('are searched', () => {
    expect(everydaySynonyms(language)).toEqual(parseSynonymFile(text));
  });

  it('stand in groups of two to twenty different phrases, which have letters or digits', () => {
    const unusable = groups.filter(
      (group) =>
        group.length < 2 || group.length > 20 || group.includes('') || new Set(group).size < group.length,
    );
    expect(unusable).toEqual([]);
  });

  it('are in order', () => {
    const lines = text.trim().split('\n').slice(1);
    expect(lines).toEqual(lines.toSorted(collator.compare));
  });

  it('have no group that is a part of another', () => {
    const sets = groups.map((group) => new Set(group));
    const contained = groups.filter((group, place) =>
      sets.some((other, at) => at !== place && group.every((phrase) => other.has(phrase))),
    );
    expect(contained).toEqual([]);
  });

  it('give a phrase at most three meanings', () => {
    const phrases = groups.flat();
    expect(repeatedIn(repeatedIn(repeatedIn(phrases)))).toEqual([]);
  });
});
