import { createHash } from 'node:crypto';
import { type Executor, sql } from '@guidepost/postgres';
import type { Metadata } from './metadata.ts';

/** What a post said before someone changed it. */
export interface Original {
  id: number;
  dialog_id: number;
  /** Null for the dialog itself. */
  comment_id: number | null;
  /** Null for a comment. */
  title: string | null;
  text: string;
  /** Of a dialog that was merged into this one. */
  metadata: Metadata;
  edited_at: Date;
  edited_by: string;
}

export type NewOriginal = Pick<Original, 'dialog_id' | 'text' | 'edited_by'> &
  Partial<Pick<Original, 'comment_id' | 'title' | 'metadata'>>;

const insert = sql`
  insert into originals (forum_id, dialog_id, comment_id, title, text, metadata, edited_by)
  values ($1, $2, $3, $4, $5, $6, $7)
`;
const list = sql`
  select o.id, o.dialog_id, o.comment_id, o.title, o.text, o.metadata, o.edited_at, o.edited_by
  from originals o
  where o.forum_id = $1 and o.dialog_id = $2
  order by o.id desc
`;

/** Keeps what a post said, in the transaction that changes it. */
export async function keepOriginal(
  transaction: Executor,
  forumId: number,
  { dialog_id, comment_id, title, text, metadata, edited_by }: NewOriginal,
): Promise<void> {
  await transaction.none(insert([forumId, dialog_id, comment_id, title, text, metadata, edited_by]));
}

/** Of a dialog and its comments, the newest first. */
export function listOriginals(executor: Executor, forumId: number, dialogId: number): Promise<Original[]> {
  return executor.any<Original>(list([forumId, dialogId]));
}

/** Identifies what a post says now, so that an edit can tell what it was made from. */
export function textVersion(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
