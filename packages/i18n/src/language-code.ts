import { parseLanguageTag } from './language-tag.ts';

/** Has a name for every code that exists. Reading its data takes 80 ms, which most programs can do without. */
let englishNames: Intl.DisplayNames | undefined;

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x61 + index));

/** An ISO 639-1 code in lower case; undefined for any other text. */
export function parseLanguageCode(text: string): string | undefined {
  const code = text.toLowerCase();
  englishNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return /^[a-z]{2}$/.test(code) && englishNames.of(code) ? code : undefined;
}

export interface NamedLanguage {
  /** ISO 639-1, or the stored tag. */
  code: string;
  name: string;
}

/**
 * All languages, each once, by their names in a language.
 * @param stored a tag that is listed in any case, with its region too, even if another one has replaced it
 */
export function namedLanguages(language: string, stored?: string): NamedLanguage[] {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const nameOf = (code: string) => names.of(code) ?? code;
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const current = codes.filter((code) => parseLanguageCode(code) !== undefined && isCurrent(code));
  // Some languages have two codes, such as Akan.
  const byName = new Map(current.toReversed().map((code) => [nameOf(code), code]));
  const languages = Array.from(byName, ([name, code]) => ({ code, name }));
  const isMissing = stored !== undefined && !languages.some(({ code }) => code === stored);
  if (isMissing && (parseLanguageCode(stored) ?? parseLanguageTag(stored)))
    languages.push({ code: stored, name: `${nameOf(stored)} (${stored})` });
  return languages.toSorted((one, other) => one.name.localeCompare(other.name, language));
}

/** Whether no other ISO 639-1 code has replaced it: `he` has replaced `iw`, `fil` is longer than `tl`. */
function isCurrent(code: string): boolean {
  const { language } = new Intl.Locale(code);
  return language === code || parseLanguageCode(language) === undefined;
}
