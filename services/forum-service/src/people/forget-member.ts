import { type Executor, sql } from '@guidepost/postgres';
import type { Person } from '../model/person.ts';

const forget = sql`
  -- The person $2 (folded e-mail address), whose sessions end with the confirmation of the address, and names of others with
  -- the address in them (pattern $3).
  with links as (
    delete from member_links
    where forum_id = $1 and email = $2
  )
  update confirmed_addresses
  set name = regexp_replace(name collate "und-x-icu", $3, $4, 'gi')
  where forum_id = $1 and name collate "und-x-icu" ~* $3
`;

/** Replaces an address in the names of others. No address is shorter, so no name grows. */
const OMISSION = '[…]';

/** Deletes links of a person who is erased, and their address in the names of others. */
export async function forgetMember(
  transaction: Executor,
  forumId: number,
  { email, mention }: Person,
): Promise<void> {
  await transaction.none(forget([forumId, email, mention, OMISSION]));
}
