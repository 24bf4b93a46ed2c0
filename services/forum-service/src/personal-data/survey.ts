import { type Database, sql } from '@guidepost/postgres';
import type { Person } from '../model/person.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { namedForums } from '../tenants/named-forums.ts';
import { findHoldings, type Holdings, hasData } from './holdings.ts';

export interface Survey {
  forums: Holdings[];
  /** Similar addresses that many mail servers deliver to the same mailbox; they are left alone. */
  similar: string[];
}

const listSimilar = sql`
  -- Across tenants: an operator erases a person from all forums.
  -- Addresses of posters with mailbox $1 and server $2 (with "@"), ignoring a "+" suffix; except $3. All are folded.
  select distinct s.email
  from (
    select lower(normalize(p.email) collate "und-x-icu") as email
    from posters p
    where p.email is not null
  ) s
  where (s.email = $1 || $2 or starts_with(s.email, $1 || '+') and right(s.email, length($2)) = $2) and s.email <> $3
  order by s.email
`;

/** Looks for a person in one forum or all. @throws AppError `not-found` */
export async function surveyPerson(
  database: Database,
  person: Person,
  slug: string | undefined,
): Promise<Survey> {
  const forums: Holdings[] = [];
  for (const { slug: name } of await namedForums(database, slug)) {
    const holdings = await findHoldings(database, await requireForum(database, name), person);
    if (hasData(holdings)) forums.push(holdings);
  }
  return { forums, similar: await findSimilar(database, person) };
}

async function findSimilar(database: Database, { email }: Person): Promise<string[]> {
  const at = email.lastIndexOf('@');
  const [mailbox] = email.slice(0, at).split('+');
  const rows = await database.any<{ email: string }>(listSimilar([mailbox, email.slice(at), email]));
  return rows.map((row) => row.email);
}
