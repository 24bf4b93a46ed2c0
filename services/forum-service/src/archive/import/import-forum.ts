import { dirname } from 'node:path';
import { type Executor, isLockTimeout, type Secret, sql } from '@guidepost/postgres';
import { findLinkKinds } from '../../files/link-kinds.ts';
import { filesOf } from '../../model/addresses.ts';
import type { FilePosting } from '../../posts/post-file.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { openArchive, readLines } from './archive-file.ts';
import { raiseIds } from './ids.ts';
import { importBatch, inBatches } from './import-batch.ts';
import { finishProgress, type ImportProgress, type RefusedLine, startProgress } from './import-progress.ts';
import { createOwnLinks } from './own-links.ts';
import { createPlaceFile } from './place-files.ts';
import { readDialogs } from './read-dialogs.ts';
import { createImportedIdentities } from './read-post.ts';

/**
 * Without fresh statistics PostgreSQL takes a new forum for empty and scans all of it for each dialog. Autovacuum
 * notices after a minute, or not at all beside much larger forums.
 */
const TABLES = ['posters', 'dialogs', 'topic_counts', 'comments', 'votes', 'tags', 'dialog_tags'];

/** Tables that have been skipped, since autovacuum or another import has them. */
const listSkipped = sql`
  select relname as name from pg_stat_user_tables
  where relid = any($1::text[]::regclass[]) and (last_analyze is null or last_analyze < $2)
`;
const readClock = sql`
  select clock_timestamp() as begun
`;

/** Milliseconds at the end; autovacuum gives a table up after a second. */
const LONGEST_WAIT = 5_000;

const GROWTH = 4;

interface Statistics {
  /**
   * Call after each batch; after the first, and whenever there are four times as many lines, analyzes while the import
   * goes on.
   */
  grow(lines: number): void;
  /** Waits for it. @throws what it failed with */
  finish(): Promise<void>;
}

export interface ImportRequest {
  slug: string;
  path: string;
  /** Key for hashing e-mail addresses, the same as the service's. */
  secret: Secret;
  /** The service's public URL, to recognize links to its files. */
  publicUrl: string;
  /** Where files are stored; undefined if it is not known. */
  posting?: FilePosting | undefined;
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
 * @throws AppError `not-found`; `invalid` when the file cannot be read; `conflict` while the same file is being
 * imported
 */
export async function importForum(database: Executor, request: ImportRequest): Promise<ImportSummary> {
  const { slug, path, secret, publicUrl, signal, onStart, onBatch } = request;
  const file = await openArchive(path);
  const forum = await requireForum(database, slug);
  const identities = await createImportedIdentities(secret, forum.id);
  const place = { forumId: forum.id, files: filesOf(publicUrl, slug) };
  const placeFile = createPlaceFile(database, {
    posting: request.posting,
    forum,
    folder: dirname(path),
    files: place.files,
  });
  const kindsOf = (texts: readonly string[]) => findLinkKinds(database, place, texts);
  const before = await startProgress(database, forum, file);
  const statistics = createStatistics(database);
  onStart?.(file.lines, before.lines);
  // For all batches at once, so that neither a concurrent post nor a line without an id takes the id of a later line.
  await raiseIds(database, { dialog: file.highestId, comment: file.highestId });
  let from = before.lines;
  const ownLinks = createOwnLinks(publicUrl, forum);
  const reading = { forum, identities, kindsOf, placeFile, ownLinks };
  const batches = inBatches(readDialogs(readLines(file, from), reading));
  for await (const batch of readAhead(batches)) {
    signal.throwIfAborted();
    const refusals = await importBatch(database, { forum, file, publicUrl, from }, batch);
    onBatch?.(batch.last - from, refusals);
    statistics.grow(batch.last - from);
    from = batch.last;
  }
  await statistics.finish();
  const { finished_at, ...counts } = await finishProgress(database, forum, file);
  return { slug, ...counts, resumed_after: before.lines, finished_before: before.finished_at !== null };
}

/** Asks for each value while the one before it is in use. */
export async function* readAhead<Value>(values: AsyncGenerator<Value, void>): AsyncGenerator<Value, void> {
  try {
    let next = values.next();
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      // It fails when its turn comes.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await values.return();
  }
}

function createStatistics(database: Executor): Statistics {
  let lines = 0;
  let analyzed = 0;
  let isAnalyzing = false;
  let skipped: readonly string[] = [];
  let analysis = Promise.resolve();

  async function analyze(): Promise<void> {
    isAnalyzing = true;
    analyzed = lines;
    skipped = await database.tx('analyze', async (transaction) => {
      const { begun } = await transaction.one<{ begun: Date }>(readClock([]));
      await transaction.none('set local statement_timeout = 0');
      await transaction.none(`analyze (skip_locked) ${TABLES.join()}`);
      const listed = await transaction.any<{ name: string }>(listSkipped([TABLES, begun]));
      return listed.map(({ name }) => name);
    });
    isAnalyzing = false;
  }

  async function analyzeSkipped(): Promise<void> {
    await database.tx('analyze', async (transaction) => {
      await transaction.none(`set local statement_timeout = 0; set local lock_timeout = ${LONGEST_WAIT}`);
      await transaction.none(`analyze ${skipped.join()}`);
    });
  }

  return {
    grow(more) {
      lines += more;
      if (isAnalyzing || lines < GROWTH * analyzed) return;
      analysis = analyze();
      // `finish` throws it.
      analysis.catch(() => {});
    },
    async finish() {
      await analysis;
      if (skipped.length === 0) return;
      await analyzeSkipped().catch((error) => {
        if (!isLockTimeout(error)) throw error;
      });
    },
  };
}
