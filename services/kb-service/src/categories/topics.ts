import { sqlText } from '@guidepost/postgres';

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

/** How many guides a card names. */
export const GUIDES_ON_A_CARD = 5;

/** A scalar subquery for a statement that has `listed` categories, the knowledge base as $1 and the number above as $2. */
export const TOPICS = sqlText(new URL('./sql/topics.sql', import.meta.url));
