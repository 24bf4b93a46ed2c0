import { compareTexts } from '@guidepost/i18n/text-order';
import { batchable, type ContentReader, type Executor, sql, sqlTemplate } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Slice } from '../model/listing.ts';
import type { Member } from '../model/person.ts';
import type { TagRow } from '../model/tag.ts';
import type { PostText } from '../rendering/render-posts.ts';
import { COUNTED_COMMENT_COLUMNS, type CommentRow } from './comments.ts';
import { DIALOG_COLUMNS, type DialogRow, LISTED_DIALOG_COLUMNS } from './dialog-rows.ts';
import type { Origin } from './new-post.ts';

const find = batchable(
  sql`
  -- A dialog that is not held.
  select ${DIALOG_COLUMNS}
  from dialogs d
  where d.forum_id = $1 and d.id = $2 and not d.held
`,
  { 2: 'bigint' },
);
const findTagged = sql`
  -- A dialog, held or not, with its tags.
  select ${DIALOG_COLUMNS},
    (
      select coalesce(
        json_agg(json_build_object('name', t.name, 'dialogs', t.dialogs, 'is_public', t.is_public)),
        '[]'
      )
      from dialog_tags x
      join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
      where x.forum_id = d.forum_id and x.dialog_id = d.id
    ) as tags
  from dialogs d
  where d.forum_id = $1 and d.id = $2
`;

