import { type Executor, sqlText, statementTemplate } from '@guidepost/postgres';
import type { TagRow } from '../model/tag.ts';
import type { DialogRow } from './dialog.ts';
import { DIALOG_COLUMNS } from './dialog-columns.ts';

const find = statementTemplate(new URL('./sql/find-dialog.sql', import.meta.url));
const tags = sqlText(new URL('./sql/tags-of-dialog.sql', import.meta.url));

const bindDialog = find({ columns: DIALOG_COLUMNS, condition: 'and not d.held' }, { prepared: true });

/** For requests with a key: with the tags, and including held dialogs. */
const bindEditedDialog = find({ columns: `${DIALOG_COLUMNS}, ${tags}`, condition: '' }, { prepared: true });

export interface DialogRequest {
  forumId: number;
  id: number;
  /** With an access key: returns the tags, and held dialogs too. */
  keyed: boolean;
}

export function findDialog(
  executor: Executor,
  { forumId, id, keyed }: DialogRequest,
): Promise<(DialogRow & { tags?: TagRow[] }) | null> {
  const bind = keyed ? bindEditedDialog : bindDialog;
  return executor.oneOrNone(bind([forumId, id]));
}
