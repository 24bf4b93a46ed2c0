import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../../model/forum.ts';
import type { ArchiveFile } from './archive-file.ts';
import type { Refusal } from './refuse.ts';

export interface RefusedLine extends Refusal {
  line: number;
}

export interface ImportedCounts {
  dialogs: number;
  comments: number;
  votes: number;
  duplicates: number;
}

export interface ImportProgress extends ImportedCounts {
  lines: number;
  /** Lines. */
  refused: number;
  refused_comments: number;
  refused_votes: number;
  /** Comments that were imported, but not as the accepted answer. */
  refused_marks: number;
  refusals: Omit<RefusedLine, 'part'>[];
  finished_at: Date | null;
}

/** In the order of their counts. */
const PARTS = ['line', 'comment', 'vote', 'mark'] as const;

/** Bounds the row for a file that is not an archive. */
const MAX_REFUSALS = 100;

const start = preparedStatement(new URL('./sql/start-progress.sql', import.meta.url));
const find = preparedStatement(new URL('./sql/find-progress.sql', import.meta.url));
const advance = preparedStatement(new URL('./sql/advance-progress.sql', import.meta.url));
const finish = preparedStatement(new URL('./sql/finish-progress.sql', import.meta.url));

export async function startProgress(
  executor: Executor,
  { id }: Forum,
  { hash }: ArchiveFile,
): Promise<ImportProgress> {
  await executor.none(start([id, hash]));
  return executor.one<ImportProgress>(find([id, hash]));
}

/**
 * Records a batch, in its transaction.
 * @param from the line before the batch
 * @param to its last line
 * @throws AppError `conflict` when another import of the same file was faster
 */
export async function advanceProgress(
  transaction: Executor,
  { forum, file, from, to }: { forum: Forum; file: ArchiveFile; from: number; to: number },
  { dialogs, comments, votes, duplicates, refusals }: ImportedCounts & { refusals: RefusedLine[] },
): Promise<void> {
  const refused = PARTS.map((part) => refusals.filter((one) => one.part === part).length);
  const first = refusals.slice(0, MAX_REFUSALS).map(({ line, reason }) => ({ line, reason }));
  const counts = [dialogs, comments, votes, duplicates, ...refused];
  const values = [forum.id, file.hash, from, to, ...counts, JSON.stringify(first), MAX_REFUSALS];
  if ((await transaction.oneOrNone(advance(values))) === null)
    throw new AppError('conflict', `Another import of this file into ${forum.slug} is running.`);
}

export function finishProgress(
  executor: Executor,
  { id }: Forum,
  { hash }: ArchiveFile,
): Promise<ImportProgress> {
  return executor.one<ImportProgress>(finish([id, hash]));
}
