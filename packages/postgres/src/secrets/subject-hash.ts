import { createHmac } from 'node:crypto';
import type { Secret } from './secret.ts';

/** 132 bits: nobody meets another's count. */
const LENGTH = 22;

/**
 * What is stored in place of an address or a key. Addresses are few enough to be tried one by one, so without a secret
 * that all instances know a hash would not hide them.
 */
export function createSubjectHash(secret: Secret): (subject: string) => Promise<string> {
  return async (subject) =>
    createHmac('sha256', await secret())
      .update(`rate-limit:${subject}`)
      .digest('base64url')
      .slice(0, LENGTH);
}
