import { type Database, type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { lockMembers } from './change-staff.ts';
import { requireEmailAddress } from './email-address.ts';
import { FIRST_ADDRESS, giveAddress, hasPeople } from './first-person.ts';
import { findLink, type LiveLink, takeLink } from './link-tokens.ts';
import type { Passwords } from './passwords.ts';
import { requireName } from './people.ts';
import {
  deleteChallengesOfPerson,
  deleteOpenLinks,
  deleteSessionsOfPerson,
  ensureName,
  lockPerson,
  markSessionsForRenewal,
  setPassword,
} from './person-statements.ts';
import { beginSession, endSession, requireOwnSession, type Session } from './sessions.ts';
import { requireWay, type Visitor, type Ways } from './sign-in-ways.ts';
import type { RecordStaffEvent, Role, StaffEvent } from './staff-event.ts';

/**
 * The step that using a link takes: a `password` to set, to `join` after signing in, or nothing but to `sign-in`. Where
 * people sign in through a `provider` only, that accepts invitations, and the link is not used.
 */
export type LinkNeed = 'password' | 'join' | 'sign-in' | 'provider';

/** The details on the page of a link. */
export interface ShownLink {
  tenantId: number;
  email: string;
  /** Null for people who have to give theirs. */
  name: string | null;
  role: Role;
  invitedBy: string;
  needs: LinkNeed;
  /** Whether there are passkeys, which a new password ends. */
  hasPasskeys: boolean;
  /** Whether the person gives an address: the first one of an empty service. */
  asksAddress: boolean;
}

export interface NewAccount extends Visitor {
  name?: string | undefined;
  /** Needed from those who are asked for one. */
  email?: string | undefined;
  password: string;
}

/** Links of one use. An unknown, used or expired one is AppError `not-found`. */
export interface Links {
  /** Does not use the link. */
  show(token: string): Promise<ShownLink>;
  /**
   * Sets a password, ends all sessions and everything that is under way, removes other ways to sign in, and signs in.
   * @returns the secret of the new session
   * @throws AppError `invalid` for the fields `name`, `email` and `password`
   */
  accept(token: string, account: NewAccount): Promise<string>;
  /** Joins another tenant. @throws AppError `forbidden` if the invitation is for someone else */
  join(token: string, session: Session): Promise<{ tenantId: number }>;
  /** @returns the secret of the new session */
  signIn(token: string, visitor: Visitor): Promise<string>;
}

export interface LinksOptions {
  database: Database;
  passwords: Passwords;
  record: RecordStaffEvent | undefined;
  ways: Ways;
}

const acceptMembership = sql`
  update staff_memberships
  set accepted_at = now()
  where tenant_id = $1 and person_id = $2 and accepted_at is null
  returning person_id
`;
const listAccepted = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  select tenant_id, role
  from staff_memberships
  where person_id = $1 and accepted_at is not null
  order by tenant_id
`;
const deleteOtherCredentials = sql`
  -- A person who took over the account may have added them.
  with passkeys as (
    delete from staff_passkeys where person_id = $1
  )
  delete from staff_identities
  where person_id = $1
`;

export function createLinks({ database, passwords, record, ways }: LinksOptions): Links {
  /** Uses a link up, and accepts the membership. The person may have got a password meanwhile, in another tenant. */
  async function use<Result>(
    token: string,
    link: LiveLink,
    work: (transaction: Executor) => Promise<Result>,
  ): Promise<Result> {
    return database.tx('use-link', async (transaction) => {
      await lockMembers(transaction, link.tenantId);
      await transaction.any(lockPerson([link.personId]));
      const current = await findLink(transaction, token);
      if (!current || needOf(current) !== needOf(link)) throw noSuchLink();
      await takeLink(transaction, token);
      const result = await work(transaction);
      if (await transaction.oneOrNone(acceptMembership([link.tenantId, link.personId]))) {
        await transaction.none(deleteOpenLinks([link.personId]));
        await record?.(transaction, eventOf('staff.accept', link));
      }
      return result;
    });
  }

  /** In each tenant, since the account opens all of them. */
  async function recordReset(transaction: Executor, link: LiveLink): Promise<void> {
    const memberships = await transaction.any<{ tenant_id: number; role: Role }>(
      listAccepted([link.personId]),
    );
    for (const { tenant_id: tenantId, role } of memberships)
      await record?.(transaction, eventOf('staff.reset', { ...link, tenantId, role }));
  }

  async function require(token: string, ...needs: LinkNeed[]): Promise<LiveLink> {
    const link = await findLink(database, token);
    if (link?.email === FIRST_ADDRESS && (await hasPeople(database))) throw noSuchLink();
    if (link && (needs.length === 0 || needs.includes(needOf(link)))) return link;
    throw noSuchLink();
  }

  return {
    async show(token) {
      const link = await require(token);
      const { tenantId, email, role, invitedBy, hasPasskeys } = link;
      const needs = ways.password ? needOf(link) : 'provider';
      const name = needs === 'join' ? null : link.name;
      const asksAddress = email === FIRST_ADDRESS && needs === 'password';
      return { tenantId, email, name, role, invitedBy, needs, hasPasskeys, asksAddress };
    },

    async accept(token, { name, email, password, userAgent, token: former }) {
      requireWay(ways.password);
      const link = await require(token, 'password');
      const givenName = link.name ?? requireName(name ?? '');
      const address = link.email === FIRST_ADDRESS ? requireEmailAddress(email ?? '') : undefined;
      const encoded = await passwords.encode(password);
      await use(token, { ...link, name: givenName }, async (transaction) => {
        if (address !== undefined) await giveAddress(transaction, link.personId, address);
        await transaction.none(setPassword([link.personId, encoded, givenName]));
        await transaction.none(deleteOtherCredentials([link.personId]));
        await transaction.none(deleteSessionsOfPerson([link.personId]));
        await transaction.none(deleteChallengesOfPerson([link.personId]));
        if (link.purpose === 'reset') await recordReset(transaction, link);
      });
      if (former) await endSession(database, former);
      return begin(database, { personId: link.personId, userAgent, password: encoded });
    },

    async join(token, session) {
      requireOwnSession(session);
      const { person } = session;
      const link = await require(token, 'join');
      if (link.personId !== person.id) {
        throw new AppError('forbidden', `This invitation is for ${link.email}.`, {
          reason: 'otherPerson',
          values: { email: link.email },
        });
      }
      await use(token, link, (transaction) => transaction.none(markSessionsForRenewal([person.id])));
      return { tenantId: link.tenantId };
    },

    async signIn(token, { userAgent, token: former }) {
      requireWay(ways.password);
      const link = await require(token, 'sign-in');
      await use(token, link, (transaction) => transaction.none(ensureName([link.personId, link.email])));
      if (former) await endSession(database, former);
      return begin(database, { personId: link.personId, userAgent });
    },
  };
}

/**
 * The person who made an invitation must not set the password of an account that opens other tenants. A reset is in the
 * person's own mailbox only.
 */
function needOf({ purpose, established }: LiveLink): LinkNeed {
  if (purpose === 'sign-in') return 'sign-in';
  return purpose === 'invitation' && established ? 'join' : 'password';
}

async function begin(database: Database, session: Parameters<typeof beginSession>[1]): Promise<string> {
  const token = await beginSession(database, session);
  if (token === undefined) throw noSuchLink();
  return token;
}

function eventOf(
  action: StaffEvent['action'],
  { tenantId, personId, email, name, role }: LiveLink,
): StaffEvent {
  const actor = { name: name ?? email, role, door: 'desk' as const, personId };
  return { tenantId, actor, action, person: { id: personId, email }, details: {} };
}

function noSuchLink(): AppError {
  return new AppError('not-found', 'This link has already been used or has expired. Ask for a new one.');
}
