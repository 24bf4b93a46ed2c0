import { type Executor, preparedStatement } from '@guidepost/postgres';
import { findForum } from '../forums/find-forum.ts';
import type { Actor } from '../model/actor.ts';
import { type Forum, noSuchForum } from '../model/forum.ts';
import type { Action } from '../model/permissions.ts';

/** A change by an editor. Entries are kept forever, so they refer to posts by id only. */
export interface AuditEvent {
  dialog_id?: number;
  comment_id?: number;
  /** Further input of the editor, such as tags or the value of a property. */
  details?: Readonly<Record<string, unknown>>;
}

/** Who makes a change, and which. */
export interface Attribution {
  actor: Actor;
  action: Action;
}

/** A stored audit event. */
export interface AuditEntry {
  id: number;
  at: Date;
  by: string;
  door: Actor['door'];
  /** As commands are typed: `dialog archive`. */
  action: string;
  dialog_id: number | null;
  comment_id: number | null;
  details: Record<string, unknown>;
}

export interface AuditRequest {
  slug: string;
  since: Date | undefined;
  /** Of the forum alone, not of deleted ones that had its slug and may have belonged to others. */
  forumId?: number | undefined;
  /** The id of the entry after the newest. */
  before?: number | undefined;
  limit: number;
}

type EntryRow = Omit<AuditEntry, 'at' | 'by'> & { done_at: Date; done_by: string };

const insert = preparedStatement(new URL('./sql/insert-entries.sql', import.meta.url));
const insertOfAccount = preparedStatement(new URL('./sql/insert-account-entries.sql', import.meta.url));
const moveToForums = preparedStatement(new URL('./sql/move-account-entries.sql', import.meta.url));
const list = preparedStatement(new URL('./sql/list-entries.sql', import.meta.url));

/** Records audit events of a forum in the transaction that makes the change. */
export async function recordEvents(
  transaction: Executor,
  {
    id,
    slug,
    actor,
    action,
  }: Pick<Forum, 'id' | 'slug'> & { actor: Pick<Actor, 'name' | 'door'>; action: string },
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length > 0) {
    await transaction.none(insert([id, slug, actor.name, actor.door, action, JSON.stringify(events)]));
  }
}

/** Records audit events of each forum of an account. Without a forum, they wait for the first one. */
export async function recordAccountEvents(
  transaction: Executor,
  { accountId, actor, action }: { accountId: number; actor: Pick<Actor, 'name' | 'door'>; action: string },
  events: readonly Pick<AuditEvent, 'details'>[],
): Promise<void> {
  if (events.length === 0) return;
  const values = [accountId, actor.name, actor.door, action, JSON.stringify(events)];
  await transaction.none(insertOfAccount(values));
  await moveAccountEvents(transaction, accountId);
}

/** For a new forum. */
export async function moveAccountEvents(transaction: Executor, accountId: number): Promise<void> {
  await transaction.none(moveToForums([accountId]));
}

/**
 * Lists the newest audit entries of a forum, which may have been deleted.
 * @throws AppError `not-found` when no forum has or had this slug
 */
export async function listAuditEntries(
  database: Executor,
  { slug, forumId, since, before, limit }: AuditRequest,
): Promise<AuditEntry[]> {
  const rows = await database.any<EntryRow>(list([slug, since, limit, before, forumId]));
  if (rows.length === 0 && forumId === undefined && before === undefined && !(await isKnown(database, slug)))
    throw noSuchForum(slug);
  return rows.map(({ done_at: at, done_by: by, id, ...row }) => ({ id, at, by, ...row }));
}

async function isKnown(database: Executor, slug: string): Promise<boolean> {
  const entries = await database.any(list([slug, null, 1, null, null]));
  return entries.length > 0 || (await findForum(database, slug)) !== undefined;
}
