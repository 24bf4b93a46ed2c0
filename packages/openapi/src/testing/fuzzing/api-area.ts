import fc from 'fast-check';
import { type OpenApiDocument, type OperationParameter, resolve } from '../../document.ts';
import { listOperations } from '../document-mistakes.ts';
import type { FuzzedAnswer, FuzzedArea, FuzzedRequest } from './area.ts';
import { bodiesOf } from './bodies.ts';
import { hostileText, mostly, percentEncode } from './hostile-text.ts';
import { type KnownValues, valuesOf } from './json-values.ts';
import { createJudge } from './judge.ts';

const BROKEN_ENCODING = [
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%c0%80',
  '%00',
  '//',
  '/',
  ';a=b',
  '?',
  '&',
  '=',
  '[]',
  '%2e%2e%2f',
  '+',
];

interface HeaderOptions {
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

/** Characters allowed in header fields (RFC 9110 §5.5), in Latin-1. */
const headerText = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'));

interface RequestOptions extends HeaderOptions {
  document: OpenApiDocument;
  known: KnownValues;
  /** `get /api/{slug}.json` */
  operations: readonly string[];
}

const METHODS = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'GET', 'POST'];

export interface ApiAreaOptions extends Omit<RequestOptions, 'operations'> {
  /** Changes requests so that more of them succeed. */
  aim?: (request: FuzzedRequest) => FuzzedRequest;
  /** Mistakes that no document knows. */
  mistakesIn?: (request: FuzzedRequest, answer: FuzzedAnswer) => readonly string[];
}

/** The area of all operations that a document describes. */
export function apiArea({ aim, mistakesIn, ...options }: ApiAreaOptions): FuzzedArea {
  const judge = createJudge(options.document);
  return {
    ...judge,
    name: 'api',
    expected: judge.operations,
    requestsTo(operations) {
      const requests = requestsFor({ ...options, operations });
      return aim ? requests.map(aim) : requests;
    },
    isReached: ({ status }) => status < 300,
    mistakesIn: (request, answer) => [
      ...judge.mistakesIn(request, answer),
      ...(mistakesIn?.(request, answer) ?? []),
    ],
  };
}

function requestsFor(options: RequestOptions): fc.Arbitrary<FuzzedRequest> {
  const { document, known } = options;
  const wanted = listOperations(document).filter(({ method, path }) =>
    options.operations.includes(`${method} ${path}`),
  );
  const operations = wanted.map(({ method, path, operation }) => {
    const parameters = (operation.parameters ?? []).map((one) => resolve(document, 'parameters', one));
    const bodies =
      operation.requestBody && mostly(bodiesOf(operation.requestBody, known), fc.constant(undefined), 30);
    return fc
      .record({
        method: mostly(fc.constant(method.toUpperCase()), fc.constantFrom(...METHODS), 15),
        target: targetsOf(path, parameters, known),
        headers: headersOf(options),
        body:
          bodies ??
          mostly(fc.constant(undefined), fc.constant({ type: 'application/json', bytes: '{}' }), 50),
      })
      .map(({ body, headers, ...request }) => ({
        ...request,
        headers: { ...headers, ...(body?.type !== undefined && { 'Content-Type': body.type }) },
        body: body?.bytes,
      }));
  });
  return fc.oneof(...operations);
}

/** A key half of the time, and sometimes unusual fields. */
function headersOf({ keys, accept }: HeaderOptions): fc.Arbitrary<Record<string, string>> {
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

function targetsOf(
  path: string,
  parameters: readonly OperationParameter[],
  known: KnownValues,
): fc.Arbitrary<string> {
  const encoded = (parameter: OperationParameter) =>
    mostly(valuesOf(parameter, known), hostileText, 12).map(percentEncode);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const paths = fc
    .tuple(...inPath.map(encoded))
    .map((values) =>
      inPath.reduce((text, { name }, index) => text.replace(`{${name}}`, () => values[index] ?? ''), path),
    );
  const described = inQuery.map((parameter) =>
    encoded(parameter).map((value) => `${parameter.name}=${value}`),
  );
  const pair =
    described.length > 0 ? mostly(fc.oneof(...described), strangePairs(inQuery)) : strangePairs(inQuery);
  const queries = fc
    .array(pair, { maxLength: 4 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
  const broken = fc.tuple(paths, queries, fc.constantFrom(...BROKEN_ENCODING), fc.boolean());
  return mostly(
    fc.tuple(paths, queries).map((parts) => parts.join('')),
    broken.map(([below, query, text, late]) => (late ? below + query + text : below + text + query)),
    20,
  );
}

/** Undeclared names (prototypes, brackets, other case) and declared ones without a value. */
function strangePairs(parameters: readonly OperationParameter[]): fc.Arbitrary<string> {
  const known = parameters.map(({ name }) => name);
  const strange = known.flatMap((name) => [`${name}[]`, `${name}[__proto__]`, name.toUpperCase()]);
  const names = fc.oneof(
    fc.constantFrom('__proto__', 'page', 'filter[a][b]', ...known, ...strange),
    hostileText,
  );
  return fc
    .tuple(names, fc.option(hostileText, { nil: undefined }))
    .map(([name, value]) => percentEncode(name) + (value === undefined ? '' : `=${percentEncode(value)}`));
}
