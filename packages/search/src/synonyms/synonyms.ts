import { readFileSync } from 'node:fs';
import { runInSlices } from '@guidepost/service-kit';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { TenantSynonyms } from '../embedded/resident.ts';
import { parseSynonymFile, type SynonymGroup } from './tenant-synonyms.ts';

/** Synonyms of words that stand together, as sequences of stems. */
export interface Synonyms {
  /** The number of words in the longest phrase with synonyms. */
  readonly longest: number;
  of(stems: readonly string[]): readonly (readonly string[])[];
}

/** Each is looked for by itself. */
const MOST_OTHERS = 100;

const LANGUAGES = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'pt', 'sv'];

const everyday = new Map<string, SynonymGroup[]>();

/** Synonyms that hold in any help centre; only the languages of the pages have some. */
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

/** Each word or phrase of a group expresses the others. A step for each group. */
export function* synonymsOf(
  groups: readonly SynonymGroup[],
  analyzer: Analyzer,
): Generator<void, Synonyms, void> {
  const others = new Map<string, Map<string, readonly string[]>>();
  let longest = 0;
  for (const group of groups) {
    yield;
    const phrases = group.flatMap((phrase) => sequencesOf(phrase, analyzer));
    for (const stems of phrases) {
      longest = Math.max(longest, stems.length);
      add(stems, phrases);
    }
  }
  return { longest, of: (stems) => [...(others.get(keyOf(stems))?.values() ?? [])] };

  function add(stems: readonly string[], phrases: readonly (readonly string[])[]): void {
    const known = others.get(keyOf(stems)) ?? new Map<string, readonly string[]>();
    others.set(keyOf(stems), known);
    for (const other of phrases)
      if (known.size < MOST_OTHERS && keyOf(other) !== keyOf(stems)) known.set(keyOf(other), other);
  }
}

function keyOf(stems: readonly string[]): string {
  return stems.join(' ');
}

/** The stems of a phrase, and those with compounds (`usb-stick`) in their parts; none for a phrase without words. */
function sequencesOf(phrase: string, analyzer: Analyzer): string[][] {
  const entries = analyzer.entries(phrase);
  if (entries.length === 0) return [];
  const whole = entries.map(({ word }) => word.stem);
  if (entries.every(({ parts }) => parts.length === 0)) return [whole];
  return [
    whole,
    entries.flatMap(({ word, parts }) => (parts.length > 0 ? parts : [word]).map(({ stem }) => stem)),
  ];
}

const resolved = new WeakMap<TenantSynonyms, Map<Analyzer, Promise<Synonyms>>>();

/** The synonyms of a tenant in its language, resolved once for the same object. */
export function resolveSynonyms(synonyms: TenantSynonyms, analyzer: Analyzer): Promise<Synonyms> {
  const known = resolved.get(synonyms) ?? new Map<Analyzer, Promise<Synonyms>>();
  resolved.set(synonyms, known);
  const everyday = synonyms.isEveryday ? everydaySynonyms(analyzer.language) : [];
  const found = known.get(analyzer) ?? runInSlices(synonymsOf([...synonyms.groups, ...everyday], analyzer));
  known.set(analyzer, found);
  return found;
}
