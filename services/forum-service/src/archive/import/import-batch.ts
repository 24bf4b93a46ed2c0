import { type Executor, isUniqueViolation } from '@guidepost/postgres';
import { muteWebhooks } from '@guidepost/webhooks';
import { type Forum, noSuchForum } from '../../model/forum.ts';
import { changeForum } from '../../tenants/change-forum.ts';
import type { ArchiveFile } from './archive-file.ts';
import {
  countMissingIds,
  type FreeDialog,
  findTakenIds,
  highestIds,
  raiseIds,
  refuseTakenIds,
  settleIds,
  takeIds,
} from './ids.ts';
import { advanceProgress, type ImportedCounts, type RefusedLine } from './import-progress.ts';
import { keepAddresses } from './keep-addresses.ts';
import type { ReadLine } from './read-dialogs.ts';
import { writeDialogs } from './write-dialogs.ts';

export interface Batch {
  lines: ReadLine[];
  last: number;
}

const MAX_LINES = 1_000;

/** Ends a batch of long lines early, to bound memory. */
const MAX_BYTES = 8_000_000;

export async function* inBatches(lines: AsyncIterable<ReadLine>): AsyncGenerator<Batch, void> {
  let batch: ReadLine[] = [];
  let bytes = 0;
  for await (const line of lines) {
    batch.push(line);
    bytes += line.size;
    if (batch.length < MAX_LINES && bytes < MAX_BYTES) continue;
    yield { lines: batch, last: line.number };
    batch = [];
    bytes = 0;
  }
  const end = batch.at(-1);
  if (end) yield { lines: batch, last: end.number };
}

interface ImportTarget {
  forum: Forum;
  file: ArchiveFile;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

/** How often a concurrent post may collide with a batch. */
const ATTEMPTS = 5;

/**
 * Imports a batch in one transaction.
 * @param from the line before it
 * @returns what is refused
 * @throws AppError `conflict` while another import of the file runs, `not-found` when the forum was deleted
 */
export async function importBatch(
  database: Executor,
  target: ImportTarget & { from: number },
  batch: Batch,
): Promise<RefusedLine[]> {
  const lines = batch.lines.flatMap(({ number, dialog }) => (dialog ? { line: number, dialog } : []));
  const refusals = batch.lines.flatMap((line) =>
    line.refusals.map((refusal) => ({ ...refusal, line: line.number })),
  );
  const dialogs = lines.map(({ dialog }) => dialog);
  await raiseIds(database, highestIds(dialogs));
  const write = () =>
    changeForum(database, target.forum.slug, async (transaction, { id }) => {
      // Deleted and created again under the same slug.
      if (id !== target.forum.id) throw noSuchForum(target.forum.slug);
      // An archive is history, not news.
      await muteWebhooks(transaction);
      const taken = await findTakenIds(transaction, target.forum.id, dialogs);
      const checked = refuseTakenIds(lines, taken);
      const { counts, lost } = await writeAll(transaction, target, checked.free);
      const all = [...refusals, ...checked.refusals, ...lost].toSorted((a, b) => a.line - b.line);
      await advanceProgress(transaction, { ...target, to: batch.last }, { ...counts, refusals: all });
      return { changed: counts.dialogs > 0, result: all };
    });
  return retryOnConflict(write);
}

async function writeAll(
  transaction: Executor,
  target: ImportTarget,
  dialogs: readonly FreeDialog[],
): Promise<{ counts: ImportedCounts; lost: RefusedLine[] }> {
  const missing = countMissingIds(dialogs);
  const fresh = {
    dialog: await takeIds(transaction, 'dialog', missing.dialog),
    comment: await takeIds(transaction, 'comment', missing.comment),
  };
  const settled = settleIds(dialogs, fresh);
  const counts = await writeDialogs(transaction, { forumId: target.forum.id, dialogs: settled });
  return { counts, lost: await keepAddresses(transaction, target, settled) };
}

/** Retries when a post committed after the check has an id or the content of a line. */
async function retryOnConflict<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === ATTEMPTS || !isUniqueViolation(error)) throw error;
    }
  }
}
