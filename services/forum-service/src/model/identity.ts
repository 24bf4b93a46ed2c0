import { createHmac } from 'node:crypto';
import { addressBlock } from '@guidepost/http';
import type { Secret } from '@guidepost/postgres';
import { foldEmail } from './person.ts';

export interface Claim {
  forumId: number;
  email: string;
  name: string;
  /** IP address of the request. */
  sender: string;
  /** Whether it came with a key, which makes the e-mail address trustworthy. */
  keyed: boolean;
  /** Whether its author is signed in, which proves the address. */
  isMember?: boolean;
}

/** HMACs, different in each forum, which reveal no address (S27). */
export interface Identity {
  /**
   * Joins posts with a key, and those of people who are signed in, by e-mail address. Null for all others: each post
   * has its own poster.
   */
  poster: Buffer | null;
  /** Recognizes earlier posts without a key; null with one. */
  claim: Buffer | null;
  /** By e-mail address alone: prevents duplicate votes, reports and comments. */
  person: Buffer;
}

export type Identify = (claim: Claim) => Promise<Identity>;

export function createIdentify(secret: Secret): Identify {
  return async ({ forumId, email, name, sender, keyed, isMember = false }) => {
    const hash = createIdentityHash(await secret(), forumId);
    const folded = foldEmail(email);
    return {
      poster: keyed || isMember ? hash('keyed', folded) : null,
      claim: keyed ? null : hash('claimed', folded, name, addressBlock(sender)),
      person: hash('person', folded),
    };
  };
}

/** HMAC of an identity within a forum. JSON keeps the parts apart. */
export function createIdentityHash(
  key: string | Buffer,
  forumId: number,
): (...parts: (string | null)[]) => Buffer {
  return (...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([forumId, ...parts]))
      .digest();
}
