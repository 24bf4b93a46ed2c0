import type { Suggestion } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { bindDialogList } from '../../dialogs/dialog-list.ts';
import { NEWEST_FIRST } from '../../dialogs/dialog-order.ts';
import { TOPICS } from '../../topics/topics.ts';
import { LINE_COLUMNS, listLines } from '../list/dialog-line.ts';
import type { Site } from '../site.ts';

const MOST = 5;

/** For who has found nothing: what others have written of last. */
export async function suggestNewest(
  { database }: Pick<Context, 'database'>,
  { id: forumId, base }: Site,
): Promise<Suggestion[]> {
  const section = { start: 0, limit: MOST, columns: LINE_COLUMNS };
  const request = { forumId, topics: TOPICS, order: NEWEST_FIRST, archivedToo: false, ...section };
  const { rows } = await listLines(database, bindDialogList(request));
  return rows.map(({ id, title }) => ({ path: `${base}/${id}`, name: title }));
}
