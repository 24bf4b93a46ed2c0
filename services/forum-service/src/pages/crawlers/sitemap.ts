import { createSitemap } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { listVisibleDialogs } from '../../posts/visible-dialogs.ts';
import type { PageKind } from '../page.ts';

/** `/sitemap.xml`: the home page and every visible dialog. */
export function sitemap({ content }: Pick<Context, 'content'>): PageKind {
  const kind: PageKind = createSitemap({
    homeOf: ({ addresses }) => addresses.home,
    async readSection({ forum, addresses }, { limit, offset }) {
      const slice = { forumId: forum.id, start: offset, limit };
      const { total, rows } = await listVisibleDialogs(content.of(forum), slice);
      const entries = rows.map(({ id, last_activity }) => ({
        address: addresses.dialogPage(id),
        changed: last_activity.toISOString(),
      }));
      return { total, entries };
    },
  });
  return { ...kind, isForAnybody: true };
}
