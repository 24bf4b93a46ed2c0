import { addressBlock } from '@guidepost/http';
import { type Executor, type Secret, sql } from '@guidepost/postgres';
import { createIdentityHash } from '../model/identity.ts';
import type { Origin } from './new-post.ts';

/** Votes for a post that count from one network, since several people may share it. */
export const MOST_VOTES = 5;

/** Someone who is not signed in and gives neither name nor address. */
export interface Guest {
  forumId: number;
  origin: Origin;
  userAgent: string | undefined;
}

/** HMACs that tell guests apart, different in each forum. */
export interface GuestIdentity {
  /** By network and browser. */
  voter: Buffer;
  network: Buffer;
}

export async function identifyGuest(
  secret: Secret,
  { forumId, origin, userAgent = '' }: Guest,
): Promise<GuestIdentity> {
  const hash = createIdentityHash(await secret(), forumId);
  const network = addressBlock(origin.sender);
  return { voter: hash('guest', network, userAgent), network: hash('guest network', network) };
}

const lock = sql`
  -- Counts votes of a network one after the other.
  select pg_advisory_xact_lock(hashtextextended('guidepost guest votes ' || $1::bigint || ' ' || $2::bigint || ' ' || $3, 0))
`;

/** Makes other votes of the network for anything in the dialog wait until the end of the transaction. */
export async function lockNetwork(
  transaction: Executor,
  { forumId, dialogId, origin }: Guest & { dialogId: number },
): Promise<void> {
  await transaction.one(lock([forumId, dialogId, addressBlock(origin.sender)]));
}
