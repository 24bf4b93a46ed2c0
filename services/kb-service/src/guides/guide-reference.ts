import { parseId } from '@guidepost/http';
import type { Executor } from '@guidepost/postgres';
import type { ResourceRow } from '../http/json-api/resource-graph.ts';
import { parseSlug } from '../model/identifiers.ts';
import { type GuideRequest, guideStatement } from './guides.ts';

const findByReference = guideStatement(new URL('./sql/find-guide-by-reference.sql', import.meta.url), 4);

/**
 * A published guide as a vote names it, or null: by the slug that it has, else by one that it had, else by its id.
 * What is not published is as if it did not exist, so its slug stands in nobody's way.
 */
export async function findGuideByReference(
  executor: Executor,
  { knowledgeBaseId, reference, ...request }: GuideRequest & { reference: string | undefined },
): Promise<ResourceRow | null> {
  const slug = parseSlug(reference);
  if (!slug) return null;
  const values = [knowledgeBaseId, slug, parseId(slug) ?? null];
  return executor.oneOrNone<ResourceRow>(findByReference(request, values));
}
