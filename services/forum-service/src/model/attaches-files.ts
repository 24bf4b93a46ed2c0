import type { Forum } from './forum.ts';
import type { Member } from './member.ts';

/** The field of forms with a file. */
export const FILE_FIELD = 'file';

/** Whether a person can attach files to what they write on the pages of a forum. */
export function attachesFiles({ forum, member }: { forum: Forum; member: Member | undefined }): boolean {
  // The forum may ask for something else by this name.
  const isTaken = forum.metadata_fields.some(({ name }) => name === FILE_FIELD);
  return forum.attachments && member !== undefined && !isTaken;
}
