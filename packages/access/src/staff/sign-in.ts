import { addressBlock } from '@guidepost/http';
import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { foldAddress, readEmailAddress } from './email-address.ts';
import { countGuess, type SignInLimits } from './guessing.ts';
import type { Passwords } from './passwords.ts';
import { beginSession, endSession } from './sessions.ts';

/** Where a request comes from. */
export interface Visitor {
  /** The IP address. */
  sender: string;
  userAgent: string | undefined;
  /** The secret of the session that the browser had until now, which ends. */
  token?: string | undefined;
}

export interface PasswordSignIn extends Visitor {
  email: string;
  password: string;
}

/** The person whose account someone else may be guessing at. */
export interface LockedPerson {
  id: number;
  email: string;
  name: string;
}

/** Called in a transaction when an account is locked, at most once a day, to mail the person. */
export type OnFirstLock = (transaction: Executor, person: LockedPerson) => Promise<void>;

export interface SignInOptions {
  database: Database;
  passwords: Passwords;
  limits: SignInLimits;
  onFirstLock?: OnFirstLock | undefined;
}

interface StoredPassword {
  id: number;
  email: string;
  name: string | null;
  password: string | null;
}

const find = preparedStatement(new URL('./sql/find-password.sql', import.meta.url));
const claimLockNotice = preparedStatement(new URL('./sql/claim-lock-notice.sql', import.meta.url));

/**
 * Signs in by password. Unknown address, wrong password, removed person and person without a password get the same
 * error after the same work.
 * @returns the secret of the new session
 * @throws AppError `unauthorized`, `rate-limited`
 */
export async function signInByPassword(
  { database, passwords, limits, onFirstLock }: SignInOptions,
  { email, password, sender, userAgent, token }: PasswordSignIn,
): Promise<string> {
  const address = readEmailAddress(email) ?? '';
  const found = await database.oneOrNone<StoredPassword>(find([address]));
  const guess = { account: foldAddress(address), sender: addressBlock(sender) };
  const { result, locks } = await countGuess(limits, guess, async () => {
    const encoded = found?.password ?? undefined;
    if (!(await passwords.matches(password, encoded)) || !found) return undefined;
    return beginSession(database, { personId: found.id, userAgent, password: encoded });
  });
  if (locks) await noticeLock(database, found, onFirstLock);
  if (result === undefined) throw wrongCredentials();
  if (token) await endSession(database, token);
  return result;
}

export function wrongCredentials(): AppError {
  return new AppError('unauthorized', 'The e-mail address or the password is wrong.');
}

async function noticeLock(
  database: Database,
  person: StoredPassword | null,
  onFirstLock: OnFirstLock | undefined,
): Promise<void> {
  await database.tx('notice-lock', async (transaction) => {
    if (!(await transaction.oneOrNone(claimLockNotice([person?.id ?? null]))) || !person) return;
    const { id, email, name } = person;
    await onFirstLock?.(transaction, { id, email, name: name ?? email });
  });
}
