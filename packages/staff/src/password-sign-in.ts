import { addressBlock } from '@guidepost/http';
import type { SignInLimits } from '@guidepost/http/limits';
import { type Database, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { foldAddress, readEmailAddress } from './email-address.ts';
import { countGuess } from './guessing.ts';
import type { Passwords } from './passwords.ts';
import { beginSession, endSession } from './sessions.ts';
import type { Visitor } from './sign-in-ways.ts';
import type { StaffMail } from './staff-mail.ts';

export interface PasswordSignIn extends Visitor {
  email: string;
  password: string;
}

export interface SignInOptions {
  database: Database;
  passwords: Passwords;
  limits: SignInLimits;
  mail?: StaffMail | undefined;
  /** Told when the person could not be warned. */
  onFailure?: ((error: unknown) => void) | undefined;
}

interface StoredPassword {
  id: number;
  email: string;
  password: string | null;
  /** One that the person belongs to. */
  tenant_id: number | null;
}

const find = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  select id, email, password,
    (select min(tenant_id) from staff_memberships where person_id = id and accepted_at is not null) as tenant_id
  from staff_people
  where email_folded = lower($1 collate "C")
`;
const claimLockNotice = sql`
  -- At most one notice a day, however many instances lock the account.
  update staff_people
  set lock_notice_at = now()
  where id = $1 and (lock_notice_at is null or lock_notice_at < now() - interval '1 day')
  returning id
`;

/**
 * Signs in by password. Unknown address, wrong password, removed person and person without a password get the same
 * error after the same work (S32).
 * @returns the secret of the new session
 * @throws AppError `unauthorized`, `rate-limited`
 */
export async function signInByPassword(
  { database, passwords, limits, mail, onFailure = () => {} }: SignInOptions,
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
  // Not awaited: the answer must be the same, and take as long, for unknown addresses.
  if (locks) noticeLock(database, found, mail).catch(onFailure);
  if (result === undefined) throw wrongCredentials();
  if (token) await endSession(database, token);
  return result;
}

export function wrongCredentials(): AppError {
  return new AppError('unauthorized', 'The e-mail address or the password is wrong.');
}

/** At most once a day. */
async function noticeLock(
  database: Database,
  person: StoredPassword | null,
  mail: StaffMail | undefined,
): Promise<void> {
  await database.tx('notice-lock', async (transaction) => {
    const isClaimed = await transaction.oneOrNone(claimLockNotice([person?.id ?? null]));
    if (!isClaimed || !person || person.tenant_id === null) return;
    const { id: personId, email: to, tenant_id: tenantId } = person;
    await mail?.warnOfGuesses(transaction, { tenantId, personId, to });
  });
}
