import type { Database, Executor, Statement } from '@guidepost/postgres';

/** What people are told of one after the other, each with a row until all have been told. */
export interface Telling<Row> {
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
