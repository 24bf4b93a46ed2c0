import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError, createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { deleteUnusedFiles } from '../files/files.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
import { applyDraft } from './apply-draft.ts';
import { changeDraft, countEdit, lockWorkingCopy } from './change-draft.ts';
import type { WorkingCopy } from './working-copy.ts';
import { writeDraft } from './write-draft.ts';

interface DueDraft {
  host: string;
  guide_id: number;
  publish_at: Date;
  author_id: number | null;
  author_name: string;
  author_door: Actor['door'];
}

/** Milliseconds between looks. */
const PAUSE = 1_000;

const findDue = preparedStatement(new URL('./sql/find-due-draft.sql', import.meta.url));

/** Publishes scheduled drafts when their time has come, once among all instances. */
export function createScheduledPublishing(database: Database, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => publishNextDue(database, logger),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'scheduled drafts cannot be published at the moment'),
    onRecovery: () => logger.info('scheduled drafts are published again'),
  });
}

/** Publishes one draft that is due, in the name of whoever scheduled it. @returns whether there was one */
export async function publishNextDue(database: Executor, logger: Logger): Promise<boolean> {
  const due = await database.oneOrNone<DueDraft>(findDue([]));
  if (!due) return false;
  try {
    await publishDue(database, due);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.warn({ err: error, host: due.host, guide: due.guide_id }, 'a scheduled draft was not published');
    await returnToEditors(database, due, error.message);
  }
  return true;
}

async function publishDue(database: Executor, due: DueDraft): Promise<void> {
  const change = { host: due.host, actor: schedulerOf(due), action: 'guide publish' } as const;
  await changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const guide = { knowledgeBaseId: knowledgeBase.id, guideId: due.guide_id };
    const copy = await lockWorkingCopy(transaction, guide);
    // Another instance may have been faster, or an editor has changed the time.
    if (!isStill(due, copy)) return { changed: false, result: undefined };
    await applyDraft({ transaction, knowledgeBase, copy });
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
  const { host, guide_id: guideId } = due;
  const actor = schedulerOf(due);
  return changeDraft(database, { host, guideId, actor, action: 'draft return' }, async (draft) => {
    await writeDraft(draft, actor, { state: 'proposed', publish_at: null });
    await countEdit(draft);
    return { result: undefined, audit: { subject: draft.copy.published_slug, details: { reason } } };
  });
}

function schedulerOf({ author_name: name, author_door: door, author_id }: DueDraft): Actor {
  return { name, role: 'editor', door, ...(author_id !== null && { personId: author_id }) };
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (error.kind === 'invalid' || error.kind === 'conflict');
}
