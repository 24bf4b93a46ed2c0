import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { type GuideValues, readCategories } from './edited-values.ts';

/** Categories and tags of a guide by their IDs. */
export interface LinkedIds {
  categories?: readonly number[] | undefined;
  tagIds?: readonly number[] | undefined;
}

interface LinkedRow {
  kind: 'category' | 'tag';
  id: number;
  name: string;
}

const findLinked = sql`
  -- Which of the categories $2 and the tags $3 there are.
  select 'category' as kind, c.id, c.name
  from categories c
  where c.knowledge_base_id = $1 and c.id = any($2::bigint[])
  union all
  select 'tag', t.id, t.name
  from tags t
  where t.knowledge_base_id = $1 and t.id = any($3::bigint[])
`;

/** The values of a draft for these IDs. @throws AppError `not-found` with the field of one that does not exist */
export async function resolveLinks(
  transaction: Executor,
  knowledgeBaseId: number,
  { categories, tagIds }: LinkedIds,
): Promise<Pick<GuideValues, 'categories' | 'tags'>> {
  if (!categories && !tagIds) return {};
  const stored = [readCategories(categories ?? []), tagIds ?? []].map((ids) => ids.filter(isStoredId));
  const rows = await transaction.any<LinkedRow>(findLinked([knowledgeBaseId, ...stored]));
  const nameOf = (kind: LinkedRow['kind'], field: string) => (id: number) => {
    const found = rows.find((row) => row.kind === kind && row.id === id);
    if (found) return found.name;
    const message = `There is no ${kind} ${id}.`;
    throw new AppError('not-found', message, { fields: { [field]: [message] } });
  };
  categories?.forEach(nameOf('category', 'categories'));
  return { categories, tags: tagIds?.map(nameOf('tag', 'tags')) };
}
