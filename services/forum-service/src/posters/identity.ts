import { createHmac } from 'node:crypto';
import { addressBlock } from '@guidepost/http';
import type { Secret } from '@guidepost/postgres';
import { foldEmail } from '../model/email.ts';

/** Who posts, as far as they say so. */
export interface Claim {
  forumId: number;
  email: string;
  name: string;
  /** The address of whoever sent the request. */
  sender: string;
  /** Whether it came with a key, so that it can be believed whose e-mail address it is. */
  keyed: boolean;
}

/** Hashes that are worth nothing without the secret; other in each forum. */
export interface Identity {
  /** Joins the posts of an e-mail address that come with a key. Null without one: each post has a poster of its own. */
  poster: Buffer | null;
  /** Tells who has posted before, as far as they say so without a key; null with one. */
  claim: Buffer | null;
  /** The e-mail address alone: who has voted, reported or commented already. */
  person: Buffer;
}

export type Identify = (claim: Claim) => Promise<Identity>;

export function createIdentify(secret: Secret): Identify {
  return async ({ forumId, email, name, sender, keyed }) => {
    const hash = createIdentityHash(await secret(), forumId);
    const folded = foldEmail(email);
    return {
      poster: keyed ? hash('keyed', folded) : null,
      claim: keyed ? null : hash('claimed', folded, name, addressBlock(sender)),
      person: hash('person', folded),
    };
  };
}

/** What somebody is known by in a forum. As JSON, so that no two parts read like two others. */
export function createIdentityHash(
  key: string | Buffer,
  forumId: number,
): (...parts: (string | null)[]) => Buffer {
  return (...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([forumId, ...parts]))
      .digest();
}
