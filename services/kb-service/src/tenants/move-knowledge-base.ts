import { searchedTables } from '@guidepost/desk/insights';
import { MAIL_TABLES, MAIL_TABLES_LEFT } from '@guidepost/mail';
import {
  bumpRevision,
  type Executor,
  type MovableTenant,
  sql,
  type TenantTable,
  type TenantTables,
} from '@guidepost/postgres';
import { holdFeeding, SEARCH_TABLES_LEFT, searchTables } from '@guidepost/search';
import { deleteStaff, STAFF_TABLES, STAFF_TABLES_LEFT } from '@guidepost/staff';
import { WEBHOOK_TABLES } from '@guidepost/webhooks';
import { noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import { recordEvents } from './audit.ts';
import { KNOWLEDGE_BASE_REVISIONS } from './changes.ts';

/** The ids of a knowledge base in all of its languages. */
const IN_LANGUAGES = sql.part`select k.id from knowledge_bases k where k.main_id = $1`;
const LANGUAGES = String(IN_LANGUAGES);
const listLanguages = sql`select k.id from knowledge_bases k where k.id in (${IN_LANGUAGES}) order by k.id`;

const OWN: TenantTable = { column: 'knowledge_base_id', ids: LANGUAGES };

/** The tables that move with a knowledge base and all of its languages. */
export const KNOWLEDGE_BASE_TABLES: TenantTables = {
  root: 'knowledge_bases',
  moved: {
    ...searchTables(LANGUAGES),
    knowledge_bases: {
      column: 'main_id',
      withSwitch: true,
      isPart: true,
      clearedFirst: ['logo_file_id', 'logo_width', 'logo_height'],
    },
    edition_sources: OWN,
    host_names: { ...OWN, withSwitch: true, addedByTrigger: true },
    access_keys: OWN,
    widget_versions: OWN,
    files: { ...OWN, unverified: ['bytes'] },
    categories: { ...OWN, clearedFirst: ['parent_category_id'] },
    tags: OWN,
    guides: OWN,
    edition_files: OWN,
    former_slugs: OWN,
    guide_categories: OWN,
    guide_tags: OWN,
    guide_files: OWN,
    addresses: OWN,
    address_hits: OWN,
    guide_drafts: { ...OWN, people: ['author_id'] },
    draft_files: OWN,
    guide_proposals: { ...OWN, people: ['proposer_id'] },
    guide_notes: { ...OWN, people: ['author_id'], clearedFirst: ['note_id'] },
    guide_versions: OWN,
    version_files: OWN,
    guide_votes: OWN,
    guide_vote_counts: OWN,
    guide_comments: OWN,
    guide_views: OWN,
    guide_searches: OWN,
    guide_recent_views: OWN,
    deleted_guides: OWN,
    deleted_guide_rows: { ...OWN, people: ['person_id'] },
    deleted_guide_files: OWN,
    deleted_edition_files: OWN,
    contact_targets: OWN,
    // Workers take them; a message must not be delivered by both databases.
    contact_messages: {
      ...OWN,
      withSwitch: true,
      underWay: 't.ended_at is null and t.sending_until > now()',
    },
    contact_deflections: OWN,
    import_jobs: { ...OWN, people: ['decider_id'] },
    audit_entries: { ...OWN, people: ['person_id'] },
    ...STAFF_TABLES,
    // Workers read it for all tenants, and its owners are people of the tenant.
    guide_reviews: { ...OWN, withSwitch: true, people: ['owner_id'] },
    review_notices: { ...OWN, withSwitch: true, people: ['person_id'] },
    proposal_news: { ...OWN, withSwitch: true, people: ['person_id', 'doer_id'] },
    proposal_notices: { ...OWN, withSwitch: true, people: ['person_id'] },
    ...MAIL_TABLES,
    ...WEBHOOK_TABLES,
    ...searchedTables(LANGUAGES),
  },
  notMoved: {
    ...STAFF_TABLES_LEFT,
    ...MAIL_TABLES_LEFT,
    ...SEARCH_TABLES_LEFT,
    open_guides: 'Who has a guide open is seen again within a minute.',
    rate_limits: 'Counts of a minute begin again.',
    secrets: 'Copied to a database without them, compared otherwise.',
  },
  filesOf: LANGUAGES,
  secrets: ['voters'],
};

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
  -- Names of any knowledge base of this database.
  select h.host
  from host_names h
  where h.host = any($1)
  order by h.host
  limit 1
`;
const queueGuides = sql`
  select queue_for_search($1, guide_documents($1)) as count
`;

/** The parts of a move of a knowledge base, also of one that has moved. @throws AppError `not-found` */
export async function describeMove(executor: Executor, actor: Actor, host: string): Promise<MovableTenant> {
  const found = await executor.oneOrNone<{ id: number }>(findId([host]));
  if (!found) throw noSuchKnowledgeBase(host);
  const { id } = found;
  const inEach = async (transaction: Executor, work: (language: number) => Promise<unknown>) => {
    for (const language of await transaction.any<{ id: number }>(listLanguages([id])))
      await work(language.id);
  };
  const bump = (transaction: Executor) =>
    inEach(transaction, (language) => bumpRevision(transaction, KNOWLEDGE_BASE_REVISIONS, language));
  return {
    tenantId: id,
    tables: KNOWLEDGE_BASE_TABLES,
    async findTaken({ source, target }) {
      const hosts = (await source.any<{ host: string }>(listHosts([id]))).map((row) => row.host);
      const taken = await target.oneOrNone<{ host: string }>(findTakenHosts([hosts]));
      return taken ? `${taken.host} belongs to a knowledge base of the other database already.` : undefined;
    },
    queue: (transaction) => inEach(transaction, (language) => transaction.one(queueGuides([language]))),
    holdWorkers: holdFeeding,
    async arrive(target) {
      await recordEvents(target, { id, host, actor, action: 'knowledge-base move' }, [{ subject: host }]);
      await bump(target);
    },
    leave: bump,
    deleteStaff: (source) => deleteStaff(source, id),
  };
}
