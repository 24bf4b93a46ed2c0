import { sqlText, statementTemplate } from '@guidepost/postgres';
import { type Inclusion, MOST_INCLUDED } from '../http/json-api/inclusions.ts';
import { guideColumns } from './guide-columns.ts';

const COLUMNS = guideColumns('g', 'g.content_html');
const include = statementTemplate(new URL('./sql/include-guides.sql', import.meta.url));

/** The published guides of a knowledge base, by id. */
export const guidesOfKnowledgeBase = includeGuides(
  new URL('./sql/linkage-from-knowledge-base.sql', import.meta.url),
);
/** The published guides of categories, in the category's order. */
export const guidesOfCategories = includeGuides(
  new URL('./sql/linkage-from-categories.sql', import.meta.url),
);
/** The published guides that carry tags, by id. */
export const guidesOfTags = includeGuides(new URL('./sql/linkage-from-tags.sql', import.meta.url));

function includeGuides(linkageFile: URL): Inclusion {
  const linkage = sqlText(linkageFile);
  const withContent = include({ ...COLUMNS.withContent, linkage }, { prepared: true });
  const withoutContent = include({ ...COLUMNS.withoutContent, linkage }, { prepared: true });
  return ({ knowledgeBaseId, sources, attributes, mostBytes }) => {
    const statement = attributes.has('content_html') ? withContent : withoutContent;
    return statement([knowledgeBaseId, sources, MOST_INCLUDED, mostBytes]);
  };
}
