import { addressBlock } from '@guidepost/http';
import { DATA_HEADERS, leadTo, noSuchPage } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';

/**
 * `/guides/:guide/helped`: someone has read a suggested guide instead of posting. Its title and address come from the
 * knowledge base, never from the browser.
 */
export function guideHelped({ guidesOf, helpCounts }: Pick<Context, 'guidesOf' | 'helpCounts'>): PageKind {
  return {
    read: async ({ site }) => leadTo(303, site.paths.ask),
    async send({ site: { forum }, path, origin }) {
      const guide = await guidesOf(forum.slug)?.read(path.guide ?? '');
      if (!guide) throw noSuchPage();
      await helpCounts.count({ forumId: forum.id, guide, client: addressBlock(origin.sender) });
      return { status: 204, headers: DATA_HEADERS, body: '' };
    },
  };
}
