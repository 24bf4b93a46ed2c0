import { type Executor, preparedStatement } from '@guidepost/postgres';
import { requireAll } from '../audit/moderate.ts';
import { requireForum } from '../forums/find-forum.ts';
import { foldEmail } from '../model/email.ts';
import type { Forum } from '../model/forum.ts';
import { listReportsOf } from '../reports/open-reports.ts';
import type { ListedComment, ListedDialog, ShownDialog } from './shown-posts.ts';

/** What a list is narrowed to, and how long it is at most. */
export interface PostSelection {
  slug: string;
  since?: Date | undefined;
  /** Whose. */
  email?: string | undefined;
  /** Where posts came from: an IP address or a network. */
  address?: string | undefined;
  limit: number;
}

export interface DialogSelection extends PostSelection {
  /** Those that everybody sees, those that were archived, or those that wait for an editor. */
  which: 'visible' | 'archived' | 'held';
}

export interface CommentSelection extends PostSelection {
  held: boolean;
  dialogId?: number | undefined;
}

/** Of a dialog that is shown. */
export const MOST_COMMENTS = 100;

const listDialogRows = preparedStatement(new URL('./sql/list-dialogs.sql', import.meta.url));
const showDialogRows = preparedStatement(new URL('./sql/show-dialogs.sql', import.meta.url));
const listCommentRows = preparedStatement(new URL('./sql/list-comments.sql', import.meta.url));

/**
 * Dialogs, the newest first.
 * @throws AppError `not-found`
 */
export async function listDialogs(database: Executor, selection: DialogSelection): Promise<ListedDialog[]> {
  const { slug, which, since, address, limit } = selection;
  const { id } = await requireForum(database, slug);
  const state = [which !== 'visible', which === 'held'];
  return database.any<ListedDialog>(
    listDialogRows([id, ...state, since, emailOf(selection), address, limit]),
  );
}

/**
 * Everything about some dialogs, in the order of their ids.
 * @throws AppError `not-found` when one of them is not there
 */
export async function showDialogs(
  database: Executor,
  slug: string,
  ids: readonly number[],
): Promise<ShownDialog[]> {
  const forum = await requireForum(database, slug);
  const dialogs = await readDialogs(database, forum, ids);
  const reports = await listReportsOf(database, forum.id, ids);
  const shown: ShownDialog[] = [];
  for (const dialog of dialogs) {
    const comments = await readComments(database, forum, { dialogId: dialog.id, limit: MOST_COMMENTS });
    shown.push({ ...dialog, comments, reports: reports.filter((report) => report.dialog_id === dialog.id) });
  }
  return shown;
}

/**
 * Comments, the newest first.
 * @throws AppError `not-found` for the forum and the dialog
 */
export async function listComments(
  database: Executor,
  selection: CommentSelection,
): Promise<ListedComment[]> {
  const { slug, dialogId } = selection;
  const forum = await requireForum(database, slug);
  if (dialogId !== undefined) await readDialogs(database, forum, [dialogId]);
  return readComments(database, forum, { ...selection, email: emailOf(selection) });
}

/**
 * Everything about some comments, the newest first.
 * @throws AppError `not-found` when one of them is not there
 */
export async function showComments(
  database: Executor,
  slug: string,
  ids: readonly number[],
): Promise<ListedComment[]> {
  const comments = await readComments(database, await requireForum(database, slug), { ids });
  requireAll(ids, comments, { slug, noun: 'comment' });
  return comments;
}

async function readDialogs(
  database: Executor,
  { id, slug }: Pick<Forum, 'id' | 'slug'>,
  ids: readonly number[],
): Promise<Omit<ShownDialog, 'comments' | 'reports'>[]> {
  const dialogs = await database.any<ShownDialog>(showDialogRows([id, ids]));
  requireAll(ids, dialogs, { slug, noun: 'dialog' });
  return dialogs;
}

/** What comments are narrowed to; what is not said narrows nothing. */
type CommentFilter = Partial<Omit<CommentSelection, 'slug'>> & { ids?: readonly number[] };

function readComments(
  database: Executor,
  { id }: Pick<Forum, 'id'>,
  { ids, dialogId, held, since, email, address, limit }: CommentFilter,
): Promise<ListedComment[]> {
  const onlyHeld = held ? true : undefined;
  return database.any(listCommentRows([id, ids, dialogId, onlyHeld, since, email, address, limit]));
}

function emailOf({ email }: PostSelection): string | undefined {
  return email === undefined ? undefined : foldEmail(email);
}
