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

/** Counts that wait to be written, in bounded memory: nothing new is added to a full batch. */
export function createPendingViews(mostGuides: number): PendingViews {
  let pending = new Map<string, PendingView>();
  return {
    add(view) {
      const { day, knowledgeBaseId, reference, isId, views } = view;
      const key = `${day} ${knowledgeBaseId} ${isId ? '#' : ''}${reference}`;
      const known = pending.get(key);
      if (known) known.views += views;
      else if (pending.size < mostGuides) pending.set(key, { ...view });
    },
    take() {
      const batch = [...pending.values()];
      pending = new Map();
      return batch;
    },
  };
}