interface DialogRequest {
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

export interface DialogWithComments extends DialogRow {
  /** Whether the HTML of dialog and comments exceeds the limit; then none was read. */
  isCut: boolean;
  /** The beginning, as typed. */
  text: string;
  markdown: boolean;
  /** Whether its author was signed in. */
  confirmed: boolean;
  /** The id of the comment that its author accepted. */
  accepted_comment: number | null;
  /** By name. */
  tags: string[];
  /** A slice, oldest first. */
  comments: CommentWithText[];
}

export interface CommentWithText extends CommentRow {
  text: string;
  markdown: boolean;
  confirmed: boolean;
  /** How many people found it so. */
  helpful: number;
}

interface DialogWithCommentsRequest extends Slice {
  forum: Pick<Forum, 'id' | 'language'>;
  id: number;
  mostBytes: number;
}

const readWithComments = batchable(
  sqlTemplate.file<'dialog' | 'comment'>(new URL('./sql/read-dialog.sql', import.meta.url))(
    { dialog: LISTED_DIALOG_COLUMNS, comment: COUNTED_COMMENT_COLUMNS },
    { prepared: true },
  ),
  { 2: 'bigint' },
);

/** A dialog, archived or not, with a slice of its comments; null also for one held for review (S3). */
export async function findDialogWithComments(
  executor: ContentReader,
  { forum, id, start, limit, mostBytes }: DialogWithCommentsRequest,
): Promise<DialogWithComments | null> {
  const found = await executor.oneOrNone<DialogWithComments>(
    readWithComments([forum.id, id, start, limit, mostBytes]),
  );
  return found && { ...found, tags: found.tags.toSorted(compareTexts(forum.language)) };
}

const listAnswers = sqlTemplate`
  -- The accepted comment $3 of the dialog $2, and its newest official one.
  select left(c.text, 1000) as text, c.markdown, c.confirmed, ${'columns'}
  from comments c
  where c.forum_id = $1 and c.dialog_id = $2 and not c.held and (c.id = $3 or c.id = (
    select o.id
    from comments o
    where o.forum_id = $1 and o.dialog_id = $2 and o.is_org_reply and not o.held
    order by o.pub_date desc, o.id desc
    limit 1
  ))
  order by c.id = $3 desc nulls last
`({ columns: COUNTED_COMMENT_COLUMNS }, { prepared: true });

/** The comments that stand before the others: the accepted one, and the newest official one. */
export function findAnswers(
  executor: ContentReader,
  forumId: number,
  { id, accepted_comment }: Pick<DialogWithComments, 'id' | 'accepted_comment'>,
): Promise<CommentWithText[]> {
  return executor.any<CommentWithText>(listAnswers([forumId, id, accepted_comment]));
}

const findText = sql`
  -- The beginning of the comment $3, if readers see it in the dialog $2.
  select c.id, left(c.text, 1000) as text, c.markdown
  from comments c
  join dialogs d on d.forum_id = $1 and d.id = c.dialog_id and not d.archived
  where c.forum_id = $1 and c.dialog_id = $2 and c.id = $3 and not c.held
`;

/** A comment that another one answers, as typed; undefined unless readers see it in the dialog. */
export async function findAnswered(
  executor: ContentReader,
  comment: [forumId: number, dialogId: number, id: number],
): Promise<(PostText & { id: number }) | undefined> {
  return (await executor.oneOrNone<PostText & { id: number }>(findText(comment))) ?? undefined;
}

/** A dialog from the view of a member who reads it. */
export interface MemberView {
  voted: boolean;
  /** Whether they wrote it, and cannot vote for it. */
  own: boolean;
  following: boolean;
  /** Whether they asked, and can accept an answer. */
  accepts: boolean;
  /** Whether they wrote it, and can still edit it. */
  changeable: boolean;
  /** Also whether no one else has commented on it. */
  deletable: boolean;
  /** The same for its comments, by id. */
  changeable_comments: number[];
  /** Comments that they wrote, and cannot find helpful. */
  own_comments: number[];
  /** Comments that they found helpful. */
  helpful_comments: number[];
}

const readView = sql.file(new URL('./sql/read-member-view.sql', import.meta.url));

/** @returns undefined for a dialog that was deleted meanwhile */
export async function readMemberView(
  database: Executor,
  forumId: number,
  { person, email }: Member,
  { dialogId, commentIds, origin }: { dialogId: number; commentIds: readonly number[]; origin: Origin },
): Promise<MemberView | undefined> {
  const { claimed, sender } = origin;
  const found = await database.oneOrNone<MemberView>(
    readView([forumId, dialogId, person, email, commentIds, claimed, sender]),
  );
  return found ?? undefined;
}

const findOwn = sql`
  -- The dialog $2, if the person with the folded e-mail address $3 wrote it.
  select d.id
  from dialogs d
  join posters p on p.forum_id = d.forum_id and p.id = d.poster_id
  where d.forum_id = $1 and d.id = $2 and lower(normalize(p.email) collate "und-x-icu") = $3
`;

/** Whether a member wrote a dialog, so that a vote of theirs does not count. */
export async function isOwnDialog(
  executor: Executor,
  { forumId, id, member }: { forumId: number; id: number; member: Pick<Member, 'email'> },
): Promise<boolean> {
  return (await executor.oneOrNone(findOwn([forumId, id, member.email]))) !== null;
}

const findMerged = sql`
  select m.dialog_id
  from merged_dialogs m
  where m.forum_id = $1 and m.id = $2
`;

/** The dialog that another one was merged into; undefined for one that was not. */
export async function findMergedInto(
  executor: Executor,
  forumId: number,
  id: number,
): Promise<number | undefined> {
  const found = await executor.oneOrNone<{ dialog_id: number }>(findMerged([forumId, id]));
  return found?.dialog_id;
}

export interface AcceptedAnswer {
  /** The id of the dialog. */
  id: number;
  title: string;
  /** The beginning of the answer as typed. */
  text: string;
  markdown: boolean;
}

const listAccepted = sql`
  select d.id, d.title, left(c.text, $3) as text, c.markdown
  from dialogs d
  join comments c on c.forum_id = $1 and c.dialog_id = d.id and c.id = d.accepted_comment and not c.held
  where d.forum_id = $1 and d.accepted_comment is not null and not d.archived and not d.held
  order by d.accepted_comment desc
  limit $2
`;

/** Dialogs that readers see whose author has accepted an answer, the newest answers first. */
export function listAcceptedAnswers(
  reader: ContentReader,
  { forumId, limit, characters }: { forumId: number; limit: number; characters: number },
): Promise<AcceptedAnswer[]> {
  return reader.any(listAccepted([forumId, limit, characters]));
}
