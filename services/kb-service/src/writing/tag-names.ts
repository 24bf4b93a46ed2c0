import { type Executor, sql } from '@guidepost/postgres';
import { slugFrom } from '../model/slug.ts';
import { readTags } from './edited-values.ts';

/** A tag of a guide, which may not exist yet. */
export interface NamedTag {
  slug: string;
  name: string;
}

const find = sql`
  -- The tags with the names $2 or the slugs $3, newest first.
  select t.slug, t.name
  from tags t
  where t.knowledge_base_id = $1 and (t.name = any($2::text[]) or t.slug = any($3::text[]))
  order by t.id desc
`;

/**
 * Tags as typed: those that exist with this name or else with its slug, and new ones.
 * @throws AppError `invalid` with the field `tags`
 */
export async function resolveTags(
  executor: Executor,
  knowledgeBaseId: number,
  typed: readonly string[],
): Promise<NamedTag[]> {
  const names = readTags(typed);
  if (names.length === 0) return [];
  const rows = await executor.any<NamedTag>(find([knowledgeBaseId, names, names.map(slugFrom)]));
  const byName = new Map(rows.map((tag) => [tag.name, tag]));
  const bySlug = new Map(rows.map((tag) => [tag.slug, tag]));
  return names.map((name) => {
    const slug = slugFrom(name);
    return byName.get(name) ?? bySlug.get(slug) ?? { slug, name };
  });
}

/** The names of these tags, as drafts hold them. @throws AppError `invalid` with the field `tags` */
export async function resolveTagNames(
  executor: Executor,
  knowledgeBaseId: number,
  typed: readonly string[],
): Promise<string[]> {
  const tags = await resolveTags(executor, knowledgeBaseId, typed);
  return tags.map(({ name }) => name);
}
