import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

/** The details of an entry beyond who, when and which action. Entries are kept forever. */
export interface AuditEvent {
  guideId?: number | undefined;
  /** The changed thing as people know it: a slug, a name. */
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

interface AuditRequest {
  host: string;
  limit: number;
  since?: Date | undefined;
  /** For the next page: only entries before this ID. */
  before?: number | undefined;
  guideId?: number | undefined;
  by?: string | undefined;
}

type EntryRow = Omit<AuditEntry, 'at' | 'by'> & { done_at: Date; done_by: string };

const insert = sql`
  -- $1 knowledge base, $2 its host, $3 actor, $4 person, $5 door, $6 action, $7 array of events
  insert into audit_entries (knowledge_base_id, host, done_by, person_id, door, action, guide_id, subject, details)
  select $1, $2, $3, $4, $5, $6, e.guide_id, e.subject, coalesce(e.details, '{}')
  from rows from (
    json_to_recordset($7) as (guide_id bigint, subject text, details jsonb)
  ) with ordinality as e (guide_id, subject, details, place)
  order by e.place
`;
const list = sql`
  -- Across tenants: finds the tenant of a request.
  -- The newest $3 changes since $2 to the knowledge base with the host name $1, and to deleted ones whose main name it
  -- was. Older than the entry $4, about the guide $5 and by the actor $6, unless these are null.
  select e.id, e.done_at, e.done_by, e.door, e.action, e.guide_id, e.subject, e.details
  from audit_entries e
  where (e.knowledge_base_id = (select h.knowledge_base_id from host_names h where h.host = $1)
      or (e.host = $1 and not exists (select from knowledge_bases k where k.id = e.knowledge_base_id)))
    and e.done_at >= coalesce($2::timestamptz, '-infinity')
    and ($4::bigint is null or e.id < $4)
    and ($5::bigint is null or e.guide_id = $5)
    and ($6::text is null or e.done_by = $6)
  order by e.id desc
  limit $3
`;

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

/**
 * Audit entries of a knowledge base, newest first.
 * @throws AppError `not-found` if no knowledge base has or had this host
 */
export async function listChanges(executor: Executor, request: AuditRequest): Promise<AuditEntry[]> {
  const { host } = request;
  const entries = await listAuditEntries(executor, request);
  const isKnown = entries.length > 0 || (await listAuditEntries(executor, { host, limit: 1 })).length > 0;
  if (!isKnown) await requireKnowledgeBase(executor, host);
  return entries;
}
