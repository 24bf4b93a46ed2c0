/** A query of a batch: how often it was asked on a day, and by whom. */
export interface PendingQuery {
  tenantId: number;
  day: string;
  words: string;
  searches: number;
  inVain: number;
  /** Addresses, which never leave memory. */
  visitors: Set<string>;
}

interface PendingSearches {
  add(query: PendingQuery): void;
  take(): PendingQuery[];
}

/** Visitors remembered for each query of a batch; most likely, three of them are enough to list it. */
export const MOST_VISITORS = 6;

/** A batch of searches to be written, in bounded memory: a full batch takes no new queries. */
export function createPendingSearches(mostQueries: number): PendingSearches {
  let queries = new Map<string, PendingQuery>();

  return {
    add(query) {
      const key = `${query.day} ${query.tenantId} ${query.words}`;
      const known = queries.get(key);
      if (!known && queries.size === mostQueries) return;
      const sum = known ?? { ...query, searches: 0, inVain: 0, visitors: new Set<string>() };
      sum.searches += query.searches;
      sum.inVain += query.inVain;
      for (const visitor of query.visitors) if (sum.visitors.size < MOST_VISITORS) sum.visitors.add(visitor);
      queries.set(key, sum);
    },
    take() {
      const batch = [...queries.values()];
      queries = new Map();
      return batch;
    },
  };
}
