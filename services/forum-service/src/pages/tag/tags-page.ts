import { pageCount } from '@guidepost/http';
import { createPager, listHead, noSuchPage, pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { listPublicTags } from '../../posts/tags.ts';
import type { PageKind } from '../page.ts';

const PAGE_SIZE = 200;

/** `/tags` */
export function tagsPage({ content }: Pick<Context, 'content'>): PageKind {
  return {
    keptAs: ({ query }) => `${pageNumber(query)}`,
    async read({ site, query }) {
      const number = pageNumber(query);
      const slice = { forum: site.forum, start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
      const { rows: tags, total } = await listPublicTags(content.of(site.forum), slice);
      const pages = Math.max(1, pageCount(total, PAGE_SIZE));
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
