import { descriptionOf, leadTo, type Page } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import {
  deleteOwnPost,
  type FoundPost,
  type PostPlace,
  requireDeletablePost,
} from '../../posts/own-posts.ts';
import { readableText } from '../../rendering/render-posts.ts';
import type { PageKind } from '../page-kind.ts';
import type { Site } from '../site.ts';
import {
  forMember,
  type MemberCallOnPost,
  ownChangeOf,
  pageAfter,
  placeBehind,
  placeOf,
  refusalPage,
} from './member-call.ts';

/** `/:id/delete`, `/:id/comments/:comment/delete`: deletes a post of the member, after a question. */
export function deletePage({ database }: Pick<Context, 'database'>): PageKind {
  async function refusal(error: unknown, call: MemberCallOnPost): Promise<Page> {
    const heading = call.site.phrasing.words.members.notDeleted;
    return refusalPage(error, call.site, { heading, back: await pageAfter(database, call) });
  }

  return {
    read: forMember(async (call) => {
      try {
        return question(call.site, placeOf(call), await requireDeletablePost(database, ownChangeOf(call)));
      } catch (error) {
        return refusal(error, call);
      }
    }),
    async change(call) {
      try {
        await deleteOwnPost(database, ownChangeOf(call));
        return leadTo(303, `${call.site.base}/me`);
      } catch (error) {
        return refusal(error, call);
      }
    },
  };
}

function question(site: Site, place: PostPlace, post: FoundPost): Page {
  const { members } = site.phrasing.words;
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
}
