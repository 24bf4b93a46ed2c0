import fc from 'fast-check';
import { hostileText, mostly } from './hostile-text.ts';

export interface HeaderOptions {
  keys: readonly string[];
  accept?: string;
}

const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    '*/*',
    'text/html',
    'application/vnd.api+json;q=1',
    'application/json, text/xml',
    '',
    ',',
    'a/b;c="',
  ],
  'Accept-Encoding': ['gzip', 'br', 'gzip;q=0, *', 'identity;q=0', '*;q=0', ';;'],
  Authorization: ['Bearer', 'Bearer a b', 'Basic YTpi', 'bearer \u00ff', ''],
  'Content-Encoding': ['gzip', 'br', 'identity', 'a'],
  Cookie: ['session=1', '__proto__=1'],
  Forwarded: ['for="[::1]"', 'for=_'],
  Host: ['evil.example', '', 'a b', '[::1'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never'],
  'If-None-Match': ['*', '"a"', 'W/"a", W/"b"', 'W/"', ','],
  'If-Range': ['"a"', 'never'],
  Origin: ['https://evil.example', 'null'],
  Range: [
    'bytes=0-0',
    'bytes=-5',
    'bytes=5-',
    'bytes=9-1',
    'bytes=0-0,2-2',
    'lines=1-2',
    'bytes=99999999999999999999-',
  ],
  'X-Forwarded-For': ['203.0.113.1', '::1', 'unknown', '1, 2, 3', '203.0.113.1, '.repeat(100)],
  'X-Forwarded-Host': ['evil.example'],
  'X-HTTP-Method-Override': ['DELETE'],
};

/** A key half of the time, and sometimes unusual fields. */
export function headersOf({ keys, accept }: HeaderOptions): fc.Arbitrary<Record<string, string>> {
  const authorization = fc.option(fc.constantFrom(...keys), { nil: undefined, freq: 2 });
  const odd = fc.oneof(
    ...Object.entries(ODD_HEADERS).map(([name, values]) =>
      fc.tuple(fc.constant(name), mostly(fc.constantFrom(...values), headerText, 5)),
    ),
  );
  return fc
    .tuple(authorization, mostly(fc.constant([]), fc.array(odd, { maxLength: 4 }), 3))
    .map(([key, strange]) => ({
      ...(accept !== undefined && { Accept: accept }),
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...Object.fromEntries(strange),
    }));
}

/** Characters allowed in header fields (RFC 9110 §5.5), in Latin-1. */
const headerText = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'));
