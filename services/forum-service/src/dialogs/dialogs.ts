import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { DialogRow } from './dialog-record.ts';

const findById = preparedStatement(new URL('./sql/find-dialog.sql', import.meta.url));

/** A dialog of a forum, archived or not, or null. */
export function findDialog(executor: Executor, forumId: number, id: number): Promise<DialogRow | null> {
  return executor.oneOrNone<DialogRow>(findById([forumId, id]));
}
