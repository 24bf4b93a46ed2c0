import { type Executor, preparedStatement } from '@guidepost/postgres';
import { requireAll } from '../audit/moderate.ts';
import { requireForum } from '../forums/find-forum.ts';
import { foldEmail } from '../model/email.ts';
import type { Forum } from '../model/forum.ts';
import { listReportsOf } from '../reports/open-reports.ts';
import type { DialogDetails, ListedComment, ListedDialog } from './post-details.ts';

export interface PostSelection {
  slug: string;
  since?: Date | undefined;
  email?: string | undefined;
  /** IP address or network the posts came from. */
  address?: string | undefined;
  limit: number;
}

export interface DialogSelection extends PostSelection {
  which: 'visible' | 'archived' | 'held';
}

export interface CommentSelection extends PostSelection {
  held: boolean;
  dialogId?: number | undefined;
}

export const MAX_COMMENTS = 100;

const listDialogRows = preparedStatement(new URL('./sql/list-dialogs.sql', import.meta.url));
const showDialogRows = preparedStatement(new URL('./sql/show-dialogs.sql', import.meta.url));
const listCommentRows = preparedStatement(new URL('./sql/list-comments.sql', import.meta.url));

/** Newest first. @throws AppError `not-found` */
export async function listDialogs(database: Executor, selection: DialogSelection): Promise<ListedDialog[]> {
  const { slug, which, since, address, limit } = selection;
  const { id } = await requireForum(database, slug);
  const state = [which !== 'visible', which === 'held'];
  return database.any<ListedDialog>(
    listDialogRows([id, ...state, since, emailOf(selection), address, limit]),
  );
}

/** Dialogs with all details, in order of id. @throws AppError `not-found` when one does not exist */
export async function showDialogs(
  database: Executor,
  slug: string,
  ids: readonly number[],
): Promise<DialogDetails[]> {
  const forum = await requireForum(database, slug);
  const dialogs = await readDialogs(database, forum, ids);
  const reports = await listReportsOf(database, forum.id, ids);
  const shown: DialogDetails[] = [];
  for (const dialog of dialogs) {
    const comments = await readComments(database, forum, { dialogId: dialog.id, limit: MAX_COMMENTS });
    shown.push({ ...dialog, comments, reports: reports.filter((report) => report.dialog_id === dialog.id) });
  }
  return shown;
}

/** Newest first. @throws AppError `not-found` for the forum and the dialog */
export async function listComments(
  database: Executor,
  selection: CommentSelection,
): Promise<ListedComment[]> {
  const { slug, dialogId } = selection;
  const forum = await requireForum(database, slug);
  if (dialogId !== undefined) await readDialogs(database, forum, [dialogId]);
  return readComments(database, forum, { ...selection, email: emailOf(selection) });
}

/** Comments with all details, newest first. @throws AppError `not-found` when one does not exist */
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
): Promise<Omit<DialogDetails, 'comments' | 'reports'>[]> {
  const dialogs = await database.any<DialogDetails>(showDialogRows([id, ids]));
  requireAll(ids, dialogs, { slug, noun: 'dialog' });
  return dialogs;
}

/** Filters of comments; undefined ones do not apply. */
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
