import { parseId } from '@guidepost/http';
import { leadTo, noSuchPage, pageAddress } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { countCommentsBefore } from '../../posts/comments.ts';
import type { PageKind } from '../page.ts';

export const COMMENTS_PER_PAGE = 50;

/** `/:id/comments/:comment`: the permanent address of a comment. Redirects to its place on the current page of comments. */
export function commentRedirect({ database }: Pick<Context, 'database'>): PageKind {
  return {
    async read({ site, path, query }) {
      const [dialogId, id] = [parseId(path.id), parseId(path.comment)];
      if (dialogId === undefined || id === undefined) throw noSuchPage();
      const before = await countCommentsBefore(database, { forumId: site.forum.id, dialogId, id });
      if (before === undefined) throw noSuchPage();
      const posted = query.first('posted');
      const thanks = posted === undefined ? '' : `?posted=${encodeURIComponent(posted)}`;
      const number = 1 + Math.floor(before / COMMENTS_PER_PAGE);
      const page = pageAddress(site.paths.dialogPage(dialogId) + thanks, number);
      return leadTo(303, `${page}#comment-${id}`);
    },
  };
}
