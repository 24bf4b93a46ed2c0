import { fill } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { bindDialogList } from '../../dialogs/dialog-list.ts';
import { NEWEST_FIRST } from '../../dialogs/dialog-order.ts';
import { listSection } from '../../dialogs/dialog-section.ts';
import type { PageKind } from '../page.ts';

/** How many dialogs are shown. */
const NEWEST = 10;

/** `/forum/:slug` */
export function homePage({ database }: Pick<Context, 'database'>): PageKind {
  return {
    keptAs: () => '',
    async read({ site }) {
      const { forum, phrasing } = site;
      const section = { forumId: forum.id, order: NEWEST_FIRST, start: 0, limit: NEWEST };
      const request = { ...section, topics: forum.topics, archivedToo: false };
      const newest = await listSection(database, bindDialogList(request));
      return {
        template: 'home/home',
        head: { description: fill(phrasing.words.siteDescription, { organization: site.organization }) },
        content: { dialogs: newest.rows, total: newest.total },
      };
    },
  };
}
