import type { SettledDialog } from './settle-ids.ts';

export interface Writing {
  forumId: number;
  dialogs: readonly SettledDialog[];
}
