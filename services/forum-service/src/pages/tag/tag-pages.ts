import { fill } from '@guidepost/i18n';
import { createPager, listHead, noSuchPage, pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { foldTagName } from '../../model/tag.ts';
import { NEWEST_FIRST } from '../../posts/dialog-rows.ts';
import { bindTaggedDialogs } from '../../posts/list-dialogs.ts';
import { findPublicTag, listPublicTags } from '../../posts/tags.ts';
import { listPage, readDialogList } from '../list/list-page.ts';
import type { PageKind } from '../page-kind.ts';

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

const PAGE_SIZE = 200;

/** `/tags` */
export function tagsPage({ content }: Pick<Context, 'content'>): PageKind {
  return {
    keptAs: ({ query }) => `${pageNumber(query)}`,
    async read({ site, query }) {
      const number = pageNumber(query);
      const slice = { forum: site.forum, start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
      const { rows: tags, total } = await listPublicTags(content.of(site.forum), slice);
      const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
      if (number > pages) throw noSuchPage();
      const heading = site.phrasing.words.allTags;
      const names = tags.map(({ name }) => name);
      const address = `${site.addresses.home}/tags`;
      return {
        template: 'tag/tags',
        head: {
          ...listHead(site, { title: heading, names, address, number, pages }),
          indexed: total > 0,
        },
        content: { heading, tags, pager: createPager(`${site.base}/tags`, { number, pages }) },
      };
    },
  };
}
