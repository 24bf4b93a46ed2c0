import { type Executor, sqlText, statementTemplate } from '@guidepost/postgres';
import type { TagRow } from '../tags/tag-record.ts';
import { DIALOG_COLUMNS } from './dialog-columns.ts';
import type { DialogRow } from './dialog-record.ts';

const find = statementTemplate(new URL('./sql/find-dialog.sql', import.meta.url));
const tags = sqlText(new URL('./sql/tags-of-dialog.sql', import.meta.url));

/** Its values are forum and dialog. */
export const bindDialog = find({ columns: DIALOG_COLUMNS }, { prepared: true });

/** The same with the dialog's tags. */
const bindTaggedDialog = find({ columns: `${DIALOG_COLUMNS}, ${tags}` }, { prepared: true });

export interface DialogRequest {
  forumId: number;
  id: number;
  /** Whether its tags are wanted, too. */
  tagged: boolean;
}

/** A dialog of a forum, archived or not, or null. */
export function findDialog(
  executor: Executor,
  { forumId, id, tagged }: DialogRequest,
): Promise<(DialogRow & { tags?: TagRow[] }) | null> {
  const bind = tagged ? bindTaggedDialog : bindDialog;
  return executor.oneOrNone(bind([forumId, id]));
}
