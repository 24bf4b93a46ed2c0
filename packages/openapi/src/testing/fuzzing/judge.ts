import type { OpenApiDocument } from '../../document.ts';
import { createAnswerValidator } from '../answer-validator.ts';
import { listOperations } from '../document-mistakes.ts';
import type { FuzzedAnswer, FuzzedRequest } from './area.ts';
import { createFindPlace, type Place } from './places.ts';

/** Sent with every response (S11). */
const SECURITY_HEADERS: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /^(default-src 'none'|sandbox)/,
};

const WITHOUT_BODY = [204, 304];

export interface Judge {
  operations: readonly string[];
  operationOf(request: FuzzedRequest): string | undefined;
  mistakesIn(request: FuzzedRequest, answer: FuzzedAnswer): string[];
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** HTTP refuses requests with any other `Host`, whatever they ask (RFC 9112 §3.2). */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d*)?$/i;
const SCRIPT = /^\/\*\*\/[\w$.[\]]+\((.*)\);$/s;

export function createJudge(document: OpenApiDocument): Judge {
  const { mistakesOf } = createAnswerValidator(document);
  const findPlace = createFindPlace(document);

  function documented(place: Place, answer: FuzzedAnswer): string[] {
    const mistakes = mistakesOf(place, { ...answer, body: parseJson(answer.text) });
    const script = /javascript/.test(answer.headers['content-type'] ?? '');
    return script ? [...mistakes, ...scriptMistakes(place, answer)] : mistakes;
  }

  /** A JSONP callback must receive the body that is sent without one. */
  function scriptMistakes(place: Place, answer: FuzzedAnswer): string[] {
    const body = parseJson(SCRIPT.exec(answer.text)?.[1] ?? '');
    if (body === undefined) return ['the body is no call of a function with JSON'];
    return mistakesOf(place, { ...answer, headers: { ...answer.headers, ...JSON_TYPE }, body });
  }

  return {
    operations: listOperations(document).map(nameOf),
    operationOf(request) {
      const place = findPlace(request);
      return place && nameOf(place);
    },
    mistakesIn(request, answer) {
      const place = findPlace(request);
      const general = generalMistakes(request, answer);
      if (!place) return [...general, ...refusalMistakes(request, answer)];
      if (answer.status === 400 && !HOST.test(request.headers.Host ?? '')) return general;
      const mistakes = documented(place, answer);
      return [...general, ...(request.method === 'HEAD' ? mistakes.filter(isAboutHead) : mistakes)];
    },
  };
}

/** Whether a mistake is due to HEAD's missing body. */
function isAboutHead(mistake: string): boolean {
  return /^the header | is not documented$/.test(mistake);
}

function nameOf({ method, path }: Place): string {
  return `${method} ${path}`;
}

/** Undescribed operations must be refused, except preflights. */
function refusalMistakes({ method }: FuzzedRequest, { status, headers }: FuzzedAnswer): string[] {
  if (method === 'OPTIONS' && status === 204) return [];
  if (status === 405 && !headers.allow) return ['a 405 does not say what is allowed'];
  return status >= 400 ? [] : [`${status} is not documented`];
}

/** Mistakes in a response that do not depend on the request's operation. */
function generalMistakes(request: FuzzedRequest, answer: FuzzedAnswer): string[] {
  const { status, headers } = answer;
  const unsafe = Object.entries(SECURITY_HEADERS).filter(
    ([name, expected]) => !expected.test(headers[name] ?? ''),
  );
  return [
    ...(status >= 500 ? [`the status is ${status}`] : []),
    ...(headers['set-cookie'] === undefined ? [] : ['a cookie is set']),
    ...unsafe.map(([name]) => `${name} is ${headers[name]}`),
    ...lengthMistakes(request, answer),
    ...contentMistakes(answer),
  ];
}

function lengthMistakes({ method }: FuzzedRequest, { status, headers, bytes }: FuzzedAnswer): string[] {
  const length = headers['content-length'];
  if (method === 'HEAD' || WITHOUT_BODY.includes(status))
    return bytes.length === 0 ? [] : ['there is a body'];
  return length === String(bytes.length) ? [] : [`Content-Length is ${length} of ${bytes.length} bytes`];
}

function contentMistakes({ headers, text }: FuzzedAnswer): string[] {
  const { 'content-type': type = '' } = headers;
  if (!text.isWellFormed()) return ['the body is no Unicode'];
  return /json/.test(type) && text !== '' && parseJson(text) === undefined ? ['the body is no JSON'] : [];
}

/** Undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
