import type { FuzzedAnswer, FuzzedRequest } from './request.ts';

/** Sent with every response (S11). */
const SECURITY_HEADERS: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /^(default-src 'none'|sandbox)/,
};

const WITHOUT_BODY = [204, 304];

/** Mistakes in a response that do not depend on the request's operation. */
export function generalMistakes(request: FuzzedRequest, answer: FuzzedAnswer): string[] {
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
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
