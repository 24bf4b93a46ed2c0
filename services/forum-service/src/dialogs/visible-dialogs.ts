import { type ContentReader, preparedStatement } from '@guidepost/postgres';
import type { Slice } from '../model/slice.ts';

export interface VisibleDialog {
  id: number;
  last_activity: Date;
}

type VisibleRow = { total: number } & (VisibleDialog | { id: null });

const list = preparedStatement(new URL('./sql/list-addresses.sql', import.meta.url));

/** A slice of the dialogs that are not archived, with the total; cheaper than a list for readers. */
export async function listVisibleDialogs(
  executor: ContentReader,
  { forumId, start, limit }: Slice & { forumId: number },
): Promise<{ total: number; rows: VisibleDialog[] }> {
  const rows = await executor.any<VisibleRow>(list([forumId, limit, start]));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & VisibleDialog => row.id !== null),
  };
}
