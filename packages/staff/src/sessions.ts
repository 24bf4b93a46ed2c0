import { type Executor, sql } from '@guidepost/postgres';
import { isStoredId } from '@guidepost/service-kit';
import { browserName } from './browser-name.ts';
import {
  createSecretToken,
  formTokenOf,
  hashSecretToken,
  isFormTokenOf,
  isSecretToken,
} from './secret-token.ts';
import type { Role } from './staff-event.ts';

/** A person at the desk, as of this request. */
export interface Session {
  id: number;
  person: { id: number; email: string; name: string };
  /** Accepted ones, by tenant. */
  memberships: readonly { tenantId: number; role: Role }[];
  hasPassword: boolean;
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
}

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
  memberships: { tenantId: number; role: Role }[];
}

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
        json_agg(json_build_object('tenantId', m.tenant_id, 'role', m.role) order by m.tenant_id), '[]'
      )
      from staff_memberships m
      where m.person_id = s.person_id and m.accepted_at is not null
    ) as memberships
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
const deleteExpired = sql`
  delete from staff_sessions s
  where not (${IS_OPEN})
`;

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

export function createSessions(database: Executor): Sessions {
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
      if (!row) return undefined;
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
  };
}

function toSession(row: SessionRow, token: string, renewedToken: string | undefined): Session {
  return {
    id: row.id,
    person: { id: row.person_id, email: row.email, name: row.name ?? row.email },
    memberships: row.memberships,
    hasPassword: row.has_password,
    createdAt: row.created_at,
    renewedToken,
    formToken: formTokenOf(renewedToken ?? token),
    acceptsForm: (sent) => isFormTokenOf(token, sent),
  };
}
