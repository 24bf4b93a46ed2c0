import { type Executor, sql } from '@guidepost/postgres';
import { lockForAdministration } from '../../tenants/lock-for-administration.ts';
import type { ArchivedDialog } from './archived-dialog.ts';

const KINDS = ['dialog', 'comment'] as const;
export type Kind = (typeof KINDS)[number];

const RAISE = {
  dialog: sql`
    -- Raises the sequence to $1 in one step, so that no concurrent post takes an id on the way; by at least a hundred, so
    -- that posts between read and write do not lower it.
    select setval('dialog_ids', greatest($1, s.last_value + 100))
    from dialog_ids s
    where s.last_value + s.is_called::integer <= $1
  `,
  comment: sql`
    -- Raises the sequence to $1 in one step, so that no concurrent post takes an id on the way; by at least a hundred, so
    -- that posts between read and write do not lower it.
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
