import type { Suggestion } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { TOPICS } from '../../model/topics.ts';
import type { DialogRow } from '../../posts/dialog.ts';
import { DIALOG_TITLE_COLUMNS } from '../../posts/dialog-columns.ts';
import { bindDialogList } from '../../posts/dialog-list.ts';
import { listSlice } from '../../posts/dialog-slice.ts';
import { NEWEST_FIRST } from '../../posts/dialog-sort-orders.ts';
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
