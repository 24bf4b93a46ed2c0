import { compareTexts } from '@guidepost/i18n/text-order';
import { type Executor, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { foldEmail } from '../model/person.ts';
import type { Topic } from '../model/topics.ts';
import type { Metadata } from '../posts/metadata.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { requireAll } from '../tenants/moderate.ts';
import { listReportsOf, type ReportedPost } from './reports.ts';

export interface PostAuthor {
  poster_id: number;
  name: string;
  /** Null when imported from an archive without addresses. */
  email: string | null;
}

/** Network addresses of a post; null after ninety days. */
export interface PostOrigin {
  /** The address the sender claimed to post for. */
  claimed: string | null;
  sender: string | null;
}

interface DialogState {
  id: number;
  topic: Topic;
  title: string;
  pub_date: Date;
  last_activity: Date;
  num_comments: number;
  num_votes: number;
  state: string | null;
  archived: boolean;
  held: boolean;
}

export interface ListedDialog extends DialogState, PostAuthor {
  /** When it is in the queue again. */
  snoozed_until: Date | null;
  held_comments: number;
  open_reports: number;
}

export interface DialogDetails extends DialogState, PostAuthor, PostOrigin {
  text: string;
  markdown: boolean;
  views: number;
  /** Whether it is in the queue because of what was posted. */
  waiting: boolean;
  /** When it is in the queue again. */
  snoozed_until: Date | null;
  popularity: number;
  work_title: string | null;
  /** Whether its author was signed in, which proves the address. */
  confirmed: boolean;
  metadata: Metadata;
  tags: { name: string; is_public: boolean }[];
  /** The newest, including held ones. */
  comments: ListedComment[];
  reports: ReportedPost[];
}

export interface ListedComment extends PostAuthor, PostOrigin {
  id: number;
  dialog_id: number;
  title: string;
  text: string;
  markdown: boolean;
  pub_date: Date;
  is_org_reply: boolean;
  held: boolean;
  work_title: string | null;
  /** Whether its author was signed in, which proves the address. */
  confirmed: boolean;
  /** How many people found it so. */
  helpful: number;
}

interface PostSelection {
  slug: string;
  since?: Date | undefined;
  email?: string | undefined;
  /** IP address or network the posts came from. */
  address?: string | undefined;
  limit: number;
}

interface DialogSelection extends PostSelection {
  which: 'visible' | 'archived' | 'held';
}

interface CommentSelection extends PostSelection {
  held: boolean;
  dialogId?: number | undefined;
  /** Only comments older than this one. */
  before?: number | undefined;
}

export const MAX_COMMENTS = 100;

const listDialogRows = sql.file(new URL('./sql/list-dialogs.sql', import.meta.url));
const showDialogRows = sql`
  select d.id, d.topic, d.title, d.text, d.markdown, d.pub_date, d.last_activity, d.num_comments, d.num_votes, d.views, d.popularity,
    d.state, d.archived, d.held, coalesce(d.waiting_since <= now(), false) as waiting,
    case when d.waiting_since > now() then d.waiting_since end as snoozed_until, d.poster_id, d.author_name as name, d.work_title, d.confirmed, d.metadata, w.email, a.claimed, a.sender,
    (
      select coalesce(json_agg(json_build_object('name', t.name, 'is_public', t.is_public)), '[]')
      from dialog_tags x
      join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
      where x.forum_id = $1 and x.dialog_id = d.id
    ) as tags
  from dialogs d
  join posters w on w.forum_id = d.forum_id and w.id = d.poster_id
  left join lateral (
    select o.claimed, o.sender
    from post_addresses o
    where o.forum_id = $1 and o.dialog_id = d.id and o.kind = 'dialog'
    order by o.id
    limit 1
  ) a on true
  where d.forum_id = $1 and d.id = any($2::bigint[])
  order by d.id
`;
const countOlder = sql`
  select count(*) as older
  from comments c
  where c.forum_id = $1 and c.dialog_id = $2 and (c.pub_date, c.id) < (
    select b.pub_date, b.id from comments b where b.forum_id = $1 and b.id = $3
  )
`;
const listCommentRows = sql.file(new URL('./sql/list-comments.sql', import.meta.url));

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

/** Comments of a dialog, the oldest first. */
interface CommentPage {
  comments: ListedComment[];
  /** How many older ones there are, and the comment before which they come. */
  older: number;
  before: number | undefined;
}

/**
 * The newest comments of a dialog, or those before one of them; always with those that editors have to deal with.
 * @throws AppError `not-found` for the forum and the dialog
 */
export async function readCommentPage(
  database: Executor,
  { slug, dialogId, before }: { slug: string; dialogId: number; before: number | undefined },
): Promise<CommentPage> {
  const forum = await requireForum(database, slug);
  await readDialogs(database, forum, [dialogId]);
  const slice = await readComments(database, forum, { dialogId, before, limit: MAX_COMMENTS });
  const oldest = slice.at(-1)?.id;
  const reports = await listReportsOf(database, forum.id, [dialogId]);
  const reported = reports.flatMap(({ comment_id, resolved_at }) => (resolved_at ? [] : (comment_id ?? [])));
  const urgent = [
    ...(await readComments(database, forum, { dialogId, held: true, limit: MAX_COMMENTS })),
    ...(await readComments(database, forum, { dialogId, ids: reported })),
  ];
  const all = new Map([...slice, ...urgent].map((comment) => [comment.id, comment]));
  const comments = [...all.values()].toSorted((a, b) => +a.pub_date - +b.pub_date || a.id - b.id);
  if (oldest === undefined) return { comments, older: 0, before: undefined };
  const { older } = await database.one<{ older: number }>(countOlder([forum.id, dialogId, oldest]));
  return { comments, older, before: oldest };
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
  { id, slug, language }: Pick<Forum, 'id' | 'slug' | 'language'>,
  ids: readonly number[],
): Promise<Omit<DialogDetails, 'comments' | 'reports'>[]> {
  const dialogs = await database.any<Omit<DialogDetails, 'comments' | 'reports'>>(showDialogRows([id, ids]));
  requireAll(ids, dialogs, { slug, noun: 'dialog' });
  const compare = compareTexts(language);
  return dialogs.map((dialog) => ({
    ...dialog,
    tags: dialog.tags.toSorted((one, other) => compare(one.name, other.name)),
  }));
}

/** Filters of comments; undefined ones do not apply. */
type CommentFilter = Partial<Omit<CommentSelection, 'slug'>> & { ids?: readonly number[] };

function readComments(
  database: Executor,
  { id }: Pick<Forum, 'id'>,
  { ids, dialogId, held, since, email, address, limit, before }: CommentFilter,
): Promise<ListedComment[]> {
  const onlyHeld = held ? true : undefined;
  return database.any(listCommentRows([id, ids, dialogId, onlyHeld, since, email, address, limit, before]));
}

function emailOf({ email }: PostSelection): string | undefined {
  return email === undefined ? undefined : foldEmail(email);
}
