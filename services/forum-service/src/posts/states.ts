import { compareTexts } from '@guidepost/i18n/text-order';
import { type BoundStatement, type ContentReader, sql, sqlTemplate } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import {
  type DialogSlice,
  dialogListOf,
  inPlaces,
  NEWEST_FIRST,
  partsOf,
  sliceValues,
  valuesOf,
} from './dialog-rows.ts';

const list = sql`
  -- The states in use among visible dialogs, at most $2, each found by one index lookup.
  with recursive found as (
    select 1 as place, (
        select d.state
        from dialogs d
        where d.forum_id = $1 and not d.archived and d.state is not null
        order by d.state
        limit 1
      ) as state
    union all
    select f.place + 1, (
        select d.state
        from dialogs d
        where d.forum_id = $1 and not d.archived and d.state > f.state
        order by d.state
        limit 1
      )
    from found f
    where f.state is not null and f.place < $2
  )
  select f.state as name
  from found f
  where f.state is not null
`;

const countUses = sql`
  -- How many dialogs have each of the states $2, archived ones included; counts up to $3 visible ones, and as many
  -- archived ones.
  select n.name, u.uses
  from unnest($2::text[]) as n (name)
  cross join lateral (
    select
      (
        select count(*)
        from (
          select from dialogs d where d.forum_id = $1 and not d.archived and d.state = n.name limit $3
        ) v
      ) + (
        select count(*)
        from (
          select from dialogs d where d.forum_id = $1 and d.archived and d.state = n.name limit $3
        ) h
      ) as uses
  ) u
`;

const bound = { ...sliceValues, state: sql.part`$5`, mostCounted: sql.part`$6` };

/**
 * Visible dialogs in the state, newest first; counts at most `mostCounted` of them. Counting is sorted as the index is,
 * or the planner prefers to scan the table. With two limits it expects few rows and keeps the plan.
 */
const listInState = dialogListOf({
  total: sqlTemplate.part`
    select count(*) as dialogs
    from (
      select
      from dialogs c
      where c.forum_id = $1 and not c.archived and c.state = ${bound.state}
      order by c.pub_date desc, c.id desc
      limit ${bound.mostCounted}
    ) counted
  `,
  placed: inPlaces(sqlTemplate.part`
    select s.id
    from (
      select id, pub_date
      from dialogs
      where forum_id = $1 and not archived and state = ${bound.state}
      order by pub_date desc, id desc
      limit ${bound.start}::bigint + ${bound.limit}
    ) s
    order by s.pub_date desc, s.id desc
    limit ${bound.limit} offset ${bound.start}
  `),
});

const MAX_LISTED = 50;

/** The states in use among visible dialogs, sorted by name. */
export async function listStates(
  executor: ContentReader,
  { id, language }: Pick<Forum, 'id' | 'language'>,
): Promise<string[]> {
  const rows = await executor.any<{ name: string }>(list([id, MAX_LISTED]));
  return rows.map(({ name }) => name).toSorted(compareTexts(language));
}

interface StateRequest extends Omit<DialogSlice, 'order'> {
  state: string;
}

/** Counting more takes longer than reading a page of them. */
export const MAX_COUNTED = 2_500;

/** A slice of the visible dialogs in a state, newest first; counts at most {@link MAX_COUNTED}. */
export function bindDialogsInState({ state, ...request }: StateRequest): BoundStatement {
  const parts = partsOf({ ...request, order: NEWEST_FIRST });
  return listInState(parts, { prepared: true })([...valuesOf(request), state, MAX_COUNTED]);
}

/** How many dialogs have each of these states, at most {@link MAX_COUNTED} by name. */
export async function countStates(
  executor: ContentReader,
  forumId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await executor.any<{ name: string; uses: number }>(countUses([forumId, names, MAX_COUNTED]));
  return new Map(rows.map(({ name, uses }) => [name, Math.min(uses, MAX_COUNTED)]));
}
