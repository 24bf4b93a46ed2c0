import { type Executor, preparedStatement } from '@guidepost/postgres';

const listSlugs = preparedStatement(new URL('./sql/list-slugs.sql', import.meta.url));

export async function slugsOf(executor: Executor, slug: string | undefined): Promise<string[]> {
  if (slug !== undefined) return [slug];
  const rows = await executor.any<{ slug: string }>(listSlugs([]));
  return rows.map((row) => row.slug);
}
