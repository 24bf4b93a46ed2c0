import type { Executor, Secret } from '@guidepost/postgres';
import { requireForum } from '../../forums/find-forum.ts';
import { createAddresses } from '../../model/addresses.ts';
import { openArchive, readLines } from './archive-file.ts';
import { inBatches } from './batches.ts';
import { raiseIds } from './ids.ts';
import { importBatch } from './import-batch.ts';
import { finishProgress, type ImportProgress, type RefusedLine, startProgress } from './import-progress.ts';
import { createImportedIdentities } from './imported-identity.ts';
import { createStatistics } from './statistics.ts';

export interface ImportRequest {
  slug: string;
  path: string;
  /** What the service hashes e-mail addresses with. */
  secret: Secret;
  /** Where the service is reached from outside, so that links to its files are known. */
  publicUrl: string;
  signal: AbortSignal;
  /** Hears how many lines there are, and how many were imported before. */
  onStart?: (lines: number, done: number) => void;
  /** Hears of each batch that is done, how many lines it had, and which of them were refused. */
  onBatch?: (lines: number, refusals: readonly RefusedLine[]) => void;
}

/** What came of a file, with what earlier runs made of its beginning. */
export interface ImportSummary extends Omit<ImportProgress, 'finished_at'> {
  slug: string;
  /** How many lines were done when this run began. */
  resumed_after: number;
  /** Whether there was nothing left to do. */
  finished_before: boolean;
}

/**
 * Imports an archive in batches, each in a transaction of its own that remembers how far it came: what is interrupted
 * goes on from there when the same file is imported again.
 *
 * @throws AppError `not-found`; `invalid` when the file cannot be read; `conflict` while the same file is being imported
 */
export async function importForum(database: Executor, request: ImportRequest): Promise<ImportSummary> {
  const { slug, path, secret, publicUrl, signal, onStart, onBatch } = request;
  const file = await openArchive(path);
  const forum = await requireForum(database, slug);
  const identities = await createImportedIdentities(secret, forum.id);
  const files = createAddresses(publicUrl, slug).file('');
  const before = await startProgress(database, forum, file);
  const statistics = createStatistics(database);
  onStart?.(file.lines, before.lines);
  // Of all batches to come, lest somebody who posts meanwhile, or a line without one, gets the id of a later line.
  await raiseIds(database, { dialog: file.highestId, comment: file.highestId });
  let from = before.lines;
  for await (const batch of inBatches(readLines(file, from))) {
    signal.throwIfAborted();
    const refusals = await importBatch(database, { forum, file, identities, files, from }, batch);
    onBatch?.(batch.last - from, refusals);
    await statistics.grow(batch.last - from);
    from = batch.last;
  }
  await statistics.finish();
  const { finished_at, ...counts } = await finishProgress(database, forum, file);
  return { slug, ...counts, resumed_after: before.lines, finished_before: before.finished_at !== null };
}
