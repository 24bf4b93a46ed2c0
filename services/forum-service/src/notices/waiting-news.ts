import { type Database, sql } from '@guidepost/postgres';
import { type Metrics, measureJobs } from '@guidepost/service-kit';

const countWaiting = sql`
  -- Across tenants: a metric counts what waits.
  select 'tell_staff' as kind, count(*) as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
  from new_for_staff
  union all
  -- The oldest one has the lowest id.
  select 'tell_followers', count(*),
    coalesce((
      select extract(epoch from now() - c.pub_date)
      from new_answers n
      join comments c on c.forum_id = n.forum_id and c.dialog_id = n.dialog_id and c.id = n.comment_id
      order by n.id
      limit 1
    ), 0)::float8
  from new_answers
`;

/** Posts of which followers or staff are still to be told, for `/metrics`. */
export function measureNews(metrics: Pick<Metrics, 'addGauge'>, database: Database): void {
  measureJobs(metrics, () => database.any(countWaiting([])));
}
