import { type Executor, sql } from '@guidepost/postgres';
import { INSTANCE, type RecordStaffEvent } from '@guidepost/staff';
import type { Actor } from '../model/actor.ts';
import { type Forum, noSuchForum } from '../model/forum.ts';
import type { Action } from '../model/permissions.ts';
import { findForum } from './find-forum.ts';

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
  /** The title of the dialog, if it is still there. */
  title: string | null;
  details: Record<string, unknown>;
}

interface AuditRequest {
  slug: string;
  since: Date | undefined;
  /** Leaves out deleted forums that had its slug and may have belonged to others. */
  forumId?: number | undefined;
  /** The id of the entry after the newest. */
  before?: number | undefined;
  /** Only those of someone with this name. */
  by?: string | undefined;
  /** Only those whose action begins with one of these words. */
  things?: readonly string[] | undefined;
  limit: number;
}

type EntryRow = Omit<AuditEntry, 'at' | 'by'> & { done_at: Date; done_by: string };

const insert = sql`
  -- $1 forum, $2 its slug, $3 who, $4 door, $5 action, $6 array of events
  insert into audit_entries (forum_id, slug, done_by, door, action, dialog_id, comment_id, details)
  select $1, $2, $3, $4, $5, e.dialog_id, e.comment_id, coalesce(e.details, '{}')
  from rows from (
    json_to_recordset($6) as (dialog_id bigint, comment_id bigint, details jsonb)
  ) with ordinality as e (dialog_id, comment_id, details, place)
  order by e.place
`;
const insertOfAccount = sql`
  -- $1 account, $2 who, $3 door, $4 action, $5 array of events
  insert into account_entries (account_id, done_by, door, action, details)
  select $1, $2, $3, $4, coalesce(e.details, '{}')
  from rows from (json_to_recordset($5) as (details jsonb)) with ordinality as e (details, place)
  order by e.place
`;
const moveToForums = sql`
  -- Gives the entries of an account to each of its forums, if it has any.
  with moved as (
    delete from account_entries a
    where a.account_id = $1 and exists (select from forums f where f.account_id = $1)
    returning *
  )
  insert into audit_entries (forum_id, slug, done_at, done_by, door, action, details)
  select f.id, f.slug, m.done_at, m.done_by, m.door, m.action, m.details
  from moved m
  join forums f on f.account_id = m.account_id
  order by m.id, f.id
`;
const list = sql`
  -- The newest $3 changes since $2 and before the one with id $4, to the forum with slug $1 and to deleted ones that
  -- had it, or only to the forum with id $5. By the actor $6 and with actions that begin with one of the words $7,
  -- unless these are null.
  select e.id, e.done_at, e.done_by, e.door, e.action, e.dialog_id, e.comment_id, d.title, e.details
  from audit_entries e
  left join dialogs d on d.forum_id = e.forum_id and d.id = e.dialog_id
  where e.slug = $1
    and ($5::bigint is null or e.forum_id = $5)
    and e.done_at >= coalesce($2::timestamptz, '-infinity')
    and ($4::bigint is null or e.id < $4)
    and ($6::text is null or e.done_by = $6)
    and ($7::text[] is null or split_part(e.action, ' ', 1) = any($7))
  order by e.id desc
  limit $3
`;
const listActorRows = sql`
  -- Who made the newest $2 changes of the forum $1.
  select distinct latest.done_by as name
  from (
    select e.done_by
    from audit_entries e
    where e.forum_id = $1
    order by e.id desc
    limit $2
  ) latest
  order by name
`;

/** Older changes than these have actors that are no longer offered. */
const LATEST = 5_000;

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
  { slug, forumId, since, before, by, things, limit }: AuditRequest,
): Promise<AuditEntry[]> {
  const rows = await database.any<EntryRow>(list([slug, since, limit, before, forumId, by, things]));
  if (rows.length === 0 && forumId === undefined && before === undefined && !(await isKnown(database, slug)))
    throw noSuchForum(slug);
  return rows.map(({ done_at: at, done_by, id, ...row }) => ({ id, at, by: done_by, ...row }));
}

/** The names of those who have changed a forum lately. */
export async function listActors(database: Executor, forumId: number): Promise<string[]> {
  const rows = await database.any<{ name: string }>(listActorRows([forumId, LATEST]));
  return rows.map(({ name }) => name);
}

async function isKnown(database: Executor, slug: string): Promise<boolean> {
  const entries = await database.any(list([slug, null, 1, null, null, null, null]));
  return entries.length > 0 || (await findForum(database, slug)) !== undefined;
}

/** Writes what happens to an account's people to its audit; people by their numbers. */
export const recordStaffEvent: RecordStaffEvent = async (
  transaction,
  { tenantId, actor, action, person, details },
) => {
  if (tenantId === INSTANCE) return;
  // One who has no role here has no number.
  const event = { details: { ...(person.id > 0 && { person: person.id }), ...details } };
  await recordAccountEvents(transaction, { accountId: tenantId, actor, action: action.replace('.', ' ') }, [
    event,
  ]);
};
