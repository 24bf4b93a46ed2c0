import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { isFunctionWord } from '../analysis/function-words.ts';
import { everydaySynonyms } from './synonyms.ts';
import { parseSynonymFile } from './tenant-synonyms.ts';

const folderOf = (name: string) => new URL(`../../${name}/`, import.meta.url);
const languagesIn = (name: string) => readdirSync(folderOf(name)).map((file) => file.replace(/\.txt$/, ''));
const read = (name: string, language: string) =>
  readFileSync(new URL(`${language}.txt`, folderOf(name)), 'utf8');

const repeatedIn = (values: readonly string[]) =>
  values.filter((value, place) => values.indexOf(value) !== place);

describe.each(languagesIn('synonyms'))('everyday synonyms in %s', (language) => {
  const analyzer = createAnalyzer(language);
  const collator = new Intl.Collator(language);
  const formsOf = (phrase: string) => analyzer.words(phrase).map(({ form }) => form);
  const text = read('synonyms', language);
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

describe.each(languagesIn('common-words'))('common words of %s', (language) => {
  const analyzer = createAnalyzer(language);
  const [comment, ...lines] = read('common-words', language).trim().split('\n');

  it('follow a comment, one on each line, in order and none twice', () => {
    expect(comment).toMatch(/^# Common words of /);
    expect(lines.filter((line) => analyzer.words(line).length !== 1 || line !== line.trim())).toEqual([]);
    expect(lines).toEqual(lines.toSorted(new Intl.Collator(language).compare));
    expect(repeatedIn(lines.flatMap((line) => analyzer.words(line).map(({ form }) => form)))).toEqual([]);
  });

  it('are no function words', () => {
    const words = lines.flatMap((line) => analyzer.words(line));
    expect(words.filter(({ form }) => isFunctionWord(analyzer, form))).toEqual([]);
  });
});
