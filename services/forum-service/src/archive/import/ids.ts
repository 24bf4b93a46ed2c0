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

/** Ids of the archive that the forum already uses. */
export async function findTakenIds(
  executor: Executor,
  forumId: number,
  dialogs: readonly ArchivedDialog[],
): Promise<Record<Kind, Set<number>>> {
  const find = async (kind: Kind) => {
    const ids = idsIn(dialogs, kind);
    if (ids.length === 0) return new Set<number>();
    const rows = await executor.any<{ id: number }>(FIND_TAKEN[kind]([forumId, ids]));
    return new Set(rows.map(({ id }) => id));
  };
  return { dialog: await find('dialog'), comment: await find('comment') };
}

function idsIn(dialogs: readonly ArchivedDialog[], kind: Kind): number[] {
  const records = kind === 'dialog' ? dialogs : dialogs.flatMap(({ comments }) => comments);
  return records.flatMap(({ id }) => id ?? []);
}

interface ReadDialog {
  line: number;
  dialog: ArchivedDialog;
}

export interface SettledDialog extends Omit<ArchivedDialog, 'id' | 'comments'> {
  id: number;
  comments: (Omit<ArchivedComment, 'id' | 'index'> & { id: number })[];
}

/** Leaves out lines and comments whose ids are taken. */
export function refuseTakenIds(
  lines: readonly ReadDialog[],
  taken: Record<Kind, Set<number>>,
): { free: ArchivedDialog[]; refusals: RefusedLine[] } {
  const free: ArchivedDialog[] = [];
  const refusals: RefusedLine[] = [];
  for (const { line, dialog } of lines) {
    if (!take(taken.dialog, dialog.id)) {
      refusals.push({ line, part: 'line', reason: `id: dialog ${dialog.id} already exists` });
      continue;
    }
    const comments: ArchivedComment[] = [];
    for (const comment of dialog.comments) {
      if (take(taken.comment, comment.id)) comments.push(comment);
      else refusals.push({ line, part: 'comment', reason: takenComment(comment) });
    }
    free.push({ ...dialog, comments });
  }
  return { free, refusals };
}

/** Whether an id was free, or there is none. */
function take(taken: Set<number>, id: number | undefined): boolean {
  if (id === undefined) return true;
  const isFree = !taken.has(id);
  taken.add(id);
  return isFree;
}

function takenComment({ index, id }: ArchivedComment): string {
  return `comments[${index}].id: comment ${id} already exists`;
}

export function countMissingIds(dialogs: readonly ArchivedDialog[]): Record<Kind, number> {
  const missing = (records: readonly { id: number | undefined }[]) =>
    records.filter(({ id }) => id === undefined).length;
  return { dialog: missing(dialogs), comment: missing(dialogs.flatMap(({ comments }) => comments)) };
}

/** Assigns new ids where missing, in the archive's order. */
export function settleIds(
  dialogs: readonly ArchivedDialog[],
  fresh: Record<Kind, number[]>,
): SettledDialog[] {
  const next = { dialog: fresh.dialog.values(), comment: fresh.comment.values() };
  const idFor = (kind: Kind, id: number | undefined) => {
    const settled = id ?? next[kind].next().value;
    if (settled === undefined) throw new AppError('internal', `There are too few new ids for ${kind}s.`);
    return settled;
  };
  return dialogs.map((dialog) => ({
    ...dialog,
    id: idFor('dialog', dialog.id),
    comments: dialog.comments.map((comment) => ({ ...comment, id: idFor('comment', comment.id) })),
  }));
}
