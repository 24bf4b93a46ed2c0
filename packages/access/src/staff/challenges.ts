import { type Executor, preparedStatement } from '@guidepost/postgres';
import { hashSecretToken } from './secret-token.ts';

export interface Challenge {
  /** The secret that comes back at the end. */
  secret: string;
  purpose: 'passkey-registration' | 'passkey-sign-in' | 'openid';
  /** The only person who may use it, if known. */
  personId?: number;
}

const statement = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const put = statement('put-challenge');
const take = statement('take-challenge');
const deleteExpired = statement('delete-expired-challenges');

/** Keeps, for some seconds and for all instances, what the end of something needs of its beginning. */
export async function putChallenge(
  executor: Executor,
  { secret, purpose, personId }: Challenge,
  { details = {}, seconds }: { details?: object; seconds: number },
): Promise<void> {
  await executor.none(deleteExpired([]));
  await executor.none(put([hashSecretToken(secret), purpose, personId ?? null, details, seconds]));
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
