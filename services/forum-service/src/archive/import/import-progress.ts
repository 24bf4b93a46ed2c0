import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../../model/forum.ts';
import type { ArchiveFile } from './archive-file.ts';
import type { ArchivedDialog } from './archived-dialog.ts';
import type { Refusal } from './check-line.ts';

export interface RefusedLine extends Refusal {
  line: number;
}

/** Dialogs and comments that an earlier import wrote. */
export interface UpdateCounts {
  updated: number;
  unchanged: number;
  /** Changed here, or deleted or merged. */
  kept: number;
}

export interface ImportedCounts extends UpdateCounts {
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
  /** Comments that were imported, but not as answers to another one. */
  refused_parents: number;
  /** Addresses that do not lead to their posts. */
  refused_addresses: number;
  /** Files that are not there, or that a forum may not have. */
  refused_files: number;
  refusals: Omit<RefusedLine, 'part'>[];
  finished_at: Date | null;
}

/** In the order of their counts. */
const PARTS = ['line', 'comment', 'vote', 'mark', 'parent', 'address', 'file'] as const;

/** Bounds the row for a file that is not an archive. */
const MAX_REFUSALS = 100;

const start = sql`
  insert into import_progress (forum_id, file_hash)
  values ($1, $2)
  on conflict (forum_id, file_hash) do nothing
`;
const find = sql`
  select lines, dialogs, comments, votes, duplicates, updated, unchanged, kept, refused, refused_comments, refused_votes, refused_marks,
    refused_parents, refused_addresses, refused_files, refusals, finished_at
  from import_progress
  where forum_id = $1 and file_hash = $2
`;
const advance = sql`
  -- $1 forum, $2 hash, $3 lines before, $4 lines now, $5 dialogs, $6 comments, $7 votes, $8 duplicates, $9 refused
  -- lines, $10 comments, $11 votes, $12 marks, $13 parents, $14 addresses and $15 files, $16 refusals, $17 maximum
  -- number of refusals kept, $18 updated, $19 unchanged and $20 kept posts
  update import_progress p
  set lines = $4,
    dialogs = p.dialogs + $5,
    comments = p.comments + $6,
    votes = p.votes + $7,
    duplicates = p.duplicates + $8,
    refused = p.refused + $9,
    refused_comments = p.refused_comments + $10,
    refused_votes = p.refused_votes + $11,
    refused_marks = p.refused_marks + $12,
    refused_parents = p.refused_parents + $13,
    refused_addresses = p.refused_addresses + $14,
    refused_files = p.refused_files + $15,
    updated = p.updated + $18,
    unchanged = p.unchanged + $19,
    kept = p.kept + $20,
    refusals = case when jsonb_array_length(p.refusals) < $17 then p.refusals || $16::jsonb else p.refusals end
  where p.forum_id = $1 and p.file_hash = $2 and p.lines = $3
  returning p.lines
`;
const finish = sql`
  update import_progress
  set finished_at = coalesce(finished_at, now())
  where forum_id = $1 and file_hash = $2
  returning lines, dialogs, comments, votes, duplicates, updated, unchanged, kept, refused, refused_comments, refused_votes, refused_marks,
    refused_parents, refused_addresses, refused_files, refusals, finished_at
`;

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
  { refusals, ...imported }: ImportedCounts & { refusals: RefusedLine[] },
): Promise<void> {
  const refused = PARTS.map((part) => refusals.filter((one) => one.part === part).length);
  const first = firstOf(refusals);
  const { dialogs, comments, votes, duplicates, updated, unchanged, kept } = imported;
  const counts = [dialogs, comments, votes, duplicates, ...refused];
  const updates = [updated, unchanged, kept];
  const values = [forum.id, file.hash, from, to, ...counts, JSON.stringify(first), MAX_REFUSALS, ...updates];
  if ((await transaction.oneOrNone(advance(values))) === null)
    throw new AppError('conflict', `Another import of this file into ${forum.slug} is running.`);
}

function firstOf(refusals: readonly RefusedLine[]): ImportProgress['refusals'] {
  return refusals.slice(0, MAX_REFUSALS).map(({ part, ...refusal }) => refusal);
}

/** Counts what an import would record, without one. */
export function createProgressCounts() {
  const counts = { dialogs: 0, comments: 0, votes: 0, duplicates: 0, updated: 0, unchanged: 0, kept: 0 };
  const refused = { line: 0, comment: 0, vote: 0, mark: 0, parent: 0, address: 0, file: 0 };
  const contents = new Set<string>();
  let refusals: ImportProgress['refusals'] = [];
  return {
    add(dialog: ArchivedDialog | undefined, ofLine: readonly RefusedLine[]): void {
      for (const { part } of ofLine) refused[part] += 1;
      refusals = firstOf([...refusals.map((one) => ({ ...one, part: 'line' as const })), ...ofLine]);
      if (!dialog) return;
      counts.dialogs += 1;
      counts.comments += dialog.comments.length;
      counts.votes += dialog.votes.length;
      counts.duplicates += contents.has(dialog.content_hash) ? 1 : 0;
      contents.add(dialog.content_hash);
    },
    summary(lines: number): Omit<ImportProgress, 'finished_at'> {
      const { line, comment, vote, mark, parent, address, file } = refused;
      const parts = {
        refused: line,
        refused_comments: comment,
        refused_votes: vote,
        refused_marks: mark,
        refused_parents: parent,
        refused_addresses: address,
        refused_files: file,
      };
      return { lines, ...counts, ...parts, refusals };
    },
  };
}

export function finishProgress(
  executor: Executor,
  { id }: Forum,
  { hash }: ArchiveFile,
): Promise<ImportProgress> {
  return executor.one<ImportProgress>(finish([id, hash]));
}
