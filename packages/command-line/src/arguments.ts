import { parseLanguageCode } from '@guidepost/i18n/language-code';
import { parseAccentColor } from '@guidepost/pages/accent-color';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { InvalidArgumentError } from 'commander';

const LONGEST_NAME = 200;

/** A name in one line, with white space folded. */
export function parseName(value: string): string {
  const name = foldWhiteSpace(value);
  if (/\p{Cc}/u.test(value.trim()))
    throw new InvalidArgumentError('It must not contain line breaks or control characters.');
  const { length } = Array.from(name);
  if (length >= 1 && length <= LONGEST_NAME && name.isWellFormed()) return name;
  throw new InvalidArgumentError(`It must have 1 to ${LONGEST_NAME} characters.`);
}

/** An ISO 639-1 code, in lower case. */
export function parseLanguage(value: string): string {
  const language = parseLanguageCode(value);
  if (language) return language;
  throw new InvalidArgumentError('It must be a two-letter ISO 639-1 code such as en or sv.');
}

/** A colour as it is stored. */
export function parseAccent(value: string): string {
  const color = parseAccentColor(value);
  if (color) return color;
  throw new InvalidArgumentError("It must be a colour such as '#0a7d5c' or '#abc'.");
}
