import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits. */
const RANDOM_BYTES = 32;

/** A new random secret, safe in URLs and cookies. */
export function createSecretToken(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** The beginning of tokens in mailed links, by which `maskTokens` hides them in logs. */
const LINK_PREFIX = 'gpl_';

/** A new random token for a link that is mailed. */
export function createLinkToken(): string {
  return `${LINK_PREFIX}${createSecretToken()}`;
}

/** The token of a mailed link that is computed. @param digest 32 bytes */
export function linkTokenOf(digest: Buffer): string {
  return `${LINK_PREFIX}${digest.toString('base64url')}`;
}

/** Whether a text can be the token of a mailed link. */
export function isLinkToken(text: string): boolean {
  return text.startsWith(LINK_PREFIX) && isSecretToken(text.slice(LINK_PREFIX.length));
}

/** Whether a text can be a secret, so that others are not looked up. */
export function isSecretToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The hash of a secret; the database has only this. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Shows that a form comes from a page of the session: it does not reveal the session's secret. */
export function formTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('form').digest('base64url');
}

/** Compares in constant time. */
export function isFormTokenOf(sessionToken: string, sent: string): boolean {
  const expected = Buffer.from(formTokenOf(sessionToken));
  const given = Buffer.from(sent);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
