import { type Executor, isStoredId, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';

/** Guides by slug, or by ID. */
export type GuideNames = { slugs: readonly string[] } | { ids: readonly number[]; shown?: ShownGuides };

/** The guides that a page showed before a person chose from it (S54). */
export interface ShownGuides {
  /** By ID. */
  revisions: ReadonlyMap<number, number>;
  /** Gets the titles of the guides that have changed since, which are left out. */
  leftOut: Map<number, string>;
}

export interface NamedGuide {
  id: number;
  slug: string;
  title: string;
  published: boolean;
  has_draft: boolean;
  revision: number;
}

const lock = preparedStatement(new URL('./sql/lock-guides.sql', import.meta.url));
const find = preparedStatement(new URL('./sql/find-guides.sql', import.meta.url));

/** Locks guides that a change names, and leaves out those that have changed since they were shown. @throws AppError `not-found` with each one that does not exist */
export async function findNamedGuides(
  transaction: Executor,
  knowledgeBaseId: number,
  names: GuideNames,
): Promise<NamedGuide[]> {
  const [slugs, ids] = 'slugs' in names ? [names.slugs, []] : [[], names.ids];
  const values = [knowledgeBaseId, slugs, ids.filter(isStoredId)];
  await transaction.any(lock(values));
  const guides = await transaction.any<NamedGuide>(find(values));
  const known = new Set<string | number>(guides.flatMap(({ id, slug }) => [id, slug]));
  const unknown = [...slugs, ...ids].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new AppError('not-found', `There is no guide ${unknown.join(', ')}. Nothing was changed.`);
  return 'shown' in names && names.shown ? asShown(guides, names.shown) : guides;
}

function asShown(guides: readonly NamedGuide[], { revisions, leftOut }: ShownGuides): NamedGuide[] {
  const isChanged = ({ id, revision }: NamedGuide) => revision !== (revisions.get(id) ?? revision);
  for (const guide of guides.filter(isChanged)) leftOut.set(guide.id, guide.title);
  return guides.filter((guide) => !isChanged(guide));
}
