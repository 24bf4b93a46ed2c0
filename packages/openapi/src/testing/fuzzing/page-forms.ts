import { Buffer } from 'node:buffer';
import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FuzzedAnswer, FuzzedRequest } from './area.ts';
import type { KnownValues } from './json-values.ts';
import { findAmong } from './places.ts';

/** Sends raw requests on persistent connections, where a wrong length spoils the next response. */
export interface FuzzingClient {
  send(request: FuzzedRequest): Promise<FuzzedAnswer>;
  close(): void;
}

const TIMEOUT = 10_000;

/** Possible values of the fields of a form, by name. */
export type FormFields = Readonly<Record<string, readonly string[]>>;

/** The forms that are sent to a route, by `POST /desk/kb/:tenant/guides`. */
export type FormsByRoute = ReadonlyMap<string, readonly FormFields[]>;

export interface FormSearch {
  client: Pick<FuzzingClient, 'send'>;
  routes: readonly string[];
  known: KnownValues;
  cookie: string;
  readForms: (html: string, address: string) => { action: string; method: string; fields: FormFields }[];
}

/** Each page with several known values is read this often. */
const READINGS = 4;
const MOST_FORMS = 12;

/** Reads all pages for the forms on them, so that what is sent has the fields that it should have. */
export async function findForms({
  client,
  routes,
  known,
  cookie,
  readForms,
}: FormSearch): Promise<FormsByRoute> {
  const routeOf = createRouteOf(routes);
  const forms = new Map<string, FormFields[]>();

  async function read(target: string, depth = 1): Promise<void> {
    const { text } = await client.send({ method: 'GET', target, headers: { Cookie: cookie } });
    for (const { action, method, fields } of readForms(text, target)) {
      const route = routeOf({ method, target: action, headers: {} });
      if (route?.startsWith('POST')) addForm(forms, route, fields);
      else if (route && depth > 0)
        await read(`${action.split('?')[0]}?${filledIn(fields, known)}`, depth - 1);
    }
  }

  for (const path of routes.filter((route) => route.startsWith('GET ')).map((route) => route.slice(4))) {
    const isOne = Array.from(path.matchAll(/[:*](\w+)/g)).every(([, name = '']) => known[name]?.length === 1);
    for (let reading = 0; reading < (isOne ? 1 : READINGS); reading += 1) {
      const target = path.replaceAll(/[:*](\w+)/g, (_, name: string) => {
        const values = known[name] ?? ['1'];
        return encodeURIComponent(values[reading % values.length] ?? '');
      });
      await read(target);
    }
  }
  return forms;
}

/** With a value that exists, if there is one. */
function filledIn(fields: FormFields, known: KnownValues): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).map(([name, values]) => [name, known[name]?.at(-1) ?? values[0] ?? '']),
  );
}

function addForm(forms: Map<string, FormFields[]>, route: string, fields: FormFields): void {
  const known = forms.get(route) ?? [];
  const isNew = !known.some((form) => JSON.stringify(form) === JSON.stringify(fields));
  if (isNew && known.length < MOST_FORMS) forms.set(route, [...known, fields]);
}

/** Finds the route of a request among those of Express. */
export function createRouteOf(
  routes: readonly string[],
): (request: Parameters<ReturnType<typeof findAmong>>[0]) => string | undefined {
  const byPlace = new Map(routes.map((route) => [placeOf(route), route]));
  const find = findAmong(
    [...byPlace.keys()].map((place) => {
      const [method = '', path = ''] = place.split(' ');
      return { method, path };
    }),
  );
  return (request) => {
    const place = find(request);
    return place && byPlace.get(`${place.method} ${place.path}`);
  };
}

function placeOf(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  return `${method.toLowerCase()} ${path.replaceAll(/[:*](\w+)/g, '{$1}')}`;
}

export function createClient(origin: string): FuzzingClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: TIMEOUT });
  return {
    async send({ method, target, headers, body = '' }) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      // Node omits the length of unexpected bodies, such as a GET's.
      const framing = { 'Content-Length': Buffer.byteLength(body) };
      const sent = startRequest(origin, { agent, method, path: target, headers: { ...headers, ...framing } });
      sent.once('response', resolve).once('error', reject);
      sent.once('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT} ms`)));
      sent.end(body);
      return readAnswer(await promise);
    },
    close: () => agent.destroy(),
  };
}

async function readAnswer(message: IncomingMessage): Promise<FuzzedAnswer> {
  const headers = message.headers as Record<string, string | undefined>;
  const bytes = await buffer(message);
  return { status: message.statusCode ?? 0, headers, bytes, text: decode(bytes, headers) };
}

function decode(
  bytes: Buffer,
  { 'content-encoding': coding, 'content-type': type = '' }: FuzzedAnswer['headers'],
) {
  if (bytes.length === 0) return '';
  const identity =
    coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
  const isText = /json|xml|javascript|text/.test(type);
  return isText
    ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(identity)
    : identity.toString('latin1');
}
