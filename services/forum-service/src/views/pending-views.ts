/** How often dialogs were viewed, by forum. */
export type PendingBatch = readonly [forumId: number, byDialog: Map<number, number>][];

/** Views that are not written yet, by forum and dialog. */
export interface PendingViews {
  /** Nothing where that would be one more dialog than are kept. */
  add(forumId: number, dialogId: number, views: number): void;
  /** All of them, which are forgotten. */
  take(): PendingBatch;
}

/** @param most dialogs that are kept, about 100 bytes each */
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
