import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { lockForAdministration } from '../../tenants/change-forum.ts';
import type { ArchivedComment, ArchivedDialog } from './archived-dialog.ts';
import type { RefusedLine } from './import-progress.ts';

const KINDS = ['dialog', 'comment'] as const;
type Kind = (typeof KINDS)[number];

const RAISE = {
  dialog: sql`
    -- Raises the sequence to $1 in one step, so that no concurrent post takes an id on the way; by at least a hundred,
    -- so that posts between read and write do not lower it.
    select setval('dialog_ids', greatest($1, s.last_value + 100))
    from dialog_ids s
    where s.last_value + s.is_called::integer <= $1
  `,
  comment: sql`
    -- Raises the sequence to $1 in one step, so that no concurrent post takes an id on the way; by at least a hundred,
    -- so that posts between read and write do not lower it.
    select setval('comment_ids', greatest($1, s.last_value + 100))
    from comment_ids s
    where s.last_value + s.is_called::integer <= $1
  `,
};

const FIND_TAKEN = {
  dialog: sql`
    -- Also of deleted dialogs, which can be restored.
    select id
    from dialogs
    where forum_id = $1 and id = any ($2::bigint[])
    union
    select p.dialog_id
    from deleted_posts p
    where p.forum_id = $1 and p.comment_id is null and p.dialog_id = any ($2::bigint[])
  `,
  comment: sql`
    -- Also of deleted comments, which can be restored.
    select id
    from comments
    where forum_id = $1 and id = any ($2::bigint[])
    union
    select (r.stored ->> 'id')::bigint
    from deleted_rows r
    where r.forum_id = $1 and r.kind = 'comments' and (r.stored ->> 'id')::bigint = any ($2::bigint[])
  `,
};

const FIND_KNOWN = {
  dialog: sql`
    -- Also deleted dialogs, and those that were merged into others.
    select d.external
    from dialogs d
    where d.forum_id = $1 and d.external = any ($2::text[])
    union
    select m.external
    from merged_dialogs m
    where m.forum_id = $1 and m.external = any ($2::text[])
    union
    select r.stored ->> 'external'
    from deleted_rows r
    where r.forum_id = $1 and r.kind = 'dialogs' and r.stored ->> 'external' = any ($2::text[])
  `,
  comment: sql`
    -- Also deleted comments.
    select c.external
    from comments c
    where c.forum_id = $1 and c.external = any ($2::text[])
    union
    select r.stored ->> 'external'
    from deleted_rows r
    where r.forum_id = $1 and r.kind = 'comments' and r.stored ->> 'external' = any ($2::text[])
  `,
};

const TAKE = {
  dialog: sql`
    select nextval('dialog_ids') as id
    from generate_series(1, $1)
  `,
  comment: sql`
    select nextval('comment_ids') as id
    from generate_series(1, $1)
  `,
};

/**
 * Moves the id sequences past the archive's ids before its rows are written, so that concurrent posts do not take them.
 * Sequences are not transactional: the change survives a rollback.
 */
export function raiseIds(database: Executor, highest: Record<Kind, number>): Promise<void> {
  return database.tx('raise-ids', async (transaction) => {
    await lockForAdministration(transaction, 'ids');
    for (const kind of KINDS) await transaction.any(RAISE[kind]([highest[kind]]));
  });
}

export function highestIds(dialogs: readonly ArchivedDialog[]): Record<Kind, number> {
  const highest = (kind: Kind) => idsIn(dialogs, kind).reduce((most, id) => Math.max(most, id), 0);
  return { dialog: highest('dialog'), comment: highest('comment') };
}

export async function takeIds(executor: Executor, kind: Kind, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await executor.any<{ id: number }>(TAKE[kind]([count]));
  return rows.map(({ id }) => id);
}

/** The ids that a forum has already, and those that its posts had elsewhere. */
type Taken = Record<Kind, Set<number | string>>;

/** The ids of the archive that the forum has already. */
export async function findTakenIds(
  executor: Executor,
  forumId: number,
  dialogs: readonly ArchivedDialog[],
): Promise<Taken> {
  const find = async (kind: Kind) => {
    const ids = idsIn(dialogs, kind);
    const externals = recordsOf(dialogs, kind).flatMap(({ external }) => external ?? []);
    const taken = ids.length > 0 ? await executor.any<{ id: number }>(FIND_TAKEN[kind]([forumId, ids])) : [];
    const known =
      externals.length > 0
        ? await executor.any<{ external: string }>(FIND_KNOWN[kind]([forumId, externals]))
        : [];
    return new Set([...taken.map(({ id }) => id), ...known.map(({ external }) => external)]);
  };
  return { dialog: await find('dialog'), comment: await find('comment') };
}

