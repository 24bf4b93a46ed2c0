import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@guidepost/postgres';
import { createIdentityHash } from '../posters/identity.ts';

/** Lets logs hide tokens, as `hideAccessKeys` does. */
const PREFIX = 'gpl_';
const TOKEN = /^gpl_[\w-]{43}$/;

/** 256 random bits, safe in URLs. */
export function createToken(): string {
  return `${PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** Undefined for what is no token. */
export function hashToken(token: string): Buffer | undefined {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;
}

export interface Follower {
  forumId: number;
  id: number;
}

/** The token that stops mail to a follower. It is in each of these messages, so it is computed rather than stored. */
export async function stopTokenOf(secret: Secret, { forumId, id }: Follower): Promise<string> {
  return `${PREFIX}${createIdentityHash(await secret(), forumId)('stop', String(id)).toString('base64url')}`;
}

export async function isStopToken(secret: Secret, follower: Follower, token: string): Promise<boolean> {
  return (
    TOKEN.test(token) && timingSafeEqual(Buffer.from(token), Buffer.from(await stopTokenOf(secret, follower)))
  );
}
