import { type BoundStatement, batchable, type ContentReader, type Executor, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import type { ResourceRow } from '../model/listing.ts';
import { parseSlug } from '../model/slug.ts';
import { GUIDE_CONTENT, GUIDE_RECORD, type Linked, linkedIds, linkedRecords } from './guide-records.ts';

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
    -- A published guide by ID.
    select ${GUIDE_RECORD}, ${GUIDE_CONTENT}
    from guides g
    where g.knowledge_base_id = $1 and g.id = $2 and g.published
  `,
  { 2: 'bigint' },
);
const findBySlug = batchable(
  sql`
    -- A published guide by slug.
    select ${GUIDE_RECORD}, ${GUIDE_CONTENT}
    from guides g
    where g.knowledge_base_id = $1 and g.slug = $2 and g.published
  `,
  { 2: 'text' },
);
const LINKED_NAMES = sql.part`$5`;
const findWithLinks = batchable(
  sql`
    -- A published guide by slug $2 or ID $4, the other being null, with the categories and tags that $5 names.
    with page as materialized (
      select 1 as place, ${GUIDE_RECORD}, ${GUIDE_CONTENT}, ${linkedIds(LINKED_NAMES)}
      from guides g
      where g.knowledge_base_id = $1 and g.published and (g.slug = $2 or g.id = $4)
    )
    select page.id, page.slug, page.title, page.content_digest, page.fits, page.content_html, ${linkedRecords(LINKED_NAMES)}
    from page
  `,
  { 2: 'text', 4: 'bigint' },
);
const findByReference = sql`
  -- A published guide by current slug $2, else by former slug, else by ID $4 (null if $2 is no number).
  select ${GUIDE_RECORD}, ${GUIDE_CONTENT}
  from (
    select n.id, 1 as rank from guides n where n.knowledge_base_id = $1 and n.slug = $2
    union all
    select f.guide_id, 2 from former_slugs f where f.knowledge_base_id = $1 and f.slug = $2
    union all
    select $4::bigint, 3
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
  return find(executor, findWithLinks([knowledgeBaseId, null, mostBytes ?? null, id, linked]));
}

export function findGuideBySlug(
  executor: ContentReader,
  { knowledgeBaseId, slug, mostBytes, linked = [] }: LinkedGuideRequest & { slug: string },
): Promise<ResourceRow | null> {
  if (linked.length === 0) return find(executor, findBySlug([knowledgeBaseId, slug, mostBytes ?? null]));
  return find(executor, findWithLinks([knowledgeBaseId, slug, mostBytes ?? null, null, linked]));
}

/**
 * A published guide by current slug, else by former slug, else by ID, or null. Unpublished guides are not found (S3)
 * and do not reserve slugs.
 */
export async function findGuideByReference(
  executor: Executor,
  { knowledgeBaseId, reference, mostBytes }: GuideRequest & { reference: string | undefined },
): Promise<ResourceRow | null> {
  const slug = parseSlug(reference);
  if (!slug) return null;
  return find(executor, findByReference([knowledgeBaseId, slug, mostBytes ?? null, parseId(slug) ?? null]));
}

function find(executor: ContentReader, statement: BoundStatement): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(statement);
}