function idsIn(dialogs: readonly ArchivedDialog[], kind: Kind): number[] {
  return recordsOf(dialogs, kind).flatMap(({ id }) => id ?? []);
}

function recordsOf(
  dialogs: readonly ArchivedDialog[],
  kind: Kind,
): readonly (ArchivedDialog | ArchivedComment)[] {
  return kind === 'dialog' ? dialogs : dialogs.flatMap(({ comments }) => comments);
}

export interface ReadDialog {
  line: number;
  dialog: ArchivedDialog;
}

/** A dialog that can be written. */
export interface FreeDialog extends ArchivedDialog {
  line: number;
}

export interface SettledDialog extends Omit<FreeDialog, 'id' | 'comments'> {
  id: number;
  comments: (Omit<ArchivedComment, 'id' | 'index' | 'parent'> & { id: number; parent_id: number | null })[];
}

/** Leaves out lines and comments whose ids are taken. */
export function refuseTakenIds(
  lines: readonly ReadDialog[],
  taken: Taken,
): { free: FreeDialog[]; refusals: RefusedLine[] } {
  const free: FreeDialog[] = [];
  const refusals: RefusedLine[] = [];
  for (const { line, dialog } of lines) {
    const reason = take(taken.dialog, dialog, 'dialog');
    if (reason !== undefined) {
      refusals.push({ line, part: 'line', reason });
      continue;
    }
    const comments: ArchivedComment[] = [];
    for (const comment of dialog.comments) {
      const fault = take(taken.comment, comment, 'comment');
      if (fault === undefined) comments.push(comment);
      else refusals.push({ line, part: 'comment', reason: `comments[${comment.index}].${fault}` });
    }
    free.push({ ...dialog, line, comments });
  }
  return { free, refusals };
}

/** Why a post cannot be written; undefined if its names were free, which they are no more. */
function take(
  taken: Set<number | string>,
  { id, external }: Pick<ArchivedComment, 'id' | 'external'>,
  kind: Kind,
): string | undefined {
  if (id !== undefined && taken.has(id)) return `id: ${kind} ${id} already exists`;
  if (external !== null && taken.has(external)) return `external: ${kind} ${external} is here already`;
  for (const name of [id, external]) if (name !== undefined && name !== null) taken.add(name);
  return undefined;
}

export function countMissingIds(dialogs: readonly ArchivedDialog[]): Record<Kind, number> {
  const missing = (records: readonly { id: number | undefined }[]) =>
    records.filter(({ id }) => id === undefined).length;
  return { dialog: missing(dialogs), comment: missing(dialogs.flatMap(({ comments }) => comments)) };
}

/** Assigns new ids where missing, in the archive's order. */
export function settleIds(dialogs: readonly FreeDialog[], fresh: Record<Kind, number[]>): SettledDialog[] {
  const next = { dialog: fresh.dialog.values(), comment: fresh.comment.values() };
  const idFor = (kind: Kind, id: number | undefined) => {
    const settled = id ?? next[kind].next().value;
    if (settled === undefined) throw new AppError('internal', `There are too few new ids for ${kind}s.`);
    return settled;
  };
  return dialogs.map((dialog) => {
    const id = idFor('dialog', dialog.id);
    const comments = dialog.comments.map((comment) => ({ ...comment, id: idFor('comment', comment.id) }));
    return { ...dialog, id, comments: withParentIds(dialog.comments, comments) };
  });
}

/** Comments with the settled ids of those that they answer. */
function withParentIds(
  archived: readonly ArchivedComment[],
  settled: readonly (ArchivedComment & { id: number })[],
): SettledDialog['comments'] {
  const ids = new Map<number | string | null | undefined, number>();
  for (const [place, { id, external }] of archived.entries())
    for (const name of [id, external]) ids.set(name, settled[place]?.id ?? 0);
  return settled.map(({ parent, ...comment }) => ({
    ...comment,
    parent_id: parent === null ? null : (ids.get(parent) ?? null),
  }));
}
