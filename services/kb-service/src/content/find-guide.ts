import { type BoundStatement, batchable, type ContentReader, type Executor, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import type { ResourceRow } from '../model/listing.ts';
import { parseSlug } from '../model/slug.ts';
import { GUIDE_CONTENT, inLanguages, type Linked, linkedIds, linkedRecords } from './guide-records.ts';

export interface GuideRequest {
  knowledgeBaseId: number;
  /**
   * The size limit of the content; `fits` is false in the row of a larger guide. No content is read without it.
   */
  mostBytes?: number | undefined;
  /** Whether to read the text that stands in for a missing translation. */
  withFallbacks?: boolean | undefined;
}

/** With relationships to read as well. */
export interface LinkedGuideRequest extends GuideRequest {
  linked?: readonly Linked[];
}

const findById = inLanguages(({ name, record }) =>
  batchable(
    sql`
    -- A published guide by ID.
    select ${record}, ${GUIDE_CONTENT}
    from ${name} g
    where g.knowledge_base_id = $1 and g.id = $2 and g.published
  `,
    { 2: 'bigint' },
  ),
);
const findBySlug = inLanguages(({ name, record }) =>
  batchable(
    sql`
    -- A published guide by slug.
    select ${record}, ${GUIDE_CONTENT}
    from ${name} g
    where g.knowledge_base_id = $1 and g.slug = $2 and g.published
  `,
    { 2: 'text' },
  ),
);
const LINKED_NAMES = sql.part`$5`;
const findWithLinks = inLanguages(({ name, record, columns }) =>
  batchable(
    sql`
    -- A published guide by slug $2 or ID $4, the other being null, with the categories and tags that $5 names.
    with page as materialized (
      select 1 as place, ${record}, ${GUIDE_CONTENT}, ${linkedIds(LINKED_NAMES)}
      from ${name} g
      where g.knowledge_base_id = $1 and g.published and (g.slug = $2 or g.id = $4)
    )
    select ${columns}, page.fits, page.content_html, ${linkedRecords(LINKED_NAMES)}
    from page
  `,
    { 2: 'text', 4: 'bigint' },
  ),
);
const findByReference = inLanguages(
  ({ name, record }) => sql`
  -- A published guide by current slug $2, else by former slug, else by ID $4 (null if $2 is no number).
  select ${record}, ${GUIDE_CONTENT}
  from (
    select n.id, 1 as rank from guides n where n.knowledge_base_id = $1 and n.slug = $2
    union all
    select f.guide_id, 2 from former_slugs f where f.knowledge_base_id = $1 and f.slug = $2
    union all
    select $4::bigint, 3
  ) named
  join ${name} g on g.knowledge_base_id = $1 and g.id = named.id and g.published
  order by named.rank
  limit 1
`,
);

export function findGuideById(
  executor: ContentReader,
  { knowledgeBaseId, id, mostBytes, withFallbacks, linked = [] }: LinkedGuideRequest & { id: number },
): Promise<ResourceRow | null> {
  const guide = [knowledgeBaseId, id, mostBytes ?? null];
  if (linked.length === 0) return find(executor, findById(withFallbacks)(guide));
  return find(executor, findWithLinks(withFallbacks)([knowledgeBaseId, null, mostBytes ?? null, id, linked]));
}

export function findGuideBySlug(
  executor: ContentReader,
  { knowledgeBaseId, slug, mostBytes, withFallbacks, linked = [] }: LinkedGuideRequest & { slug: string },
): Promise<ResourceRow | null> {
  const guide = [knowledgeBaseId, slug, mostBytes ?? null];
  if (linked.length === 0) return find(executor, findBySlug(withFallbacks)(guide));
  return find(executor, findWithLinks(withFallbacks)([...guide, null, linked]));
}

/**
 * A published guide by current slug, else by former slug, else by ID, or null. Unpublished guides are not found (S3)
 * and do not reserve slugs.
 */
export async function findGuideByReference(
  executor: Executor,
  { knowledgeBaseId, reference, mostBytes, withFallbacks }: GuideRequest & { reference: string | undefined },
): Promise<ResourceRow | null> {
  const slug = parseSlug(reference);
  if (!slug) return null;
  const values = [knowledgeBaseId, slug, mostBytes ?? null, parseId(slug) ?? null];
  return find(executor, findByReference(withFallbacks)(values));
}

function find(executor: ContentReader, statement: BoundStatement): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(statement);
}
