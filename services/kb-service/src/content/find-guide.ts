import { parseId } from '@guidepost/http';
import { type BoundStatement, batchable, type ContentReader, type Executor, sql } from '@guidepost/postgres';
import type { ResourceRow } from '../model/listing.ts';
import { parseSlug } from '../model/slug.ts';
import type { Linked } from './linked-rows.ts';

export interface GuideRequest {
  knowledgeBaseId: number;
  /**
   * The size limit of the content; `fits` is false in the row of a larger guide. No content is read without it.
   */
  mostBytes?: number | undefined;
}

/** With relationships to read as well. */
export interface LinkedGuideRequest extends GuideRequest {
  linked?: readonly Linked[];
}

const findById = batchable(
  sql`
  -- A published guide by ID. Content is null if it exceeds $3 bytes (fits is false), or if $3 is null.
  select g.id, g.slug, g.title, g.content_digest, g.content_bytes <= $3 as fits,
    case when g.content_bytes <= $3 then g.content_html end as content_html
  from guides g
  where g.knowledge_base_id = $1 and g.id = $2 and g.published
`,
  {
    2: 'bigint',
  },
);
const findBySlug = batchable(
  sql`
  -- A published guide by slug. Content is null if it exceeds $3 bytes (fits is false), or if $3 is null.
  select g.id, g.slug, g.title, g.content_digest, g.content_bytes <= $3 as fits,
    case when g.content_bytes <= $3 then g.content_html end as content_html
  from guides g
  where g.knowledge_base_id = $1 and g.slug = $2 and g.published
`,
  {
    2: 'text',
  },
);
const findWithLinks = batchable(sql.file(new URL('./sql/find-guide-with-links.sql', import.meta.url)), {
  3: 'text',
  4: 'bigint',
});
const findByReference = sql`
  -- A published guide by current slug $2, else by former slug, else by ID $3 (null if $2 is no number). Content is
  -- null if it exceeds $4 bytes (fits is false), or if $4 is null.
  select g.id, g.slug, g.title, g.content_digest, g.content_bytes <= $4 as fits,
    case when g.content_bytes <= $4 then g.content_html end as content_html
  from (
    select n.id, 1 as rank from guides n where n.knowledge_base_id = $1 and n.slug = $2
    union all
    select f.guide_id, 2 from former_slugs f where f.knowledge_base_id = $1 and f.slug = $2
    union all
    select $3::bigint, 3
  ) named
  join guides g on g.knowledge_base_id = $1 and g.id = named.id and g.published
  order by named.rank
  limit 1
`;

export function findGuideById(
  executor: ContentReader,
  { knowledgeBaseId, id, mostBytes, linked = [] }: LinkedGuideRequest & { id: number },
): Promise<ResourceRow | null> {
  if (linked.length === 0) return find(executor, findById([knowledgeBaseId, id, mostBytes ?? null]));
  return find(executor, findWithLinks([knowledgeBaseId, mostBytes ?? null, null, id, linked]));
}

export function findGuideBySlug(
  executor: ContentReader,
  { knowledgeBaseId, slug, mostBytes, linked = [] }: LinkedGuideRequest & { slug: string },
): Promise<ResourceRow | null> {
  if (linked.length === 0) return find(executor, findBySlug([knowledgeBaseId, slug, mostBytes ?? null]));
  return find(executor, findWithLinks([knowledgeBaseId, mostBytes ?? null, slug, null, linked]));
}

/**
 * A published guide by current slug, else by former slug, else by ID, or null. Unpublished guides do not reserve
 * slugs.
 */
export async function findGuideByReference(
  executor: Executor,
  { knowledgeBaseId, reference, mostBytes }: GuideRequest & { reference: string | undefined },
): Promise<ResourceRow | null> {
  const slug = parseSlug(reference);
  if (!slug) return null;
  return find(executor, findByReference([knowledgeBaseId, slug, parseId(slug) ?? null, mostBytes ?? null]));
}

function find(executor: ContentReader, statement: BoundStatement): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(statement);
}
