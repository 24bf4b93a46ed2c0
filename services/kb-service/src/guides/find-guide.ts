import { parseId } from '@guidepost/http';
import { type BoundStatement, type Executor, preparedStatement } from '@guidepost/postgres';
import type { ResourceRow } from '../model/listing.ts';
import { parseSlug } from '../model/slug.ts';

/** Where a guide is looked for, and how much of it is read. */
export interface GuideRequest {
  knowledgeBaseId: number;
  /**
   * How many bytes the content may have: the row of a larger guide says by `fits` that it is without it. Content is most
   * of a guide, so none is read unless this is set.
   */
  mostBytes?: number | undefined;
}

const findById = preparedStatement(new URL('./sql/find-guide-by-id.sql', import.meta.url));
const findBySlug = preparedStatement(new URL('./sql/find-guide-by-slug.sql', import.meta.url));
const findByReference = preparedStatement(new URL('./sql/find-guide-by-reference.sql', import.meta.url));

/** A published guide by id, or null. */
export function findGuideById(
  executor: Executor,
  { knowledgeBaseId, id, mostBytes }: GuideRequest & { id: number },
): Promise<ResourceRow | null> {
  return find(executor, findById([knowledgeBaseId, id, mostBytes ?? null]));
}

/** A published guide by its present slug, or null. */
export function findGuideBySlug(
  executor: Executor,
  { knowledgeBaseId, slug, mostBytes }: GuideRequest & { slug: string },
): Promise<ResourceRow | null> {
  return find(executor, findBySlug([knowledgeBaseId, slug, mostBytes ?? null]));
}

/**
 * A published guide as a vote names it, or null: by the slug that it has, else by one that it had, else by its id. An
 * unpublished guide keeps no slug from others.
 */
export async function findGuideByReference(
  executor: Executor,
  { knowledgeBaseId, reference, mostBytes }: GuideRequest & { reference: string | undefined },
): Promise<ResourceRow | null> {
  const slug = parseSlug(reference);
  if (!slug) return null;
  return find(executor, findByReference([knowledgeBaseId, slug, parseId(slug) ?? null, mostBytes ?? null]));
}

function find(executor: Executor, statement: BoundStatement): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(statement);
}
