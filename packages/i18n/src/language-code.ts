/** Has a name for every code that exists. */
const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x61 + index));

/** An ISO 639-1 code in lower case; undefined for any other text. */
export function parseLanguageCode(text: string): string | undefined {
  const code = text.toLowerCase();
  return /^[a-z]{2}$/.test(code) && ENGLISH_NAMES.of(code) ? code : undefined;
}

export interface NamedLanguage {
  /** ISO 639-1. */
  code: string;
  name: string;
}

/** All languages, by their names in a language. */
export function namedLanguages(language: string): NamedLanguage[] {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes
    .filter((code) => parseLanguageCode(code) !== undefined)
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}
