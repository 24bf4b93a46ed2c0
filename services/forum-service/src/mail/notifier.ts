import { type Database, type Executor, type SqlPart, type Statement, sql } from '@guidepost/postgres';
import {
  createBackgroundWork,
  type Logger,
  type Metrics,
  measureJobs,
  type Worker,
} from '@guidepost/service-kit';

/** News that people are told of one after the other; each has a row until all have been told. */
interface News<Row, Options> {
  /** The people and the news, for the log: `followers` of `answers`. */
  people: string;
  subject: string;
  table: SqlPart;
  /** Selects a row of the table by {@link TAKE_NEXT}. */
  take: Statement;
  /** Writes to up to {@link BATCH_SIZE} people after those who have been told. @returns these people, in order */
  notifySome: (transaction: Executor, options: Options, row: Row) => Promise<{ id: number }[]>;
}

export interface NewsRow {
  id: number;
  forum_id: number;
  /** The last person who has been told. */
  told_to: number;
}

export interface Notifier<Options> {
  /**
   * Queues the mail about one piece of news to some of those who are to be told.
   * @returns whether there was any, leaving out forums that are being changed as a whole
   */
  notifyNext: (options: Options) => Promise<boolean>;
  createWorker: (options: Options, logger: Logger) => Worker;
}

/** People at a time. */
export const BATCH_SIZE = 100;

/** Milliseconds between polls. */
const PAUSE = 1_000;

/**
 * Takes the next row of the table `n`. Leaves out forums that are being erased from or deleted, for which posts wait,
 * too. Otherwise these wait and then withdraw the mail.
 */
export const TAKE_NEXT = sql.part`
  where pg_try_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || n.forum_id, 0))
  order by n.id
  limit 1
  for update skip locked`;

export function createNotifier<Row extends NewsRow, Options extends { database: Database }>({
  people,
  subject,
  table,
  take,
  notifySome,
}: News<Row, Options>): Notifier<Options> {
  const noteTold = sql`
    -- Across tenants: a worker takes what is due next, and finishes it by its id.
    -- $2 the last person who was told
    update ${table}
    set told_to = $2
    where id = $1
  `;
  const finish = sql`
    -- Across tenants: a worker takes what is due next, and finishes it by its id.
    delete from ${table}
    where id = $1
  `;

  function notifyNext(options: Options): Promise<boolean> {
    return options.database.tx(`tell-${people}`, async (transaction) => {
      const row = await transaction.oneOrNone<Row>(take([]));
      if (!row) return false;
      const told = await notifySome(transaction, options, row);
      const last = told.at(-1);
      await transaction.none(
        last && told.length === BATCH_SIZE ? noteTold([row.id, last.id]) : finish([row.id]),
      );
      return true;
    });
  }

  return {
    notifyNext,
    createWorker: (options, logger) =>
      createBackgroundWork({
        work: () => notifyNext(options),
        pause: PAUSE,
        onFailure: (err) => logger.warn({ err }, `${people} cannot be notified of ${subject} at the moment`),
        onRecovery: () => logger.info(`${people} are notified of ${subject} again`),
      }),
  };
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
