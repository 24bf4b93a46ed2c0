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

export interface PendingViews {
  add(view: PendingView): void;
  take(): PendingView[];
}

/** What waits to be written, in bounded memory: nothing new is added to a full batch. */
export function createPendingViews(mostGuides: number): PendingViews {
  return createPending(mostGuides, {
    keyOf: ({ day, knowledgeBaseId, reference, isId }) =>
      `${day} ${knowledgeBaseId} ${isId ? '#' : ''}${reference}`,
    sum: (known, { views }) => {
      known.views += views;
    },
  });
}

/** Readers whom an address has led on. */
export interface PendingHit {
  knowledgeBaseId: number;
  addressId: number;
  day: string;
  hits: number;
}

export interface PendingHits {
  add(hit: PendingHit): void;
  take(): PendingHit[];
}

export function createPendingHits(mostAddresses: number): PendingHits {
  return createPending(mostAddresses, {
    keyOf: ({ day, knowledgeBaseId, addressId }) => `${day} ${knowledgeBaseId} ${addressId}`,
    sum: (known, { hits }) => {
      known.hits += hits;
    },
  });
}

function createPending<Counted extends object>(
  most: number,
  { keyOf, sum }: { keyOf: (counted: Counted) => string; sum: (known: Counted, more: Counted) => void },
) {
  let pending = new Map<string, Counted>();
  return {
    add(counted: Counted) {
      const key = keyOf(counted);
      const known = pending.get(key);
      if (known) sum(known, counted);
      else if (pending.size < most) pending.set(key, { ...counted });
    },
    take() {
      const batch = [...pending.values()];
      pending = new Map();
      return batch;
    },
  };
}
