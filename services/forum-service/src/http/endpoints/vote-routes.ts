import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { newPostOf } from '../../posts/new-post.ts';
import { VOTE_FIELDS } from '../../posts/post-fields.ts';
import { castVote } from '../../posts/posting.ts';
import { isOwnDialog } from '../../posts/read-dialog.ts';
import { withReceipt } from '../../posts/receipts.ts';
import { refuseBots } from '../../posts/submission.ts';
import { readFields } from '../../posts/validate-fields.ts';
import type { Post, PostEndpoint, Posted, Routes } from '../endpoint.ts';
import { dialogPageOf, parentIdOf } from '../parameters.ts';

type Posting = Pick<Context, 'database' | 'identify' | 'refreshForum' | 'receipts'>;

const VOTE: Omit<PostEndpoint, 'handle'> = {
  summary: 'Vote for a dialog',
  description: 'One vote for each e-mail address. Archived dialogs accept votes with a key only.',
  countsAs: 'vote',
  fields: VOTE_FIELDS,
  pageOf: dialogPageOf,
  ofDialog: true,
};

export function voteRoutes(context: Posting): Routes {
  return { '/vote/:slug/:id': { post: { ...VOTE, handle: (post) => vote(context, post) } } };
}

async function vote({ database, identify, refreshForum, receipts }: Posting, post: Post): Promise<Posted> {
  const { forum, addresses, accessKeyId, member } = post;
  refuseBots(post);
  const fields = readFields(VOTE_FIELDS, post);
  const dialogId = parentIdOf(post);
  // Only a member's address is proven.
  if (member && (await isOwnDialog(database, { forumId: forum.id, id: dialogId, member })))
    throw new AppError('forbidden', 'People cannot vote for what they wrote themselves.');
  const revision = await castVote(database, {
    ...(await newPostOf(identify, post, fields)),
    dialogId,
    allowArchived: accessKeyId !== undefined,
  });
  refreshForum(forum, revision);
  const page = addresses.dialogPage(dialogId);
  const thanks = { sent: 'vote', forumId: forum.id, dialogId, page } as const;
  return { page: async () => `${await withReceipt(receipts, thanks)}#:votes` };
}
