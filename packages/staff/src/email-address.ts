import { createHash } from 'node:crypto';
import { AppError } from '@guidepost/service-kit';

/** As `<input type=email>` defines it: ASCII only, so that no two addresses look alike. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const MAX_LENGTH = 254;

/** The address without surrounding white space; undefined for anything else. */
export function readEmailAddress(text: string): string | undefined {
  const address = text.trim();
  return address.length <= MAX_LENGTH && ADDRESS.test(address) ? address : undefined;
}

/** @throws AppError `invalid` for the field `email` */
export function requireEmailAddress(text: string): string {
  const address = readEmailAddress(text);
  if (address) return address;
  const message = 'It must be an e-mail address such as anna@example.com.';
  throw new AppError('invalid', message, { fields: { email: [message] }, reason: 'emailAddress' });
}

/** Addresses are unique in this form. */
export function foldAddress(address: string): string {
  return address.toLowerCase();
}

export function hashAddress(address: string): Buffer {
  return createHash('sha256').update(foldAddress(address)).digest();
}

/** The domain in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Whether both are the same mailbox for certain: providers may tell letter case in the local part apart. */
export function isSameMailbox(one: string, other: string): boolean {
  const [local, otherLocal] = [one, other].map((address) => address.slice(0, address.lastIndexOf('@')));
  return local === otherLocal && domainOf(one) === domainOf(other);
}
