import { deleteStaff } from '@guidepost/access';
import { bumpRevision, type Executor, type MovableTenant, preparedStatement } from '@guidepost/postgres';
import { holdFeeding } from '@guidepost/search';
import { recordEvents } from '../audit/audit.ts';
import { KNOWLEDGE_BASE_REVISIONS } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
import { noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import { KNOWLEDGE_BASE_TABLES } from './knowledge-base-tables.ts';

const findId = preparedStatement(new URL('./sql/find-id.sql', import.meta.url));
const listHosts = preparedStatement(new URL('./sql/list-hosts.sql', import.meta.url));
const findTakenHosts = preparedStatement(new URL('./sql/find-taken-hosts.sql', import.meta.url));
const queueGuides = preparedStatement(new URL('./sql/queue-guides.sql', import.meta.url));

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
