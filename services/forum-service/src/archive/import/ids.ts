import { type Executor, preparedStatement } from '@guidepost/postgres';
import { lockForAdministration } from '../../accounts/lock-for-administration.ts';
import type { ArchivedDialog } from './archived-dialog.ts';

const KINDS = ['dialog', 'comment'] as const;
export type Kind = (typeof KINDS)[number];

const RAISE = {
  dialog: preparedStatement(new URL('./sql/raise-dialog-ids.sql', import.meta.url)),
  comment: preparedStatement(new URL('./sql/raise-comment-ids.sql', import.meta.url)),
};

const FIND_TAKEN = {
  dialog: preparedStatement(new URL('./sql/find-taken-dialog-ids.sql', import.meta.url)),
  comment: preparedStatement(new URL('./sql/find-taken-comment-ids.sql', import.meta.url)),
};

const TAKE = {
  dialog: preparedStatement(new URL('./sql/take-dialog-ids.sql', import.meta.url)),
  comment: preparedStatement(new URL('./sql/take-comment-ids.sql', import.meta.url)),
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
