import { AppError } from '@guidepost/service-kit';

export interface Query {
  readonly isEmpty: boolean;
  /** The first value of this name; `''` for a name without a value. */
  first(name: string): string | undefined;
  isRepeated(name: string): boolean;
  /** Names and their first values, in order. */
  entries(): Iterable<readonly [name: string, value: string]>;
  /** `[inner, value]` of every `family[inner]`, in order. */
  family(family: string): readonly (readonly [inner: string, value: string])[];
}

const NEEDS_DECODING = /[%+\0\uD800-\uDFFF]/;
const EMPTY_QUERY = createQuery(new Map(), new Set());

/** The part of a target after its first `?`; `''` if there is none. */
export function rawQueryString(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

/**
 * Parses a raw query string (without `?`) as application/x-www-form-urlencoded (WHATWG URL §5.1), but strictly. Names
 * are Map keys, so `__proto__` is harmless (S19); brackets may be raw or encoded. Linear in its input.
 * @throws AppError `invalid` naming the parameter, for broken percent-encoding, invalid UTF-8, U+0000 and lone
 * surrogates (S28)
 */
export function parseQuery(rawQueryString: string): Query {
  if (rawQueryString === '') {
    return EMPTY_QUERY;
  }
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const pair of rawQueryString.split('&')) {
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(rawName, rawName);
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1), name);
    if (values.has(name)) {
      repeated.add(name);
    } else if (name !== '') {
      values.set(name, value);
    }
  }
  return createQuery(values, repeated);
}

function createQuery(values: ReadonlyMap<string, string>, repeated: ReadonlySet<string>): Query {
  return {
    isEmpty: values.size === 0,
    first: (name) => values.get(name),
    isRepeated: (name) => repeated.has(name),
    entries: () => values.entries(),
    family: (family) => membersOf(values, family),
  };
}

function membersOf(values: ReadonlyMap<string, string>, family: string): [string, string][] {
  const members: [string, string][] = [];
  for (const [name, value] of values) {
    const inner = innerName(name, family);
    if (inner !== undefined) {
      members.push([inner, value]);
    }
  }
  return members;
}

function decode(text: string, parameter: string): string {
  if (!NEEDS_DECODING.test(text)) {
    return text;
  }
  const decoded = percentDecode(text.replaceAll('+', ' '));
  if (decoded === undefined || !decoded.isWellFormed() || decoded.includes('\0')) {
    throw invalidParameter(parameter, 'A query parameter must be percent-encoded UTF-8 without U+0000.');
  }
  return decoded;
}

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The `inner` of `family[inner]`, possibly empty; `undefined` for other names, also with more brackets. */
export function innerName(name: string, family: string): string | undefined {
  if (!name.startsWith(family) || name[family.length] !== '[' || !name.endsWith(']')) {
    return undefined;
  }
  const inner = name.slice(family.length + 1, -1);
  return inner.includes('[') || inner.includes(']') ? undefined : inner;
}

const LONGEST_NAME = 100;

/** An AppError `invalid` for a query parameter, whose name is truncated if long. */
export function invalidParameter(name: string, message: string): AppError {
  const parameter = name.slice(0, LONGEST_NAME).toWellFormed();
  return new AppError('invalid', message, { source: { parameter } });
}
