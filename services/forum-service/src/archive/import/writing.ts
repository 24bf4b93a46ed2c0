import type { KindOf } from '../../model/media-kind.ts';
import type { ImportedIdentities } from './imported-identity.ts';
import type { SettledDialog } from './settle-ids.ts';

export interface Writing {
  forumId: number;
  identities: ImportedIdentities;
  dialogs: readonly SettledDialog[];
  kindOf: KindOf;
}
