import { readFileSync } from 'node:fs';
import type { Analyzer } from '../analysis/analyzer.ts';
import { parseSynonymFile, type SynonymGroup } from './tenant-synonyms.ts';

/** What else expresses a stem; each a sequence of stems. */
export type Synonyms = (stem: string) => readonly (readonly string[])[];

const LANGUAGES = ['de', 'en', 'sv'];

const everyday = new Map<string, SynonymGroup[]>();

/** Synonyms that hold in any help centre; none for most languages. */
export function everydaySynonyms(language: string): readonly SynonymGroup[] {
  const known = everyday.get(language);
  if (known) return known;
  const groups = LANGUAGES.includes(language) ? readGroups(language) : [];
  everyday.set(language, groups);
  return groups;
}

function readGroups(language: string): SynonymGroup[] {
  return parseSynonymFile(readFileSync(new URL(`../../synonyms/${language}.txt`, import.meta.url), 'utf8'));
}

/** Each word of a group expresses the other words and phrases. */
export function synonymsOf(groups: readonly SynonymGroup[], analyzer: Analyzer): Synonyms {
  const byStem = new Map<string, string[][]>();
  for (const group of groups) {
    const phrases = group.map((phrase) => analyzer.words(phrase).map(({ stem }) => stem));
    for (const [first, ...more] of phrases) {
      if (first === undefined || more.length > 0) continue;
      const others = phrases.filter(
        (phrase) => phrase.length > 1 || (phrase.length === 1 && phrase[0] !== first),
      );
      byStem.set(first, [...(byStem.get(first) ?? []), ...others]);
    }
  }
  return (stem) => byStem.get(stem) ?? [];
}
