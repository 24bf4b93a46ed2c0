import { type Executor, isStoredId, preparedStatement } from '@guidepost/postgres';
import { browserName } from './browser-name.ts';
import { formTokenOf, isFormTokenOf } from './form-token.ts';
import type { Role } from './role.ts';
import { createSecretToken, hashSecretToken } from './secret-token.ts';

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

/** Seconds that a cookie with the secret may be kept. */
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

const TOKEN = /^[\w-]{43}$/;

const statement = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const insert = statement('insert-session');
const findByHash = statement('find-session');
const touch = statement('touch-session');
const renew = statement('renew-session');
const listOfPerson = statement('list-sessions');
const deleteOne = statement('delete-session');
const deleteByHash = statement('delete-session-by-hash');
const deleteOthers = statement('delete-other-sessions');
const deleteExpired = statement('delete-expired-sessions');

export interface NewSession {
  personId: number;
  userAgent: string | undefined;
  /** The password that opened it, encoded: another one by now means that it opens nothing. */
  password?: string | undefined;
}

/** Begins a session. @returns its secret; undefined if the person has lost the right to one meanwhile */
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
      if (token === undefined || !TOKEN.test(token)) return undefined;
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
