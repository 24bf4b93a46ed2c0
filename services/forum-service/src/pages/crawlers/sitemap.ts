import { createSitemap } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { listVisibleDialogs } from '../../dialogs/visible-dialogs.ts';
import type { PageKind } from '../page.ts';

/** `/sitemap.xml`: the home page and every visible dialog. */
export function sitemap({ database }: Pick<Context, 'database'>): PageKind {
  const kind: PageKind = createSitemap({
    homeOf: ({ addresses }) => addresses.home,
    async readSection({ forum, addresses }, { limit, offset }) {
      const { total, rows } = await listVisibleDialogs(database, { forumId: forum.id, start: offset, limit });
      const entries = rows.map(({ id, last_activity }) => ({
        address: addresses.dialogPage(id),
        changed: last_activity.toISOString(),
      }));
      return { total, entries };
    },
  });
  return { ...kind, isForAnybody: true };
}
