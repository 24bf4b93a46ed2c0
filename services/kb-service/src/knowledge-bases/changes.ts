import {
  bumpRevision,
  type Executor,
  isLockTimeout,
  preparedStatement,
  type RevisionSource,
} from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type AuditEvent, recordEvents } from '../audit/audit.ts';
import type { Actor } from '../model/actor.ts';
import { type KnowledgeBase, noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import { type Action, requirePermission } from '../model/permissions.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

export const KNOWLEDGE_BASE_REVISIONS: RevisionSource = { service: 'kb', table: 'knowledge_bases' };

export interface Change<Result> {
  /** Whether clients can see a difference. */
  changed: boolean;
  result: Result;
  /** What the audit records; by default one entry if anything changed. */
  audit?: AuditEvent | readonly AuditEvent[];
}

/** Who does what to which knowledge base. */
export interface Attribution {
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

/** A waiting change holds one of the few connections that serve all knowledge bases. */
const LOCK_TIMEOUT = 4_000;

const RETRY_AFTER_SECONDS = 5;

const lockByHost = preparedStatement(new URL('./sql/lock-by-host.sql', import.meta.url));
const setActor = preparedStatement(new URL('./sql/set-actor.sql', import.meta.url));
const updateVisibleCategories = preparedStatement(
  new URL('./sql/update-visible-categories.sql', import.meta.url),
);
const updateVisibleTags = preparedStatement(new URL('./sql/update-visible-tags.sql', import.meta.url));
const countGuides = preparedStatement(new URL('./sql/count-guides.sql', import.meta.url));

/**
 * The one way to change what readers of a knowledge base see: in a transaction, one writer at a time, which finally
 * counts published guides, updates the visibility of categories and tags, raises the revision once and records the audit
 * entries.
 * @throws AppError `not-found` for an unknown host or that of another tenant, `forbidden`, or `unavailable` while another
 * change takes long
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
      await transaction.oneOrNone(lockByHost([attribution.host]));
      const knowledgeBase = await requirePermitted(transaction, attribution);
      outcome = await work(transaction, knowledgeBase);
      if (outcome.changed) await publishChange(transaction, knowledgeBase.id);
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
  const { knowledgeBaseId = knowledgeBase.id } = actor;
  // Another tenant learns nothing, not even that the knowledge base exists.
  if (knowledgeBaseId !== knowledgeBase.id) throw noSuchKnowledgeBase(host);
  requirePermission(actor, action);
  return knowledgeBase;
}

async function recordChange(
  transaction: Executor,
  { knowledgeBase: { id, host }, actor, action }: Attribution & { knowledgeBase: KnowledgeBase },
  { changed, audit = changed ? {} : [] }: Omit<Change<unknown>, 'result'>,
): Promise<void> {
  await recordEvents(transaction, { id, host, actor, action }, [audit].flat());
}

/**
 * Makes PostgreSQL use hash or merge joins in the rest of a transaction. For newly written rows it may estimate a
 * single row and choose a nested loop.
 */
export async function joinInBulk(transaction: Executor): Promise<void> {
  await transaction.none('set local enable_nestloop = off');
}

async function publishChange(transaction: Executor, knowledgeBaseId: number): Promise<void> {
  await joinInBulk(transaction);
  await transaction.none(updateVisibleCategories([knowledgeBaseId]));
  await transaction.none(updateVisibleTags([knowledgeBaseId]));
  await transaction.none(countGuides([knowledgeBaseId]));
  await bumpRevision(transaction, KNOWLEDGE_BASE_REVISIONS, knowledgeBaseId);
}
