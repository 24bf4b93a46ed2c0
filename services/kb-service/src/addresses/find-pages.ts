import { type ContentReader, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';

/** Paths that every site answers. */
const OWN = new Set([
  '/',
  '/guides',
  '/search',
  '/search/suggestions',
  '/widget.js',
  '/widget/start',
  '/widget/search',
  '/widget/suggestions',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/llms-full.txt',
  '/docs',
  '/openapi.json',
  '/healthz',
  '/readyz',
]);

/** Paths that the service answers itself, whatever its host. */
const OF_SERVICE =
  /^\/(?:(?:desk|jsonapi\/knowledge\/v1|knowledge\/v1|site)(?:\/|$)|files\/[^/]+(?:\/[^/]+)?$)/;

const find = sql`
  -- Those of the slugs $2 of guides, and of the slugs $3 or IDs $5 of categories and $4 or $5 of tags, whose pages
  -- readers see.
  select 'guides' as collection, g.slug as name
  from guides g
  where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and g.published
  union all
  select 'categories', s.name
  from categories c
  cross join lateral (values (c.slug), (c.id::text)) as s (name)
  where c.knowledge_base_id = $1 and c.visible and s.name = any($3::text[])
    and (c.slug = any($3::text[]) or c.id = any($5::bigint[]))
  union all
  select 'tags', s.name
  from tags t
  cross join lateral (values (t.slug), (t.id::text)) as s (name)
  where t.knowledge_base_id = $1 and t.visible and s.name = any($4::text[])
    and (t.slug = any($4::text[]) or t.id = any($5::bigint[]))
`;

/** Those of the paths at which readers see a page, as the routes of the site answer them. */
export async function findPages(
  executor: ContentReader,
  { knowledgeBaseId, paths }: { knowledgeBaseId: number; paths: readonly string[] },
): Promise<Set<string>> {
  const found = new Set(paths.filter((path) => OWN.has(path) || OF_SERVICE.test(path)));
  const named = paths.flatMap((path) => {
    const [, collection = '', name = ''] = /^\/(guides|categories|tags)\/([^/]+)$/.exec(path) ?? [];
    return name === '' ? [] : [{ collection, name }];
  });
  if (named.length === 0) return found;
  const of = (one: string) => named.flatMap(({ collection, name }) => (collection === one ? [name] : []));
  const ids = named.flatMap(({ name }) => parseId(name) ?? []);
  const rows = await executor.any<{ collection: string; name: string }>(
    find([knowledgeBaseId, of('guides'), of('categories'), of('tags'), ids]),
  );
  for (const { collection, name } of rows) found.add(`/${collection}/${name}`);
  return found;
}
