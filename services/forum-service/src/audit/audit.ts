import { type Executor, preparedStatement } from '@guidepost/postgres';
import { findForum } from '../forums/find-forum.ts';
import { type Forum, noSuchForum } from '../model/forum.ts';

/** One thing that was done; of what people post it holds ids only, since entries are kept for good. */
export interface Deed {
  dialog_id?: number;
  comment_id?: number;
  /** What an editor has typed besides, such as tags or a property's value. */
  details?: Readonly<Record<string, unknown>>;
}

/** Who does what. */
export interface Doing {
  by: string;
  /** The command, as it is typed: `dialog archive`. */
  action: string;
}

/** What was done, as it is kept. */
export interface AuditEntry extends Doing {
  id: number;
  at: Date;
  dialog_id: number | null;
  comment_id: number | null;
  details: Record<string, unknown>;
}

export interface AuditRequest {
  slug: string;
  since: Date | undefined;
  /** The newest are given. */
  limit: number;
}

type EntryRow = Omit<AuditEntry, 'at' | 'by'> & { done_at: Date; done_by: string };

const insert = preparedStatement(new URL('./sql/insert-entries.sql', import.meta.url));
const list = preparedStatement(new URL('./sql/list-entries.sql', import.meta.url));

/** Writes down what was done to a forum, in the transaction that does it; one entry for each deed. */
export async function recordDeeds(
  transaction: Executor,
  { id, slug, by, action }: Pick<Forum, 'id' | 'slug'> & Doing,
  deeds: readonly Deed[],
): Promise<void> {
  if (deeds.length > 0) await transaction.none(insert([id, slug, by, action, JSON.stringify(deeds)]));
}

/**
 * What was done to a forum, the newest first, be it deleted meanwhile.
 * @throws AppError `not-found` when there is no such forum and never was
 */
export async function listAuditEntries(
  database: Executor,
  { slug, since, limit }: AuditRequest,
): Promise<AuditEntry[]> {
  const rows = await database.any<EntryRow>(list([slug, since, limit]));
  if (rows.length === 0 && !(await isKnown(database, slug))) throw noSuchForum(slug);
  return rows.map(({ done_at: at, done_by: by, id, ...row }) => ({ id, at, by, ...row }));
}

async function isKnown(database: Executor, slug: string): Promise<boolean> {
  const everDone = await database.any(list([slug, null, 1]));
  return everDone.length > 0 || (await findForum(database, slug)) !== undefined;
}
