import { type Executor, sqlText, statementTemplate } from '@guidepost/postgres';
import type { TagRow } from '../model/tag.ts';
import type { DialogRow } from './dialog.ts';
import { DIALOG_COLUMNS } from './dialog-columns.ts';

const find = statementTemplate(new URL('./sql/find-dialog.sql', import.meta.url));
const tags = sqlText(new URL('./sql/tags-of-dialog.sql', import.meta.url));

/** What everybody may see. Its values are forum and dialog. */
const bindDialog = find({ columns: DIALOG_COLUMNS, condition: 'and not d.held' }, { prepared: true });

/** The same for whoever has a key: with the dialog's tags, and also while it waits for review. */
const bindEditedDialog = find({ columns: `${DIALOG_COLUMNS}, ${tags}`, condition: '' }, { prepared: true });

export interface DialogRequest {
  forumId: number;
  id: number;
  /** Whether it is for whoever has a key: with its tags, and also while it waits for review. */
  keyed: boolean;
}

/** A dialog of a forum, archived or not, or null. */
export function findDialog(
  executor: Executor,
  { forumId, id, keyed }: DialogRequest,
): Promise<(DialogRow & { tags?: TagRow[] }) | null> {
  const bind = keyed ? bindEditedDialog : bindDialog;
  return executor.oneOrNone(bind([forumId, id]));
}
