import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Slice } from '../model/slice.ts';
import type { DeletedPlace } from './keep-deleted.ts';

/** A post that can be restored. */
export interface DeletedPost extends DeletedPlace {
  /** Of a dialog. */
  title: string | null;
  /** The beginning of the text. */
  excerpt: string;
  /** Of the author. */
  name: string;
  /** Of a dialog. */
  comments: number | null;
  deleted_by: string;
  deleted_at: Date;
  /** When it is gone for good. */
  expires_at: Date;
}

type Row = { total: number } & (DeletedPost | { dialog_id: null });

/** One deleted dialog or comment. */
export interface DeletedFilter {
  dialogId?: number;
  commentId?: number;
}

const list = preparedStatement(new URL('./sql/list-deleted.sql', import.meta.url));

/** The deleted posts of a forum, the latest first, with the total; or the dialog or comment of the filter. */
export async function listDeleted(
  executor: Executor,
  { forumId, start, limit, dialogId, commentId }: Slice & DeletedFilter & { forumId: number },
): Promise<{ total: number; rows: DeletedPost[] }> {
  const rows = await executor.many<Row>(list([forumId, limit, start, dialogId, commentId]));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & DeletedPost => row.dialog_id !== null),
  };
}
