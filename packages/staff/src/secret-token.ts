import { createHash, randomBytes } from 'node:crypto';

/** 256 bits. */
const RANDOM_BYTES = 32;

/** A new random secret, safe in URLs and cookies. */
export function createSecretToken(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** What the database keeps of it. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
