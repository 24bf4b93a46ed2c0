import {
  browserName,
  createSecretToken,
  formTokenOf,
  hashSecretToken,
  isFormTokenOf,
} from '@guidepost/access';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Member } from '../model/member.ts';

/** A member in a browser. */
export interface MemberSession extends Member {
  id: number;
  /** For the forms of this member's pages. */
  formToken: string;
  /** Whether a form was made for this session. */
  acceptsForm(sent: string): boolean;
}

export interface ListedMemberSession {
  id: number;
  /** `Firefox on Linux`, or an empty string. */
  browser: string;
  created_at: Date;
  last_used_at: Date;
}

/** Seconds that a browser keeps a session: 180 days. It ends after 30 days without use. */
export const LONGEST_SESSION = 180 * 86_400;

const TOKEN = /^[\w-]{43}$/;

const statement = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const insert = statement('insert-session');
const find = statement('find-session');
const touch = statement('touch-session');
const list = statement('list-sessions');
const deleteOne = statement('delete-session');
const deleteFormer = statement('delete-former-session');
const deleteAll = statement('delete-sessions');

export interface NewSession {
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
  if (token === undefined || !TOKEN.test(token)) return undefined;
  const row = await database.oneOrNone<Member & { id: number; stale: boolean }>(
    find([forumId, hashSecretToken(token)]),
  );
  if (!row) return undefined;
  const { stale, ...member } = row;
  if (stale) await database.none(touch([forumId, member.id]));
  return {
    ...member,
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
