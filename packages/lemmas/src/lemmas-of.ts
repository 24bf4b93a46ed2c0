import { readFileSync } from 'node:fs';
import { type Lemmas, readTable } from './table.ts';

/**
 * The languages that have a table, by ISO 639-1. `hbs` (ISO 639-3) is Serbo-Croatian in both scripts. A language whose
 * data has no open licence has none: see NOTICE.md.
 */
export const LEMMA_LANGUAGES: readonly string[] = [
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'eo',
  'es',
  'et',
  'eu',
  'fa',
  'fi',
  'fr',
  'ga',
  'hbs',
  'hi',
  'hu',
  'hy',
  'id',
  'it',
  'lt',
  'nb',
  'nl',
  'nn',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'tr',
  'uk',
];

/** Languages that are written as another one of the list is. */
const ALIKE: Readonly<Record<string, string>> = { bs: 'hbs', hr: 'hbs', no: 'nb', sr: 'hbs' };

const TABLES = new URL('../tables/', import.meta.url);
const loaded = new Map<string, Lemmas | undefined>();

/**
 * The other dictionary forms of a language's words. A table is read when it is first asked for: it takes up to 30 ms,
 * and 0.1 to 5 MB of memory.
 *
 * It takes a form as search has it: lower case in NFKC, without accents but for the language's own letters (`böcker` in
 * Swedish, `ecrit` in French). It gives at most three lemmas in lower case with their accents (`bok`, `écrire`), or
 * none: for a word that no dictionary has, for a dictionary form, for names, and for inflections that the language's
 * stemmer joins. Words of up to three letters have lemmas only if they are in our own lists.
 *
 * The tables have licences of their own: NOTICE.md.
 *
 * @param code ISO 639-1
 * @returns undefined for a language without a table
 * @throws Error if the language's table is damaged or missing
 */
export function lemmasOf(code: string): Lemmas | undefined {
  const known = loaded.get(code);
  if (known) return known;
  const name = Object.hasOwn(ALIKE, code) ? ALIKE[code] : code;
  if (name === undefined || !LEMMA_LANGUAGES.includes(name)) return undefined;
  const lemmas = loaded.get(name) ?? loadTable(name);
  loaded.set(name, lemmas);
  loaded.set(code, lemmas);
  return lemmas;
}

function loadTable(name: string): Lemmas {
  const file = `${name}.lemmas`;
  try {
    return readTable(readFileSync(new URL(file, TABLES)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot read tables/${file} of @guidepost/lemmas: ${reason}`, { cause });
  }
}
