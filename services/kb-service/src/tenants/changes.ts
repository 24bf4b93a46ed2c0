import {
  bumpRevision,
  type Executor,
  isLockTimeout,
  LOCK_TIMEOUT,
  type RevisionSource,
  sql,
} from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import {
  isEdition,
  type KnowledgeBase,
  noSuchKnowledgeBase,
  parseEditionName,
} from '../model/knowledge-base.ts';
import { type Action, type Actor, isOfLanguage, requirePermission } from '../model/permissions.ts';
import { type AuditEvent, recordEvents } from './audit.ts';
import { concernsAllLanguages, countInEditions } from './editions.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

export const KNOWLEDGE_BASE_REVISIONS: RevisionSource = { service: 'kb', table: 'knowledge_bases' };

export interface Change<Result> {
  /** Whether clients can see a difference. */
  changed: boolean;
  result: Result;
  /** The languages after the change, if it has changed them. */
  languages?: KnowledgeBase['languages'];
  /** The entries of the audit; by default one if anything changed. */
  audit?: AuditEvent | readonly AuditEvent[];
}

/** Who does what to which knowledge base. */
export interface Attribution {
  /** With a language, as in `help.example.com:de`, for a change of the texts in it. */
  host: string;
  actor: Actor;
  action: Action;
  /** Milliseconds to wait for other changes; by default without end on the command line, else four seconds. */
  lockTimeout?: number | undefined;
}

export interface ChangeOptions extends Attribution {
  /** Rolls back at the end, so that the result is what would happen. */
  dryRun?: boolean;
}

const RETRY_AFTER_SECONDS = 5;

const lockByHost = sql`
  -- Across tenants: finds the tenant of a request.
  -- Serializes the writers of a knowledge base; rows that refer to it can be written meanwhile. The next statement
  -- reads the row: joins of this one, which may have waited, would see older data.
  select id
  from knowledge_bases
  where id = (select h.knowledge_base_id from host_names h where h.host = $1)
  for no key update
`;
const setActor = sql`
  -- Names the actor for triggers until the transaction ends. Changes take as long as they take, but wait for each other
  -- $3 milliseconds at most.
  select set_config('guidepost.actor', $1, true), set_config('guidepost.door', $2, true),
    set_config('statement_timeout', '0', true), set_config('lock_timeout', $3, true)
`;
const updateVisibleCategories = sql`
  -- Counts the published guides in each category. A category is visible if it has any, or is an ancestor of one that
  -- does.
  with recursive carrying as (
    select m.category_id as id, count(*) as guides
    from guide_categories m
    join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1
    group by m.category_id
  ), visible as (
    select c.id, c.parent_category_id
    from carrying
    join categories c on c.knowledge_base_id = $1 and c.id = carrying.id
    union
    select p.id, p.parent_category_id
    from visible v
    join categories p on p.knowledge_base_id = $1 and p.id = v.parent_category_id
  )
  update categories c
  set visible = v.id is not null, published_guides = coalesce(carrying.guides, 0)
  from categories o
  left join visible v on v.id = o.id
  left join carrying on carrying.id = o.id
  where c.knowledge_base_id = $1 and o.knowledge_base_id = $1
    and o.id = c.id
    and (c.visible, c.published_guides) <> (v.id is not null, coalesce(carrying.guides, 0))
`;
const updateVisibleTags = sql`
  -- Counts the published guides with each tag. A tag is visible if it has any.
  with carrying as (
    select m.tag_id as id, count(*) as guides
    from guide_tags m
    join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1
    group by m.tag_id
  )
  update tags t
  set visible = carrying.id is not null, published_guides = coalesce(carrying.guides, 0)
  from tags o
  left join carrying on carrying.id = o.id
  where t.knowledge_base_id = $1 and o.knowledge_base_id = $1
    and o.id = t.id
    and (t.visible, t.published_guides) <> (carrying.id is not null, coalesce(carrying.guides, 0))
`;
const countGuides = sql`
  -- Counts the published guides of a knowledge base.
  update knowledge_bases k
  set published_guides = counted.guides
  from (select count(*) as guides from guides g where g.knowledge_base_id = $1 and g.published) counted
  where k.id = $1 and k.published_guides <> counted.guides
`;

/**
 * The one way to change what readers of a knowledge base see: in a transaction, one writer at a time, which finally
 * counts published guides, updates the visibility of categories and tags, raises the revision once and records the
 * audit entries.
 * @throws AppError `not-found` for an unknown host or that of another tenant, `forbidden`, or `unavailable` while
 * another change takes long
 */
