import { compareTexts } from '@guidepost/i18n/text-order';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import { idsOf } from '../model/listing.ts';
import type { Notices } from '../notices/notices.ts';
import { type ChosenDialogs, lockChosenDialogs } from '../posts/lock-posts.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';

/** Someone who works on a forum, to whom dialogs can be assigned. */
export interface Assignee {
  id: number;
  /** The e-mail address of those without a name. */
  name: string;
}

const listMembers = sql`
  select p.id, coalesce(p.name, p.email) as name
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  where m.tenant_id = $1 and m.accepted_at is not null
  order by p.id
`;
const list = sql`
  -- The people to whom the dialogs $2 are assigned.
  select a.dialog_id as id, a.person_id
  from assignments a
  where a.forum_id = $1 and a.dialog_id = any($2::bigint[])
`;
const assign = sql`
  -- Assigns the dialogs $2 to the person $4 of the account $3.
  insert into assignments as a (forum_id, dialog_id, tenant_id, person_id)
  select $1, d.id, $3, $4
  from unnest($2::bigint[]) as d (id)
  on conflict (forum_id, dialog_id) do update set person_id = excluded.person_id, assigned_at = now()
`;
const release = sql`
  delete from assignments a
  where a.forum_id = $1 and a.dialog_id = any($2::bigint[])
`;

/** Everyone to whom dialogs of a forum can be assigned, by name. */
export async function listAssignees(
  executor: Executor,
  { account_id, language }: Pick<Forum, 'account_id' | 'language'>,
): Promise<Assignee[]> {
  const compare = compareTexts(language);
  const members = await executor.any<Assignee>(listMembers([account_id]));
  return members.toSorted((one, other) => compare(one.name, other.name) || one.id - other.id);
}

/** The people to whom dialogs are assigned, by dialog. */
export async function findAssigned(
  executor: Executor,
  forumId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await executor.any<{ id: number; person_id: number }>(list([forumId, ids]));
  return new Map(rows.map(({ id, person_id }) => [id, person_id]));
}

interface Assignment extends ChosenDialogs {
  /** Null for no one. */
  assignee: number | null;
  /** The assignee that was shown: the change is refused if it is another one by now. */
  shown?: number | null | undefined;
  /** Changes only dialogs with this assignee. */
  from?: number | null | undefined;
}

/**
 * Assigns dialogs to someone who works on the forum, and tells them if they want it.
 * @returns with the assignees of the changed ones before
 * @throws AppError `invalid` for someone who does not work on it, `conflict`, `not-found`, `forbidden`
 */
export function assignDialogs(
  { database, notices }: { database: Executor; notices: Pick<Notices, 'tellAssignee'> },
  moderation: Moderation,
  { assignee, shown, from, ...chosen }: Assignment,
): Promise<Outcome & { former: ReadonlyMap<number, number | null> }> {
  return moderate(database, moderation, async (transaction, forum) => {
    const members = assignee === null ? [] : await listAssignees(transaction, forum);
    if (assignee !== null && !members.some(({ id }) => id === assignee))
      throw new AppError('invalid', 'There is no such colleague.', { reason: 'noSuchChoice' });
    const dialogs = await lockChosenDialogs(transaction, forum, chosen);
    const assigned = await findAssigned(transaction, forum.id, idsOf(dialogs));
    const presentOf = (id: number) => assigned.get(id) ?? null;
    if (shown !== undefined && dialogs.some(({ id }) => presentOf(id) !== shown))
      throw new AppError('conflict', 'The assignee has changed since it was shown.');
    const { toChange, outcome } = divide(
      dialogs,
      ({ id }) => presentOf(id) !== assignee && (from === undefined || presentOf(id) === from),
    );
    const { changed } = outcome;
    if (assignee === null) await transaction.none(release([forum.id, changed]));
    else {
      await transaction.none(assign([forum.id, changed, forum.account_id, assignee]));
      await notices.tellAssignee(transaction, { forum, ids: changed, assignee, by: moderation.actor });
    }
    const events = toChange.map(({ id }) => ({ dialog_id: id, details: { assignee: assignee ?? 'none' } }));
    const former = new Map(changed.map((id) => [id, presentOf(id)]));
    return { events, visible: false, result: { ...outcome, former } };
  });
}
