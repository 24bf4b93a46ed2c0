/** A guide as its readers address it. */
export interface ReadGuide {
  knowledgeBaseId: number;
  /** The slug; an ID in decimal if no guide has that slug. */
  reference: string;
  /** Whether only the ID is meant. */
  isId: boolean;
}

export interface PendingView extends ReadGuide {
  day: string;
  views: number;
}

export interface PendingQuery {
  knowledgeBaseId: number;
  day: string;
  words: string;
  searches: number;
  inVain: number;
  /** Addresses, which never leave memory. */
  visitors: Set<string>;
}

export interface Batch {
  views: PendingView[];
  queries: PendingQuery[];
}

export interface PendingCounts {
  addViews(view: PendingView): void;
  addQuery(query: PendingQuery): void;
  take(): Batch;
}

/** Of a query in a batch: most likely, three of them are enough to list it. */
const MOST_VISITORS = 6;

/** What waits to be written, in bounded memory: nothing new is added to full batches. */
export function createPendingCounts(most: { guides: number; queries: number }): PendingCounts {
  let views = new Map<string, PendingView>();
  let queries = new Map<string, PendingQuery>();

  return {
    addViews(view) {
      const { day, knowledgeBaseId, reference, isId } = view;
      const key = `${day} ${knowledgeBaseId} ${isId ? '#' : ''}${reference}`;
      const known = views.get(key);
      if (known) known.views += view.views;
      else if (views.size < most.guides) views.set(key, { ...view });
    },
    addQuery(query) {
      const key = `${query.day} ${query.knowledgeBaseId} ${query.words}`;
      const known = queries.get(key);
      if (!known && queries.size === most.queries) return;
      const sum = known ?? { ...query, searches: 0, inVain: 0, visitors: new Set<string>() };
      sum.searches += query.searches;
      sum.inVain += query.inVain;
      for (const visitor of query.visitors) if (sum.visitors.size < MOST_VISITORS) sum.visitors.add(visitor);
      queries.set(key, sum);
    },
    take() {
      const batch = { views: [...views.values()], queries: [...queries.values()] };
      views = new Map();
      queries = new Map();
      return batch;
    },
  };
}
