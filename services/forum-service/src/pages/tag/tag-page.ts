import { fill } from '@guidepost/i18n';
import { noSuchPage, pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { foldTagName } from '../../model/tag.ts';
import { NEWEST_FIRST } from '../../posts/dialog-sort-orders.ts';
import { bindTaggedDialogs } from '../../posts/tagged-dialogs.ts';
import { findPublicTag } from '../../posts/tags.ts';
import { readDialogList } from '../list/dialog-list.ts';
import { listPage } from '../list/list-page.ts';
import type { PageKind } from '../page.ts';

/** `/tags/:tag`, for public tags. */
export function tagPage({ content: reads }: Pick<Context, 'content'>): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.tag} ${pageNumber(query)}`,
    async read({ site, path: { tag = '' }, query }) {
      const content = reads.of(site.forum);
      const folded = foldTagName(tag);
      const found = folded.includes('\0') ? null : await findPublicTag(content, site.id, folded);
      if (!found) throw noSuchPage();
      const path = `/tags/${encodeURIComponent(found.name)}`;
      if (tag !== found.name) return { movedTo: `${site.base}${path}` };
      const request = { forumId: site.id, tags: [folded], order: NEWEST_FIRST, includeArchived: false };
      const list = await readDialogList(content, pageNumber(query), (slice) =>
        bindTaggedDialogs({ ...request, ...slice }),
      );
      return listPage(site, {
        heading: fill(site.phrasing.words.tagged, { tag: found.name }),
        path,
        list,
      });
    },
  };
}
