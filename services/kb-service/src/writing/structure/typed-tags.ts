import { type Executor, sql } from '@guidepost/postgres';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { slugFrom } from '../../model/slug.ts';
import { invalidField, requireStorable } from './names-and-slugs.ts';

/** A tag of a guide, which may not exist yet. */
export interface NamedTag {
  slug: string;
  name: string;
}

const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 200;

const findTagsNamed = sql`
  -- The tags with the names $2 or the slugs $3, newest first.
  select t.slug, t.name
  from tags t
  where t.knowledge_base_id = $1 and (t.name = any($2::text[]) or t.slug = any($3::text[]))
  order by t.id desc
`;
export const createTags = sql`
  -- $2: JSON array of {slug, name}. Tags that exist keep their names.
  insert into tags (knowledge_base_id, slug, name)
  select $1, s.slug, s.name
  from json_to_recordset($2) as s (slug text, name text)
  on conflict (knowledge_base_id, slug) do nothing
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
  const rows = await executor.any<NamedTag>(findTagsNamed([knowledgeBaseId, names, names.map(slugFrom)]));
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

/** Names of tags, the first of those with the same slug. @throws AppError `invalid` with the field `tags` */
function readTags(names: readonly string[]): string[] {
  const bySlug = new Map<string, string>();
  for (const name of names.map(readTagName)) {
    const slug = slugFrom(name);
    if (!bySlug.has(slug)) bySlug.set(slug, name);
  }
  if (bySlug.size <= MAX_TAGS) return [...bySlug.values()];
  throw invalidField('tags', `A guide may have up to ${MAX_TAGS} tags.`);
}

function readTagName(text: string): string {
  requireStorable(text, 'tags');
  const name = foldWhiteSpace(text);
  const { length } = Array.from(name);
  if (length > MAX_TAG_LENGTH || slugFrom(name) === '') {
    throw invalidField('tags', `A tag must have letters or digits, up to ${MAX_TAG_LENGTH} characters.`);
  }
  return name;
}
