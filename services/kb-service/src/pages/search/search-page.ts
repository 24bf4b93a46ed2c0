import {
  createSearchPage,
  createSearchSuggestions,
  type SiteSearch,
  type SiteSearchResult,
} from '@guidepost/pages';
import { correctedQuery, createAnalyzer } from '@guidepost/search';
import type { Context } from '../../context.ts';
import { readFoundGuides } from '../../search/found-guides.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { listSuggestions } from '../suggestions.ts';

type SearchContext = Pick<Context, 'database' | 'guideSearch'>;

/** `/search?q=…` */
export function searchPage(context: SearchContext): PageKind {
  return createSearchPage({
    find: (search) => findGuides(context, search),
    suggest: (site) => listSuggestions(context.database, site),
  });
}

/** `/search/suggestions?q=…` */
export function searchSuggestions(context: SearchContext): PageKind {
  return createSearchSuggestions((search) => findGuides(context, search));
}

async function findGuides(
  { database, guideSearch }: SearchContext,
  { site: { base, knowledgeBase }, query: text, excerpt, ...stretch }: SiteSearch<Site>,
): Promise<SiteSearchResult> {
  const query = createAnalyzer(knowledgeBase.language).query(text);
  const result = await guideSearch.page({ tenant: knowledgeBase, query, ...stretch });
  const { ids, total } = result;
  const guides = await readFoundGuides(database, { knowledgeBase, query, result, excerptLength: excerpt });
  return {
    // Stale search results do not count.
    total: total - (ids.length - guides.length),
    correctedQuery: correctedQuery(text, result.corrections),
    missing: result.missing,
    found: guides.map((guide) => ({ ...guide, path: `${base}/guides/${guide.slug}` })),
  };
}
