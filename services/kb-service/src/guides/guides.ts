import { MOST_BYTES } from '@guidepost/http';
import { type BoundStatement, type Executor, statementTemplate } from '@guidepost/postgres';
import type { ResourceRow } from '../http/json-api/resource-graph.ts';
import { guideColumns } from './guide-columns.ts';

/** A guide of one knowledge base, and which of its attributes will be shown. */
export interface GuideRequest {
  knowledgeBaseId: number;
  attributes: ReadonlySet<string>;
  /** What its content may have; the row of a larger one says by `fits` that it is without it. */
  mostBytes?: number;
}

type GuideStatement = (request: Omit<GuideRequest, 'knowledgeBaseId'>, values: unknown[]) => BoundStatement;

const findById = guideStatement(new URL('./sql/find-guide-by-id.sql', import.meta.url), 3);
const findBySlug = guideStatement(new URL('./sql/find-guide-by-slug.sql', import.meta.url), 3);

/** A published guide by id, or null. */
export function findGuideById(
  executor: Executor,
  { knowledgeBaseId, id, ...request }: GuideRequest & { id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById(request, [knowledgeBaseId, id]));
}

/** A published guide by its present slug, or null. */
export function findGuideBySlug(
  executor: Executor,
  { knowledgeBaseId, slug, ...request }: GuideRequest & { slug: string },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findBySlug(request, [knowledgeBaseId, slug]));
}

/**
 * A statement that reads guides. Content is most of a guide: where it is not shown, or is too large, it is not read.
 * @param last the number of the value behind its own, which says how large content may be
 */
export function guideStatement(url: URL, last: number): GuideStatement {
  const template = statementTemplate(url);
  const fits = `g.content_bytes <= $${last}`;
  const columns = guideColumns(
    'g',
    `${fits} as fits, case when ${fits} then g.content_html end as content_html`,
  );
  const withContent = template(columns.withContent, { prepared: true });
  const withoutContent = template(columns.withoutContent, { prepared: true });
  return ({ attributes, mostBytes = MOST_BYTES }, values) =>
    attributes.has('content_html') ? withContent([...values, mostBytes]) : withoutContent(values);
}
