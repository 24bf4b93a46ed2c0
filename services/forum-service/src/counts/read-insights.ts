import { type Days, daysBefore, lastDays, type StepOfTime, stepsOf } from '@guidepost/desk/insights';
import { type BoundStatement, type Executor, sql } from '@guidepost/postgres';
import type { Topic } from '../model/topics.ts';

export interface InsightsRequest {
  forumId: number;
  /** Days to look back, today included. */
  days: number;
  /** The unit of the timeline; by default a day, or a week for more than 31 days. */
  step?: StepOfTime;
  /** Rows. */
  limit: number;
}

/** The fate of the dialogs that were posted in the period. */
export interface Figures {
  dialogs: number;
  comments: number;
  votes: number;
  /**
   * The share of dialogs with an official answer within a day, among those that are a day old or have one; null for
   * none.
   */
  answered_within_a_day: number | null;
  /** Until the first official answer; null without any. */
  median_hours: number | null;
  /** Questions and problems without an official answer for more than a day. */
  unanswered: number;
}

/** A day, or a week or a month by its first day. */
export interface Step {
  day: string;
  dialogs: number;
  comments: number;
  answers: number;
  votes: number;
  /** For the dialogs posted in it. */
  median_hours: number | null;
}

export type TopicFigures = Figures & { topic: Topic };

export type TagFigures = Figures & { tag: string; is_public: boolean };

/** By name, or the e-mail address of those without one. */
export type AssigneeFigures = Figures & { assignee: string };

export interface Insights {
  all: Figures;
  timeline: Step[];
  topics: TopicFigures[];
  /** Those that most dialogs have. */
  tags: TagFigures[];
  /** Those whom most dialogs are assigned to. */
  assignees: AssigneeFigures[];
}

interface CountedFigures {
  dialogs: number;
  comments: number;
  votes: number;
  in_time: number;
  due: number;
  waiting: number;
  /** Seconds. */
  median: number | null;
}

interface CountedRow extends CountedFigures {
  topic: Topic | null;
  day: string | null;
  tag: string | null;
  is_public: boolean | null;
  assignee: string | null;
}

/** The subjects of rows; the row of all dialogs has none. */
const KEYS = ['topic', 'day', 'tag', 'assignee'] as const;

const NOTHING = { dialogs: 0, comments: 0, votes: 0, in_time: 0, due: 0, waiting: 0, median: null };

export interface UnansweredDialog {
  id: number;
  topic: Topic;
  title: string;
  at: Date;
  comments: number;
  votes: number;
}

/** Longer timelines show weeks by default. */
const MOST_DAYS_SHOWN = 31;

const countDialogs = sql.file(new URL('./sql/count-dialogs.sql', import.meta.url));
const countPosts = sql`
  -- Comments, official answers among them, and votes in forum $1 by day, week or month. $2 begins of these, as UTC days
  -- in order; the last one ends now.
  with step as (
    select day, day::timestamp at time zone 'UTC' as begins,
      coalesce(lead(day) over (order by day)::timestamp at time zone 'UTC', 'infinity') as ends
    from unnest($2::date[]) day
  )
  select to_char(s.day, 'YYYY-MM-DD') as day,
    (
      select count(*)
      from comments c
      where c.forum_id = $1 and c.pub_date >= s.begins and c.pub_date < s.ends and not c.held
    ) as comments,
    (
      select count(*)
      from comments c
      where c.forum_id = $1 and c.pub_date >= s.begins and c.pub_date < s.ends and c.is_org_reply and not c.held
    ) as answers,
    (
      select count(*)
      from votes v
      where v.forum_id = $1 and v.voted_at >= s.begins and v.voted_at < s.ends
    ) as votes
  from step s
  order by s.day
`;
const countBefore = sql`
  -- Posts of the forum $1 from the UTC day $2 until before the day $3, and the median of the seconds until the
  -- first official answer.
  with period as (
    select $2::date::timestamp at time zone 'UTC' as begins, $3::date::timestamp at time zone 'UTC' as ends
  ),
  asked as (
    select
      (
        select min(c.pub_date)
        from comments c
        where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
      ) - d.pub_date as after
    from period p
    join dialogs d on d.forum_id = $1 and d.pub_date >= p.begins and d.pub_date < p.ends
    where not d.held and not d.refused
  )
  select count(*) as dialogs,
    percentile_cont(0.5) within group (
      order by case when a.after is not null then greatest(date_part('epoch', a.after), 0) end
    ) as median,
    (
      select count(*)
      from period p
      join comments c on c.forum_id = $1 and c.pub_date >= p.begins and c.pub_date < p.ends and not c.held
    ) as comments,
    (
      select count(*)
      from period p
      join comments c
        on c.forum_id = $1 and c.pub_date >= p.begins and c.pub_date < p.ends and c.is_org_reply and not c.held
    ) as answers,
    (
      select count(*)
      from period p
      join votes v on v.forum_id = $1 and v.voted_at >= p.begins and v.voted_at < p.ends
    ) as votes
  from asked a
`;
const findUnanswered = sql`
  -- The $3 questions and problems posted in forum $1 since the UTC day $2 that have waited longest, and for more than a
  -- day, for a first official answer.
  select d.id, d.topic, d.title, d.pub_date as at, d.num_comments as comments, d.num_votes as votes
  from dialogs d
  where d.forum_id = $1 and d.pub_date >= $2::date::timestamp at time zone 'UTC' and d.pub_date < now() - interval '1 day'
    and not d.archived and d.topic in ('Q', 'P')
    and not exists (
      select
      from comments c
      where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
    )
  order by d.pub_date, d.id
  limit $3
`;

