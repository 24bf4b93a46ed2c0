import { type Database, preparedStatement } from '@guidepost/postgres';
import type { LoadedDocuments, SearchDocument } from '@guidepost/search';
import { runInSlices, startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import { readGuideTextInSteps } from '../guides/guide-text.ts';

/** The maximum of headings and of text to index, in UTF-16 units. */
const MAX_TEXT_LENGTH = 200_000;

/** The maximum of content in memory, in bytes; a single guide may be larger. */
const CONTENT_AT_ONCE = 8_000_000;

const loadGuides = preparedStatement(new URL('./sql/load-guides.sql', import.meta.url));
const findLanguage = preparedStatement(new URL('./sql/find-language.sql', import.meta.url));

interface GuideRow {
  id: number;
  title: string;
  /** Null if it exceeds the limit. */
  content_html: string | null;
  categories: number[];
  tags: number[];
}

type FittingGuide = Omit<GuideRow, 'content_html'> & { content: string };

/**
 * Search documents of published guides, as many as fit: titles weigh more than headings, headings more than text.
 */
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
  const slice = startTimeSlice();
  const documents: SearchDocument[] = [];
  for (const guide of fitting) documents.push(await describeGuide(guide, slice));
  const later = guides.filter(({ content_html: content }) => content === null).map(({ id }) => id);
  // A deleted knowledge base has no language, and no documents either.
  return { tenant: { id: knowledgeBaseId, language: found?.language ?? '' }, documents, later };
}

async function describeGuide(
  { id, title, content, categories, tags }: FittingGuide,
  slice: TimeSlice,
): Promise<SearchDocument> {
  const { headings, text } = await runInSlices(readGuideTextInSteps(content), slice);
  const fields = [title, headings.slice(0, MAX_TEXT_LENGTH), text.slice(0, MAX_TEXT_LENGTH)];
  return { id, fields, facets: { category: categories, tag: tags } };
}
