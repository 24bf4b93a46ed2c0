import fc from 'fast-check';
import { hostileText, mostly } from './hostile-text.ts';
import { percentEncode } from './percent-encoding.ts';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';
import type { KnownValues } from './schema-values.ts';

export interface PageRequestOptions {
  /** Patterns of Express, `/desk/kb/:tenant/guides/:guide`. */
  paths: readonly string[];
  /** Values that exist, by name of a part of a path, a parameter or a field. */
  known: KnownValues;
  /** Of someone who is signed in. */
  cookie: string;
  token: string;
}

const METHODS = ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

/** Requests for pages and their forms. Most come from someone who may send them. */
export function pageRequestsFor({
  paths,
  known,
  cookie,
  token,
}: PageRequestOptions): fc.Arbitrary<FuzzedRequest> {
  const names = Object.keys(known);
  const textFor = (name: string) =>
    mostly(
      fc.constantFrom(...((Object.hasOwn(known, name) && known[name]) || ['1', '31', 'x'])),
      hostileText,
      6,
    );
  const field = mostly(fc.constantFrom(...names), hostileText, 20).chain((name) =>
    textFor(name).map((value) => `${percentEncode(name)}=${percentEncode(value)}`),
  );
  const pairs = fc.array(field, { maxLength: 8 });
  const requests = paths.map((path) => {
    const parts = path.split(/(?<=\/)/).map((part) => {
      const [, name, end = ''] = /^[:*](\w+)(\/?)$/.exec(part) ?? [];
      return name ? textFor(name).map((value) => percentEncode(value) + end) : fc.constant(part);
    });
    return fc
      .record({
        method: mostly(fc.constantFrom('GET', 'POST', 'POST'), fc.constantFrom(...METHODS), 12),
        target: fc.tuple(...parts).map((texts) => texts.join('')),
        query: mostly(fc.constant<string[]>([]), pairs, 3),
        fields: pairs,
        token: mostly(fc.constant(token), hostileText, 15),
        site: mostly(fc.constant('same-origin'), fc.constantFrom('cross-site', 'none', ''), 15),
        isJson: mostly(fc.constant(false), fc.constant(true), 6),
      })
      .map((parts) => write(parts, cookie));
  });
  return fc.oneof(...requests);
}

interface Parts {
  method: string;
  target: string;
  query: string[];
  fields: string[];
  token: string;
  site: string;
  isJson: boolean;
}

function write({ method, target, query, fields, token, site, isJson }: Parts, cookie: string): FuzzedRequest {
  const encoded = percentEncode(token);
  const body = isJson
    ? JSON.stringify(Object.fromEntries(new URLSearchParams(fields.join('&'))))
    : [`token=${encoded}`, ...fields].join('&');
  return {
    method,
    target: query.length > 0 ? `${target}?${query.join('&')}` : target,
    headers: {
      Cookie: cookie,
      'Sec-Fetch-Site': site,
      'X-Desk-Token': encoded,
      'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  };
}

/** What is wrong with an answer for one person, whatever was asked for. */
export function pageMistakes({ method }: FuzzedRequest, { status, headers, bytes }: FuzzedAnswer): string[] {
  // Of preflights.
  if (status === 204 && bytes.length === 0) return [];
  const type = headers['content-type'] ?? '';
  const length = headers['content-length'];
  return [
    ...(status >= 500 ? [`the status is ${status}`] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['its type can be guessed']),
    ...(/unsafe/.test(headers['content-security-policy'] ?? 'unsafe') ? ['scripts are not restricted'] : []),
    ...(type.startsWith('text/html') && headers['cache-control'] !== 'no-store' ? ['it may be stored'] : []),
    ...(method !== 'HEAD' && length !== undefined && length !== String(bytes.length)
      ? ['its length is wrong']
      : []),
  ];
}
