import type { NewAddress } from '@guidepost/addresses';
import { type Executor, isUniqueViolation } from '@guidepost/postgres';
import { muteWebhooks } from '@guidepost/webhooks';
import { type Forum, noSuchForum } from '../../model/forum.ts';
import { changeForum } from '../../tenants/change-forum.ts';
import { addStates } from '../../tenants/state-definitions.ts';
import type { ArchiveFile } from './archive-file.ts';
import {
  countMissingIds,
  type FreeDialog,
  findTakenIds,
  highestIds,
  type ReadDialog,
  raiseIds,
  refuseTakenIds,
  type SettledDialog,
  settleIds,
  takeIds,
} from './ids.ts';
import { advanceProgress, type ImportedCounts, type RefusedLine } from './import-progress.ts';
import { keepAddresses } from './keep-addresses.ts';
import { divideLines, findKnownPosts, type KnownPosts, withKnownIds } from './known-posts.ts';
import type { ReadLine } from './read-dialogs.ts';
import { type AgainDialog, updateKnownDialogs } from './update-dialogs.ts';
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
  const further = batch.lines.flatMap(({ number, addresses = [] }) =>
    addresses.map((each) => ({ ...each, place: String(number) })),
  );
  const states = batch.lines.flatMap((line) => line.states ?? []);
  const dialogs = lines.map(({ dialog }) => dialog);
  await raiseIds(database, highestIds(dialogs));
  const write = () =>
    changeForum(database, target.forum.slug, async (transaction, forum) => {
      // Deleted and created again under the same slug.
      if (forum.id !== target.forum.id) throw noSuchForum(target.forum.slug);
      // An archive is history, not news.
      await muteWebhooks(transaction);
      const known = await findKnownPosts(transaction, target.forum.id, dialogs);
      const divided = divideLines(lines, known);
      const taken = await findTakenIds(transaction, target.forum.id, dialogs);
      const checked = refuseTakenIds([...divided.fresh, ...divided.again], taken);
      const { counts, led, lost } = await writeAll(transaction, target, {
        lines,
        known,
        free: checked.free,
        again: divided.again,
        further,
      });
      counts.kept += divided.gone;
      const lists = [refusals, divided.refusals, checked.refusals, lost];
      const all = lists.flat().toSorted((a, b) => a.line - b.line);
      await advanceProgress(transaction, { ...target, to: batch.last }, { ...counts, refusals: all });
      const { dialogs: created, comments, votes, updated } = counts;
      const isDefined = await addStates(transaction, forum, states);
      return { changed: isDefined || created + comments + votes + updated + led > 0, result: all };
    });
  return retryOnConflict(write);
}

interface Writable {
  lines: readonly ReadDialog[];
  known: KnownPosts;
  free: readonly FreeDialog[];
  again: readonly ReadDialog[];
  /** Old addresses of pages, tags and files. */
  further: readonly NewAddress[];
}

async function writeAll(
  transaction: Executor,
  target: ImportTarget,
  { lines, known, free, again, further }: Writable,
): Promise<{ counts: ImportedCounts; led: number; lost: RefusedLine[] }> {
  const forumId = target.forum.id;
  const readLines = new Map(lines.map(({ line, dialog }) => [line, dialog]));
  const present = new Set(again.map(({ line }) => line));
  const completed = free.map((dialog) => {
    const read = present.has(dialog.line) ? readLines.get(dialog.line) : undefined;
    return read ? withKnownIds(dialog, read, known) : dialog;
  });
  const missing = countMissingIds(completed);
  const settled = settleIds(completed, {
    dialog: await takeIds(transaction, 'dialog', missing.dialog),
    comment: await takeIds(transaction, 'comment', missing.comment),
  });
  const created = settled.filter(({ line }) => !present.has(line));
  const others = settled.filter(({ line }) => present.has(line)).map((dialog) => againOf(dialog, known));
  const counts = await writeDialogs(transaction, { forumId, dialogs: created });
  const more = await updateKnownDialogs(transaction, { forumId, dialogs: others, known });
  const added = others.map(({ fresh, ...dialog }) => ({ ...dialog, addresses: [], comments: fresh }));
  const addresses = await keepAddresses(transaction, target, { dialogs: [...created, ...added], further });
  const { comments, votes, ...updates } = more;
  return {
    counts: { ...counts, ...updates, comments: counts.comments + comments, votes: counts.votes + votes },
    ...addresses,
  };
}

function againOf(dialog: SettledDialog, known: KnownPosts): AgainDialog {
  const fresh = dialog.comments.filter(({ external }) => !known.comments.has(external ?? ''));
  return { ...dialog, external: dialog.external ?? '', fresh };
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
