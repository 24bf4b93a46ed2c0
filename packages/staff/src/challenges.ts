import { type Executor, sql } from '@guidepost/postgres';
import { hashSecretToken } from './secret-token.ts';

export interface Challenge {
  /** The secret that comes back at the end. */
  secret: string;
  purpose: 'passkey-registration' | 'passkey-sign-in' | 'openid' | 'reset';
  /** The only person who may use it, if known. */
  personId?: number;
}

const put = sql`
  insert into staff_challenges (hash, purpose, person_id, details, expires_at)
  values ($1, $2, $3, $4, now() + $5 * interval '1 second')
  returning expires_at
`;
const take = sql`
  delete from staff_challenges
  where hash = $1 and purpose = $2 and person_id is not distinct from $3 and expires_at > now()
  returning details
`;
const deleteExpired = sql`
  delete from staff_challenges
  where expires_at < now()
`;

/**
 * Keeps, for some seconds and for all instances, what the end of something needs of its beginning.
 * @returns when they are over
 */
export async function putChallenge(
  executor: Executor,
  { secret, purpose, personId }: Challenge,
  { details = {}, seconds }: { details?: object; seconds: number },
): Promise<Date> {
  await executor.none(deleteExpired([]));
  const values = [hashSecretToken(secret), purpose, personId ?? null, details, seconds];
  return (await executor.one<{ expires_at: Date }>(put(values))).expires_at;
}

/** The details, once; undefined for an unknown, used or expired challenge. */
export async function takeChallenge<Details = object>(
  executor: Executor,
  { secret, purpose, personId }: Challenge,
): Promise<Details | undefined> {
  const values = [hashSecretToken(secret), purpose, personId ?? null];
  const row = await executor.oneOrNone<{ details: Details }>(take(values));
  return row?.details;
}
