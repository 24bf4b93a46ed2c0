import { type Executor, sql } from '@guidepost/postgres';
import {
  type Correction,
  createAnalyzer,
  type Facets,
  type Searcher,
  type SearchQuery,
  type SearchResult,
} from '@guidepost/search';
import { isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';

export interface LanguageSearch {
  knowledgeBase: KnowledgeBase;
  text: string;
  facets?: Facets;
  offset: number;
  limit: number;
}

/** Results that one index has found, with what marks their words. */
export interface LanguageResults extends Pick<SearchResult, 'ids' | 'otherWords'> {
  query: SearchQuery;
  /** The language of the words. */
  language: string;
}

export interface FoundInLanguages {
  /** Those of the language itself first. */
  parts: LanguageResults[];
  total: number;
  corrections: Correction[];
  missing: readonly string[];
  partial: boolean;
}

interface SourceRow {
  id: number;
  language: string;
}

const listSources = sql`
  -- The languages whose texts stand in for missing ones of the edition $1, best first.
  select k.id, k.language
  from edition_sources s
  join knowledge_bases k on k.id = s.source_id
  where s.knowledge_base_id = $1 and s.place > 0
    and exists (
      select from guides g
      where g.knowledge_base_id = $1 and g.shown_from = s.source_id and g.shown_from <> g.knowledge_base_id
    )
  order by s.place
`;

interface Sources {
  database: Executor;
  search: Searcher;
}

/**
 * A page of what the index of a language finds, then of what those find whose texts stand in for missing ones, each by
 * its own words. If none does, the other languages are asked for the words: the first that knows them finds the guides.
 */
export async function searchInLanguages(sources: Sources, asked: LanguageSearch): Promise<FoundInLanguages> {
  const { knowledgeBase } = asked;
  const own = await searchIn(sources, asked, knowledgeBase, asked);
  const found = { ...own, parts: own.parts.filter(({ ids }) => ids.length > 0) };
  const standIns = await listStandIns(sources, knowledgeBase);
  for (const source of standIns) {
    const offset = Math.max(0, asked.offset - found.total);
    const limit = asked.limit - found.parts.reduce((sum, { ids }) => sum + ids.length, 0);
    const tenant = { ...source, shownIn: knowledgeBase.id };
    const more = await searchIn(sources, asked, tenant, { offset, limit });
    found.total += more.total;
    found.partial ||= more.partial;
    if (limit > 0) found.parts.push(...more.parts.filter(({ ids }) => ids.length > 0));
    if (own.total === 0 && more.total > 0)
      Object.assign(found, { corrections: more.corrections, missing: more.missing });
  }
  return found.total > 0 ? found : searchElsewhere(sources, asked, found, standIns);
}

/** All that {@link searchInLanguages} finds, in no order. */
export async function findAllInLanguages(
  sources: Sources,
  { knowledgeBase, text, facets = {} }: Omit<LanguageSearch, 'offset' | 'limit'>,
): ReturnType<Searcher['all']> {
  const find = (tenant: SourceRow & { shownIn?: number }) =>
    sources.search.all({ tenant, query: createAnalyzer(tenant.language).query(text), facets });
  const own = await find(knowledgeBase);
  const standIns = await listStandIns(sources, knowledgeBase);
  const found = [own];
  for (const source of standIns) found.push(await find({ ...source, shownIn: knowledgeBase.id }));
  const ids = [...new Set(found.flatMap((one) => one.ids))];
  if (ids.length > 0) return { ...(found.find((one) => one.ids.length > 0) ?? own), ids };
  const searched = [knowledgeBase, ...standIns].map(({ id }) => id);
  for (const other of knowledgeBase.languages.filter(({ id }) => !searched.includes(id))) {
    const result = await find(other);
    if (result.ids.length > 0) return result;
  }
  return own;
}

async function listStandIns({ database }: Sources, knowledgeBase: KnowledgeBase): Promise<SourceRow[]> {
  return isEdition(knowledgeBase) ? database.any<SourceRow>(listSources([knowledgeBase.id])) : [];
}

/** By the words of another language: the guides that readers of this one see. */
async function searchElsewhere(
  sources: Sources,
  asked: LanguageSearch,
  found: FoundInLanguages,
  standIns: readonly SourceRow[],
): Promise<FoundInLanguages> {
  const { languages, id } = asked.knowledgeBase;
  const searched = new Set([id, ...standIns.map((source) => source.id)]);
  for (const other of languages.filter((one) => !searched.has(one.id))) {
    const result = await searchIn(sources, asked, other, asked);
    if (result.total > 0) return result;
  }
  return found;
}

async function searchIn(
  { search }: Sources,
  { text, facets = {} }: LanguageSearch,
  tenant: SourceRow & { shownIn?: number },
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundInLanguages> {
  const query = createAnalyzer(tenant.language).query(text);
  const stretch = { offset, limit: Math.max(1, limit) };
  const { ids, total, corrections, missing, otherWords, partial } = await search.page({
    tenant,
    query,
    facets,
    ...stretch,
  });
  const part = { ids: limit > 0 ? ids : [], otherWords, query, language: tenant.language };
  return { parts: [part], total, corrections, missing, partial: partial === true };
}
