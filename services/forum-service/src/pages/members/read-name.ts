import type { Forum } from '../../model/forum.ts';
import type { StaffNames } from '../../people/staff-names.ts';
import { describeMistake } from '../../posts/messages.ts';
import { AUTHOR_NAME } from '../../posts/post-fields.ts';

/** A name that a member wants to have. */
export async function readName(
  staffNames: StaffNames,
  forum: Forum,
  { typed, email }: { typed: string; email: string },
): Promise<{ value: string } | { messages: string[] }> {
  const reading = AUTHOR_NAME.read(typed, forum);
  if ('mistakes' in reading)
    return { messages: reading.mistakes.map((mistake) => describeMistake(mistake, forum.language)) };
  if (!(await staffNames.isTaken(forum, reading.value, email))) return reading;
  return { messages: [describeMistake({ message: 'name-taken' }, forum.language)] };
}
