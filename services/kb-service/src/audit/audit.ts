import { type Executor, isStoredId, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../model/actor.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

/** What an entry says beyond who, when and which action. Entries are kept forever. */
export interface AuditEvent {
  guideId?: number | undefined;
  /** What was changed, as people know it: a slug, a name. */
  subject?: string | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
}

export interface AuditEntry {
  id: number;
  at: Date;
  by: string;
  door: Actor['door'];
  action: string;
  guide_id: number | null;
  subject: string | null;
  details: Record<string, unknown>;
}

export interface AuditRequest {
  host: string;
  limit: number;
  since?: Date | undefined;
  /** For the next page: only entries before this ID. */
  before?: number | undefined;
  guideId?: number | undefined;
  by?: string | undefined;
}

type EntryRow = Omit<AuditEntry, 'at' | 'by'> & { done_at: Date; done_by: string };

const insert = preparedStatement(new URL('./sql/insert-entries.sql', import.meta.url));
const list = preparedStatement(new URL('./sql/list-entries.sql', import.meta.url));

/** Records events in the transaction that makes the change. @param action a command as typed: `guide publish` */
export async function recordEvents(
  transaction: Executor,
  { id, host, actor, action }: Pick<KnowledgeBase, 'id' | 'host'> & { actor: Actor; action: string },
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ guideId, ...event }) => ({ guide_id: guideId, ...event }));
  const { name, personId = null, door } = actor;
  await transaction.none(insert([id, host, name, personId, door, action, JSON.stringify(rows)]));
}

/** Entries of a knowledge base, which may have been deleted, newest first. @throws AppError `not-found` */
export async function listAuditEntries(executor: Executor, request: AuditRequest): Promise<AuditEntry[]> {
  const { host, since = null, limit, before = null, guideId = null, by = null } = request;
  for (const id of [before, guideId]) {
    if (id !== null && !isStoredId(id)) throw new AppError('not-found', `Nothing has the ID ${id}.`);
  }
  const rows = await executor.any<EntryRow>(list([host, since, limit, before, guideId, by]));
  return rows.map(({ done_at, done_by, ...row }) => ({ ...row, at: done_at, by: done_by }));
}
