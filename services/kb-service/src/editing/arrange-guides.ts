import { type Executor, preparedStatement } from '@guidepost/postgres';
import { findNamedGuides, type GuideNames, type NamedGuide } from '../guides/find-named-guides.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
import { findCategory } from '../structure/categories.ts';
import type { Reference } from '../structure/named-thing.ts';
import { resolveTags } from './tag-names.ts';

export type GuideMove = GuideNames & {
  host: string;
  to: Reference;
  /** The category that they leave; without it all. */
  from?: Reference | undefined;
};

export type GuideTagging = GuideNames & {
  host: string;
  /** Names; tags that do not exist are created. */
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
};

const leaveCategories = preparedStatement(new URL('./sql/leave-categories.sql', import.meta.url));
const enterCategory = preparedStatement(new URL('./sql/enter-category.sql', import.meta.url));
const moveDrafts = preparedStatement(new URL('./sql/move-drafts.sql', import.meta.url));
const createTags = preparedStatement(new URL('./sql/create-tags.sql', import.meta.url));
const addTags = preparedStatement(new URL('./sql/add-tags.sql', import.meta.url));
const removeTags = preparedStatement(new URL('./sql/remove-tags.sql', import.meta.url));
const tagDrafts = preparedStatement(new URL('./sql/tag-drafts.sql', import.meta.url));
const markEdited = preparedStatement(new URL('./sql/mark-edited.sql', import.meta.url));

/**
 * Moves guides and their drafts to a category, as the last ones, all or none.
 * @returns their slugs
 * @throws AppError `not-found`
 */
export function moveGuides(
  database: Executor,
  actor: Actor,
  { host, to, from, ...names }: GuideMove,
): Promise<string[]> {
  const change = { host, actor, action: 'guide move' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const guides = await findNamedGuides(transaction, knowledgeBaseId, names);
    const target = await findCategory(transaction, knowledgeBaseId, to);
    const source = from && (await findCategory(transaction, knowledgeBaseId, from));
    const ids = guides.map(({ id }) => id);
    const left = [knowledgeBaseId, ids, source?.id ?? null, target.id];
    await transaction.none(leaveCategories(left));
    await transaction.none(enterCategory([knowledgeBaseId, ids, target.id]));
    await transaction.none(moveDrafts(left));
    await transaction.none(markEdited([knowledgeBaseId, ids]));
    return describe(guides, { to: target.slug, ...(source && { from: source.slug }) });
  });
}

/**
 * Adds tags to guides and their drafts and removes others, all or none.
 * @returns the slugs of the guides
 * @throws AppError `not-found`, or `invalid` with the field `tags`
 */
export function tagGuides(
  database: Executor,
  actor: Actor,
  { host, add = [], remove = [], ...names }: GuideTagging,
): Promise<string[]> {
  const change = { host, actor, action: 'guide tag' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const guides = await findNamedGuides(transaction, knowledgeBaseId, names);
    const added = await resolveTags(transaction, knowledgeBaseId, add);
    const removed = await resolveTags(transaction, knowledgeBaseId, remove);
    const ids = guides.map(({ id }) => id);
    await transaction.none(createTags([knowledgeBaseId, JSON.stringify(added)]));
    await transaction.none(addTags([knowledgeBaseId, ids, added.map(({ slug }) => slug)]));
    await transaction.none(removeTags([knowledgeBaseId, ids, removed.map(({ slug }) => slug)]));
    const details = { add: added.map(({ name }) => name), remove: removed.map(({ name }) => name) };
    await transaction.none(tagDrafts([knowledgeBaseId, ids, details.add, details.remove]));
    await transaction.none(markEdited([knowledgeBaseId, ids]));
    return describe(guides, details);
  });
}

function describe(guides: readonly NamedGuide[], details: Readonly<Record<string, unknown>>) {
  return {
    changed: guides.length > 0,
    result: guides.map(({ slug }) => slug),
    audit: guides.map(({ id, slug }) => ({ guideId: id, subject: slug, details })),
  };
}
