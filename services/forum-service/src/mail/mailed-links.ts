import { createHash, timingSafeEqual } from 'node:crypto';
import { addressBlock } from '@guidepost/http';
import type { RateLimiter } from '@guidepost/http/limits';
import type { Secret } from '@guidepost/postgres';
import { isLinkToken, linkTokenOf } from '@guidepost/staff';
import { createIdentityHash } from '../model/identity.ts';
import { foldEmail } from '../model/person.ts';

/** Mails a day that anyone can cause: to one address, and from one sender. Undefined without limits. */
export interface AskingLimits {
  email: RateLimiter | undefined;
  sender: RateLimiter | undefined;
}

/** The sender first, so that one who asks too much does not use up what others may ask (S37). */
export async function mayAsk(
  limits: AskingLimits,
  { email, sender }: { email: string; sender: string },
): Promise<boolean> {
  const bySender = await limits.sender?.take(`address:${addressBlock(sender)}`);
  if (bySender?.allowed === false) return false;
  const byEmail = await limits.email?.take(`email:${foldEmail(email)}`);
  return byEmail?.allowed !== false;
}

/** Undefined for what is no token. */
export function hashToken(token: string): Buffer | undefined {
  return isLinkToken(token) ? createHash('sha256').update(token).digest() : undefined;
}

/** Whose mail a token stops. */
interface TokenHolder {
  forumId: number;
  /** The id of the follower, or of the person who works on the forum. */
  id: number;
}

/** The token that stops mail to a follower. It is in each of these messages, so it is computed rather than stored. */
export function stopTokenOf(secret: Secret, follower: TokenHolder): Promise<string> {
  return tokenOf(secret, 'stop', follower);
}

export function isStopToken(secret: Secret, follower: TokenHolder, token: string): Promise<boolean> {
  return isTokenOf(secret, { ...follower, token }, 'stop');
}

/** The same for someone who works on the forum. */
export function stopNoticesTokenOf(secret: Secret, person: TokenHolder): Promise<string> {
  return tokenOf(secret, 'stop-notices', person);
}

export function isStopNoticesToken(secret: Secret, person: TokenHolder, token: string): Promise<boolean> {
  return isTokenOf(secret, { ...person, token }, 'stop-notices');
}

type Use = 'stop' | 'stop-notices';

async function tokenOf(secret: Secret, use: Use, { forumId, id }: TokenHolder): Promise<string> {
  return linkTokenOf(createIdentityHash(await secret(), forumId)(use, String(id)));
}

async function isTokenOf(
  secret: Secret,
  { token, ...whose }: TokenHolder & { token: string },
  use: Use,
): Promise<boolean> {
  if (!isLinkToken(token)) return false;
  return timingSafeEqual(Buffer.from(token), Buffer.from(await tokenOf(secret, use, whose)));
}
