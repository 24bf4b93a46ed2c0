import { createAnalyzer } from '../analysis/analyzer.ts';
import { indexedWords } from '../documents/indexed-words.ts';
import { readQuery, searchTenant } from '../embedded/search-tenant.ts';
import { type NewDocument, TenantIndex } from '../memory/tenant-index.ts';
import type { SearchRequest, SearchResult } from '../port/search-index.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';
import { TenantVectors } from '../vectors/tenant-vectors.ts';

/** A document of an index in memory. */
export function documentOf(
  id: number,
  fields: readonly string[],
  { language = 'en', ...options }: Partial<Omit<NewDocument, 'words'>> & { language?: string } = {},
): NewDocument {
  return {
    id,
    hidden: false,
    facets: [],
    ...options,
    words: indexedWords(fields, createAnalyzer(language)),
  };
}

export interface IndexedTexts {
  index: TenantIndex;
  search(query: string, request?: Partial<SearchRequest>): Promise<SearchResult>;
}

/** Texts in memory, numbered from 1: titles, or fields. */
export function indexTexts(
  language: string,
  texts: readonly (string | readonly string[])[],
  synonyms: Synonyms = () => [],
): IndexedTexts {
  const index = new TenantIndex();
  const analyzer = createAnalyzer(language);
  for (const [place, text] of texts.entries())
    index.put(documentOf(place + 1, typeof text === 'string' ? [text] : text, { language }));
  return {
    index,
    search(text, options = {}) {
      const query = analyzer.query(text);
      const request = { tenant: { id: 1, language }, query, offset: 0, limit: 100, ...options };
      const vectors = new TenantVectors();
      return searchTenant(readQuery({ index, vectors, analyzer, synonyms }, request), request);
    },
  };
}
