import { addressBlock } from '@guidepost/http';
import type { SignInLimits } from '@guidepost/http/limits';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import { foldAddress, requireEmailAddress } from './email-address.ts';
import { refuseOverLimit } from './guessing.ts';
import { issueReset } from './link-tokens.ts';
import { requireWay, type Visitor, type Ways } from './sign-in-ways.ts';
import type { StaffMail } from './staff-mail.ts';

export interface ResetRequest extends Pick<Visitor, 'sender'> {
  /** Not necessarily that of who asks. */
  email: string;
}

/** New passwords for people who have forgotten theirs. */
export interface Resets {
  /** Whether there is mail to send a link, and a password opens the desk. */
  readonly isOffered: boolean;
  /**
   * Mails a link that works once within half an hour, if someone who signs in here has the address. The caller does not
   * learn it, not even by the time that the answer takes.
   * @throws AppError `invalid` for the field `email`, `rate-limited`, `forbidden` unless it is offered
   */
  ask(request: ResetRequest): Promise<void>;
}

export interface ResetsOptions {
  database: Database;
  deskUrl: string;
  limits: SignInLimits;
  ways: Ways;
  mail?: StaffMail | undefined;
  /** Told of what fails after the answer. */
  onFailure?: ((error: unknown) => void) | undefined;
}

interface Asker {
  email: string;
  /** The first one that the person belongs to. */
  tenant_id: number;
  is_linked: boolean;
}

const lock = sql`
  select id
  from staff_people
  where email_folded = lower($1 collate "C")
  for update
`;
const find = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  -- No row for people who are only invited: their invitation sets a password.
  select p.email, m.tenant_id,
    exists (select from staff_identities i where i.person_id = p.id) as is_linked
  from staff_people p
  join staff_memberships m on m.person_id = p.id and m.accepted_at is not null
  where p.id = $1
  order by m.tenant_id
  limit 1
`;

export function createResets(options: ResetsOptions): Resets {
  const { database, limits, ways, mail, onFailure = () => {} } = options;
  const isOffered = ways.password && mail?.isQueued === true;
  return {
    isOffered,
    async ask({ email, sender }) {
      requireWay(isOffered);
      const address = requireEmailAddress(email);
      refuseOverLimit(await limits.resets?.sender?.take(addressBlock(sender)));
      refuseOverLimit(await limits.resets?.mailbox?.take(foldAddress(address)));
      // Not awaited: the answer must be the same, and take as long, for unknown addresses.
      database.tx('reset-password', (transaction) => answer(transaction, address, options)).catch(onFailure);
    },
  };
}

/**
 * Writes to the address that is stored, not to the one that was typed. An account of a provider is not opened around
 * the provider: who has one is told to use it.
 */
async function answer(
  transaction: Executor,
  address: string,
  { deskUrl, ways, mail }: ResetsOptions,
): Promise<void> {
  const locked = await transaction.oneOrNone<{ id: number }>(lock([address]));
  const person = locked && (await transaction.oneOrNone<Asker>(find([locked.id])));
  if (!person) return;
  const to = { tenantId: person.tenant_id, personId: locked.id, to: person.email };
  if (ways.openId && person.is_linked) await mail?.leadToProvider(transaction, to);
  else await mail?.sendReset(transaction, { ...to, link: await issueReset(transaction, locked.id, deskUrl) });
}
