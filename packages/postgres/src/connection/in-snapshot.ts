import pgPromise from 'pg-promise';
import type { Executor } from './database.ts';

const { TransactionMode, isolationLevel } = pgPromise.txMode;

const SNAPSHOT = new TransactionMode({ tiLevel: isolationLevel.repeatableRead, readOnly: true });

/** Reads one state of the database with several statements; within another transaction, as that sees it. */
export function inSnapshot<Result>(
  executor: Executor,
  read: (snapshot: Executor) => Promise<Result>,
): Promise<Result> {
  return executor.tx({ tag: 'read-snapshot', mode: SNAPSHOT }, read);
}
