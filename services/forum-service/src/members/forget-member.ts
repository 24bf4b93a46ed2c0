import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Person } from '../model/person.ts';

const forget = preparedStatement(new URL('./sql/forget-member.sql', import.meta.url));

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
