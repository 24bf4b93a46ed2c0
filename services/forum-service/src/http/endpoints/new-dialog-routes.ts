import type { Context } from '../../context.ts';
import { holdFor } from '../../posts/hold.ts';
import { isMarkdown } from '../../posts/markdown-flag.ts';
import { newPostOf } from '../../posts/new-post.ts';
import { postDialog } from '../../posts/post-dialog.ts';
import { DIALOG_FIELDS } from '../../posts/post-fields.ts';
import { confirmHeld, withReceipt } from '../../posts/receipts.ts';
import { requireFreeName } from '../../posts/require-free-name.ts';
import { readFieldsAndMetadata } from '../../posts/validate-fields.ts';
import { renderPost } from '../../rendering/render-posts.ts';
import type { Post, PostEndpoint, Posted, Routes } from '../endpoint.ts';
import { followIfWanted } from '../follow-if-wanted.ts';

type Posting = Pick<
  Context,
  'database' | 'identify' | 'refreshForum' | 'receipts' | 'followers' | 'staffNames'
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
    hold: holdFor(post, [fields.name, fields.title, fields.text]),
  });
  refreshForum(forum, revision);
  const asksToConfirm = await followIfWanted(followers, post, { dialogId: id, email: fields.useremail });
  if (held) return confirmHeld(receipts, post, asksToConfirm);
  const page = addresses.dialogPage(id);
  return {
    location: addresses.dialog(id),
    page: () =>
      withReceipt(receipts, { sent: 'dialog', forumId: forum.id, dialogId: id, page, asksToConfirm }),
  };
}
