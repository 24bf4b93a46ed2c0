export type PendingBatch = readonly [forumId: number, byDialog: Map<number, number>][];

export interface PendingViews {
  /** Ignores further dialogs at the maximum. */
  add(forumId: number, dialogId: number, views: number): void;
  take(): PendingBatch;
}

/** @param most maximum number of dialogs, about 100 bytes each */
export function createPendingViews(most: number): PendingViews {
  let forums = new Map<number, Map<number, number>>();
  let dialogs = 0;

  return {
    add(forumId, dialogId, views) {
      const byDialog = forums.get(forumId) ?? new Map<number, number>();
      const before = byDialog.get(dialogId);
      if (before === undefined && dialogs === most) return;
      if (before === undefined) dialogs += 1;
      forums.set(forumId, byDialog.set(dialogId, (before ?? 0) + views));
    },
    take() {
      const taken = [...forums];
      forums = new Map();
      dialogs = 0;
      return taken;
    },
  };
}
