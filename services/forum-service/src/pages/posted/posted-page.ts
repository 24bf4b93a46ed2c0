import { leadTo } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { sentFrom } from '../../posting/sent.ts';
import type { PageKind } from '../page.ts';

/**
 * `/posted`: says that a post waits until an editor has seen it. Opened later, it leads to the forum. The forum's own thanks
 * are left out: they are for people whose post is shown at once.
 */
export function postedPage({ receipts }: Pick<Context, 'receipts'>): PageKind {
  return {
    async read({ site: { base, forum, phrasing }, query }) {
      const sent = await sentFrom(receipts, query.first('posted'), { forumId: forum.id });
      if (!sent) return leadTo(303, base);
      return {
        template: 'posted/posted',
        head: { title: phrasing.words.thanks, indexed: false },
        isPersonal: true,
        content: {},
      };
    },
  };
}
