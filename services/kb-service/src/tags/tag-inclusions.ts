import { preparedStatement } from '@guidepost/postgres';
import { type Inclusion, MOST_INCLUDED } from '../model/inclusion.ts';

/** The visible tags of a knowledge base. */
export const tagsOfKnowledgeBase = includeTags(
  new URL('./sql/include-tags-of-knowledge-base.sql', import.meta.url),
);
/** The tags that guides carry. */
export const tagsOfGuides = includeTags(new URL('./sql/include-tags-of-guides.sql', import.meta.url));

function includeTags(file: URL): Inclusion {
  const statement = preparedStatement(file);
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MOST_INCLUDED]);
}
