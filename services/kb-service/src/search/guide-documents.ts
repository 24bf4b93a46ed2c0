import { type Database, preparedStatement } from '@guidepost/postgres';
import type { LoadedDocuments, SearchDocument } from '@guidepost/search';
import { readGuideText } from './guide-text.ts';

/** What is indexed of a guide's text, in UTF-16 units; few who search mean what comes after so much. */
const LONGEST_TEXT = 200_000;

const loadGuides = preparedStatement(new URL('./sql/load-guides.sql', import.meta.url));
const findLanguage = preparedStatement(new URL('./sql/find-language.sql', import.meta.url));

interface GuideRow {
  id: number;
  title: string;
  content_html: string;
  categories: number[];
  tags: number[];
}

/** What published guides are found by: the title above headings, these above the rest. */
export async function loadGuideDocuments(
  database: Database,
  knowledgeBaseId: number,
  ids: number[],
): Promise<LoadedDocuments> {
  const found = await database.oneOrNone<{ language: string }>(findLanguage([knowledgeBaseId]));
  const guides = await database.any<GuideRow>(loadGuides([knowledgeBaseId, ids]));
  return {
    tenant: { id: knowledgeBaseId, language: found?.language ?? '' },
    documents: guides.map(toDocument),
  };
}

function toDocument({ id, title, content_html, categories, tags }: GuideRow): SearchDocument {
  const { headings, text } = readGuideText(content_html);
  const fields = [title, headings, text.slice(0, LONGEST_TEXT)];
  return { id, fields, facets: { category: categories, tag: tags } };
}
