import { createHmac } from 'node:crypto';

/** 132 bits: nobody meets another's count. */
const LENGTH = 22;

/**
 * What is stored in place of an address or a key. Addresses are few enough to be tried one by one, so without the
 * secret, which is not beside them in the table, a hash would not hide them.
 */
export function createSubjectHash(secret: string): (subject: string) => string {
  return (subject) => createHmac('sha256', secret).update(subject).digest('base64url').slice(0, LENGTH);
}
