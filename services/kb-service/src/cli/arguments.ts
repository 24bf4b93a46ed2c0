import { InvalidArgumentError } from 'commander';
import { parseAccentColor } from '../appearance/accent-color.ts';
import { foldWhiteSpace } from '../import/text/white-space.ts';
import { ACCESS_MODES, type AccessMode } from '../knowledge-bases/knowledge-base.ts';
import { parseSlug as readSlug } from '../reading/identifiers.ts';

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/;
const LONGEST_HOST = 259;
const LONGEST_NAME = 200;

/** @throws InvalidArgumentError */
export function parseHost(value: string): string {
  const host = value.toLowerCase();
  if (host.length <= LONGEST_HOST && HOST.test(host)) return host;
  throw new InvalidArgumentError('It must be a host name such as help.example.com, with a port if need be.');
}

/** @throws InvalidArgumentError */
export function parseName(value: string): string {
  const name = foldWhiteSpace(value);
  if (/\p{Cc}/u.test(value.trim()))
    throw new InvalidArgumentError('It must not hold line breaks or control characters.');
  const { length } = Array.from(name);
  if (length >= 1 && length <= LONGEST_NAME && name.isWellFormed()) return name;
  throw new InvalidArgumentError(`It must have 1 to ${LONGEST_NAME} characters.`);
}

/** @throws InvalidArgumentError */
export function parseLanguage(value: string): string {
  const language = value.toLowerCase();
  if (/^[a-z]{2}$/.test(language)) return language;
  throw new InvalidArgumentError('It must be two letters of ISO 639-1, such as en or sv.');
}

/** @throws InvalidArgumentError */
export function parseAccess(value: string): AccessMode {
  const access = ACCESS_MODES.find((mode) => mode === value);
  if (access) return access;
  throw new InvalidArgumentError(`It must be one of ${ACCESS_MODES.join(', ')}.`);
}

/** @throws InvalidArgumentError */
export function parseAccent(value: string): string {
  const color = parseAccentColor(value);
  if (color) return color;
  throw new InvalidArgumentError("It must be a colour such as '#0a7d5c' or '#abc'.");
}

/** @throws InvalidArgumentError */
export function parseSlug(value: string): string {
  const slug = readSlug(value);
  if (slug) return slug;
  throw new InvalidArgumentError(
    'It must be letters a-z and digits, in words joined by "-", up to 200 of them.',
  );
}
