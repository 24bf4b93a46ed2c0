import { createHmac, timingSafeEqual } from 'node:crypto';

/** Shows that a form comes from a page of the session: it does not reveal the session's secret. */
export function formTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('form').digest('base64url');
}

/** In constant time. */
export function isFormTokenOf(sessionToken: string, sent: string): boolean {
  const expected = Buffer.from(formTokenOf(sessionToken));
  const given = Buffer.from(sent);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
