import { parseId } from '@guidepost/http';
import { descriptionOf, noSuchPage, type Page } from '@guidepost/pages';
import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import { REPORT_FIELDS } from '../../posting/fields.ts';
import { blankFields } from '../forms/blank-fields.ts';
import type { PageCall, PageKind } from '../page.ts';

/** Something that somebody finds inappropriate. */
interface Reported {
  /** The dialog that it is, or that it is said on. */
  id: number;
  title: string;
  author_name: string;
  /** The beginning, as it was written. */
  text: string;
}

const readReported = preparedStatement(new URL('./sql/read-reported.sql', import.meta.url));

/** `/:id/report`: the form that reports a dialog. Pages of dialogs would be twice as large with those of all comments. */
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

/** `/:id/comments/:comment/report`: the form that reports a comment. */
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
  comment: number | null,
): Promise<Reported> {
  const id = parseId(path.id);
  const values = [site.forum.id, id, comment];
  const reported = id === undefined ? null : await database.oneOrNone<Reported>(readReported(values));
  if (!reported) throw noSuchPage();
  return reported;
}

function reportPage(
  { site }: PageCall,
  { id, title, author_name, text }: Reported,
  form: { heading: string; action: string },
): Page {
  return {
    template: 'report/report',
    head: { title: form.heading, indexed: false },
    content: {
      ...form,
      trail: [{ address: site.paths.dialogPage(id), name: title }],
      author: author_name,
      beginning: descriptionOf(text),
      fields: blankFields(site, { table: REPORT_FIELDS }),
    },
  };
}
