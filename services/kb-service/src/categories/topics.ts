import { parseId } from '@guidepost/http';
import { type Executor, preparedStatement } from '@guidepost/postgres';

/** A category as its card shows it. */
export interface Topic {
  slug: string;
  name: string;
  /** The guides that stand in the category itself. */
  total: number;
  /** The first of them. */
  guides: { slug: string; title: string }[];
  subtopics: { slug: string; name: string }[];
}

/** A category above a page. */
export interface TrailCategory {
  id: number;
  slug: string;
  name: string;
}

/** A category with those around it. */
export interface CategoryWithTopics {
  id: number;
  slug: string;
  name: string;
  multiple_guides_name: string;
  /** From the top category to the one above this. */
  trail: TrailCategory[];
  /** The categories below this. */
  topics: Topic[];
}

/** What a knowledge base has to read. */
export interface Contents {
  /** The categories at the top. */
  topics: Topic[];
  /** Guides that stand in no category, by title. */
  others: { slug: string; title: string }[];
  other_total: number;
  /** Of all guides. */
  total: number;
}

/** How many guides a card names. */
const GUIDES_ON_A_CARD = 5;

/** How many guides that stand in no category are named. */
const MOST_OTHERS = 20;

const findCategory = preparedStatement(new URL('./sql/find-category-with-topics.sql', import.meta.url));
const contents = preparedStatement(new URL('./sql/read-contents.sql', import.meta.url));

/** A visible category by its slug, or by its id when no slug is like that; or null. */
export function findCategoryWithTopics(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<CategoryWithTopics | null> {
  const values = [knowledgeBaseId, GUIDES_ON_A_CARD, slug, parseId(slug) ?? null];
  return executor.oneOrNone<CategoryWithTopics>(findCategory(values));
}

export function readContents(executor: Executor, knowledgeBaseId: number): Promise<Contents> {
  return executor.one<Contents>(contents([knowledgeBaseId, GUIDES_ON_A_CARD, MOST_OTHERS]));
}
