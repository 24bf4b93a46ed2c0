import { type Database, type Executor, fromDatabaseError, sql } from '@guidepost/postgres';
import {
  AppError,
  createBackgroundWork,
  type Logger,
  type Metrics,
  measureJobs,
  type Worker,
} from '@guidepost/service-kit';
import { deleteUnusedFiles } from '../../files/files.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { changeDraft, countEdit, lockWorkingCopy } from '../drafts/change-draft.ts';
import type { WorkingCopy } from '../drafts/working-copy.ts';
import { writeDraft } from '../drafts/write-draft.ts';
import { applyDraft } from './apply-draft.ts';

interface DueDraft {
  knowledge_base_id: number;
  host: string;
  guide_id: number;
  publish_at: Date;
  author_id: number | null;
  author_name: string;
  author_door: Actor['door'];
}

/** IDs that are left alone for a while, so that they do not hold up the rest, with the end in milliseconds. */
interface Postponed {
  /** Being changed, as by an import, or out of reach. */
  knowledgeBases: Map<number, number>;
  /** Failed. */
  guides: Map<number, number>;
}

/** Milliseconds between polls. */
const PAUSE = 1_000;

/** Milliseconds to wait for other changes of a knowledge base, and until the next attempt. */
const SHORT_LOCK_TIMEOUT = 500;
const PAUSE_WHILE_BUSY = 5_000;

const PAUSE_AFTER_FAILURE = 60_000;

const findDue = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- The scheduled draft that should have been published first, and who scheduled it. Not those of the knowledge bases
  -- $1 and of the guides $2.
  select d.knowledge_base_id, k.host, d.guide_id, d.publish_at, d.author_id, d.author_name, d.author_door
  from guide_drafts d
  join knowledge_bases k on k.id = d.knowledge_base_id
  where d.state = 'scheduled'
    and d.publish_at <= now()
    and d.knowledge_base_id <> all($1::bigint[])
    and d.guide_id <> all($2::bigint[])
  order by d.publish_at, d.knowledge_base_id, d.guide_id
  limit 1
`;

/** Publishes scheduled drafts when their time has come, once among all instances. */
export function createScheduledPublishing(database: Database, logger: Logger): Worker {
  const postponed = createPostponed();
  return createBackgroundWork({
    work: () => publishNextDue(database, logger, postponed),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'scheduled drafts cannot be published at the moment'),
    onRecovery: () => logger.info('scheduled drafts are published again'),
  });
}

export function createPostponed(): Postponed {
  return { knowledgeBases: new Map(), guides: new Map() };
}

/**
 * Publishes one draft that is due, in the name of the person who scheduled it. One that fails is postponed.
 * @returns whether there was one
 */
export async function publishNextDue(
  database: Executor,
  logger: Logger,
  postponed: Postponed = createPostponed(),
): Promise<boolean> {
  const left = [idsOf(postponed.knowledgeBases), idsOf(postponed.guides)];
  const due = await database.oneOrNone<DueDraft>(findDue(left));
  if (!due) return false;
  try {
    await publishOrReturn(database, due, logger);
  } catch (error) {
    logger.error(
      { err: error, host: due.host, guide: due.guide_id },
      'a scheduled draft is tried again later',
    );
    postpone(postponed, due, error);
  }
  return true;
}

function postpone({ knowledgeBases, guides }: Postponed, due: DueDraft, error: unknown): void {
  const known = fromDatabaseError(error);
  if (known instanceof AppError && known.kind === 'unavailable') {
    knowledgeBases.set(due.knowledge_base_id, Date.now() + PAUSE_WHILE_BUSY);
  } else guides.set(due.guide_id, Date.now() + PAUSE_AFTER_FAILURE);
}

/** Forgets those whose time has come. */
function idsOf(postponed: Map<number, number>): number[] {
  for (const [id, until] of postponed) if (until <= Date.now()) postponed.delete(id);
  return [...postponed.keys()];
}

async function publishOrReturn(database: Executor, due: DueDraft, logger: Logger): Promise<void> {
  try {
    await publishDue(database, due);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.warn({ err: error, host: due.host, guide: due.guide_id }, 'a scheduled draft was not published');
    await returnToEditors(database, due, error.message);
  }
}

async function publishDue(database: Executor, due: DueDraft): Promise<void> {
  const change = { ...attributionOf(due), action: 'guide publish' } as const;
  await changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const guide = { knowledgeBaseId: knowledgeBase.id, guideId: due.guide_id };
    const copy = await lockWorkingCopy(transaction, guide);
    // Another instance may have been faster, or an editor has changed the time.
    if (!isStill(due, copy)) return { changed: false, result: undefined };
    await applyDraft({ transaction, knowledgeBase, copy }, change.actor);
    await deleteUnusedFiles(transaction, knowledgeBase.id);
    const details = { scheduled_for: copy.publish_at?.toISOString() };
    return { changed: true, result: undefined, audit: { guideId: copy.id, subject: copy.slug, details } };
  });
}

/** Only the clock of the database tells what is due. */
function isStill(due: DueDraft, { draft_state, publish_at }: WorkingCopy): boolean {
  return draft_state === 'scheduled' && publish_at?.getTime() === due.publish_at.getTime();
}

/** A draft that cannot be published waits for editors instead of being tried every second. */
function returnToEditors(database: Executor, due: DueDraft, reason: string): Promise<void> {
  const attribution = attributionOf(due);
  const change = { ...attribution, guideId: due.guide_id, action: 'draft return' } as const;
  return changeDraft(database, change, async (draft) => {
    await writeDraft(draft, attribution.actor, { state: 'proposed', publish_at: null });
    await countEdit(draft);
    return { result: undefined, audit: { subject: draft.copy.published_slug, details: { reason } } };
  });
}

function attributionOf(due: DueDraft): { host: string; actor: Actor; lockTimeout: number } {
  const { host, author_name: name, author_door: door, author_id } = due;
  const actor: Actor = { name, role: 'editor', door, ...(author_id !== null && { personId: author_id }) };
  return { host, actor, lockTimeout: SHORT_LOCK_TIMEOUT };
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (error.kind === 'invalid' || error.kind === 'conflict');
}

const countDue = sql`
  -- Across tenants: a metric counts what waits.
  select 'publish' as kind, count(*) as waiting,
    coalesce(extract(epoch from now() - min(publish_at)), 0)::float8 as oldest
  from guide_drafts
  where state = 'scheduled' and publish_at <= now()
`;

/** Drafts that should have been published by now, for `/metrics`. */
export function measureDueDrafts(metrics: Pick<Metrics, 'addGauge'>, database: Database): void {
  measureJobs(metrics, () => database.any(countDue([])));
}
