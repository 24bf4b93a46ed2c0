import { createTokenBuckets } from '@guidepost/http/limits';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import type { Guide } from './knowledge-base.ts';

/** How often a guide answered what someone was about to ask. */
export interface HelpfulGuide extends Pick<Guide, 'address' | 'title'> {
  times: number;
}

/** Counts guides by forum and day, and nothing about people. */
export interface HelpCounts {
  /** Once a day for each client, forum and guide, as far as this instance remembers. */
  count(help: { forumId: number; guide: Guide; client: string }): Promise<void>;
}

const countHelp = sql`
  -- $1 forum, $2 address, $3 title: one more time today.
  insert into helpful_guides as h (forum_id, day, address, title, times)
  values ($1, (now() at time zone 'utc')::date, $2, $3, 1)
  on conflict (forum_id, day, address) do update
  set times = h.times + 1, title = excluded.title
`;
const list = sql`
  -- $1 forum, $2 since or null, $3 limit: the guides that helped most, with their latest title.
  select h.address, (array_agg(h.title order by h.day desc))[1] as title, sum(h.times)::integer as times
  from helpful_guides h
  where h.forum_id = $1 and ($2::timestamptz is null or h.day >= ($2::timestamptz at time zone 'utc')::date)
  group by h.address
  order by times desc, h.address
  limit $3
`;

const ONCE_A_DAY = { name: 'guide help', points: 1, seconds: 86_400 };

export function createHelpCounts(database: Database): HelpCounts {
  const seen = createTokenBuckets(ONCE_A_DAY);
  return {
    async count({ forumId, guide: { address, title }, client }) {
      if (!seen.take(`${forumId}:${address}:${client}`).allowed) return;
      await database.none(countHelp([forumId, address, title]));
    },
  };
}

/** The guides that helped most. @param request `since` counts from the beginning of its day, UTC */
export function listHelpfulGuides(
  executor: Executor,
  { forumId, since, limit }: { forumId: number; since?: Date | undefined; limit: number },
): Promise<HelpfulGuide[]> {
  return executor.any<HelpfulGuide>(list([forumId, since ?? null, limit]));
}
