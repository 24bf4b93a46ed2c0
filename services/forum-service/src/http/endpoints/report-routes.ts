import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { type NewReport, report, visibleDialogOf } from '../../moderation/report.ts';
import { newPostOf } from '../../posts/new-post.ts';
import { REPORT_FIELDS } from '../../posts/post-fields.ts';
import { withReceipt } from '../../posts/receipts.ts';
import { refuseBots } from '../../posts/submission.ts';
import { readFields } from '../../posts/validate-fields.ts';
import type { Call, Post, PostEndpoint, Posted, Routes } from '../endpoint.ts';
import { dialogPageOf, parentIdOf } from '../parameters.ts';

type Posting = Pick<Context, 'database' | 'identify' | 'receipts'>;

const REPORT: Omit<PostEndpoint, 'handle' | 'pageOf' | 'summary'> = {
  description: 'One report counts for each e-mail address; repeating it changes nothing.',
  countsAs: 'post',
  fields: REPORT_FIELDS,
  repeatable: true,
};

export function reportRoutes(context: Posting): Routes {
  const handleReport = (of: (id: number) => NewReport['of']) => (post: Post) => newReport(context, post, of);
  return {
    '/report-dialog/:slug/:id': {
      post: {
        ...REPORT,
        summary: 'Report a dialog as inappropriate',
        pageOf: dialogPageOf,
        ofDialog: true,
        handle: handleReport((dialogId) => ({ dialogId })),
      },
    },
    '/report-comment/:slug/:id': {
      post: {
        ...REPORT,
        summary: 'Report a comment as inappropriate',
        pageOf: (call) => commentPageOf(context, call),
        handle: handleReport((commentId) => ({ commentId })),
      },
    },
  };
}

async function commentPageOf(
  { database }: Posting,
  { forum, addresses, path }: Pick<Call, 'forum' | 'addresses' | 'path'>,
): Promise<string | undefined> {
  const id = parseId(path.id);
  if (id === undefined) return undefined;
  const dialogId = await visibleDialogOf(database, [forum.id, id]);
  return dialogId === undefined ? undefined : addresses.commentPage(dialogId, id);
}

async function newReport(
  { database, identify, receipts }: Posting,
  post: Post,
  of: (id: number) => NewReport['of'],
): Promise<Posted> {
  refuseBots(post);
  const fields = readFields(REPORT_FIELDS, post);
  const reported = of(parentIdOf(post));
  const dialogId = await report(database, {
    ...(await newPostOf(identify, post, fields)),
    of: reported,
    reason: fields.report_reason,
  });
  const page = post.addresses.dialogPage(dialogId);
  const thanks = { sent: 'report', forumId: post.forum.id, dialogId, page } as const;
  return { page: () => withReceipt(receipts, thanks) };
}
