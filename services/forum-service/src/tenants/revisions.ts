import type { RevisionWatch, TenantDirectory } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';

/** Call after a post that raised the forum's revision, so that this instance shows it at once. */
export type RefreshForum = (forum: Forum, revision: number) => void;

/** A post does not change the forum's properties, so the cached forum stays valid. */
export function createRefreshForum(
  revisions: Pick<RevisionWatch, 'note'>,
  forums: Pick<TenantDirectory<Forum>, 'advance'>,
): RefreshForum {
  return ({ id, slug }, revision) => {
    revisions.note(id, revision);
    forums.advance(slug, revision);
  };
}
