import { batchable, type ContentReader, statementTemplate } from '@guidepost/postgres';
import type { TagRow } from '../model/tag.ts';
import type { DialogRow } from './dialog.ts';
import { DIALOG_COLUMNS } from './dialog-columns.ts';

const find = batchable(dialogStatement(new URL('./sql/find-dialog.sql', import.meta.url)), { 2: 'bigint' });
const findTagged = dialogStatement(new URL('./sql/find-tagged-dialog.sql', import.meta.url));

export interface DialogRequest {
  forumId: number;
  id: number;
  /** With an access key: returns the tags, and held dialogs too. */
  keyed: boolean;
}

export function findDialog(
  executor: ContentReader,
  { forumId, id, keyed }: DialogRequest,
): Promise<(DialogRow & { tags?: TagRow[] }) | null> {
  const bind = keyed ? findTagged : find;
  return executor.oneOrNone(bind([forumId, id]));
}

function dialogStatement(url: URL) {
  return statementTemplate(url)({ columns: DIALOG_COLUMNS }, { prepared: true });
}
