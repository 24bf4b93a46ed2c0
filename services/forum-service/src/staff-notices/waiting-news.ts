import { type Database, preparedStatement } from '@guidepost/postgres';
import { type Metrics, measureJobs } from '@guidepost/service-kit';

const countWaiting = preparedStatement(new URL('./sql/count-waiting.sql', import.meta.url));

/** Posts of which followers or staff are still to be told, for `/metrics`. */
export function measureNews(metrics: Pick<Metrics, 'addGauge'>, database: Database): void {
  measureJobs(metrics, () => database.any(countWaiting([])));
}
