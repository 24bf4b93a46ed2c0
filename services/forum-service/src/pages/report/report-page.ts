import { descriptionOf, noSuchPage, type Page } from '@guidepost/pages';
import type { Database } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findReportablePost, type ReportablePost } from '../../moderation/report.ts';
import { REPORT_FIELDS } from '../../posts/post-fields.ts';
import { readableText } from '../../rendering/render-posts.ts';
import { blankFields } from '../forms/form-fields.ts';
import type { PageCall, PageKind } from '../page-kind.ts';
import type { Site } from '../site.ts';

/**
 * `/:id/report`: reports a dialog. A page of its own, since report forms for all comments would double the size of a
 * dialog's page.
 */
export function reportDialogPage({ database }: Pick<Context, 'database'>): PageKind {
  return {
    keptAs: ({ path }) => String(path.id),
    async read(call) {
      const reported = await findReported(database, call, null);
      const { slug } = call.site.forum;
      return reportPage(call, reported, {
        heading: call.site.phrasing.words.reportDialog,
        action: `/api/report-dialog/${slug}/${reported.id}`,
      });
    },
  };
}

/** `/:id/comments/:comment/report`: reports a comment. */
export function reportCommentPage({ database }: Pick<Context, 'database'>): PageKind {
  return {
    keptAs: ({ path }) => `${path.id} ${path.comment}`,
    async read(call) {
      const comment = parseId(call.path.comment);
      if (comment === undefined) throw noSuchPage();
      const { slug } = call.site.forum;
      return reportPage(call, await findReported(database, call, comment), {
        heading: call.site.phrasing.words.reportComment,
        action: `/api/report-comment/${slug}/${comment}`,
      });
    },
  };
}

/** @throws AppError `not-found` */
async function findReported(
  database: Database,
  { site, path }: PageCall,
  commentId: number | null,
): Promise<ReportablePost> {
  const dialogId = parseId(path.id);
  const request = dialogId !== undefined && { forumId: site.forum.id, dialogId, commentId };
  const reported = request ? await findReportablePost(database, request) : null;
  if (!reported) throw noSuchPage();
  return reported;
}

function reportPage(
  { site }: PageCall,
  { id, title, author_name, ...reported }: ReportablePost,
  form: { heading: string; action: string },
): Page {
  return {
    template: 'report/report',
    head: { title: form.heading, indexed: false },
    content: {
      ...form,
      trail: [{ address: site.paths.dialogPage(id), name: title }],
      author: author_name,
      beginning: descriptionOf(readableText(reported)),
      fields: blankFields({ ...site, member: undefined }, { table: REPORT_FIELDS, values: authorOf(site) }),
    },
  };
}

/** Reports are sent to the API, which knows no members. */
function authorOf({ member }: Site): Map<string, string> {
  return new Map(
    member && [
      ['name', member.name],
      ['useremail', member.email],
    ],
  );
}
