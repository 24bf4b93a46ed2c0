import { AppError } from '@guidepost/service-kit';
import { readSchemes, SCHEMES, type SchemeAddress } from './schemes.ts';

const MOST_CHARACTERS = 1_000;

/** An entry of the index has room for this. */
const MOST_BYTES = 2_400;

/** Characters that are looked at, also of URLs with a long query. */
const MOST_TYPED = 10_000;

/** The parameters of schemes that are part of an address, in this order; all others are ignored. */
const NAMED_PARAMETERS = ['p', 'page_id'];

const ENTRY = /^([a-z]+):([a-z]+):([0-9A-Za-z_-]{0,100})$/;

/**
 * The path of an address in the form in which addresses are stored: percent-decoded once, NFC, without a slash at its
 * end, without a query but for the named parameters of schemes, and without a fragment. Undefined for what no server
 * answers: no path, invalid escapes, control characters, more than 1,000 characters.
 * @param address a path or an http(s) URL
 */
export function readPath(address: string): string | undefined {
  if (address.length > MOST_TYPED) return undefined;
  const [path, query] = splitOnce(splitOnce(pathIn(address), '#')[0], '?');
  if (!path.startsWith('/')) return undefined;
  const decoded = decode(path)?.normalize('NFC');
  if (decoded === undefined || !isStorable(decoded)) return undefined;
  const read = withoutSlashes(decoded) + namedParameters(query);
  return isShort(read) ? read : undefined;
}

/** All entries that may be meant by a path: itself first, then what schemes read in it. */
export function entriesOf(path: string): string[] {
  return [path, ...readSchemes(path).map(({ scheme, ...found }) => entryOf(scheme, found))];
}

/** `zendesk:article:360047117032` */
function entryOf(scheme: string, { kind, id }: Pick<SchemeAddress, 'kind' | 'id'>): string {
  return `${scheme}:${kind}:${id}`;
}

/** The scheme of an entry; undefined for a path. */
export function schemeOfEntry(entry: string): string | undefined {
  return entry.startsWith('/') ? undefined : splitOnce(entry, ':')[0];
}

/**
 * The entry that an address becomes: what the first scheme that knows it reads in it, else its path. An entry of a
 * scheme stays as it is.
 * @throws AppError `invalid` with the field `address`
 */
export function readAddress(typed: string): string {
  const text = typed.trim();
  const [, scheme = ''] = ENTRY.exec(text) ?? [];
  if (Object.hasOwn(SCHEMES, scheme)) return text;
  const path = readPath(text);
  if (path === undefined) {
    const message =
      'An address is a path such as /hc/en-us/articles/12-title, or a URL, of up to 1,000 characters.';
    throw refusedAddress({ reason: 'address', message });
  }
  const [, entry = path] = entriesOf(path);
  return entry;
}

/** Why an address cannot be added, for programs and, in the language of a page, for people. */
export interface Refusal {
  /** The name of a text. */
  reason: 'address' | 'page' | 'elsewhere' | 'circle' | 'nothing' | 'tenant' | 'target';
  message: string;
}

/** The error for the field that is wrong: `conflict` if an address is taken, else `invalid`. */
export function refusedAddress({ reason, message }: Refusal): AppError {
  const isTaken = reason === 'page' || reason === 'elsewhere';
  const field = isTaken || reason === 'address' ? 'address' : 'to';
  return new AppError(isTaken ? 'conflict' : 'invalid', message, { reason, fields: { [field]: [message] } });
}

/** The words of a path, to search for: those of its last part without the number before them. */
export function wordsOfPath(path: string): string {
  const [last = ''] = splitOnce(path, '?')[0].split('/').filter(Boolean).slice(-1);
  return last
    .replace(/^[0-9]+-/, '')
    .replace(/\.[a-z]{2,5}$/i, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function pathIn(address: string): string {
  if (!/^https?:\/\//i.test(address)) return address;
  const start = address.indexOf('/', address.indexOf('//') + 2);
  return start === -1 ? '/' : address.slice(start);
}

function splitOnce(text: string, mark: string): [before: string, after: string] {
  const place = text.indexOf(mark);
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place + mark.length)];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function namedParameters(query: string): string {
  if (query === '') return '';
  const sent = new URLSearchParams(query);
  const named = NAMED_PARAMETERS.flatMap((name) => {
    const value = sent.get(name) ?? '';
    return /^[0-9]{1,19}$/.test(value) ? [`${name}=${value}`] : [];
  });
  return named.length === 0 ? '' : `?${named.join('&')}`;
}

function isShort(path: string): boolean {
  return Array.from(path).length <= MOST_CHARACTERS && Buffer.byteLength(path) <= MOST_BYTES;
}
