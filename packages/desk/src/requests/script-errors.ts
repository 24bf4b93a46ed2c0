import { type HttpError, type Representation, securityHeaders } from '@guidepost/http';

const HEADERS = Object.freeze({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  ...securityHeaders(),
});

/** An answer to a script of the desk. */
export function scriptAnswer(status: number, body: object): Representation {
  return { status, headers: HEADERS, body: JSON.stringify(body) };
}

export function representScriptError({ status, kind, message, headers, fields }: HttpError): Representation {
  const answer = scriptAnswer(status, { error: { kind, message, ...(fields && { fields }) } });
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
