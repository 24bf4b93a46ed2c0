import { AppError } from '@guidepost/service-kit';
import type { Scheme, SchemeAddress } from './schemes.ts';

/** How a service reads addresses: by the schemes of the systems from which its tenants come. */
export interface AddressReader {
  /**
   * The path of an address in the form in which addresses are stored: percent-decoded once, NFC, without a slash at its
   * end, without a query but for the named parameters of schemes, and without a fragment. Undefined for what no server
   * answers: no path, invalid escapes, control characters, more than 1,000 characters.
   * @param address a path or an http(s) URL
   */
  readPath(address: string): string | undefined;
  /** All entries that may be meant by a path: itself first, then what schemes read in it, a place in a thing first. */
  entriesOf(path: string): string[];
  /**
   * The entry that an address becomes: what the first scheme that knows it reads in it, else its path. An entry of a
   * scheme stays as it is.
   * @throws AppError `invalid` with the field `address`
   */
  readAddress(typed: string): string;
  /** By what all spellings of a path are counted together: the thing that a scheme reads in it, else the path. */
  keyOf(path: string): string;
  /** The names of the schemes that know a path. */
  schemesOf(path: string): string[];
}

interface ReaderOptions {
  /** By name; the first one that knows an address has it. */
  schemes: Readonly<Record<string, Scheme>>;
  /** The parameters that are part of an address, in this order; all others are ignored. */
  parameters: readonly string[];
  /** Whether a place that an address names, such as an answer, is an entry of its own. */
  hasPlaces?: boolean;
}

/** Why an address cannot be added, for programs and, in the language of a page, for people. */
export interface Refusal {
  /** The name of a text. */
  reason: 'address' | 'page' | 'elsewhere' | 'circle' | 'nothing' | 'tenant' | 'target';
  message: string;
}

const MOST_CHARACTERS = 1_000;

/** An entry of the index has room for this. */
const MOST_BYTES = 2_400;

/** Characters that are looked at, also of URLs with a long query. */
const MOST_TYPED = 10_000;

const ENTRY = /^([a-z]+):([a-z]+):([0-9A-Za-z_-]{0,100})$/;

export function createAddressReader({
  schemes,
  parameters,
  hasPlaces = false,
}: ReaderOptions): AddressReader {
  function readPath(address: string): string | undefined {
    if (address.length > MOST_TYPED) return undefined;
    const [path, query] = splitOnce(splitOnce(pathIn(address), '#')[0], '?');
    if (!path.startsWith('/')) return undefined;
    const decoded = decode(path)?.normalize('NFC');
    if (decoded === undefined || !isStorable(decoded)) return undefined;
    const read = withoutSlashes(decoded) + namedParameters(query, parameters);
    return isShort(read) ? read : undefined;
  }

  function read(path: string): (SchemeAddress & { scheme: string })[] {
    return Object.entries(schemes).flatMap(([scheme, readIn]) => {
      const found = readIn(path);
      return found ? [{ scheme, ...found }] : [];
    });
  }

  function entriesOf(path: string): string[] {
    const entries = read(path).flatMap(({ scheme, kind, id, position }) => {
      const thing = `${scheme}:${kind}:${id}`;
      return hasPlaces && position !== undefined ? [`${thing}-${position}`, thing] : [thing];
    });
    return [path, ...entries];
  }

  return {
    readPath,
    entriesOf,
    readAddress(typed) {
      const text = typed.trim();
      const [, scheme = ''] = ENTRY.exec(text) ?? [];
      if (Object.hasOwn(schemes, scheme)) return text;
      const path = readPath(text);
      if (path === undefined) {
        const message =
          'An address is a path such as /hc/en-us/articles/12-title, or a URL, of up to 1,000 characters.';
        throw refusedAddress({ reason: 'address', message });
      }
      const [, entry = path] = entriesOf(path);
      return entry;
    },
    keyOf(path) {
      const [known] = read(path);
      return known ? `${known.scheme}:${known.kind}:${known.id}` : path;
    },
    schemesOf: (path) => read(path).map(({ scheme }) => scheme),
  };
}

/** The error for the field that is wrong: `conflict` if an address is taken, else `invalid`. */
export function refusedAddress({ reason, message }: Refusal): AppError {
  const isTaken = reason === 'page' || reason === 'elsewhere';
  const field = isTaken || reason === 'address' ? 'address' : 'to';
  return new AppError(isTaken ? 'conflict' : 'invalid', message, { reason, fields: { [field]: [message] } });
}

/**
 * Why an address or its target was refused, by field, in the words of a page; undefined for any other error.
 * @param rules the sentence of each reason
 */
export function refusalsIn(
  error: unknown,
  rules: Readonly<Record<Refusal['reason'], string>>,
): Record<string, string> | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { reason, fields = {} } = error.details;
  const rule = new Map<string | undefined, string>(Object.entries(rules)).get(reason);
  return rule === undefined
    ? undefined
    : Object.fromEntries(Object.keys(fields).map((field) => [field, rule]));
}

/** The words of a path, to search for: those of its last part, or before numbers, without the number before them. */
export function wordsOfPath(path: string): string {
  const parts = splitOnce(path, '?')[0].split('/').filter(Boolean);
  const last = parts.findLast((part) => !/^[0-9]+$/.test(part)) ?? '';
  return wordsOf(last === parts.at(-1) || /[-_]/.test(last) ? last : (parts.at(-1) ?? ''));
}

function wordsOf(part: string): string {
  return part
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

function namedParameters(query: string, names: readonly string[]): string {
  if (query === '') return '';
  const sent = new URLSearchParams(query);
  const named = names.flatMap((name) => {
    const value = sent.get(name) ?? '';
    return /^[0-9]{1,19}$/.test(value) ? [`${name}=${value}`] : [];
  });
  return named.length === 0 ? '' : `?${named.join('&')}`;
}

function isShort(path: string): boolean {
  return Array.from(path).length <= MOST_CHARACTERS && Buffer.byteLength(path) <= MOST_BYTES;
}
