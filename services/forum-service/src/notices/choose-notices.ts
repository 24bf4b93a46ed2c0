import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../model/actor.ts';
import type { Forum } from '../model/forum.ts';
import { foldEmail } from '../model/person.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import type { Choice } from './notices.ts';
import { withdrawUnwanted } from './withdraw-notices.ts';

/** The mail about a forum that someone who works on it has chosen. */
export interface ChosenNotices extends Choice {
  /** The id of the person. */
  id: number;
  email: string;
}

/** The id or the folded e-mail address of someone who works on a forum. */
export type Colleague = number | string;

const find = sql`
  -- The person of the account $2 with the id $3 or the folded e-mail address $4, and what is chosen for the forum $1
  select p.id, p.email, coalesce(n.posts, 'off') as posts, coalesce(n.reports, 'off') as reports,
    coalesce(n.assigned, false) as assigned
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  left join staff_notices n on n.forum_id = $1 and n.person_id = p.id
  where m.tenant_id = $2 and (p.id = $3 or p.email_folded = lower($4 collate "C"))
`;
const put = sql`
  -- $2 account, $3 person, $4 timing of posts, $5 of reports, $6 whether of assignments. A daily message begins with
  -- what comes from now on.
  insert into staff_notices as n (forum_id, tenant_id, person_id, posts, reports, assigned)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (forum_id, person_id) do update
  set posts = excluded.posts, reports = excluded.reports, assigned = excluded.assigned,
    told_until = case when 'daily' in (n.posts, n.reports) then n.told_until else now() end,
    summary_since = case when 'at-once' in (excluded.posts, excluded.reports) then n.summary_since end
`;

const KINDS = ['posts', 'reports', 'assigned'] as const;

/** @throws AppError `not-found` */
export async function findNotices(
  database: Executor,
  forum: Forum,
  colleague: Colleague,
): Promise<ChosenNotices> {
  const found = await database.oneOrNone<ChosenNotices>(
    find(
      typeof colleague === 'number'
        ? [forum.id, forum.account_id, colleague, null]
        : [forum.id, forum.account_id, null, colleague],
    ),
  );
  if (found) return found;
  throw new AppError('not-found', `${colleague} is not on the team of ${forum.slug}.`);
}

/**
 * Changes what someone is mailed about a forum: people for themselves, and the command line for everyone. What is
 * turned off is withdrawn if it was not sent yet.
 * @returns what is chosen now
 * @throws AppError `not-found`, `forbidden`
 */
export function chooseNotices(
  database: Executor,
  moderation: Moderation,
  { colleague, ...changes }: Partial<Choice> & { colleague: Colleague },
): Promise<ChosenNotices & { changed: boolean }> {
  return moderate(database, moderation, async (transaction, forum) => {
    const before = await findNotices(transaction, forum, colleague);
    requireSelf(moderation.actor, before);
    const chosen = { ...before, ...changes };
    const { posts, reports, assigned } = chosen;
    const changed = KINDS.some((kind) => chosen[kind] !== before[kind]);
    if (changed) {
      const values = [forum.id, forum.account_id, before.id, posts, reports, assigned];
      await transaction.none(put(values));
    }
    const isTurnedOff = (['posts', 'reports'] as const).some(
      (kind) => before[kind] !== 'off' && chosen[kind] === 'off',
    );
    if (isTurnedOff)
      await withdrawUnwanted(transaction, { forumId: forum.id, email: foldEmail(before.email) });
    return {
      events: changed ? [{ details: { person: before.id, posts, reports, assigned } }] : [],
      visible: false,
      result: { ...before, posts, reports, assigned, changed },
    };
  });
}

function requireSelf({ door, personId }: Actor, { id }: Pick<ChosenNotices, 'id'>): void {
  if (door === 'cli' || personId === id) return;
  throw new AppError('forbidden', 'People choose their mail themselves.');
}
