import { type Executor, sql } from '@guidepost/postgres';
import { isOutdated } from '../../content/guide-records.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { lockWorkingCopy } from '../drafts/change-draft.ts';
import { EDIT_STATE, type GuideEditState, type Mark, markOf, requireText } from '../drafts/working-copy.ts';

/** A guide in one language. */
export interface Translation {
  guide_id: number;
  language: string;
  /** Null while there is no text in the language. */
  state: GuideEditState | null;
  published: boolean;
  has_draft: boolean;
  title: string;
  slug: string;
  /** Counts the changes of the text and of its draft. */
  revision: number;
  changed_at: Date;
  changed_by: string | null;
  /** The state that stands out. Readers of an outdated text have to be told first, whether or not there is a draft. */
  mark: Mark;
  /** Whether the main language was published after readers got the translation, or someone last found it right. */
  outdated: boolean;
}

const MAIN = sql.part`$1`;

const list = sql`
  -- The guides $2 of the knowledge base $1 in each of its languages, the main one first.
  select g.id as guide_id, k.language,
    case when d.guide_id is not null or not g.missing then ${EDIT_STATE} end as state,
    g.published, d.guide_id is not null as has_draft, coalesce(nullif(d.title, ''), g.title) as title, g.slug,
    g.edit_revision as revision, coalesce(g.changed_at, g.updated_at) as changed_at, g.changed_by, ${isOutdated(MAIN)} as outdated,
    ${markOf(MAIN)} as mark
  from knowledge_bases k
  join guides g on g.knowledge_base_id = k.id and g.id = any($2::bigint[])
  left join guide_drafts d on d.knowledge_base_id = g.knowledge_base_id and d.guide_id = g.id
  where k.main_id = $1
  order by g.id, k.language_place nulls first
`;
const confirm = sql`
  update guides g
  set confirmed_at = now()
  where g.knowledge_base_id = $1 and g.id = $2
`;

/** The texts of guides in each language of a knowledge base, the main one first. */
export function listTranslations(
  executor: Executor,
  { main_id }: Pick<KnowledgeBase, 'main_id'>,
  guideIds: readonly number[],
): Promise<Translation[]> {
  return executor.any<Translation>(list([main_id, guideIds]));
}

/**
 * Notes that a translation says what the main language does, so that it is no longer outdated.
 * @param guide its host names the language
 * @throws AppError `not-found`, or `conflict` for a guide that is not translated
 */
export function confirmTranslation(
  database: Executor,
  actor: Actor,
  { host, guideId }: { host: string; guideId: number },
): Promise<void> {
  const change = { host, actor, action: 'guide review' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const copy = await lockWorkingCopy(transaction, { knowledgeBaseId, guideId });
    requireText(copy);
    await transaction.none(confirm([knowledgeBaseId, guideId]));
    const details = { confirmed: true };
    return { changed: false, result: undefined, audit: { guideId, subject: copy.published_slug, details } };
  });
}
