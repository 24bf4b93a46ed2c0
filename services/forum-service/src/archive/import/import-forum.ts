import type { Executor, Secret } from '@guidepost/postgres';
import { findLinkKinds } from '../../files/link-kinds.ts';
import { filesOf } from '../../model/addresses.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { openArchive, readLines } from './archive-file.ts';
import { inBatches } from './batches.ts';
import { raiseIds } from './ids.ts';
import { importBatch } from './import-batch.ts';
import { finishProgress, type ImportProgress, type RefusedLine, startProgress } from './import-progress.ts';
import { createImportedIdentities } from './imported-identity.ts';
import { readAhead } from './read-ahead.ts';
import { readDialogs } from './read-dialogs.ts';
import { createStatistics } from './statistics.ts';

export interface ImportRequest {
  slug: string;
  path: string;
  /** Key for hashing e-mail addresses, the same as the service's. */
  secret: Secret;
  /** The service's public URL, to recognize links to its files. */
  publicUrl: string;
  signal: AbortSignal;
  /** Called with the number of lines and how many earlier runs imported. */
  onStart?: (lines: number, done: number) => void;
  /** Called after each batch with its number of lines and the refused ones. */
  onBatch?: (lines: number, refusals: readonly RefusedLine[]) => void;
}

export interface ImportSummary extends Omit<ImportProgress, 'finished_at'> {
  slug: string;
  resumed_after: number;
  /** Whether an earlier run had finished the file. */
  finished_before: boolean;
}

/**
 * Imports an archive in batches, each a transaction that records its progress, so that a repeated import of the file
 * resumes.
 * @throws AppError `not-found`; `invalid` when the file cannot be read; `conflict` while the same file is being imported
 */
export async function importForum(database: Executor, request: ImportRequest): Promise<ImportSummary> {
  const { slug, path, secret, publicUrl, signal, onStart, onBatch } = request;
  const file = await openArchive(path);
  const forum = await requireForum(database, slug);
  const identities = await createImportedIdentities(secret, forum.id);
  const place = { forumId: forum.id, files: filesOf(publicUrl, slug) };
  const kindsOf = (texts: readonly string[]) => findLinkKinds(database, place, texts);
  const before = await startProgress(database, forum, file);
  const statistics = createStatistics(database);
  onStart?.(file.lines, before.lines);
  // For all batches at once, so that neither a concurrent post nor a line without an id takes the id of a later line.
  await raiseIds(database, { dialog: file.highestId, comment: file.highestId });
  let from = before.lines;
  const batches = inBatches(readDialogs(readLines(file, from), { forum, identities, kindsOf }));
  for await (const batch of readAhead(batches)) {
    signal.throwIfAborted();
    const refusals = await importBatch(database, { forum, file, from }, batch);
    onBatch?.(batch.last - from, refusals);
    statistics.grow(batch.last - from);
    from = batch.last;
  }
  await statistics.finish();
  const { finished_at, ...counts } = await finishProgress(database, forum, file);
  return { slug, ...counts, resumed_after: before.lines, finished_before: before.finished_at !== null };
}
