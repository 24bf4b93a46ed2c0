import { preparedStatement } from '@guidepost/postgres';
import { type Inclusion, MOST_INCLUDED } from '../model/inclusion.ts';

/** The visible categories of a knowledge base. */
export const categoriesOfKnowledgeBase = includeCategories(
  new URL('./sql/include-categories-of-knowledge-base.sql', import.meta.url),
);
/** The categories that guides are placed in. */
export const categoriesOfGuides = includeCategories(
  new URL('./sql/include-categories-of-guides.sql', import.meta.url),
);
/** The visible categories that have others as parent. */
export const childCategories = includeCategories(
  new URL('./sql/include-child-categories.sql', import.meta.url),
);

function includeCategories(file: URL): Inclusion {
  const statement = preparedStatement(file);
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MOST_INCLUDED]);
}
