import { createAnalyzer } from '../analysis/analyzer.ts';
import type { SearchIndex, SearchRequest, SearchResult } from '../port/search-index.ts';
import { ENGLISH } from './contract-documents.ts';

export interface Asking {
  index(): SearchIndex;
  search(query: string, request?: Partial<SearchRequest>): Promise<SearchResult>;
  find(query: string, request?: Partial<SearchRequest>): Promise<number[]>;
  sorted(query: string, request?: Partial<SearchRequest>): Promise<number[]>;
}

export function createAsking(index: () => SearchIndex): Asking {
  const asking: Asking = {
    index,
    search(text, { tenant = ENGLISH, ...request } = {}) {
      const query = createAnalyzer(tenant.language).query(text);
      return index().search({ tenant, query, offset: 0, limit: 20, ...request });
    },
    find: async (query, request) => (await asking.search(query, request)).ids,
    sorted: async (query, request) => (await asking.find(query, request)).toSorted((a, b) => a - b),
  };
  return asking;
}
