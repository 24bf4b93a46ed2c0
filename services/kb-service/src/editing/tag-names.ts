import { type Executor, preparedStatement } from '@guidepost/postgres';
import { slugFrom } from '../model/slug.ts';
import { readTags } from './edited-values.ts';

const find = preparedStatement(new URL('./sql/find-tag-names.sql', import.meta.url));

/** Tags as typed, with the names of those that exist. @throws AppError `invalid` with the field `tags` */
export async function resolveTagNames(
  executor: Executor,
  knowledgeBaseId: number,
  typed: readonly string[],
): Promise<string[]> {
  const names = readTags(typed);
  if (names.length === 0) return names;
  const rows = await executor.any<{ slug: string; name: string }>(
    find([knowledgeBaseId, names.map(slugFrom)]),
  );
  const known = new Map(rows.map(({ slug, name }) => [slug, name]));
  return names.map((name) => known.get(slugFrom(name)) ?? name);
}
