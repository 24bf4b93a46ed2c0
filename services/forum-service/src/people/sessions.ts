import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Cookie, createCookie } from '@guidepost/http';
import { type Executor, sql } from '@guidepost/postgres';
import {
  browserName,
  createSecretToken,
  formTokenOf,
  hashSecretToken,
  isFormTokenOf,
  isSecretToken,
} from '@guidepost/staff';
import type { Member } from '../model/person.ts';

/** A member in a browser. */
export interface MemberSession extends Member {
  id: number;
  /** Names the member to the browser, which keeps drafts for them alone. */
  draftOwner: string;
  /** For the forms of this member's pages. */
  formToken: string;
  /** Whether a form was made for this session. */
  acceptsForm(sent: string): boolean;
}

interface ListedMemberSession {
  id: number;
  /** `Firefox on Linux`, or an empty string. */
  browser: string;
  created_at: Date;
  last_used_at: Date;
}

/** Seconds that a browser keeps a session: as long as one that is used can be. */
export const LONGEST_SESSION = 180 * 86_400;

/** Sessions `s` that have not ended. */
const IS_OPEN = sql.part`s.last_used_at > now() - interval '30 days' and s.created_at > now() - interval '180 days'`;

const insert = sql`
  -- $2 person, $3 hash of the secret, $4 browser
  insert into member_sessions (forum_id, person, hash, browser)
  values ($1, $2, $3, $4)
`;
const find = sql`
  -- $2 hash of the secret
  select s.id, s.person, a.email, a.name, s.last_used_at < now() - interval '1 hour' as stale
  from member_sessions s
  join confirmed_addresses a on a.forum_id = s.forum_id and a.person = s.person
  where s.hash = $2 and s.forum_id = $1 and ${IS_OPEN}
`;
const touch = sql`
  -- Not while the forum moves, when nothing is written.
  update member_sessions
  set last_used_at = now()
  where forum_id = $1 and id = $2 and last_used_at < now() - interval '1 hour'
    and not exists (
      select
      from tenant_moves m
      join forums f on f.account_id = m.tenant_id
      where f.id = $1 and m.state not in ('copying', 'deleted')
    )
`;
const list = sql`
  -- $2 person
  select s.id, s.browser, s.created_at, s.last_used_at
  from member_sessions s
  where s.forum_id = $1 and s.person = $2 and ${IS_OPEN}
  order by s.last_used_at desc, s.id desc
`;
const deleteOne = sql`
  -- $2 person, $3 session
  delete from member_sessions
  where forum_id = $1 and person = $2 and id = $3
`;
const deleteFormer = sql`
  -- $2 hash of the secret
  delete from member_sessions
  where forum_id = $1 and hash = $2
`;
const deleteAll = sql`
  -- $2 person
  delete from member_sessions
  where forum_id = $1 and person = $2
`;

interface NewSession {
  forumId: number;
  person: Buffer;
  userAgent: string | undefined;
  /** The secret of the session that the browser had, which ends. */
  former: string | undefined;
}

/** @returns the secret for the cookie */
export async function beginSession(
  transaction: Executor,
  { forumId, person, userAgent, former }: NewSession,
): Promise<string> {
  if (former !== undefined) await transaction.none(deleteFormer([forumId, hashSecretToken(former)]));
  const token = createSecretToken();
  await transaction.none(insert([forumId, person, hashSecretToken(token), browserName(userAgent)]));
  return token;
}

/** The session with this secret in a forum, unless it has ended. */
export async function findSession(
  database: Executor,
  forumId: number,
  token: string | undefined,
): Promise<MemberSession | undefined> {
  if (token === undefined || !isSecretToken(token)) return undefined;
  const row = await database.oneOrNone<Member & { id: number; stale: boolean }>(
    find([forumId, hashSecretToken(token)]),
  );
  if (!row) return undefined;
  const { stale, ...member } = row;
  if (stale) await database.none(touch([forumId, member.id]));
  return {
    ...member,
    draftOwner: `member-${hash('sha256', member.person, 'base64url').slice(0, 12)}`,
    formToken: formTokenOf(token),
    acceptsForm: (sent) => isFormTokenOf(token, sent),
  };
}

/** Those of a member, the last used first. */
export function listSessions(
  database: Executor,
  forumId: number,
  { person }: Pick<Member, 'person'>,
): Promise<ListedMemberSession[]> {
  return database.any<ListedMemberSession>(list([forumId, person]));
}

/** @returns whether the member had this session */
export async function endSession(
  database: Executor,
  forumId: number,
  { person, id }: Pick<MemberSession, 'person' | 'id'>,
): Promise<boolean> {
  return (await database.result(deleteOne([forumId, person, id]))).rowCount > 0;
}

export async function endAllSessions(
  database: Executor,
  forumId: number,
  { person }: Pick<Member, 'person'>,
): Promise<void> {
  await database.none(deleteAll([forumId, person]));
}

/** All names of cookies of members begin with it. */
const PREFIX = 'guidepost-member-';

/** The cookie of a session. Each forum has its own, since an address is proven to one forum. */
export function sessionCookie(publicUrl: string, forumId: number): Cookie {
  return createCookie(publicUrl, `${PREFIX}${forumId}`);
}

/** The cookie that keeps the token of a link between following it and pressing the button. */
export function linkCookie(publicUrl: string, forumId: number): Cookie {
  return createCookie(publicUrl, `${PREFIX}link-${forumId}`);
}

/** The cookie that keeps where someone wants to go on after signing in. */
export function nextCookie(publicUrl: string, forumId: number): Cookie {
  return createCookie(publicUrl, `guidepost-next-${forumId}`);
}

/** Whether a request for a page of a forum may come from a person who is signed in. */
export function mayBeMember({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return headers.cookie?.includes(PREFIX) === true && !url.startsWith('/api/');
}
