import { type Database, preparedStatement } from '@guidepost/postgres';
import { type Metrics, measureJobs } from '@guidepost/service-kit';

const countDue = preparedStatement(new URL('./sql/count-due-drafts.sql', import.meta.url));

/** Drafts that should have been published by now, for `/metrics`. */
export function measureDueDrafts(metrics: Pick<Metrics, 'addGauge'>, database: Database): void {
  measureJobs(metrics, () => database.any(countDue([])));
}
