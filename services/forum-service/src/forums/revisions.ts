import type { RevisionWatch, TenantDirectory } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';

/** To be called when something was posted that raised the forum's revision, so that this instance shows it at once. */
export type NotePost = (forum: Forum, revision: number) => void;

/** A post leaves the forum itself as it was, which need not be read again for the next one. */
export function createNotePost(
  revisions: Pick<RevisionWatch, 'note'>,
  forums: Pick<TenantDirectory<Forum>, 'advance'>,
): NotePost {
  return ({ id, slug }, revision) => {
    revisions.note(id, revision);
    forums.advance(slug, revision);
  };
}
