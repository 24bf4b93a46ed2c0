import type { Member } from '../model/member.ts';
import type { StaffNames } from '../people/staff-names.ts';
import { type FieldsRequest, refuseFields } from './validate-fields.ts';

/**
 * Keeps the names of staff to themselves. Posts with a key come from the organization's own server.
 * @throws AppError `invalid` for the field `name`
 */
export async function requireFreeName(
  staffNames: StaffNames,
  { forum, accessKeyId, member }: Pick<FieldsRequest, 'forum' | 'accessKeyId'> & { member?: Member },
  name: string,
): Promise<void> {
  if (accessKeyId !== undefined || !(await staffNames.isTaken(forum, name, member?.email))) return;
  throw refuseFields(new Map([['name', [{ message: 'name-taken' }]]]), forum.language);
}
