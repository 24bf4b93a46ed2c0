import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { browserName } from './browser-name.ts';
import {
  createSecretToken,
  formTokenOf,
  hashSecretToken,
  isFormTokenOf,
  isSecretToken,
} from './secret-token.ts';
import type { Role } from './staff-event.ts';

export interface Membership {
  tenantId: number;
  role: Role;
  /** BCP 47: those whose texts the person changes; null for all. Owners change all. */
  languages: readonly string[] | null;
}

/** A person at the desk, as of this request. */
export interface Session {
  id: number;
  person: { id: number; email: string; name: string };
  /** Accepted ones, by tenant. */
  memberships: readonly Membership[];
  hasPassword: boolean;
  /** Whether the person came from the desk of the other service: a session for one tenant, and not for the account. */
  isPassed: boolean;
  createdAt: Date;
  /** To be set as the cookie: the session was renewed, and the secret of this request ends in 30 seconds. */
  renewedToken: string | undefined;
  /** For the forms of this response. */
  formToken: string;
  /** Whether a form was made for this session. */
  acceptsForm(sent: string): boolean;
}

/** A session in the list of the account page. */
export interface ListedSession {
  id: number;
  /** `Firefox on Linux`, or an empty string. */
  browser: string;
  created_at: Date;
  last_used_at: Date;
}

export interface Sessions {
  /** The session with this secret, unless it has ended: after 12 idle hours, or 14 days. */
  find(token: string | undefined): Promise<Session | undefined>;
  /** Signs out. */
  end(token: string): Promise<void>;
  list(personId: number): Promise<ListedSession[]>;
  /** @returns whether the person has this session */
  endOne(session: { personId: number; id: number }): Promise<boolean>;
  endOthers(session: { personId: number; id: number }): Promise<void>;
  /** Whether a session of the person with this address goes on, which is then in use. Others than passed ones. */
  isOpen(session: { id: number; email: string }): Promise<boolean>;
}

/** Asks the other service whether a session there goes on. Rejects without an answer. */
export type IsOriginOpen = (origin: { session: number; email: string }) => Promise<boolean>;

/** Seconds that a cookie with the secret may be kept: as long as a session that is used can be. */
export const LONGEST_SESSION = 14 * 24 * 60 * 60;

interface SessionRow {
  id: number;
  person_id: number;
  email: string;
  name: string | null;
  has_password: boolean;
  created_at: Date;
  renew: boolean;
  stale: boolean;
  memberships: Membership[];
  origin_session: number | null;
  /** Seconds since the other service said that its session goes on. */
  origin_age: number | null;
}

/** Seconds after which the other service is asked again. */
const ORIGIN_KEPT = 10;

/** Seconds that a session goes on while the other service does not answer. */
const ORIGIN_MISSED = 600;

/** Sessions `s` that have not ended. */
const IS_OPEN = sql.part`s.last_used_at > now() - interval '12 hours' and s.created_at > now() - interval '14 days'`;

const insert = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  -- Only while the person is a member and still has the password $4 (any, if null): the row lock waits for a change of
  -- either, which ends all sessions afterwards.
  insert into staff_sessions (person_id, hash, browser)
  select p.id, $2, $3
  from (
    select s.id from staff_people s where s.id = $1 and ($4::text is null or s.password = $4) for share
  ) p
  where exists (select from staff_memberships m where m.person_id = p.id and m.accepted_at is not null)
  returning id
`;
const findByHash = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  select s.id, s.person_id, p.email, p.name, p.password is not null as has_password, s.created_at,
    s.renew and s.hash = $1 as renew,
    s.last_used_at < now() - interval '1 minute' as stale,
    (
      select coalesce(
        json_agg(
          json_build_object('tenantId', m.tenant_id, 'role', m.role, 'languages', m.languages) order by m.tenant_id
        ),
        '[]'
      )
      from staff_memberships m
      where m.person_id = s.person_id and m.accepted_at is not null
        and (s.for_tenant is null or m.tenant_id = s.for_tenant)
    ) as memberships,
    s.origin_session,
    extract(epoch from now() - s.origin_checked_at)::double precision as origin_age
  from staff_sessions s
  join staff_people p on p.id = s.person_id
  where (s.hash = $1 or (s.previous_hash = $1 and s.previous_until > now()))
    and ${IS_OPEN}
`;
const touch = sql`
  update staff_sessions
  set last_used_at = now()
  where id = $1 and last_used_at < now() - interval '1 minute'
`;
const findOpen = sql`
  select s.id
  from staff_sessions s
  join staff_people p on p.id = s.person_id
  where s.id = $1 and s.origin_session is null and p.email_folded = lower($2 collate "C") and ${IS_OPEN}
`;
const noteOrigin = sql`
  update staff_sessions
  set origin_checked_at = now()
  where id = $1
`;
const renew = sql`
  -- One of several parallel requests renews the session.
  update staff_sessions
  set hash = $3, renew = false, previous_hash = $2, previous_until = now() + interval '30 seconds'
  where id = $1 and hash = $2 and renew
  returning id
`;
const listOfPerson = sql`
  select s.id, s.browser, s.created_at, s.last_used_at
  from staff_sessions s
  where s.person_id = $1 and ${IS_OPEN}
  order by s.last_used_at desc, s.id desc
`;
const deleteOne = sql`
  -- Session $2, only if it is one of person $1.
  delete from staff_sessions
  where person_id = $1 and id = $2
  returning id
`;
const deleteByHash = sql`
  delete from staff_sessions
  where hash = $1 or previous_hash = $1
`;
const deleteOthers = sql`
  delete from staff_sessions
  where person_id = $1 and id <> $2
`;
const deletePassed = sql`
  delete from staff_sessions
  where for_tenant = $1
`;
const deleteExpired = sql`
  delete from staff_sessions s
  where not (${IS_OPEN})
`;

