import type { Context } from '../../context.ts';
import { holdFor } from '../../posts/hold.ts';
import { isMarkdown } from '../../posts/markdown-flag.ts';
import { newPostOf } from '../../posts/new-post.ts';
import { postComment } from '../../posts/post-comment.ts';
import { COMMENT_FIELDS } from '../../posts/post-fields.ts';
import { confirmHeld, withReceipt } from '../../posts/receipts.ts';
import { requireFreeName } from '../../posts/require-free-name.ts';
import { readFields } from '../../posts/validate-fields.ts';
import { renderPost } from '../../rendering/render-posts.ts';
import type { Post, PostEndpoint, Posted, Routes } from '../endpoint.ts';
import { followIfWanted } from '../follow-if-wanted.ts';
import { dialogPageOf, parentIdOf } from './parent-id.ts';

type Posting = Pick<
  Context,
  'database' | 'identify' | 'refreshForum' | 'receipts' | 'followers' | 'staffNames'
>;

const NEW_COMMENT: Omit<PostEndpoint, 'handle'> = {
  summary: 'Post a comment on a dialog',
  description:
    'The same text is accepted once within 24 hours from each e-mail address on each dialog. Archived dialogs accept comments with a key only.',
  countsAs: 'post',
  fields: COMMENT_FIELDS,
  pageOf: dialogPageOf,
  ofDialog: true,
};

export function newCommentRoutes(context: Posting): Routes {
  return { '/comment/:slug/:id': { post: { ...NEW_COMMENT, handle: (post) => newComment(context, post) } } };
}

async function newComment(context: Posting, post: Post): Promise<Posted> {
  const { database, identify, refreshForum, receipts, followers, staffNames } = context;
  const { forum, addresses, accessKeyId } = post;
  const fields = readFields(COMMENT_FIELDS, post);
  await requireFreeName(staffNames, post, fields.name);
  const dialogId = parentIdOf(post);
  const markdown = isMarkdown(post);
  const { id, held, revision } = await postComment(database, {
    ...(await newPostOf(identify, post, fields)),
    dialogId,
    text: fields.text,
    workTitle: fields.work_title,
    isOrgReply: fields.is_org_reply,
    allowArchived: accessKeyId !== undefined,
    markdown,
    html: await renderPost(
      database,
      { forumId: forum.id, addresses },
      { text: fields.text, markdown, dialog_id: dialogId },
    ),
    hold: holdFor(post, [fields.name, fields.text]),
  });
  if (revision !== null) refreshForum(forum, revision);
  const asksToConfirm = await followIfWanted(followers, post, { dialogId, email: fields.useremail });
  if (held) return confirmHeld(receipts, post, asksToConfirm);
  const page = addresses.commentPage(dialogId, id);
  return {
    location: addresses.comment(dialogId, id),
    page: () => withReceipt(receipts, { sent: 'comment', forumId: forum.id, dialogId, page, asksToConfirm }),
  };
}
