import type { NewAddress } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import type { ImportSource } from '../import-source.ts';

const listGuidesFromElsewhere = sql`
  -- The slugs of guides that come from another system.
  select g.external, g.slug
  from guides g
  where g.knowledge_base_id = $1 and g.external is not null
`;
const listCategoriesFromElsewhere = sql`
  -- The slugs of categories that come from another system.
  select c.external, c.slug
  from categories c
  where c.knowledge_base_id = $1 and c.external is not null
`;

const listStoredPaths = sql`
  -- Those of the paths $2 at which files are stored.
  select distinct f.path
  from files f
  where f.knowledge_base_id = $1 and f.path = any($2::text[])
`;

/** The old addresses of the files of a source that are stored. @param paths where those of the source are stored */
export async function addressesOfFiles(
  transaction: Executor,
  knowledgeBaseId: number,
  { fileAddresses = [], paths }: Pick<ImportSource, 'fileAddresses'> & { paths: ReadonlyMap<string, string> },
): Promise<NewAddress[]> {
  if (fileAddresses.length === 0) return [];
  const named = fileAddresses.map(({ address, path }) => ({ address, path: paths.get(path) ?? path }));
  const rows = await transaction.any<{ path: string }>(
    listStoredPaths([knowledgeBaseId, named.map(({ path }) => path)]),
  );
  const stored = new Set(rows.map(({ path }) => path));
  return named.flatMap(({ address, path }) => (stored.has(path) ? [{ address, to: `file:${path}` }] : []));
}

interface Known {
  external: string;
  slug: string;
}

/** The source with the slugs that its guides and categories have here, even if their names have changed elsewhere. */
export async function recallSlugs(
  transaction: Executor,
  knowledgeBaseId: number,
  source: ImportSource,
): Promise<ImportSource> {
  if (!source.withSlugs) return source;
  const guides = await transaction.any<Known>(listGuidesFromElsewhere([knowledgeBaseId]));
  const categories = await transaction.any<Known>(listCategoriesFromElsewhere([knowledgeBaseId]));
  return source.withSlugs({ guides: byExternal(guides), categories: byExternal(categories) });
}

function byExternal(rows: readonly Known[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ external, slug }) => [external, slug]));
}
