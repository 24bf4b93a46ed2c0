import { type Database, type Executor, type Statement, sql } from '@guidepost/postgres';
import { type Metrics, measureJobs } from '@guidepost/service-kit';

/** News that people are told of one after the other; each has a row until all have been told. */
interface Telling<Row> {
  /** Names the transaction. */
  name: string;
  /** Selects a row and holds off erasure and deletion of its forum, which then withdraw the mail. */
  take: Statement;
  /** Writes to up to {@link BATCH_SIZE} people after those who have been told. @returns these people, in order */
  tellSome: (transaction: Executor, row: Row) => Promise<{ id: number }[]>;
  /** Parameters: the row, and the last person who has been told. */
  noteTold: Statement;
  /** Deletes the row. */
  finish: Statement;
}

/** People at a time. */
export const BATCH_SIZE = 100;

/**
 * Queues the mail to some of those who are to be told of something.
 * @returns whether there was anything to tell, leaving out forums that are being changed as a whole
 */
export function tellNext<Row extends { id: number }>(
  database: Database,
  { name, take, tellSome, noteTold, finish }: Telling<Row>,
): Promise<boolean> {
  return database.tx(name, async (transaction) => {
    const row = await transaction.oneOrNone<Row>(take([]));
    if (!row) return false;
    const told = await tellSome(transaction, row);
    const last = told.at(-1);
    await transaction.none(
      last && told.length === BATCH_SIZE ? noteTold([row.id, last.id]) : finish([row.id]),
    );
    return true;
  });
}

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
