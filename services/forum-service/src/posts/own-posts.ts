import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { deleteFileRows } from '../files/files.ts';
import { memberActor } from '../model/actor.ts';
import type { Forum } from '../model/forum.ts';
import type { Action } from '../model/permissions.ts';
import type { Member } from '../model/person.ts';
import type { Moderation } from '../tenants/moderate.ts';
import { deleteComments, deleteDialogs } from './delete-posts.ts';
import { editComment, editDialog } from './edit-posts.ts';
import { linksToHeld } from './held-hosts.ts';
import { addsLink } from './hold.ts';
import { lockExistingDialogs } from './lock-posts.ts';
import type { Origin } from './new-post.ts';
import { refuseFields } from './validate-fields.ts';

/** A dialog, or a comment in it. */
export interface PostPlace {
  dialogId: number;
  commentId: number | undefined;
}

/** Who does something with a post of their own. */
export interface OwnChange {
  forum: Forum;
  member: Member;
  /** The addresses of a request that changes something. */
  origin?: Origin | undefined;
  place: PostPlace;
}

export interface FoundPost {
  title: string;
  text: string;
  markdown: boolean;
  held: boolean;
}

interface PostRow extends FoundPost {
  /** Whether it was published in the last 30 minutes. */
  recent: boolean;
  /** Whether it is archived, or an official reply. */
  closed: boolean;
  /** Whether others have commented on the dialog. */
  answered: boolean;
  blocked: boolean;
}

const find = sql`
  -- The dialog $3, or the comment $4 in it, if the person with the folded e-mail address $2 wrote it; $5 and $6
  -- addresses of the request.
  select d.title, coalesce(c.text, d.text) as text, coalesce(c.held, d.held) as held,
    case when c.id is null then d.markdown else c.markdown end as markdown,
    coalesce(c.pub_date, d.pub_date) > now() - interval '30 minutes' as recent,
    d.archived and not d.held or coalesce(c.is_org_reply, false) as closed,
    $4::bigint is null and exists (
      select
      from comments o
      join posters w on w.forum_id = $1 and w.id = o.poster_id
      where o.forum_id = $1 and o.dialog_id = d.id
        and lower(normalize(w.email) collate "und-x-icu") is distinct from $2
    ) as answered,
    exists (
      select
      from blocked_senders b
      where b.forum_id = $1 and (b.email = $2 or b.address >>= $5::inet or b.address >>= $6::inet)
    ) as blocked
  from dialogs d
  left join comments c on c.forum_id = $1 and c.dialog_id = d.id and c.id = $4
  join posters p on p.forum_id = $1 and p.id = case when $4::bigint is null then d.poster_id else c.poster_id end
  where d.forum_id = $1 and d.id = $3 and lower(normalize(p.email) collate "und-x-icu") = $2
`;

/**
 * A post of the member.
 * @throws AppError `not-found` for what does not exist or another wrote, `forbidden` if it is archived or the member is
 * blocked
 */
async function requireOwnPost(
  executor: Executor,
  { forum, member, origin, place }: OwnChange,
): Promise<PostRow> {
  const { dialogId, commentId } = place;
  const post = await executor.oneOrNone<PostRow>(
    find([forum.id, member.email, dialogId, commentId, origin?.claimed, origin?.sender]),
  );
  if (!post) throw new AppError('not-found', 'There is no such post of this person.');
  if (post.closed || post.blocked) throw new AppError('forbidden', 'This person cannot change the post.');
  return post;
}

/** Whether a post of the member waits for review, so that no page shows it. */
export async function isHeld(
  executor: Executor,
  { forum, member, place: { dialogId, commentId } }: OwnChange,
): Promise<boolean> {
  const post = await executor.oneOrNone<PostRow>(
    find([forum.id, member.email, dialogId, commentId, undefined, undefined]),
  );
  return post?.held ?? false;
}

/**
 * As {@link requireOwnPost}, for a post that its author can still change. @throws AppError `precondition-failed` after
 * 30 minutes
 */
