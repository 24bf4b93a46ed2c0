import { readFileSync } from 'node:fs';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { Synonyms } from './concepts.ts';

const LANGUAGES = ['de', 'en', 'sv'];

const none: Synonyms = () => [];
const known = new Map<string, Synonyms>();

/** Synonyms that hold in any help centre. */
export function everydaySynonyms(analyzer: Analyzer): Synonyms {
  const { language } = analyzer;
  if (!LANGUAGES.includes(language)) return none;
  const found = known.get(language) ?? synonymsOf(readGroups(language), analyzer);
  known.set(language, found);
  return found;
}

function readGroups(language: string): string[][] {
  const text = readFileSync(new URL(`../../synonyms/${language}.txt`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(',').map((phrase) => phrase.trim()));
}

/** Each word or phrase of a group expresses the others. */
export function synonymsOf(groups: readonly (readonly string[])[], analyzer: Analyzer): Synonyms {
  const byStem = new Map<string, string[][]>();
  for (const group of groups) {
    const phrases = group.map((phrase) => analyzer.words(phrase).map(({ stem }) => stem));
    for (const [first, ...more] of phrases) {
      if (first === undefined || more.length > 0) continue;
      const others = phrases.filter(
        ([other, ...rest]) => rest.length > 0 || (other !== undefined && other !== first),
      );
      byStem.set(first, [...(byStem.get(first) ?? []), ...others]);
    }
  }
  return (stem) => byStem.get(stem) ?? [];
}
