import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { DialogRow } from './dialog-record.ts';

/** Its values are forum and dialog. */
export const bindDialog = preparedStatement(new URL('./sql/find-dialog.sql', import.meta.url));

/** A dialog of a forum, archived or not, or null. */
export function findDialog(executor: Executor, forumId: number, id: number): Promise<DialogRow | null> {
  return executor.oneOrNone<DialogRow>(bindDialog([forumId, id]));
}
