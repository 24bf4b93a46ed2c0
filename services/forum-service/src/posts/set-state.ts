import { type Executor, sql } from '@guidepost/postgres';
import { idsOf } from '../model/ids-of.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';
import { type ChosenDialogs, lockChosenDialogs } from './lock-dialogs.ts';

const update = sql`
  update dialogs d
  set state = $3, waiting_since = case when $3 is null then d.waiting_since end
  where d.forum_id = $1 and d.id = any($2::bigint[]) 
    and (d.state is distinct from $3 or $3 is not null and d.waiting_since is not null)
  returning d.id
`;

/**
 * Sets the public state of dialogs, such as "answered".
 * @param request null clears it
 * @throws AppError `not-found`
 */
export function setState(
  database: Executor,
  moderation: Moderation,
  { state, ...chosen }: ChosenDialogs & { state: string | null },
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const dialogs = await lockChosenDialogs(transaction, forum, chosen);
    const rows = await transaction.any<{ id: number }>(update([forum.id, idsOf(dialogs), state]));
    const marked = new Set(idsOf(rows));
    const { toChange, outcome } = divide(dialogs, ({ id }) => marked.has(id));
    const events = toChange.map(({ id: dialog_id }) => ({ dialog_id, details: { state } }));
    return { events, visible: rows.length > 0, result: outcome };
  });
}
