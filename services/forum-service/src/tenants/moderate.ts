import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type Forum, requireOwnForum } from '../model/forum.ts';
import { idsOf } from '../model/listing.ts';
import { needsGuard, requirePermission } from '../model/permissions.ts';
import { type Attribution, type AuditEvent, recordEvents } from './audit.ts';
import { changeForum, lockTimeoutOf } from './change-forum.ts';

/** Who changes which forum. */
export interface Moderation extends Attribution {
  slug: string;
  /** Refuses a change by what the forum holds, in its transaction; see `needsGuard`. */
  guard?: (transaction: Executor, forum: Forum) => Promise<void>;
}

export interface Moderated<Result> {
  /** Empty when there was nothing to change. */
  events: readonly AuditEvent[];
  /** Whether clients of the API see a difference. */
  visible: boolean;
  result: Result;
}

/** Ids of the records that a command named. */
export interface Outcome {
  changed: number[];
  unchanged: number[];
}

/**
 * Runs an editor's change in a transaction, one editor of a forum at a time, and records its audit events. People can
 * go on posting meanwhile.
 *
 * @throws AppError `not-found` when there is no such forum or it belongs to another account, `forbidden`, and
 * everything that `work` throws
 */
export function moderate<Result>(
  database: Executor,
  { slug, guard, ...attribution }: Moderation,
  work: (transaction: Executor, forum: Forum) => Promise<Moderated<Result>>,
): Promise<Result> {
  const { actor, action } = attribution;
  const change = async (transaction: Executor, forum: Forum) => {
    requireOwnForum(actor, forum);
    requirePermission(actor, action);
    if (needsGuard(actor, action) && !guard) throw new Error(`A member needs a guard: ${action}.`);
    await guard?.(transaction, forum);
    const { events, visible, result } = await work(transaction, forum);
    await recordEvents(transaction, { ...forum, ...attribution }, events);
    return { changed: visible, result };
  };
  return changeForum(database, slug, change, { lockTimeout: lockTimeoutOf(actor) });
}

/** Separates the records that need a change from those that do not. */
export function divide<Row extends { id: number }>(
  rows: readonly Row[],
  isToChange: (row: Row) => boolean,
): { toChange: Row[]; outcome: Outcome } {
  const toChange = rows.filter(isToChange);
  const unchanged = rows.filter((row) => !isToChange(row));
  return { toChange, outcome: { changed: idsOf(toChange), unchanged: idsOf(unchanged) } };
}

/** @throws AppError `not-found` that names the ids without a record */
export function requireAll(
  ids: readonly number[],
  found: readonly { id: number }[],
  { slug, noun }: { slug: string; noun: string },
): void {
  const known = new Set(idsOf(found));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const plural = missing.length === 1 ? '' : 's';
  throw new AppError('not-found', `${slug} has no ${noun}${plural} ${missing.join(', ')}.`);
}
