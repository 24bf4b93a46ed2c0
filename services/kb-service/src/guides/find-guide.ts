import { parseId } from '@guidepost/http';
import { type Executor, statementTemplate } from '@guidepost/postgres';
import type { ResourceRow } from '../model/listing.ts';
import { parseSlug } from '../model/slug.ts';
import { guideColumns, type Linked } from './guide-columns.ts';

export interface GuideRequest {
  knowledgeBaseId: number;
  /**
   * The size limit of the content; `fits` is false in the row of a larger guide. No content is read without it.
   */
  mostBytes?: number | undefined;
  /** Relationships to read as well. */
  linked?: readonly Linked[];
}

const findById = statementTemplate(new URL('./sql/find-guide-by-id.sql', import.meta.url));
const findBySlug = statementTemplate(new URL('./sql/find-guide-by-slug.sql', import.meta.url));
const findByReference = statementTemplate(new URL('./sql/find-guide-by-reference.sql', import.meta.url));

export function findGuideById(
  executor: Executor,
  { id, ...request }: GuideRequest & { id: number },
): Promise<ResourceRow | null> {
  return find(executor, findById, request, [id]);
}

export function findGuideBySlug(
  executor: Executor,
  { slug, ...request }: GuideRequest & { slug: string },
): Promise<ResourceRow | null> {
  return find(executor, findBySlug, request, [slug]);
}

/**
 * A published guide by current slug, else by former slug, else by ID, or null. Unpublished guides do not reserve
 * slugs.
 */
export async function findGuideByReference(
  executor: Executor,
  { reference, ...request }: GuideRequest & { reference: string | undefined },
): Promise<ResourceRow | null> {
  const slug = parseSlug(reference);
  if (!slug) return null;
  return find(executor, findByReference, request, [slug, parseId(slug) ?? null]);
}

function find(
  executor: Executor,
  template: ReturnType<typeof statementTemplate>,
  request: GuideRequest,
  key: readonly unknown[],
): Promise<ResourceRow | null> {
  const { knowledgeBaseId, mostBytes = null, linked = [] } = request;
  const statement = template(guideColumns(linked), { prepared: true });
  return executor.oneOrNone<ResourceRow>(statement([knowledgeBaseId, mostBytes, ...key]));
}
