import { lastDays } from '@guidepost/desk/insights';
import { createTokenBuckets } from '@guidepost/http/limits';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';

/** Counts guides that answered what someone was about to ask, by day, and nothing about people. */
export interface DeflectionCounts {
  /** Once a day for each client and guide, as far as this instance remembers. */
  count(deflection: { knowledgeBaseId: number; guideId: number; client: string }): Promise<void>;
}

export interface DeflectingGuide {
  id: number;
  slug: string;
  title: string;
  times: number;
}

const countOne = sql`
  -- One more time today. A guide that has been deleted does not count.
  insert into contact_deflections as d (knowledge_base_id, guide_id, day, times)
  select $1, g.id, (now() at time zone 'utc')::date, 1
  from guides g
  where g.knowledge_base_id = $1 and g.id = $2
  on conflict (knowledge_base_id, guide_id, day) do update set times = d.times + 1
`;
const list = sql`
  -- The $3 guides that answered most since the day $2.
  select g.id, g.slug, g.title, counted.times
  from (
    select d.guide_id, sum(d.times)::bigint as times
    from contact_deflections d
    where d.knowledge_base_id = $1 and d.day >= $2::date
    group by d.guide_id
    order by times desc, d.guide_id
    limit $3
  ) counted
  join guides g on g.knowledge_base_id = $1 and g.id = counted.guide_id
  order by counted.times desc, g.id
`;

const ONCE_A_DAY = { name: 'contact deflection', points: 1, seconds: 86_400 };

export function createDeflectionCounts(database: Database): DeflectionCounts {
  const seen = createTokenBuckets(ONCE_A_DAY);
  return {
    async count({ knowledgeBaseId, guideId, client }) {
      if (!seen.take(`${knowledgeBaseId}:${guideId}:${client}`).allowed) return;
      await database.none(countOne([knowledgeBaseId, guideId]));
    },
  };
}

/** The guides that made most messages unnecessary. @throws AppError `not-found` */
export async function listDeflections(
  executor: Executor,
  { host, days, limit }: { host: string; days: number; limit: number },
): Promise<DeflectingGuide[]> {
  const { main_id: id } = await requireKnowledgeBase(executor, host);
  return executor.any<DeflectingGuide>(list([id, lastDays(days).from, limit]));
}
