import { parseAccentColor } from '@guidepost/pages/accent-color';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { InvalidArgumentError } from 'commander';

const LONGEST_NAME = 200;

/** Knows what languages are called, and so which there are. */
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * What somebody or something is called.
 * @throws InvalidArgumentError
 */
export function parseName(value: string): string {
  const name = foldWhiteSpace(value);
  if (/\p{Cc}/u.test(value.trim()))
    throw new InvalidArgumentError('It must not hold line breaks or control characters.');
  const { length } = Array.from(name);
  if (length >= 1 && length <= LONGEST_NAME && name.isWellFormed()) return name;
  throw new InvalidArgumentError(`It must have 1 to ${LONGEST_NAME} characters.`);
}

/**
 * The code of a language.
 * @throws InvalidArgumentError
 */
export function parseLanguage(value: string): string {
  const language = value.toLowerCase();
  if (/^[a-z]{2}$/.test(language) && LANGUAGES.of(language)) return language;
  throw new InvalidArgumentError('It must be two letters of ISO 639-1, such as en or sv.');
}

/**
 * The colour of a site's pages, as it is stored.
 * @throws InvalidArgumentError
 */
export function parseAccent(value: string): string {
  const color = parseAccentColor(value);
  if (color) return color;
  throw new InvalidArgumentError("It must be a colour such as '#0a7d5c' or '#abc'.");
}
