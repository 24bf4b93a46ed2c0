import { type Database, type SqlPart, sql } from '@guidepost/postgres';
import {
  correctedQuery,
  createAnalyzer,
  createSearcher,
  type Facets,
  type Searcher,
  type SearcherOptions,
  type SearchSnapshot,
  type SearchTenant,
} from '@guidepost/search';
import { parseId } from '@guidepost/service-kit';
import { type GuideFilter, type GuideListRequest, listFoundGuides } from '../content/list-guides.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { ListedRows } from '../model/listing.ts';
import { findAllInLanguages, searchInLanguages } from './search-languages.ts';

const findFacet = {
  category: sql`
    -- $2 is a slug, or an ID if no category has the slug ($3, null if $2 is no number).
    select c.id
    from categories c
    where c.knowledge_base_id = $1 and (c.slug = $2 or c.id = $3)
    order by c.slug = $2 desc
    limit 1
  `,
  tag: sql`
    -- $2 is a slug, or an ID if no tag has the slug ($3, null if $2 is no number).
    select t.id
    from tags t
    where t.knowledge_base_id = $1 and (t.slug = $2 or t.id = $3)
    order by t.slug = $2 desc
    limit 1
  `,
};

export interface SearchedGuidesRequest extends Omit<GuideListRequest, 'knowledgeBaseId' | 'language'> {
  knowledgeBase: KnowledgeBase;
  filter: GuideFilter | undefined;
  /** The search terms. */
  words: string;
}

const snapshotWithout = (more: SqlPart) => sql`
  -- The revision of the search index, whether an engine's index with the settings $2 can answer, and, unless hidden
  -- ones are found, too ($3), the indexed guides that are no longer published. Looks up waiting guides by ID, so that
  -- the time depends only on the length of the queue.
  select search_revision($1) as revision, s.state, s.index_name,
    array(
      select w.document_id
      from search_waiting($1, s.index_id) w
      where not $3 and w.document_id > 0 and coalesce(
        (select not g.published from guides g where g.knowledge_base_id = $1 and g.id = w.document_id),
        true
      )${more}
    ) as excluded
  from search_index_state($2) s
`;
export const findSnapshot = snapshotWithout(sql.part``);
/** Without the guides that are shown in another text to readers of the edition $4. */
const findStandInSnapshot = snapshotWithout(sql.part`
      union all
      select p.id
      from guides p
      where p.knowledge_base_id = $1 and p.published and not exists (
        select from guides e where e.knowledge_base_id = $4 and e.id = p.id and e.shown_from = $1
      )`);

/** A language, or one whose texts stand in for missing ones of the edition `shownIn`. */
interface AskedLanguage extends SearchTenant {
  shownIn?: number;
}

/**
 * A page of the guides that a search finds, by rank or in the requested order. Stale results on the page are left
 * out of the total.
 */
export async function searchGuides(
  { database, search }: { database: Database; search: Searcher },
  { knowledgeBase, words, filter, ...rest }: SearchedGuidesRequest,
): Promise<ListedRows> {
  const { id: knowledgeBaseId, language } = knowledgeBase;
  const request = { ...rest, knowledgeBaseId, language };
  const facets = await resolveFilter(database, knowledgeBase.id, filter);
  if (!facets) return { total: 0, rows: [], isCut: false };
  const searchRequest = {
    tenant: knowledgeBase,
    query: createAnalyzer(knowledgeBase.language).query(words),
    facets,
  };
  if (request.sort.length > 0) {
    const { ids, corrections, partial } = await (rest.withFallbacks
      ? findAllInLanguages({ database, search }, { knowledgeBase, text: words, facets })
      : search.all(searchRequest));
    const listed = await listFoundGuides(database, request, ids);
    return { ...listed, correctedQuery: correctedQuery(words, corrections), partial };
  }
  const { page } = request;
  const asked = { knowledgeBase, text: words, facets, offset: page.offset, limit: page.size };
  const { parts, total, corrections, partial } = await (rest.withFallbacks
    ? searchInLanguages({ database, search }, asked)
    : searchOne(search, { ...searchRequest, ...asked }));
  const ids = parts.flatMap((part) => part.ids);
  // `ids` is the page already.
  const listed = await listFoundGuides(database, { ...request, page: { ...page, offset: 0 } }, ids);
  return {
    ...listed,
    total: total - (ids.length - listed.total),
    upTo: total,
    correctedQuery: correctedQuery(words, corrections),
    partial,
  };
}

async function searchOne(search: Searcher, asked: Parameters<Searcher['page']>[0]) {
  const { ids, ...result } = await search.page(asked);
  return { ...result, parts: [{ ids }] };
}

/** The facet of a filter; undefined if nothing has its slug or ID. */
async function resolveFilter(
  database: Database,
  knowledgeBaseId: number,
  filter: GuideFilter | undefined,
): Promise<Facets | undefined> {
  if (!filter) return {};
  const values = [knowledgeBaseId, filter.value, parseId(filter.value) ?? null];
  const found = await database.oneOrNone<{ id: number }>(findFacet[filter.by](values));
  return found ? { [filter.by]: [found.id] } : undefined;
}

export function createGuideSearch(options: Omit<SearcherOptions, 'findSnapshot'>): Searcher {
  return createSearcher({
    ...options,
    findSnapshot({ tenant, hiddenToo = false }, settings) {
      const { id, shownIn }: AskedLanguage = tenant;
      const values = [id, settings, hiddenToo];
      return options.database.one<SearchSnapshot>(
        shownIn === undefined ? findSnapshot(values) : findStandInSnapshot([...values, shownIn]),
      );
    },
  });
}
