import { noSuchPage, pageNumber } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { mapInSlices, parseId } from '@guidepost/service-kit';
import type { Slice } from '../../model/listing.ts';
import {
  type CommentWithText,
  type DialogWithComments,
  findAnswers,
  findDialogWithComments,
} from '../../posts/read-dialog.ts';
import { displayHtml, withLargeImages } from '../../rendering/embed.ts';
import { type PostText, readableText } from '../../rendering/render-posts.ts';
import type { PageCall } from '../page-kind.ts';
import type { Site } from '../site.ts';

export const COMMENTS_PER_PAGE = 50;

export const NO_COMMENTS: Slice = { start: 0, limit: 0 };

/** The dialog in a path with a slice of its comments. @throws AppError `not-found`, also for a held dialog */
export async function readDialog(
  content: ContentReader,
  { site, path }: Pick<PageCall, 'site' | 'path'>,
  slice: Slice & { mostBytes: number },
): Promise<DialogWithComments> {
  const id = parseId(path.id);
  const request = id !== undefined && { forum: site.forum, id, ...slice };
  const dialog = request ? await findDialogWithComments(content, request) : null;
  if (!dialog) throw noSuchPage();
  if (dialog.isCut) return dialog;
  return {
    ...forDisplay(dialog, site),
    comments: await mapInSlices(dialog.comments, (each) => forDisplay(each, site)),
  };
}

/** The accepted and the newest official answer, which stand first on the first page and everywhere in their place. */
export async function readAnswers(
  content: ContentReader,
  { site, query }: Pick<PageCall, 'site' | 'query'>,
  dialog: DialogWithComments,
): Promise<CommentWithText[]> {
  if (dialog.isCut || pageNumber(query) > 1 || dialog.num_comments < 2) return [];
  const answers = await findAnswers(content, site.forum.id, dialog);
  const [first] = dialog.comments;
  return answers.filter(({ id }) => id !== first?.id).map((answer) => forDisplay(answer, site));
}

/** A post as readers see it. */
function forDisplay<Post extends PostText & { text_html: string }>(post: Post, site: Site): Post {
  return {
    ...post,
    text: readableText(post),
    text_html: withLargeImages(displayHtml(post.text_html, site)),
  };
}
