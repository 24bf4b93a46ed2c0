import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { type Action, type Actor, roleAllows } from '../../model/permissions.ts';
import type { Precondition } from '../../model/precondition.ts';
import type { AuditEvent } from '../../tenants/audit.ts';
import { changeUnseen } from '../../tenants/changes.ts';
import { readWorkingCopy, requireGuideId, type WorkingCopy } from './working-copy.ts';

/** A guide as someone else has left it meanwhile. */
interface CurrentEdit {
  revision: number;
  /** Null for changes from before there was a history. */
  by: string | null;
  at: Date;
  title: string;
  slug: string;
  contentHtml: string;
  /** IDs in the order that the author chose. */
  categories: number[];
  /** Names. */
  tags: string[];
}

/** A change started from a revision that is no longer the current one. */
export class EditConflict extends AppError {
  readonly current: CurrentEdit;

  constructor(copy: WorkingCopy) {
    const { changed_by: by, changed_at: at, revision, title, slug, content_html: contentHtml } = copy;
    const { category_ids: categories, tag_names: tags } = copy;
    super('conflict', `The guide has been changed${by ? ` by ${by}` : ''} meanwhile.`);
    this.current = { revision, by, at, title, slug, contentHtml, categories, tags };
  }
}

/** A guide, and the revision that a change starts from; without one the change is made in any case. */
export interface GuideEdit {
  host: string;
  guideId: number;
  revision?: number | undefined;
}

interface DraftOptions extends GuideEdit {
  actor: Actor;
  action: Action;
  lockTimeout?: number | undefined;
}

export interface OpenDraft {
  transaction: Executor;
  knowledgeBase: KnowledgeBase;
  copy: WorkingCopy;
}

/** The guide after a change. */
export interface Edited {
  revision: number;
  at: Date;
}

const lockGuide = sql`
  -- Serializes the changes of a guide and of its draft. The next statement reads them, after waiting.
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.id = $2
  for no key update
`;
const raiseEditRevision = sql`
  update guides g
  set edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
  where g.knowledge_base_id = $1 and g.id = $2
  returning g.edit_revision as revision, g.changed_at
`;

/**
 * Changes the draft of a guide, one author at a time; readers see nothing of it.
 * @throws AppError `not-found` or `forbidden`; {@link EditConflict} for another revision than the current one
 */
export function changeDraft<Result>(
  database: Executor,
  { guideId, revision, ...attribution }: DraftOptions,
  work: (draft: OpenDraft) => Promise<{ result: Result; audit?: AuditEvent | [] }>,
): Promise<Result> {
  return changeUnseen(database, attribution, async (transaction, knowledgeBase) => {
    const copy = await lockWorkingCopy(transaction, { knowledgeBaseId: knowledgeBase.id, guideId });
    requireRevision(copy, revision);
    const { result, audit = { subject: copy.published_slug } } = await work({
      transaction,
      knowledgeBase,
      copy,
    });
    return { result, audit: Array.isArray(audit) ? audit : { ...audit, guideId } };
  });
}

/** Locks a guide and its draft until the transaction ends. @throws AppError `not-found` */
export async function lockWorkingCopy(
  transaction: Executor,
  guide: { knowledgeBaseId: number; guideId: number },
): Promise<WorkingCopy> {
  requireGuideId(guide.guideId);
  await transaction.oneOrNone(lockGuide([guide.knowledgeBaseId, guide.guideId]));
  return readWorkingCopy(transaction, guide);
}

export function requireRevision(copy: WorkingCopy, revision: number | undefined): void {
  if (revision !== undefined && revision !== copy.revision) throw new EditConflict(copy);
}

/** @throws {@link EditConflict} for another revision than a client expects */
export function requireExpectedCopy(copy: WorkingCopy, isExpected: Precondition | undefined): void {
  if (isExpected && !isExpected(String(copy.revision))) throw new EditConflict(copy);
}

/** An author's changes must not be published without an editor. */
export function refuseScheduled(actor: Actor, { draft_state }: WorkingCopy): void {
  if (draft_state !== 'scheduled' || roleAllows(actor, 'guide schedule')) return;
  const message = 'The draft is scheduled. Only editors can change it now.';
  throw new AppError('forbidden', message, { fields: { guide: [message] } });
}

/** Counts a change of a draft. */
export async function countEdit({ transaction, knowledgeBase, copy }: OpenDraft): Promise<Edited> {
  const edited = await transaction.one<{ revision: number; changed_at: Date }>(
    raiseEditRevision([knowledgeBase.id, copy.id]),
  );
  return { revision: edited.revision, at: edited.changed_at };
}
