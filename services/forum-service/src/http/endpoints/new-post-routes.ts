import { addressBlock } from '@guidepost/http';
import type { Context } from '../../context.ts';
import type { Followers, FollowRequest } from '../../notices/followers.ts';
import { holdFor } from '../../posts/hold.ts';
import { newPostOf, requireFreeName } from '../../posts/new-post.ts';
import { COMMENT_FIELDS, DIALOG_FIELDS } from '../../posts/post-fields.ts';
import { postComment, postDialog } from '../../posts/posting.ts';
import { confirmHeld, withReceipt } from '../../posts/receipts.ts';
import { answeredComment, isMarkdown, openedGuides, wantsAnswers } from '../../posts/submission.ts';
import { readFields, readFieldsAndMetadata } from '../../posts/validate-fields.ts';
import { renderPost } from '../../rendering/render-posts.ts';
import type { Post, PostEndpoint, Posted, Routes } from '../endpoint.ts';
import { dialogPageOf, parentIdOf } from '../parameters.ts';

type Posting = Pick<
  Context,
  'database' | 'identify' | 'refreshForum' | 'receipts' | 'followers' | 'staffNames' | 'openedGuides'
>;

const NEW_DIALOG: Omit<PostEndpoint, 'handle'> = {
  summary: 'Post a dialog',
  description: 'The same title and text are accepted once per forum.',
  countsAs: 'post',
  fields: DIALOG_FIELDS,
  pageOf: ({ addresses }) => addresses.ask,
};

export function newDialogRoutes(context: Posting): Routes {
  return { '/:slug': { post: { ...NEW_DIALOG, handle: (post) => newDialog(context, post) } } };
}

async function newDialog(context: Posting, post: Post): Promise<Posted> {
  const { database, identify, refreshForum, receipts, followers, staffNames } = context;
  const { forum, addresses } = post;
  const { work_title: workTitle, ...fields } = readFieldsAndMetadata(DIALOG_FIELDS, post);
  await requireFreeName(staffNames, post, fields.name);
  const markdown = isMarkdown(post);
  const { id, held, revision } = await postDialog(database, {
    ...(await newPostOf(identify, post, fields)),
    ...fields,
    workTitle,
    markdown,
    html: await renderPost(database, { forumId: forum.id, addresses }, { text: fields.text, markdown }),
    hold: await holdFor(database, post, [fields.name, fields.title, fields.text]),
  });
  refreshForum(forum, revision);
  await context.openedGuides.countAsked({
    forumId: forum.id,
    guides: openedGuides(post),
    client: addressBlock(post.origin.sender),
  });
  const asksToConfirm = await followIfWanted(followers, post, { dialogId: id, email: fields.useremail });
  if (held) return confirmHeld(receipts, post, asksToConfirm);
  const page = addresses.dialogPage(id);
  return {
    location: addresses.dialog(id),
    page: () =>
      withReceipt(receipts, { sent: 'dialog', forumId: forum.id, dialogId: id, page, asksToConfirm }),
  };
}

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
    answers: answeredComment(post),
    allowArchived: accessKeyId !== undefined,
    markdown,
    html: await renderPost(
      database,
      { forumId: forum.id, addresses },
      { text: fields.text, markdown, dialog_id: dialogId },
    ),
    hold: await holdFor(database, post, [fields.name, fields.text]),
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

/**
 * Follows what was posted if the form asks for answers by mail. @returns whether the address is to be confirmed first
 */
async function followIfWanted(
  followers: Followers,
  post: Post,
  followed: Pick<FollowRequest, 'dialogId' | 'email'>,
): Promise<boolean> {
  const { forum, member, origin } = post;
  if (!wantsAnswers(post)) return false;
  return followers.follow({ ...followed, forum, sender: origin.sender, isProven: member !== undefined });
}