export async function requireChangeablePost(executor: Executor, change: OwnChange): Promise<PostRow> {
  const post = await requireOwnPost(executor, change);
  if (!post.recent) throw new AppError('precondition-failed', 'The post is older than 30 minutes.');
  return post;
}

/**
 * The same for one that they can still delete. @throws AppError `conflict` for a dialog that others have commented on
 */
export async function requireDeletablePost(executor: Executor, change: OwnChange): Promise<PostRow> {
  const post = await requireChangeablePost(executor, change);
  if (post.answered) throw new AppError('conflict', 'Others have commented on this dialog.');
  return post;
}

const findAttached = sql`
  -- The files of the person $2 that the text $3 links to.
  select f.token
  from files f
  where f.forum_id = $1 and f.person = $2 and position('/' || f.token || '.' in $3) > 0
`;

interface OwnEdit {
  /** Undefined for a comment. */
  title: string | undefined;
  text: string;
  /** The `textVersion` of what the edit was made from. */
  madeFrom: string;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

/**
 * Edits a dialog or comment for its author, within 30 minutes. What it said is kept.
 * @throws AppError `conflict`, as editors' edits do; `invalid` for a new link where posts with links are held; and as
 * {@link requireChangeablePost}
 */
export async function editOwnPost(
  database: Executor,
  change: OwnChange,
  { title, text, madeFrom, publicUrl }: OwnEdit,
): Promise<void> {
  const { dialogId, commentId } = change.place;
  const guard = async (transaction: Executor) => {
    const post = await requireChangeablePost(transaction, change);
    await refuseNewLink(transaction, change, {
      before: [post.title, post.text],
      after: [title ?? '', text],
      held: post.held,
    });
  };
  const edit = { text, madeFrom, publicUrl };
  if (commentId === undefined)
    await editDialog(database, moderationOf(change, 'dialog edit', guard), { ...edit, id: dialogId, title });
  else await editComment(database, moderationOf(change, 'comment edit', guard), { ...edit, id: commentId });
}

/** A link that is added later must not escape review. */
async function refuseNewLink(
  transaction: Executor,
  { forum }: OwnChange,
  { before, after, held }: { before: readonly string[]; after: readonly string[]; held: boolean },
): Promise<void> {
  if (held || !addsLink(before, after)) return;
  if (forum.hold !== 'links' && !(await linksToHeld(transaction, forum.id, after))) return;
  throw refuseFields(new Map([['text', [{ message: 'refused' }]]]), forum.language);
}

/**
 * Deletes a dialog or comment for its author, within 30 minutes and permanently, with the files that they attached to
 * it.
 * @throws AppError as {@link requireDeletablePost} does
 */
export async function deleteOwnPost(database: Executor, change: OwnChange): Promise<void> {
  const { forum, member, place } = change;
  const { dialogId, commentId } = place;
  const guard = async (transaction: Executor) => {
    // First, since a comment by another person may be under way.
    await lockExistingDialogs(transaction, forum.id, [dialogId]);
    const { text } = await requireDeletablePost(transaction, change);
    const files = await transaction.any<{ token: string }>(findAttached([forum.id, member.person, text]));
    await deleteFileRows(
      transaction,
      forum.id,
      files.map(({ token }) => token),
    );
  };
  const permanently = { permanently: true };
  if (commentId === undefined)
    await deleteDialogs(database, moderationOf(change, 'dialog delete', guard), [dialogId], permanently);
  else
    await deleteComments(database, moderationOf(change, 'comment delete', guard), [commentId], permanently);
}

/** A change by the author of what it is about; `guard` makes sure of it. */
export function moderationOf(
  change: OwnChange,
  action: Action,
  guard: (transaction: Executor) => Promise<unknown> = (transaction) => requireOwnPost(transaction, change),
): Moderation {
  return {
    slug: change.forum.slug,
    actor: memberActor(change.forum),
    action,
    guard: async (transaction) => void (await guard(transaction)),
  };
}