/** @throws AppError `forbidden` for a session of someone who came from the desk of the other service */
export function requireOwnSession({ isPassed }: Pick<Session, 'isPassed'>): void {
  if (!isPassed) return;
  throw new AppError('forbidden', 'Your account is at the desk that you came from.', {
    reason: 'passedSession',
  });
}

export interface NewSession {
  personId: number;
  userAgent: string | undefined;
  /** The password that opened it, encoded: another one by now means that it opens nothing. */
  password?: string | undefined;
}

/**
 * Begins a session. @returns its secret, of which a hash is stored (S30); undefined if the person has lost the right to
 * one meanwhile
 */
export async function beginSession(
  executor: Executor,
  { personId, userAgent, password }: NewSession,
): Promise<string | undefined> {
  await executor.none(deleteExpired([]));
  const token = createSecretToken();
  const values = [personId, hashSecretToken(token), browserName(userAgent), password ?? null];
  return (await executor.oneOrNone(insert(values))) ? token : undefined;
}

/** Ends a session; an unknown secret is no error. */
export async function endSession(executor: Executor, token: string): Promise<void> {
  await executor.none(deleteByHash([hashSecretToken(token)]));
}

/** Ends the sessions of people who came from the desk of the other service to work for a tenant. */
export async function endPassedSessions(transaction: Executor, tenantId: number): Promise<void> {
  await transaction.none(deletePassed([tenantId]));
}

export function createSessions(database: Executor, isOriginOpen?: IsOriginOpen): Sessions {
  /** Whether the session at the other desk goes on that this one came from. */
  async function goesOn({ id, person_id, email, origin_session, origin_age }: SessionRow) {
    if (origin_session === null) return true;
    const age = origin_age ?? Number.POSITIVE_INFINITY;
    if (age < ORIGIN_KEPT) return true;
    const isOpen = await isOriginOpen?.({ session: origin_session, email }).catch(() => undefined);
    if (isOpen === undefined) return isOriginOpen !== undefined && age < ORIGIN_MISSED;
    await database.any(isOpen ? noteOrigin([id]) : deleteOne([person_id, id]));
    return isOpen;
  }

  /** @returns the new secret, if this request is the one that renews the session */
  async function renewed({ id, renew: due }: SessionRow, token: string): Promise<string | undefined> {
    if (!due) return undefined;
    const next = createSecretToken();
    const values = [id, hashSecretToken(token), hashSecretToken(next)];
    return (await database.oneOrNone(renew(values))) ? next : undefined;
  }

  return {
    async find(token) {
      if (token === undefined || !isSecretToken(token)) return undefined;
      const row = await database.oneOrNone<SessionRow>(findByHash([hashSecretToken(token)]));
      if (!row || !(await goesOn(row))) return undefined;
      if (row.stale) await database.none(touch([row.id]));
      return toSession(row, token, await renewed(row, token));
    },
    end: (token) => endSession(database, token),
    list: (personId) => database.any<ListedSession>(listOfPerson([personId])),
    async endOne({ personId, id }) {
      return isStoredId(id) && (await database.oneOrNone(deleteOne([personId, id]))) !== null;
    },
    async endOthers({ personId, id }) {
      await database.none(deleteOthers([personId, id]));
    },
    async isOpen({ id, email }) {
      if (!isStoredId(id) || !(await database.oneOrNone(findOpen([id, email])))) return false;
      await database.none(touch([id]));
      return true;
    },
  };
}

function toSession(row: SessionRow, token: string, renewedToken: string | undefined): Session {
  return {
    id: row.id,
    person: { id: row.person_id, email: row.email, name: row.name ?? row.email },
    memberships: row.memberships,
    hasPassword: row.has_password,
    isPassed: row.origin_session !== null,
    createdAt: row.created_at,
    renewedToken,
    formToken: formTokenOf(renewedToken ?? token),
    acceptsForm: (sent) => isFormTokenOf(token, sent),
  };
}
