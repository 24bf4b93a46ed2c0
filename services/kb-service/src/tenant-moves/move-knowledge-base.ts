import { deleteStaff } from '@guidepost/access';
import { bumpRevision, type Executor, type MovableTenant, sql } from '@guidepost/postgres';
import { holdFeeding } from '@guidepost/search';
import type { Actor } from '../model/actor.ts';
import { noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import { recordEvents } from '../tenants/audit.ts';
import { KNOWLEDGE_BASE_REVISIONS } from '../tenants/changes.ts';
import { KNOWLEDGE_BASE_TABLES } from './knowledge-base-tables.ts';

const findId = sql`
  -- Across tenants: finds the tenant of a request.
  select h.knowledge_base_id as id
  from host_names h
  where h.host = $1
`;
const listHosts = sql`
  select h.host
  from host_names h
  where h.knowledge_base_id = $1
  order by h.host
`;
const findTakenHosts = sql`
  -- Across tenants: whether a name is taken in the database that a tenant moves to.
  -- Of any knowledge base of this database.
  select h.host
  from host_names h
  where h.host = any($1)
  order by h.host
  limit 1
`;
const queueGuides = sql`
  -- $2 ids of guides; null for all
  select queue_for_search($1, coalesce($2::bigint[], array(select g.id from guides g where g.knowledge_base_id = $1))) as count
`;

/** What a move of a knowledge base needs, also of one that has moved. @throws AppError `not-found` */
export async function describeMove(executor: Executor, actor: Actor, host: string): Promise<MovableTenant> {
  const found = await executor.oneOrNone<{ id: number }>(findId([host]));
  if (!found) throw noSuchKnowledgeBase(host);
  const { id } = found;
  return {
    tenantId: id,
    tables: KNOWLEDGE_BASE_TABLES,
    async findTaken({ source, target }) {
      const hosts = (await source.any<{ host: string }>(listHosts([id]))).map((row) => row.host);
      const taken = await target.oneOrNone<{ host: string }>(findTakenHosts([hosts]));
      return taken ? `${taken.host} belongs to a knowledge base of the other database already.` : undefined;
    },
    async queue(target, keys) {
      await target.one(queueGuides([id, keys?.map(([, guideId]) => guideId) ?? null]));
    },
    holdWorkers: holdFeeding,
    async arrive(target) {
      await recordEvents(target, { id, host, actor, action: 'knowledge-base move' }, [{ subject: host }]);
      await bumpRevision(target, KNOWLEDGE_BASE_REVISIONS, id);
    },
    async leave(source) {
      await bumpRevision(source, KNOWLEDGE_BASE_REVISIONS, id);
    },
    async beforeDeletion(source) {
      await source.one(queueGuides([id, null]));
      await deleteStaff(source, id);
    },
  };
}
