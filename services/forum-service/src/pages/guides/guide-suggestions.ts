import { DATA_HEADERS, noSuchPage } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { MOST_GUIDES } from '../../guides/guides.ts';
import type { PageKind } from '../page.ts';
import { findGuides } from './found-guides.ts';

/** `/guides/suggestions?q=…`: guides for someone who writes a post, as JSON. Apart from similar posts, which wait for no one. */
export function guideSuggestions({ guidesOf }: Pick<Context, 'guidesOf'>): PageKind {
  return {
    async read({ site, query }) {
      if (!guidesOf(site.forum.slug)) throw noSuchPage();
      const guides = await findGuides(guidesOf, site, { query: query.first('q') ?? '', limit: MOST_GUIDES });
      return {
        status: 200,
        headers: { ...DATA_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ guides }),
      };
    },
  };
}
