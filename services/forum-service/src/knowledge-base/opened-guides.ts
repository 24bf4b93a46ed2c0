import { createTokenBuckets } from '@guidepost/http/limits';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { type Guide, isGuideId } from './knowledge-base.ts';

/** How often a guide was opened from the form for a post, and whether the post was then sent. */
export interface OpenedGuide extends Pick<Guide, 'address' | 'title'> {
  opened: number;
  /** Those who sent their post anyway. */
  asked: number;
  /** The others. */
  deflected: number;
}

/** Counts guides by forum and day, and nothing about people. */
export interface OpenedGuides {
  /** Once a day for each client, forum and guide, as far as this instance remembers. */
  countOpened(opened: { forumId: number; guide: Guide; client: string }): Promise<void>;
  /** The same for a post that was sent after guides were opened. Never fails, as the post has been taken. */
  countAsked(asked: { forumId: number; guides: readonly string[]; client: string }): Promise<void>;
}

const countOpening = sql`
  -- $1 forum, $2 guide, $3 address, $4 title: one more time today.
  insert into opened_guides as o (forum_id, day, guide, address, title, opened)
  values ($1, (now() at time zone 'utc')::date, $2, $3, $4, 1)
  on conflict (forum_id, day, guide) do update
  set opened = o.opened + 1, address = excluded.address, title = excluded.title
`;
const countAsking = sql`
  -- $1 forum, $2 guide: it was opened today, or yesterday if midnight has passed since.
  update opened_guides o
  set asked = o.asked + 1
  where o.forum_id = $1 and o.guide = $2 and o.asked < o.opened
    and o.day = (
      select max(latest.day)
      from opened_guides latest
      where latest.forum_id = $1 and latest.guide = $2
        and latest.day >= (now() at time zone 'utc')::date - 1
    )
`;
const list = sql`
  -- $1 forum, $2 since, $3 limit: guides that kept most posts from being sent, with their latest title.
  select
    o.address, (array_agg(o.title order by o.day desc, o.guide))[1] as title, sum(o.opened)::integer as opened,
    sum(o.asked)::integer as asked, sum(o.opened - o.asked)::integer as deflected
  from opened_guides o
  where o.forum_id = $1 and o.day >= ($2::timestamptz at time zone 'utc')::date
  group by o.address
  order by deflected desc, opened desc, o.address
  limit $3
`;

const ONCE_A_DAY = { points: 1, seconds: 86_400 };

/** A form may name more than anyone opens. */
const MOST_GUIDES = 10;

export function createOpenedGuides(database: Database, logger: Logger): OpenedGuides {
  const openings = createTokenBuckets({ name: 'guide opened', ...ONCE_A_DAY });
  const posts = createTokenBuckets({ name: 'post after a guide', ...ONCE_A_DAY });
  return {
    async countOpened({ forumId, guide: { id, address, title }, client }) {
      if (!openings.take(`${forumId}:${id}:${client}`).allowed) return;
      await database.none(countOpening([forumId, id, address, title]));
    },
    async countAsked({ forumId, guides, client }) {
      const counted = [...new Set(guides)].filter(isGuideId).slice(0, MOST_GUIDES);
      try {
        for (const guide of counted)
          if (posts.take(`${forumId}:${guide}:${client}`).allowed)
            await database.none(countAsking([forumId, guide]));
      } catch (err) {
        logger.warn({ err }, 'cannot count a post that was sent after a guide was opened');
      }
    },
  };
}

/** The guides that kept most people from posting. @param request `since` counts from the beginning of its day, UTC */
export function listOpenedGuides(
  executor: Executor,
  { forumId, since, limit }: { forumId: number; since: Date; limit: number },
): Promise<OpenedGuide[]> {
  return executor.any<OpenedGuide>(list([forumId, since, limit]));
}
