import { sqlText, statementTemplate } from '@guidepost/postgres';
import { type Inclusion, MOST_INCLUDED } from '../http/json-api/inclusions.ts';

const include = statementTemplate(new URL('./sql/include-tags.sql', import.meta.url));

/** The visible tags of a knowledge base. */
export const tagsOfKnowledgeBase = includeTags(
  new URL('./sql/linkage-from-knowledge-base.sql', import.meta.url),
);
/** The tags that guides carry. */
export const tagsOfGuides = includeTags(new URL('./sql/linkage-from-guides.sql', import.meta.url));

function includeTags(linkageFile: URL): Inclusion {
  const statement = include({ linkage: sqlText(linkageFile) }, { prepared: true });
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MOST_INCLUDED]);
}
