import { descriptionOf, leadTo } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { deleteOwnPost } from '../../own-posts/change-own-post.ts';
import { requireChangeablePost } from '../../own-posts/own-post.ts';
import { readableText } from '../../rendering/render-post-text.ts';
import type { PageKind } from '../page.ts';
import { forMember } from './for-member.ts';
import { ownChangeOf, pageAfter, placeBehind, placeOf, refusalPage } from './own-post-call.ts';

/** `/:id/delete`, `/:id/comments/:comment/delete`: deletes a post of the member, after a question. */
export function deletePage({ database }: Pick<Context, 'database'>): PageKind {
  return {
    read: forMember(async (call) => {
      const { site } = call;
      const place = placeOf(call);
      const { members } = site.phrasing.words;
      try {
        const post = await requireChangeablePost(database, ownChangeOf(call));
        const heading = place.commentId === undefined ? members.deletePost : members.deleteComment;
        return {
          template: 'members/delete',
          head: { title: heading, indexed: false },
          content: {
            heading,
            beginning: descriptionOf(readableText(post)),
            back: placeBehind(site, place, post),
          },
        };
      } catch (error) {
        return refusalPage(error, site, await pageAfter(database, call));
      }
    }),
    async change(call) {
      const { site } = call;
      try {
        await deleteOwnPost(database, ownChangeOf(call));
        return leadTo(303, `${site.base}/me`);
      } catch (error) {
        return refusalPage(error, site, await pageAfter(database, call));
      }
    },
  };
}
