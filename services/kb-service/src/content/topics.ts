import { collationOf } from '@guidepost/i18n/text-order';
import { type ContentReader, sql, sqlTemplate } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

export interface Topic {
  slug: string;
  name: string;
  /** Guides in the category itself. */
  total: number;
  /** The first {@link GUIDES_ON_CARD}. */
  guides: { slug: string; title: string }[];
  subtopics: { slug: string; name: string }[];
}

export interface TrailCategory {
  id: number;
  slug: string;
  name: string;
}

export interface CategoryWithTopics {
  id: number;
  slug: string;
  name: string;
  multiple_guides_name: string;
  /** Ancestors, from the top. */
  trail: TrailCategory[];
  /** Child categories. */
  topics: Topic[];
}

export interface Contents {
  topics: Topic[];
  /** Guides without a category, by title. */
  others: { slug: string; title: string }[];
  other_total: number;
  total: number;
}

const GUIDES_ON_CARD = 5;

const MAX_OTHERS = 20;

const findCategory = sql.file(new URL('./sql/find-category-with-topics.sql', import.meta.url));
const contents = sqlTemplate.file<'collation'>(new URL('./sql/read-contents.sql', import.meta.url));

/** A visible category by slug, or by ID if no category has the slug, or null. */
export function findCategoryWithTopics(
  executor: ContentReader,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<CategoryWithTopics | null> {
  const values = [knowledgeBaseId, GUIDES_ON_CARD, slug, parseId(slug) ?? null];
  return executor.oneOrNone<CategoryWithTopics>(findCategory(values));
}

export function readContents(
  executor: ContentReader,
  { id, language }: Pick<KnowledgeBase, 'id' | 'language'>,
): Promise<Contents> {
  const statement = contents({ collation: sql.identifier(collationOf(language)) }, { prepared: true });
  return executor.one<Contents>(statement([id, GUIDES_ON_CARD, MAX_OTHERS]));
}
