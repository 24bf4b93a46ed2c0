import fc from 'fast-check';
import type { FuzzedAnswer, FuzzedArea, FuzzedRequest } from './area.ts';
import { hostileText, mostly, percentEncode } from './hostile-text.ts';
import type { KnownValues } from './json-values.ts';
import { createRouteOf, type FormFields, type FormsByRoute } from './page-forms.ts';

export interface PageAreaOptions extends PageRequestOptions {
  name: string;
  /** Default: all routes. */
  expected?: readonly string[];
}

/** Pages and their forms, which no document describes. */
export function pageArea({ name, expected, ...options }: PageAreaOptions): FuzzedArea {
  return {
    name,
    operations: options.routes,
    expected: expected ?? options.routes,
    requestsTo: (routes) => pageRequestsFor({ ...options, routes }),
    operationOf: createRouteOf(options.routes),
    isReached: ({ status, headers: { location = '' } }) => status < 400 && !/\/sign-in(\?|$)/.test(location),
    mistakesIn: mistakesOfPage,
  };
}

/** Mistakes that no answer may have, whatever was requested. */
function mistakesOfPage(
  { method, target }: FuzzedRequest,
  { status, headers, bytes }: FuzzedAnswer,
): string[] {
  // The answer to a preflight.
  if (status === 204 && bytes.length === 0) return [];
  const length = headers['content-length'];
  const isLong = method !== 'HEAD' && status !== 304 && length !== undefined;
  return [
    ...(status >= 500 ? [`the status is ${status}`] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['its type can be guessed']),
    ...(/unsafe/.test(headers['content-security-policy'] ?? 'unsafe') ? ['scripts are not restricted'] : []),
    ...(isLong && length !== String(bytes.length) ? ['its length is wrong'] : []),
    ...(target.startsWith('/desk') && isKept(headers) ? ['it may be stored'] : []),
  ];
}

function isKept(headers: FuzzedAnswer['headers']): boolean {
  const isPage = headers['content-type']?.startsWith('text/html') ?? false;
  return isPage && headers['cache-control'] !== 'no-store';
}

/** Someone who is signed in, or a visitor with neither. */
export interface Person {
  cookie: string;
  token: string;
}

/** The token fields of forms: at desks, and on pages of forums. */
const TOKEN_FIELDS = ['token', 'member_token'];

export interface PageRequestOptions {
  /** Routes of Express: `GET /desk/kb/:tenant/guides/:guide`. */
  routes: readonly string[];
  /** Values that exist, by name of a part of a path, a parameter or a field; `{guide}` stands for that part. */
  known: KnownValues;
  people: readonly Person[];
  forms: FormsByRoute;
  /** The JSON that scripts send, by route. */
  scripts?: Readonly<Record<string, FormFields>>;
}

type Field = readonly [name: string, value: string];

const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

/** Requests for pages and their forms. Most come from someone who may send them. */
function pageRequestsFor(options: PageRequestOptions): fc.Arbitrary<FuzzedRequest> {
  const textFor = createTextFor(options.known);
  const name = mostly(fc.constantFrom(...Object.keys(options.known)), hostileText, 20);
  const pairs = fc.array(
    name.chain((text) => textFor(text).map((value): Field => [text, value])),
    { maxLength: 8 },
  );
  const requests = options.routes.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    const script = options.scripts?.[route];
    const forms = script ? [script] : (options.forms.get(route) ?? []);
    const sent = forms.map((form) => fieldsOf(form, options));
    return fc
      .record({
        method: mostly(fc.constant(method), fc.constantFrom(...METHODS), 15),
        path: pathsOf(path, textFor),
        query: mostly(fc.constant<Field[]>([]), pairs, 4),
        fields: sent.length > 0 ? mostly(fc.oneof(...sent), pairs, 10) : pairs,
        person: fc.constantFrom(...options.people),
        token: mostly(fc.constant(undefined), hostileText, 20),
        site: mostly(fc.constant('same-origin'), fc.constantFrom('cross-site', 'none', ''), 20),
        isJson: mostly(fc.constant(sent.length === 0 || script !== undefined), fc.boolean(), 8),
      })
      .map(write);
  });
  return fc.oneof(...requests);
}

function createTextFor(known: KnownValues): (name: string) => fc.Arbitrary<string> {
  return (name) => {
    const values = (Object.hasOwn(known, name) && known[name]) || ['1', '31', 'x'];
    return mostly(fc.constantFrom(...values), hostileText, 8);
  };
}

interface Path {
  target: string;
  values: Readonly<Record<string, string>>;
}

function pathsOf(path: string, textFor: (name: string) => fc.Arbitrary<string>): fc.Arbitrary<Path> {
  const names = Array.from(path.matchAll(/[:*](\w+)/g), ([, name = '']) => name);
  return fc.tuple(...names.map(textFor)).map((texts) => {
    const values = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
    return { values, target: path.replaceAll(/[:*](\w+)/g, (_, name) => percentEncode(values[name] ?? '')) };
  });
}

/** As the page would send it, with other values that exist, and some that do not. */
function fieldsOf(form: FormFields, { known }: PageRequestOptions): fc.Arbitrary<Field[]> {
  const fields = Object.entries(form)
    .filter(([name]) => !TOKEN_FIELDS.includes(name))
    .map(([name, given]) => {
      const values = [...given, ...(known[name] ?? [])].filter((value) => value !== '');
      const usual = fc.constantFrom(...(values.length > 0 ? values : ['', 'x', '1']));
      const field = mostly(usual, hostileText, 15).map((value): Field => [name, value]);
      return mostly(field, fc.constant(undefined), 15);
    });
  return fc.tuple(...fields).map((list) => list.filter((field) => field !== undefined));
}

interface Parts {
  method: string;
  path: Path;
  query: Field[];
  fields: Field[];
  person: Person;
  token: string | undefined;
  site: string;
  isJson: boolean;
}

function write({
  method,
  path,
  query,
  fields,
  person,
  token = person.token,
  site,
  isJson,
}: Parts): FuzzedRequest {
  const filled = fields.map(
    ([name, value]): Field => [name, value.replace(/^\{(\w+)\}$/, (_, part) => path.values[part] ?? '')],
  );
  const body = isJson
    ? JSON.stringify(Object.fromEntries(filled), readBoolean)
    : encode([...TOKEN_FIELDS.map((name): Field => [name, token]), ...filled]);
  return {
    method,
    target: query.length > 0 ? `${path.target}?${encode(query)}` : path.target,
    headers: {
      Cookie: person.cookie,
      'Sec-Fetch-Site': site,
      'X-Desk-Token': percentEncode(token),
      'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  };
}

function readBoolean(_: string, value: unknown): unknown {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

function encode(fields: readonly Field[]): string {
  return fields.map((field) => field.map(percentEncode).join('=')).join('&');
}
