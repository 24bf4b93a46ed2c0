import { sqlText, statementTemplate } from '@guidepost/postgres';
import { type Inclusion, MOST_INCLUDED } from '../http/json-api/inclusions.ts';

const include = statementTemplate(new URL('./sql/include-categories.sql', import.meta.url));

/** The visible categories of a knowledge base. */
export const categoriesOfKnowledgeBase = includeCategories(
  new URL('./sql/linkage-from-knowledge-base.sql', import.meta.url),
);
/** The categories that guides are placed in. */
export const categoriesOfGuides = includeCategories(
  new URL('./sql/linkage-from-guides.sql', import.meta.url),
);
/** The visible categories that have others as parent. */
export const childCategories = includeCategories(new URL('./sql/linkage-from-parents.sql', import.meta.url));

function includeCategories(linkageFile: URL): Inclusion {
  const statement = include({ linkage: sqlText(linkageFile) }, { prepared: true });
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MOST_INCLUDED]);
}
