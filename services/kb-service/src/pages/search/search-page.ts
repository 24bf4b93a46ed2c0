import {
  createSearchPage,
  createSearchSuggestions,
  type FoundPage,
  type SiteSearch,
  type SiteSearchResult,
} from '@guidepost/pages';
import { correctedQuery, createAnalyzer } from '@guidepost/search';
import type { Context } from '../../context.ts';
import { readFoundGuides } from '../../search/found-guides.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { listSuggestions } from '../suggestions.ts';

type SearchContext = Pick<Context, 'database' | 'guideSearch'>;

type CountedContext = SearchContext & Pick<Context, 'askForum' | 'readingCounts' | 'clients'>;

/** `/search?q=…` */
export function searchPage(context: CountedContext): PageKind {
  return {
    read: (call) =>
      createSearchPage<Site>({
        async find(search) {
          const result = await findGuides(context, search);
          countSearch(context, call, { ...result, ...search });
          return result;
        },
        suggest: (site) => listSuggestions(context.database, site),
        async findMore({ knowledgeBase }, query) {
          const askForum = context.askForum(knowledgeBase, query);
          return askForum === undefined ? undefined : { template: '/search/ask-forum', askForum };
        },
      }).read(call),
  };
}

function countSearch(
  { readingCounts, clients }: CountedContext,
  { site: { id: tenantId }, request }: PageCall,
  { query, offset, total, found }: { query: string; offset: number } & FoundOnSite,
): void {
  const address = clients.addressOf(request);
  // Further pages are the same search.
  if (offset === 0) readingCounts.countSearch({ tenantId, address, query, inVain: total === 0 }, request);
  readingCounts.noteResults({ tenantId, address, query, found: found.map(({ slug }) => slug) }, request);
}

interface FoundOnSite extends SiteSearchResult {
  found: readonly (FoundPage & { slug: string })[];
}

/** `/search/suggestions?q=…` */
export function searchSuggestions(context: SearchContext): PageKind {
  return createSearchSuggestions((search) => findGuides(context, search));
}

async function findGuides(
  { database, guideSearch }: SearchContext,
  { site: { base, knowledgeBase }, query: text, excerpt, ...stretch }: SiteSearch<Site>,
): Promise<FoundOnSite> {
  const query = createAnalyzer(knowledgeBase.language).query(text);
  const result = await guideSearch.page({ tenant: knowledgeBase, query, ...stretch });
  const { ids, total } = result;
  const guides = await readFoundGuides(database, { knowledgeBase, query, result, excerptLength: excerpt });
  return {
    // Stale search results do not count.
    total: total - (ids.length - guides.length),
    correctedQuery: correctedQuery(text, result.corrections),
    missing: result.missing,
    isPartial: result.partial === true,
    found: guides.map((guide) => ({ ...guide, path: `${base}/guides/${guide.slug}` })),
  };
}