export async function changeKnowledgeBase<Result>(
  database: Executor,
  { dryRun = false, ...attribution }: ChangeOptions,
  work: (transaction: Executor, knowledgeBase: KnowledgeBase) => Promise<Change<Result>>,
): Promise<Result> {
  let outcome: Change<Result> | undefined;
  const rollback = new Error('dry run');
  try {
    await database.tx('change-knowledge-base', async (transaction) => {
      await begin(transaction, attribution);
      await transaction.oneOrNone(lockByHost([parseEditionName(attribution.host).host]));
      const knowledgeBase = await requirePermitted(transaction, attribution);
      outcome = await work(transaction, knowledgeBase);
      if (outcome.changed) await publishChange(transaction, { ...knowledgeBase, ...languagesAfter(outcome) });
      await recordChange(transaction, { ...attribution, knowledgeBase }, outcome);
      if (dryRun) throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw explain(error);
  }
  if (!outcome) throw new AppError('internal', 'A change ended without an outcome.');
  return outcome.result;
}

/**
 * Several changes, all or nothing: `work` makes each by {@link changeKnowledgeBase}, which publishes and records it.
 * @throws as {@link changeKnowledgeBase}
 */
export function changeInSteps<Result>(
  database: Executor,
  attribution: Attribution,
  work: (transaction: Executor, knowledgeBase: KnowledgeBase) => Promise<Result>,
): Promise<Result> {
  return changeKnowledgeBase(database, attribution, async (transaction, knowledgeBase) => ({
    changed: false,
    result: await work(transaction, knowledgeBase),
    audit: [],
  }));
}

/**
 * Changes what no reader sees, such as a draft, beside other writers.
 * @throws as {@link changeKnowledgeBase}
 */
export async function changeUnseen<Result>(
  database: Executor,
  attribution: Attribution,
  work: (transaction: Executor, knowledgeBase: KnowledgeBase) => Promise<Omit<Change<Result>, 'changed'>>,
): Promise<Result> {
  try {
    return await database.tx('change-unseen', async (transaction) => {
      await begin(transaction, attribution);
      const knowledgeBase = await requirePermitted(transaction, attribution);
      const outcome = await work(transaction, knowledgeBase);
      await recordChange(transaction, { ...attribution, knowledgeBase }, { ...outcome, changed: true });
      return outcome.result;
    });
  } catch (error) {
    throw explain(error);
  }
}

async function begin(transaction: Executor, { actor, lockTimeout }: Attribution): Promise<void> {
  const { name, door } = actor;
  const timeout = lockTimeout ?? (door === 'cli' ? 0 : LOCK_TIMEOUT);
  await transaction.one(setActor([name, door, String(timeout)]));
}

function explain(error: unknown): unknown {
  if (!isLockTimeout(error)) return error;
  const message = 'The knowledge base is being changed at the moment. Try again in a moment.';
  return new AppError('unavailable', message, { retryAfter: RETRY_AFTER_SECONDS, cause: error });
}

async function requirePermitted(
  transaction: Executor,
  { host, actor, action }: Attribution,
): Promise<KnowledgeBase> {
  const knowledgeBase = await requireKnowledgeBase(transaction, host);
  const { knowledgeBaseId = knowledgeBase.main_id } = actor;
  // Another tenant learns nothing, not even that the knowledge base exists.
  if (knowledgeBaseId !== knowledgeBase.main_id) throw noSuchKnowledgeBase(host);
  requirePermission(actor, action, knowledgeBase);
  if (isEdition(knowledgeBase) && !isOfLanguage(action)) throw concernsAllLanguages(knowledgeBase);
  return knowledgeBase;
}

async function recordChange(
  transaction: Executor,
  { knowledgeBase, actor, action }: Attribution & { knowledgeBase: KnowledgeBase },
  { changed, audit = changed ? {} : [] }: Omit<Change<unknown>, 'result'>,
): Promise<void> {
  const { main_id: id, main_host: host, language } = knowledgeBase;
  const events = [audit].flat();
  const named = isEdition(knowledgeBase)
    ? events.map((event) => ({ ...event, details: { ...event.details, language } }))
    : events;
  await recordEvents(transaction, { id, host, actor, action }, named);
}

/**
 * Makes PostgreSQL use hash or merge joins in the rest of a transaction. For newly written rows it may estimate a
 * single row and choose a nested loop.
 */
export async function joinInBulk(transaction: Executor): Promise<void> {
  await transaction.none('set local enable_nestloop = off');
}

function languagesAfter({ languages }: Change<unknown>): Partial<Pick<KnowledgeBase, 'languages'>> {
  return languages === undefined ? {} : { languages };
}

async function publishChange(
  transaction: Executor,
  { main_id: id, languages }: Pick<KnowledgeBase, 'main_id' | 'languages'>,
): Promise<void> {
  await joinInBulk(transaction);
  await transaction.none(updateVisibleCategories([id]));
  await transaction.none(updateVisibleTags([id]));
  await transaction.none(countGuides([id]));
  // Texts of one language stand in for missing ones of others.
  if (languages.length > 1) await countInEditions(transaction, id);
  for (const edition of languages) await bumpRevision(transaction, KNOWLEDGE_BASE_REVISIONS, edition.id);
}
