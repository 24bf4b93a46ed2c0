import type { Post, PostEndpoint, Posted, Routes } from '../api/endpoint.ts';
import type { Context } from '../context.ts';
import { REPORT_FIELDS } from '../posting/fields.ts';
import { refuseBaited } from '../posting/honeypot.ts';
import { newPostOf, parentIdOf } from '../posting/new-post.ts';
import { readFields } from '../posting/read-fields.ts';
import { thankingFor } from '../posting/sent.ts';
import { type NewReport, report } from './report.ts';

type Posting = Pick<Context, 'database' | 'identify'>;

const REPORT: Omit<PostEndpoint, 'handle' | 'summary'> = {
  description: 'Once from each e-mail address; more of them change nothing.',
  countsAs: 'post',
  fields: REPORT_FIELDS,
  repeatable: true,
};

export function reportRoutes(context: Posting): Routes {
  const reportWhat = (of: (id: number) => NewReport['of']) => (post: Post) => newReport(context, post, of);
  return {
    '/report-dialog/:slug/:id': {
      post: {
        ...REPORT,
        summary: 'Report a dialog as inappropriate',
        handle: reportWhat((dialogId) => ({ dialogId })),
      },
    },
    '/report-comment/:slug/:id': {
      post: {
        ...REPORT,
        summary: 'Report a comment as inappropriate',
        handle: reportWhat((commentId) => ({ commentId })),
      },
    },
  };
}

async function newReport(
  { database, identify }: Posting,
  post: Post,
  of: (id: number) => NewReport['of'],
): Promise<Posted> {
  refuseBaited(post);
  const fields = readFields(REPORT_FIELDS, post);
  const reported = of(parentIdOf(post));
  const dialogId = await report(database, {
    ...(await newPostOf(identify, post, fields)),
    of: reported,
    reason: fields.report_reason,
  });
  return { page: thankingFor('report', post.addresses.dialogPage(dialogId)) };
}
