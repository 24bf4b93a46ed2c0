import { createPager, noSuchPage, pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { listOwnPosts } from '../../posts/list-own-posts.ts';
import { originOf } from '../../posts/new-post.ts';
import type { PageKind } from '../page-kind.ts';
import { forMember } from './member-call.ts';

const POSTS_PER_PAGE = 20;

/** `/me`: what the member has written. */
export function myPostsPage({ database, clients }: Pick<Context, 'database' | 'clients'>): PageKind {
  return {
    read: forMember(async ({ site, query, member, request }) => {
      const number = pageNumber(query);
      const slice = { start: (number - 1) * POSTS_PER_PAGE, limit: POSTS_PER_PAGE };
      const own = { email: member.email, origin: originOf(request, clients) };
      const { total, posts } = await listOwnPosts(database, site.forum.id, own, slice);
      if (posts.length === 0 && number > 1) throw noSuchPage();
      const { myPosts } = site.phrasing.words.members;
      return {
        template: 'members/my-posts',
        head: { title: myPosts, indexed: false },
        content: {
          posts,
          pager: createPager(`${site.base}/me`, {
            number,
            pages: Math.max(1, Math.ceil(total / POSTS_PER_PAGE)),
          }),
        },
      };
    }),
  };
}
