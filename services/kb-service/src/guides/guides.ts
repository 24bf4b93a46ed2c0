import { type BoundStatement, type Executor, statementTemplate } from '@guidepost/postgres';
import type { ResourceRow } from '../json-api/resource-graph.ts';
import { guideColumns } from './guide-columns.ts';

/** A guide of one knowledge base, and which of its attributes will be shown. */
export interface GuideRequest {
  knowledgeBaseId: number;
  attributes: ReadonlySet<string>;
}

type GuideStatement = (values: unknown[]) => BoundStatement;

const COLUMNS = guideColumns('g', 'g.content_html');
const findById = guideStatement(new URL('./sql/find-guide-by-id.sql', import.meta.url));
const findBySlug = guideStatement(new URL('./sql/find-guide-by-slug.sql', import.meta.url));

/** A published guide by id, or null. */
export function findGuideById(
  executor: Executor,
  { knowledgeBaseId, attributes, id }: GuideRequest & { id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById(attributes)([knowledgeBaseId, id]));
}

/** A published guide by its present slug, or null. */
export function findGuideBySlug(
  executor: Executor,
  { knowledgeBaseId, attributes, slug }: GuideRequest & { slug: string },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findBySlug(attributes)([knowledgeBaseId, slug]));
}

/** A statement that reads guides. Content is most of a guide: where it is not shown it is not read. */
export function guideStatement(url: URL): (attributes: ReadonlySet<string>) => GuideStatement {
  const template = statementTemplate(url);
  const withContent = template(COLUMNS.withContent, { prepared: true });
  const withoutContent = template(COLUMNS.withoutContent, { prepared: true });
  return (attributes) => (attributes.has('content_html') ? withContent : withoutContent);
}
