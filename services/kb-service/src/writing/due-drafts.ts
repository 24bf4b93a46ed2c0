import { type Database, sql } from '@guidepost/postgres';
import { type Metrics, measureJobs } from '@guidepost/service-kit';

const countDue = sql`
  -- Across tenants: a metric counts what waits.
  select 'publish' as kind, count(*) as waiting,
    coalesce(extract(epoch from now() - min(publish_at)), 0)::float8 as oldest
  from guide_drafts
  where state = 'scheduled' and publish_at <= now()
`;

/** Drafts that should have been published by now, for `/metrics`. */
export function measureDueDrafts(metrics: Pick<Metrics, 'addGauge'>, database: Database): void {
  measureJobs(metrics, () => database.any(countDue([])));
}
