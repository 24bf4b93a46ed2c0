import { parseId } from '@guidepost/http';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { TrailCategory } from '../categories/topics.ts';

/** A guide with what readers see around it. */
export interface GuideInContext {
  id: number;
  slug: string;
  title: string;
  /** Whether the content has more bytes than were allowed; then there is none. */
  isCut: boolean;
  content_html: string;
  created_at: Date;
  updated_at: Date;
  tags: { slug: string; name: string }[];
  /** From the top category to the one that the guide stands in. */
  trail: TrailCategory[];
  /** In the order of the category, the guide itself among them. */
  neighbours: { slug: string; title: string; present: boolean }[];
}

export interface GuideInContextRequest {
  knowledgeBaseId: number;
  /** Its slug, or its id when no slug is like that. */
  slug: string;
  /** How many neighbours of its category there are on each side. */
  neighbours: number;
  /** What the content may have. */
  mostBytes: number;
}

const find = preparedStatement(new URL('./sql/find-guide-in-context.sql', import.meta.url));

/** A published guide, or null. */
export function findGuideInContext(
  executor: Executor,
  { knowledgeBaseId, slug, neighbours, mostBytes }: GuideInContextRequest,
): Promise<GuideInContext | null> {
  const values = [knowledgeBaseId, slug, parseId(slug) ?? null, neighbours, mostBytes];
  return executor.oneOrNone<GuideInContext>(find(values));
}
