import { type Executor, type SqlPart, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { createPresence } from '@guidepost/staff';
import { isOutdated } from '../../content/guide-records.ts';
import type { Actor } from '../../model/permissions.ts';

export type DraftState = 'draft' | 'proposed' | 'scheduled';

export type GuideEditState = DraftState | 'published';

/** The guide that authors edit: its draft or, without one, as readers see it. */
export interface WorkingCopy {
  id: number;
  revision: number;
  published: boolean;
  /** Whether there is no text in this language but perhaps a draft. */
  missing: boolean;
  has_draft: boolean;
  title: string;
  slug: string;
  content_html: string;
  /** In the order that the author chose. */
  category_ids: number[];
  tag_names: string[];
  /** Null, like what follows, without a draft. */
  draft_state: DraftState | null;
  publish_at: Date | null;
  author_id: number | null;
  author_name: string | null;
  author_door: Actor['door'] | null;
  /** Null unless the draft is in review, or was when it was scheduled. */
  proposal_id: number | null;
  proposer_id: number | null;
  proposer_name: string | null;
  proposed_at: Date | null;
  /** The latest change of the guide or its draft. */
  changed_at: Date;
  changed_by: string | null;
  /** The slug under which readers find the guide. */
  published_slug: string;
}

/** The state of the guide g, which has the draft d. */
export const EDIT_STATE = sql.part`case
        when d.state in ('proposed', 'scheduled') then d.state
        when g.published then 'published'
        else 'draft'
      end`;

export const TRANSLATION_MARKS = [
  'missing',
  'outdated',
  'draft',
  'proposed',
  'scheduled',
  'published',
] as const;

/** The state of a translation that stands out. */
export type Mark = (typeof TRANSLATION_MARKS)[number];

/** The mark of the guide g, and its draft d, of the knowledge base whose main language has the ID `main`. */
export const markOf = (main: SqlPart): SqlPart => sql.part`case
      when d.guide_id is null and g.missing then 'missing'
      when ${isOutdated(main)} then 'outdated'
      else ${EDIT_STATE}
    end`;

const readCopy = sql.file(new URL('./sql/read-working-copy.sql', import.meta.url));

/** @throws AppError `not-found` */
export async function readWorkingCopy(
  executor: Executor,
  { knowledgeBaseId, guideId }: { knowledgeBaseId: number; guideId: number },
): Promise<WorkingCopy> {
  requireGuideId(guideId);
  const found = await executor.oneOrNone<WorkingCopy>(readCopy([knowledgeBaseId, guideId]));
  if (found) return found;
  throw noSuchGuide(guideId);
}

/** @throws AppError `not-found` for what cannot be an ID */
export function requireGuideId(guideId: number): void {
  if (!isStoredId(guideId)) throw noSuchGuide(guideId);
}

export function noSuchGuide(guideId: number): AppError {
  return new AppError('not-found', `There is no guide ${guideId}.`);
}

/** @throws AppError `conflict` for a guide of which there is nothing in this language */
export function requireText({ missing, has_draft }: Pick<WorkingCopy, 'missing' | 'has_draft'>): void {
  if (missing && !has_draft) throw new AppError('conflict', 'The guide has not been translated yet.');
}

export function stateOf({
  draft_state,
  published,
}: Pick<WorkingCopy, 'draft_state' | 'published'>): GuideEditState {
  if (draft_state === 'proposed' || draft_state === 'scheduled') return draft_state;
  return published ? 'published' : 'draft';
}

/** Who has which guide open at the desk. */
export const OPEN_GUIDES = createPresence({
  table: sql.identifier('open_guides'),
  tenant: sql.identifier('knowledge_base_id'),
  thing: sql.identifier('guide_id'),
});
