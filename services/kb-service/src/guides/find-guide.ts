import { parseId } from '@guidepost/http';
import {
  type BoundStatement,
  batchable,
  type ContentReader,
  type Executor,
  preparedStatement,
} from '@guidepost/postgres';
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

const findById = batchable(preparedStatement(new URL('./sql/find-guide-by-id.sql', import.meta.url)), {
  2: 'bigint',
});
const findBySlug = batchable(preparedStatement(new URL('./sql/find-guide-by-slug.sql', import.meta.url)), {
  2: 'text',
});
const findWithLinks = batchable(
  preparedStatement(new URL('./sql/find-guide-with-links.sql', import.meta.url)),
  { 3: 'text', 4: 'bigint' },
);
const findByReference = preparedStatement(new URL('./sql/find-guide-by-reference.sql', import.meta.url));

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
