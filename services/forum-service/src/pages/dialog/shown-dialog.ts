import { parseId } from '@guidepost/http';
import { noSuchPage } from '@guidepost/pages';
import { type Database, statementTemplate } from '@guidepost/postgres';
import { COMMENT_COLUMNS } from '../../comments/comment-columns.ts';
import { LISTED_DIALOG_COLUMNS } from '../../dialogs/dialog-columns.ts';
import type { Section } from '../../http/parameters.ts';
import type { CommentRow } from '../../http/records/comment-record.ts';
import type { DialogRow } from '../../http/records/dialog-record.ts';
import { shownHtml } from '../../text/shown-html.ts';
import type { PageCall } from '../page.ts';

/** A dialog as its page shows it. */
export interface ShownDialog extends DialogRow {
  /** Whether its HTML and that of the comments has more bytes than were allowed; then there is none of it. */
  isCut: boolean;
  /** The beginning, as it was written. */
  text: string;
  /** The names of the public ones. */
  tags: string[];
  /** A section of them, the oldest first. */
  comments: ShownComment[];
}

export interface ShownComment extends CommentRow {
  /** The beginning, as it was written. */
  text: string;
}

const read = statementTemplate(new URL('./sql/read-dialog.sql', import.meta.url))(
  { dialog: LISTED_DIALOG_COLUMNS, comment: COMMENT_COLUMNS },
  { prepared: true },
);

/** For whoever wants none of them. */
export const NO_COMMENTS: Section = { start: 0, limit: 0 };

/**
 * The dialog that a path names, archived or not, with a section of its comments.
 * @throws AppError `not-found`, also for one that waits for an editor
 */
export async function readDialog(
  database: Database,
  { site, path }: Pick<PageCall, 'site' | 'path'>,
  { start, limit, mostBytes }: Section & { mostBytes: number },
): Promise<ShownDialog> {
  const id = parseId(path.id);
  const dialog =
    id && (await database.oneOrNone<ShownDialog>(read([site.forum.id, id, start, limit, mostBytes])));
  if (!dialog) throw noSuchPage();
  if (dialog.isCut) return dialog;
  return { ...asShown(dialog), comments: dialog.comments.map(asShown) };

  function asShown<Post extends { text_html: string }>(post: Post): Post {
    return { ...post, text_html: shownHtml(post.text_html, site) };
  }
}
