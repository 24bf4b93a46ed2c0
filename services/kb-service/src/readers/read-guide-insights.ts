import { countedFrom, daysBefore, lastDays, stepsOf, sumOfDays } from '@guidepost/desk/insights';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import type { Before } from './read-insights.ts';

export interface GuideInsightsRequest {
  knowledgeBaseId: number;
  guideId: number;
  /** Days to look back, today included. */
  days: number;
}

/** A day, or a month by its first day. */
export interface GuideStep {
  day: string;
  views: number;
  /** How often it was opened from the results of a search. */
  from_search: number;
  /** Votes by the day when they were cast or changed. */
  yes: number;
  no: number;
}

export type GuideBefore = Omit<GuideStep, 'day'> & Pick<Before, 'days'>;

export interface LeadingSearch {
  query: string;
  times: number;
}

const findGuide = sql`
  select g.title, g.published from guides g where g.knowledge_base_id = $1 and g.id = $2
`;
const readSteps = sql`
  -- $1 knowledge base, $2 guide, $3 first day, $4 last day, $5 'day' or 'month'
  select to_char(step, 'YYYY-MM-DD') as day, sum(views)::bigint as views, sum(from_search)::bigint as from_search,
    sum(yes)::bigint as yes, sum(no)::bigint as no
  from (
    select date_trunc($5, v.day::timestamp) as step, v.views, 0 as from_search, 0 as yes, 0 as no
    from guide_views v
    where v.knowledge_base_id = $1 and v.guide_id = $2 and v.day between $3::date and $4::date
    union all
    select date_trunc($5, s.day::timestamp), 0, s.times, 0, 0
    from guide_searches s
    where s.knowledge_base_id = $1 and s.guide_id = $2 and s.day between $3::date and $4::date
    union all
    select date_trunc($5, coalesce(v.replaced_at, v.voted_at) at time zone 'UTC'), 0, 0,
      (v.vote = 'up')::integer, (v.vote = 'down')::integer
    from guide_votes v
    where v.knowledge_base_id = $1 and v.guide_id = $2
      and coalesce(v.replaced_at, v.voted_at) >= $3::date::timestamp at time zone 'UTC'
      and coalesce(v.replaced_at, v.voted_at) < ($4::date + 1)::timestamp at time zone 'UTC'
  ) counted
  group by step
`;
const listSearches = sql`
  -- The $4 searches that most often led to the guide $2 since the day $3, of those that three visitors have made.
  select q.words as query, sum(s.times)::bigint as times
  from guide_searches s
  join searched_queries q on q.tenant_id = $1 and q.query = s.query and q.words is not null
  where s.knowledge_base_id = $1 and s.guide_id = $2 and s.day >= $3::date
  group by q.words
  order by times desc, q.words
  limit $4
`;

/** @throws AppError `not-found` */
export async function findInsightGuide(
  executor: Executor,
  { knowledgeBaseId, guideId }: Pick<GuideInsightsRequest, 'knowledgeBaseId' | 'guideId'>,
): Promise<{ title: string; published: boolean }> {
  const guide = isStoredId(guideId)
    ? await executor.oneOrNone<{ title: string; published: boolean }>(findGuide([knowledgeBaseId, guideId]))
    : null;
  if (!guide) throw new AppError('not-found', 'There is no such guide.');
  return guide;
}

/** Every day of the period, or every month. */
export async function readGuideTimeline(
  executor: Executor,
  { knowledgeBaseId, guideId, days }: GuideInsightsRequest,
): Promise<GuideStep[]> {
  const period = lastDays(days);
  const values = [knowledgeBaseId, guideId, period.from, period.to, period.step];
  const rows = await executor.any<GuideStep>(readSteps(values));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return stepsOf(period).map((day) => byDay.get(day) ?? { day, views: 0, from_search: 0, yes: 0, no: 0 });
}

/** As much time as the period has, before it. */
export async function readGuideBefore(
  executor: Executor,
  { knowledgeBaseId, guideId, days: length }: GuideInsightsRequest,
): Promise<GuideBefore> {
  const days = daysBefore(lastDays(length));
  const values = [knowledgeBaseId, guideId, countedFrom(days), days.to, 'day'];
  const steps = await executor.any<GuideStep>(readSteps(values));
  const within = steps.filter(({ day }) => day >= days.from);
  return {
    days,
    views: sumOfDays(steps, { days, of: ({ views }) => views }),
    from_search: sumOfDays(steps, { days, of: (step) => step.from_search }),
    yes: within.reduce((sum, { yes }) => sum + yes, 0),
    no: within.reduce((sum, { no }) => sum + no, 0),
  };
}

/** Searches from whose results the guide was opened, the most frequent first. */
export function listLeadingSearches(
  executor: Executor,
  { knowledgeBaseId, guideId, days, limit }: GuideInsightsRequest & { limit: number },
): Promise<LeadingSearch[]> {
  return executor.any<LeadingSearch>(listSearches([knowledgeBaseId, guideId, lastDays(days).from, limit]));
}
