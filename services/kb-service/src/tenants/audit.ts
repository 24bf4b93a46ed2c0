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
  /** The present title of the guide, also of one that has been deleted and can be restored. */
  title: string | null;
  /** Present names of the categories and tags that the subject and the details refer to by slugs. */
  names: Record<string, string> | null;
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
  /** Only those whose action begins with one of these words. */
  things?: readonly string[] | undefined;
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
  -- was. Older than the entry $4, about the guide $5, by the actor $6 and with actions that begin with one of the words
  -- $7, unless these are null.
  select e.id, e.done_at, e.done_by, e.door, e.action, e.guide_id, e.subject, e.details,
    coalesce(nullif(d.title, ''), nullif(g.title, ''), x.title) as title,
    (
      select json_object_agg(n.slug, n.name)
      from (
        select c.slug, c.name
        from categories c
        where c.knowledge_base_id = e.knowledge_base_id and (e.action like 'category %' or e.action = 'guide move')
        union all
        select t.slug, t.name
        from tags t
        where t.knowledge_base_id = e.knowledge_base_id and e.action like 'tag %'
      ) n
      where n.slug in (e.subject, e.details->>'parent', e.details->>'into', e.details->>'guides_to', e.details->>'to')
    ) as names
  from audit_entries e
  left join guides g on g.knowledge_base_id = e.knowledge_base_id and g.id = e.guide_id
  left join guide_drafts d on d.knowledge_base_id = e.knowledge_base_id and d.guide_id = e.guide_id
  left join deleted_guides x on x.knowledge_base_id = e.knowledge_base_id and x.guide_id = e.guide_id
  where (e.knowledge_base_id = (select h.knowledge_base_id from host_names h where h.host = $1)
      or (e.host = $1 and not exists (select from knowledge_bases k where k.id = e.knowledge_base_id)))
    and e.done_at >= coalesce($2::timestamptz, '-infinity')
    and ($4::bigint is null or e.id < $4)
    and ($5::bigint is null or e.guide_id = $5)
    and ($6::text is null or e.done_by = $6)
    and ($7::text[] is null or split_part(e.action, ' ', 1) = any($7))
  order by e.id desc
  limit $3
`;
const listActorRows = sql`
  -- Who made the newest $2 changes of the knowledge base $1.
  select distinct latest.done_by as name
  from (
    select e.done_by
    from audit_entries e
    where e.knowledge_base_id = $1
    order by e.id desc
    limit $2
  ) latest
  order by name
`;

/** Older changes than these have actors that are no longer offered. */
const LATEST = 5_000;

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
  const { host, since = null, limit, before = null, guideId = null, by = null, things = null } = request;
  for (const id of [before, guideId]) {
    if (id !== null && !isStoredId(id)) throw new AppError('not-found', `Nothing has the ID ${id}.`);
  }
  const rows = await executor.any<EntryRow>(list([host, since, limit, before, guideId, by, things]));
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

/** The names of those who have changed a knowledge base lately. */
export async function listActors(executor: Executor, knowledgeBaseId: number): Promise<string[]> {
  const rows = await executor.any<{ name: string }>(listActorRows([knowledgeBaseId, LATEST]));
  return rows.map(({ name }) => name);
}