export async function readInsights(executor: Executor, request: InsightsRequest): Promise<Insights> {
  const { forumId, limit } = request;
  const period = periodOf(request);
  const days = stepsOf(period);
  const counted = await joinInBulk<CountedRow>(
    executor,
    countDialogs([forumId, period.from, period.step, limit]),
  );
  const posts = await executor.any<Omit<Step, 'dialogs' | 'median_hours'>>(countPosts([forumId, days]));
  const ofDay = new Map(counted.map((row) => [row.day, figuresOf(row)]));
  return {
    all: figuresOf(counted.find((row) => KEYS.every((key) => row[key] === null))),
    timeline: posts.map((step) => ({
      ...step,
      dialogs: ofDay.get(step.day)?.dialogs ?? 0,
      median_hours: ofDay.get(step.day)?.median_hours ?? null,
    })),
    topics: counted.flatMap((row) => (row.topic ? { topic: row.topic, ...figuresOf(row) } : [])),
    tags: counted.flatMap(({ tag, is_public, ...row }) =>
      tag === null ? [] : { tag, is_public: is_public === true, ...figuresOf(row) },
    ),
    assignees: counted.flatMap(({ assignee, ...row }) =>
      assignee === null ? [] : { assignee, ...figuresOf(row) },
    ),
  };
}

/** The figures of the time before a period, as long as it is. */
export type Before = Omit<Step, 'day'> & { days: Days };

export async function readBefore(executor: Executor, request: InsightsRequest): Promise<Before> {
  const period = periodOf(request);
  const days = daysBefore(period);
  const values = [request.forumId, days.from, period.from];
  const counted = await executor.one<Omit<Before, 'days' | 'median_hours'> & Pick<CountedFigures, 'median'>>(
    countBefore(values),
  );
  const { median, ...figures } = counted;
  return { ...figures, median_hours: hoursOf(median), days };
}

/** Questions and problems of the period that have no official answer after more than a day, the oldest first. */
export function listUnanswered(executor: Executor, request: InsightsRequest): Promise<UnansweredDialog[]> {
  const values = [request.forumId, periodOf(request).from, request.limit];
  return joinInBulk<UnansweredDialog>(executor, findUnanswered(values));
}

/**
 * Without nested loops, which the planner prefers for forums that its statistics don't know, and with memory for a year
 * of dialogs, which would be sorted on disk otherwise.
 */
function joinInBulk<Row>(executor: Executor, statement: BoundStatement): Promise<Row[]> {
  return executor.tx('join-in-bulk', async (transaction) => {
    await transaction.none("set local enable_nestloop = off; set local work_mem = '32MB'");
    return transaction.any<Row>(statement);
  });
}

function periodOf({ days, step }: Pick<InsightsRequest, 'days' | 'step'>) {
  return lastDays(days, { step: step ?? (days > MOST_DAYS_SHOWN ? 'week' : 'day') });
}

function figuresOf(row: CountedFigures = NOTHING): Figures {
  const { dialogs, comments, votes, in_time, due, median, waiting: unanswered } = row;
  return {
    dialogs,
    comments,
    votes,
    answered_within_a_day: due > 0 ? rounded(in_time / due) : null,
    median_hours: hoursOf(median),
    unanswered,
  };
}

function hoursOf(seconds: number | null): number | null {
  return seconds === null ? null : rounded(seconds / 3_600);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
