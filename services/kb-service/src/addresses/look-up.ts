import { type ContentReader, sql } from '@guidepost/postgres';
import { type FileIdentity, fileAddress } from '../model/file-address.ts';
import { entriesOf } from './address.ts';
import type { Target } from './targets.ts';

/** Where a known address leads its readers. */
export interface FoundAddress {
  id: number;
  /** Undefined if readers may not see the target: unpublished, held or private. */
  to: Destination | undefined;
}

export type Destination =
  /** A path of the site, with a fragment. */
  { path: string } | { file: string } | { url: string } | { page: 'search' | 'contact' };

interface FoundRow extends Pick<Target, 'page' | 'url' | 'fragment'> {
  id: number;
  guide: string | null;
  category: string | null;
  tag: string | null;
  file: FileIdentity | null;
}

const find = sql`
  -- The first of the addresses $2 that is known, with what readers see of its target. One read of the index if none is.
  select a.id, a.page, a.url, a.fragment,
    (
      select g.slug from guides g where g.knowledge_base_id = a.knowledge_base_id and g.id = a.guide_id and g.published
    ) as guide,
    (
      select c.slug from categories c where c.knowledge_base_id = a.knowledge_base_id and c.id = a.category_id and c.visible
    ) as category,
    (
      select t.slug from tags t where t.knowledge_base_id = a.knowledge_base_id and t.id = a.tag_id and t.visible
    ) as tag,
    (
      select json_build_object('token', f.token, 'media_type', f.media_type, 'name', f.name)
      from files f
      where f.knowledge_base_id = a.knowledge_base_id and f.id = a.file_id
        and exists (
          select from guide_files m
          join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
          where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
        )
    ) as file
  from addresses a
  where a.knowledge_base_id = $1 and a.address = any($2::text[])
  order by array_position($2::text[], a.address)
  limit 1
`;
const knowsScheme = sql`
  -- Whether a knowledge base has addresses of one of the schemes $2.
  select exists (
    select from addresses a
    where a.knowledge_base_id = $1 and a.address not like '/%' and split_part(a.address, ':', 1) = any($2::text[])
  ) as known
`;

/** Where a path leads that nothing else answers; undefined for an unknown one. @param path as `readPath` writes it */
export async function lookUp(
  executor: ContentReader,
  { knowledgeBaseId, path }: { knowledgeBaseId: number; path: string },
): Promise<FoundAddress | undefined> {
  const row = await executor.oneOrNone<FoundRow>(find([knowledgeBaseId, entriesOf(path)]));
  return row ? { id: row.id, to: destinationOf(row) } : undefined;
}

/** Whether a knowledge base has come from one of these systems. */
export async function hasScheme(
  executor: ContentReader,
  { knowledgeBaseId, schemes }: { knowledgeBaseId: number; schemes: readonly string[] },
): Promise<boolean> {
  if (schemes.length === 0) return false;
  return (await executor.one<{ known: boolean }>(knowsScheme([knowledgeBaseId, schemes]))).known;
}

function destinationOf({
  guide,
  category,
  tag,
  file,
  page,
  url,
  fragment,
}: FoundRow): Destination | undefined {
  const end = fragment === null ? '' : `#${encodeURI(fragment)}`;
  if (url !== null) return { url };
  if (page === 'search' || page === 'contact') return { page };
  if (page !== null) return { path: (page === 'home' ? '/' : `/${page}`) + end };
  if (guide !== null) return { path: `/guides/${guide}${end}` };
  if (category !== null) return { path: `/categories/${category}${end}` };
  if (tag !== null) return { path: `/tags/${tag}${end}` };
  return file === null ? undefined : { file: fileAddress(file) };
}
