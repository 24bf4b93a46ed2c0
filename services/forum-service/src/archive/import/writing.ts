import type { KindOf } from '../../model/media-kind.ts';
import type { SettledDialog } from './settle-ids.ts';

export interface Writing {
  forumId: number;
  dialogs: readonly SettledDialog[];
  kindOf: KindOf;
}
