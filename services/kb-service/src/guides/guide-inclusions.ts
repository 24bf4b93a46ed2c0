import { preparedStatement } from '@guidepost/postgres';
import { type Inclusion, MOST_INCLUDED } from '../model/inclusion.ts';

/** The published guides of a knowledge base, by id. */
export const guidesOfKnowledgeBase = includeGuides(
  new URL('./sql/include-guides-of-knowledge-base.sql', import.meta.url),
);
/** The published guides of categories, in the category's order. */
export const guidesOfCategories = includeGuides(
  new URL('./sql/include-guides-of-categories.sql', import.meta.url),
);
/** The published guides that carry tags, by id. */
export const guidesOfTags = includeGuides(new URL('./sql/include-guides-of-tags.sql', import.meta.url));

function includeGuides(file: URL): Inclusion {
  const statement = preparedStatement(file);
  return ({ knowledgeBaseId, sources, attributes, mostBytes }) =>
    statement([knowledgeBaseId, sources, MOST_INCLUDED, mostBytes, attributes.has('content_html')]);
}
