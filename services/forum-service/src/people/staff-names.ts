import { type Executor, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { looksLike } from './look-alike.ts';

/**
 * The names of the people who work for the accounts of forums, and of the organization, for which they answer as long
 * as they have none. No one else can post by them.
 */
export interface StaffNames {
  /** @param email folded, of a person who has proven it */
  isTaken(
    forum: Pick<Forum, 'account_id' | 'formal_name'>,
    name: string,
    email: string | undefined,
  ): Promise<boolean>;
}

interface StaffName {
  name: string;
  email: string;
}

/** Milliseconds: a post takes one statement, so it does not read names. */
const REMEMBERED = 30_000;

const list = sql`
  -- Names of the people of the account $1.
  select p.name, p.email_folded as email
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where m.tenant_id = $1 and m.accepted_at is not null and p.name is not null
`;

export function createStaffNames(database: Executor): StaffNames {
  const known = new Map<number, { until: number; names: Promise<readonly StaffName[]> }>();

  function namesOf(accountId: number): Promise<readonly StaffName[]> {
    const now = performance.now();
    const kept = known.get(accountId);
    if (kept && kept.until > now) return kept.names;
    const names = database.any<StaffName>(list([accountId]));
    known.set(accountId, { until: now + REMEMBERED, names });
    names.catch(() => known.delete(accountId));
    return names;
  }

  return {
    async isTaken({ account_id, formal_name }, name, email) {
      if (looksLike(formal_name, name)) return true;
      const alike = (await namesOf(account_id)).filter((staff) => looksLike(staff.name, name));
      return alike.length > 0 && !alike.some((staff) => staff.email === email);
    },
  };
}
