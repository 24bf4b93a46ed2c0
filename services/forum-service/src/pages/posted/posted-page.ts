import { leadTo } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { readReceipt } from '../../posts/receipts.ts';
import type { PageKind } from '../page.ts';

/**
 * `/posted`: confirms a held post; once expired it redirects to the forum. The forum's own thanks are for posts that
 * appear at once.
 */
export function postedPage({ receipts }: Pick<Context, 'receipts'>): PageKind {
  return {
    async read({ site: { paths, forum, phrasing }, query }) {
      const receipt = await readReceipt(receipts, query.first('posted'), { forumId: forum.id });
      if (!receipt) return leadTo(303, paths.home);
      return {
        template: 'posted/posted',
        head: { title: phrasing.words.thanks, indexed: false },
        isPersonal: true,
        content: { asksToConfirm: receipt.asksToConfirm },
      };
    },
  };
}
