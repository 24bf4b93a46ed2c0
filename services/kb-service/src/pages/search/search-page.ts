import { languageName } from '@guidepost/i18n/language-tag';
import {
  createSearchPage,
  createSearchSuggestions,
  type FoundPage,
  type SiteSearch,
  type SiteSearchResult,
} from '@guidepost/pages';
import { correctedQuery } from '@guidepost/search';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { type FoundGuide, readFoundGuides } from '../../search/found-guides.ts';
import { searchInLanguages } from '../../search/search-languages.ts';
import { linksToSamePath } from '../languages.ts';
import type { PageCall, PageKind } from '../page.ts';
import { languageOfText, type Site } from '../site.ts';
import { listSuggestions } from '../suggestions.ts';

export type SearchContext = Pick<Context, 'database' | 'guideSearch'>;

type CountedContext = SearchContext & Pick<Context, 'askForum' | 'readingCounts' | 'clients' | 'siteAddress'>;

/** `/search?q=…` */
export function searchPage(context: CountedContext): PageKind {
  return {
    async read(call) {
      const page = await createSearchPage<Site>({
        async find(search) {
          const result = await findGuides(context, search);
          countSearch(context, call, { ...result, ...search });
          return result;
        },
        suggest: (site) => listSuggestions(context.database, site),
        async findMore({ knowledgeBase }, query) {
          const askForum = context.askForum(knowledgeBase, query);
          const contact = knowledgeBase.contact && contactAbout(query);
          return askForum || contact ? { template: '/search/ask-people', askForum, contact } : undefined;
        },
      }).read(call);
      if (!('head' in page)) return page;
      const query = call.query.first('q');
      const path = query ? `/search?${new URLSearchParams({ q: query })}` : '/search';
      return { ...page, head: { ...page.head, languages: linksToSamePath(context, call.site, path) } };
    },
  };
}

/** The query of the page to write to people, with what was searched for. */
function contactAbout(query: string): string {
  return `?${new URLSearchParams({ subject: query, 'searched[0]': query })}`;
}

export function countSearch(
  { readingCounts, clients }: CountedContext,
  { site: { id: tenantId }, request }: PageCall,
  { query, offset, total, found }: { query: string; offset: number } & FoundOnSite,
): void {
  const address = clients.addressOf(request);
  // Further pages are the same search.
  if (offset === 0) readingCounts.countSearch({ tenantId, address, query, inVain: total === 0 }, request);
  readingCounts.noteResults({ tenantId, address, query, found: found.map(({ slug }) => slug) }, request);
}

/** The language of a text that stands in for a missing translation, by its name in itself. */
interface StandIn {
  language: string;
  direction: 'ltr' | 'rtl';
  name: string;
}

interface FoundOnSite extends SiteSearchResult {
  found: readonly (FoundPage & Pick<FoundGuide, 'id' | 'slug' | 'updated_at'> & { standIn?: StandIn })[];
}

/** `/search/suggestions?q=…` */
export function searchSuggestions(context: SearchContext): PageKind {
  return createSearchSuggestions((search) => findGuides(context, search));
}

function standInOf({ id, languages }: KnowledgeBase, { shown_from }: FoundGuide) {
  const shown = languageOfText({ id, languages }, shown_from);
  return shown && { standIn: { ...shown, name: languageName(shown.language, shown.language) } };
}

/** Guides that match a text, as the results of a search show them. */
export async function findGuides(
  { database, guideSearch }: SearchContext,
  { site: { base, knowledgeBase }, query: text, excerpt, ...stretch }: SiteSearch<Site>,
): Promise<FoundOnSite> {
  const result = await searchInLanguages(
    { database, search: guideSearch },
    { knowledgeBase, text, ...stretch },
  );
  const { parts, total } = result;
  const guides: FoundGuide[] = [];
  for (const { query, ...part } of parts)
    guides.push(
      ...(await readFoundGuides(database, { knowledgeBase, query, result: part, excerptLength: excerpt })),
    );
  const stale = parts.reduce((sum, { ids }) => sum + ids.length, -guides.length);
  return {
    // Stale search results do not count.
    total: total - stale,
    correctedQuery: correctedQuery(text, result.corrections),
    missing: result.missing,
    isPartial: result.partial,
    found: guides.map((guide) => ({
      ...guide,
      ...standInOf(knowledgeBase, guide),
      path: `${base}/guides/${guide.slug}`,
    })),
  };
}
