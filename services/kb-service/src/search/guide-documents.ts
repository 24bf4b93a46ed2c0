import { type Database, preparedStatement } from '@guidepost/postgres';
import type { LoadedDocuments, SearchDocument } from '@guidepost/search';
import { mapInSlices } from '@guidepost/service-kit';
import { readGuideText } from '../guides/guide-text.ts';

/** What is indexed of a guide's headings, and of its text, in UTF-16 units; few mean what comes after so much. */
const LONGEST_TEXT = 200_000;

/** Content that is in memory at once, in bytes; one guide may be larger. */
const CONTENT_AT_ONCE = 8_000_000;

const loadGuides = preparedStatement(new URL('./sql/load-guides.sql', import.meta.url));
const findLanguage = preparedStatement(new URL('./sql/find-language.sql', import.meta.url));

interface GuideRow {
  id: number;
  title: string;
  /** Null when there is no room for it. */
  content_html: string | null;
  categories: number[];
  tags: number[];
}

type FittingGuide = Omit<GuideRow, 'content_html'> & { content: string };

/** What published guides are found by, as many as there is room for: the title above headings, these above the rest. */
export async function loadGuideDocuments(
  database: Database,
  knowledgeBaseId: number,
  ids: number[],
): Promise<LoadedDocuments> {
  const found = await database.oneOrNone<{ language: string }>(findLanguage([knowledgeBaseId]));
  const guides = await database.any<GuideRow>(loadGuides([knowledgeBaseId, ids, CONTENT_AT_ONCE]));
  const fitting = guides.flatMap(({ content_html: content, ...guide }) =>
    content === null ? [] : { ...guide, content },
  );
  const documents = await mapInSlices(fitting, describeGuide);
  const later = guides.filter(({ content_html: content }) => content === null).map(({ id }) => id);
  // Nothing is said of a knowledge base that is gone but that its guides are.
  return { tenant: { id: knowledgeBaseId, language: found?.language ?? '' }, documents, later };
}

function describeGuide({ id, title, content, categories, tags }: FittingGuide): SearchDocument {
  const { headings, text } = readGuideText(content);
  const fields = [title, headings.slice(0, LONGEST_TEXT), text.slice(0, LONGEST_TEXT)];
  return { id, fields, facets: { category: categories, tag: tags } };
}
