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
  let views = new Map<string, PendingView>();

  return {
    add(view) {
      const { day, knowledgeBaseId, reference, isId } = view;
      const key = `${day} ${knowledgeBaseId} ${isId ? '#' : ''}${reference}`;
      const known = views.get(key);
      if (known) known.views += view.views;
      else if (views.size < mostGuides) views.set(key, { ...view });
    },
    take() {
      const batch = [...views.values()];
      views = new Map();
      return batch;
    },
  };
}
