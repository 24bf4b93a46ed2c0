import { noSuchPage } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { mapInSlices, parseId } from '@guidepost/service-kit';
import type { Slice } from '../../model/listing.ts';
import { type DialogWithComments, findDialogWithComments } from '../../posts/read-dialog.ts';
import { displayHtml, withLargeImages } from '../../rendering/embed.ts';
import { type PostText, readableText } from '../../rendering/render-posts.ts';
import type { PageCall } from '../page-kind.ts';
import type { Site } from '../site.ts';

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

/** A post as readers see it. */
export function forDisplay<Post extends PostText & { text_html: string }>(post: Post, site: Site): Post {
  return {
    ...post,
    text: readableText(post),
    text_html: withLargeImages(displayHtml(post.text_html, site)),
  };
}
