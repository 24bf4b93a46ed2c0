import { byName } from '@guidepost/i18n/text-order';
import { batchable, type ContentReader, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { isEdition, type ReadLanguage } from '../model/knowledge-base.ts';
import { inLanguages } from './guide-records.ts';
import type { GuideTitle } from './guide-titles.ts';
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
  /** The id of the language of the text, where another one may stand in. */
  shown_from?: number;
  tags: { slug: string; name: string }[];
  /** From the top category to that of the guide. */
  trail: TrailCategory[];
  /** In the order of the category, including the guide. */
  neighbours: (GuideTitle & { id: number; present: boolean })[];
}

interface Found extends GuideInContext {
  tags: { id: number; slug: string; name: string }[];
}

export interface GuideInContextRequest {
  knowledgeBase: ReadLanguage;
  /** Slug, or ID if no guide has that slug. */
  slug: string;
  neighbours: number;
  mostBytes: number;
}

const find = inLanguages(({ name: guides, record }) =>
  batchable(sql.file(new URL('./sql/find-guide-in-context.sql', import.meta.url), { guides, record }), {
    2: 'text',
    3: 'bigint',
  }),
);

export async function findGuideInContext(
  executor: ContentReader,
  { knowledgeBase, slug, neighbours, mostBytes }: GuideInContextRequest,
): Promise<GuideInContext | null> {
  const { id, language } = knowledgeBase;
  const values = [id, slug, parseId(slug) ?? null, neighbours, mostBytes];
  const found = await executor.oneOrNone<Found>(find(isEdition(knowledgeBase))(values));
  return found && { ...found, tags: found.tags.toSorted(byName(language)) };
}
