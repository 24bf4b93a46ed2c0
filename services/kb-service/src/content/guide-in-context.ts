import { byName } from '@guidepost/i18n/text-order';
import { batchable, type ContentReader, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { TrailCategory } from './topics.ts';

export interface GuideInContext {
  id: number;
  slug: string;
  title: string;
  summary: string | null;
  /** Whether the content is left out because of its size. */
  isCut: boolean;
  content_html: string;
  content_digest: string;
  created_at: Date;
  updated_at: Date;
  tags: { slug: string; name: string }[];
  /** From the top category to that of the guide. */
  trail: TrailCategory[];
  /** In the order of the category, including the guide. */
  neighbours: { id: number; slug: string; title: string; present: boolean }[];
}

interface Found extends GuideInContext {
  tags: { id: number; slug: string; name: string }[];
}

export interface GuideInContextRequest {
  knowledgeBase: Pick<KnowledgeBase, 'id' | 'language'>;
  /** Slug, or ID if no guide has that slug. */
  slug: string;
  neighbours: number;
  mostBytes: number;
}

const find = batchable(sql.file(new URL('./sql/find-guide-in-context.sql', import.meta.url)), {
  2: 'text',
  3: 'bigint',
});

export async function findGuideInContext(
  executor: ContentReader,
  { knowledgeBase: { id, language }, slug, neighbours, mostBytes }: GuideInContextRequest,
): Promise<GuideInContext | null> {
  const values = [id, slug, parseId(slug) ?? null, neighbours, mostBytes];
  const found = await executor.oneOrNone<Found>(find(values));
  return found && { ...found, tags: found.tags.toSorted(byName(language)) };
}
