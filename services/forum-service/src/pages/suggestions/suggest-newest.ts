import type { Suggestion } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { DialogRow } from '../../dialogs/dialog.ts';
import { DIALOG_TITLE_COLUMNS } from '../../dialogs/dialog-columns.ts';
import { bindDialogList } from '../../dialogs/dialog-list.ts';
import { listSlice } from '../../dialogs/dialog-slice.ts';
import { NEWEST_FIRST } from '../../dialogs/dialog-sort-orders.ts';
import { TOPICS } from '../../model/topics.ts';
import type { Site } from '../site.ts';

const MOST = 5;

/** The newest dialogs, where the visitor has found nothing. */
export async function suggestNewest(
  { database }: Pick<Context, 'database'>,
  { id: forumId, paths }: Site,
): Promise<Suggestion[]> {
  const slice = { start: 0, limit: MOST, columns: DIALOG_TITLE_COLUMNS };
  const request = { forumId, topics: TOPICS, order: NEWEST_FIRST, includeArchived: false, ...slice };
  const { rows } = await listSlice<Pick<DialogRow, 'id' | 'title'>>(database, bindDialogList(request));
  return rows.map(({ id, title }) => ({ path: paths.dialogPage(id), name: title }));
}
