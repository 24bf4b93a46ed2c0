import { pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { readGuideList } from '../../guides/guide-titles.ts';
import { listPage } from '../list/list-page.ts';
import type { PageKind } from '../page.ts';

/** `/guides`: all of them by title. */
export function allGuidesPage({
  database,
  siteAddress,
}: Pick<Context, 'database' | 'siteAddress'>): PageKind {
  return {
    keptAs: ({ query }) => String(pageNumber(query)),
    async read({ site, query }) {
      const { id: knowledgeBaseId, host } = site.knowledgeBase;
      const home = siteAddress(host);
      return listPage(site, {
        heading: site.phrasing.words.allGuides,
        path: `${site.base}/guides`,
        address: home && `${home}/guides`,
        list: await readGuideList(database, { knowledgeBaseId, in: 'everything', number: pageNumber(query) }),
      });
    },
  };
}
