import { type Executor, preparedStatement } from '@guidepost/postgres';
import {
  createAnalyzer,
  createHighlighter,
  type Excerpt,
  type Highlighter,
  type SearchQuery,
  type SearchResult,
  type TextPart,
} from '@guidepost/search';
import { mapInSlices } from '@guidepost/service-kit';
import { readGuideText } from '../guides/guide-text.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

/**
 * Characters of HTML to search for an excerpt. Parsing the maximum takes about 100 ms, and the beginning usually
 * suffices, so more is parsed only if less has no match.
 */
const BEGINNINGS = [8_000, 40_000];
const MAX_READ = 200_000;

export interface FoundGuide {
  slug: string;
  title: readonly TextPart[];
  excerpt: Excerpt;
  category: string | null;
}

export interface FoundGuidesRequest {
  knowledgeBase: KnowledgeBase;
  query: SearchQuery;
  result: Pick<SearchResult, 'ids' | 'otherWords'>;
  /** UTF-16 units. */
  excerptLength: number;
}

interface GuideRow {
  slug: string;
  title: string;
  content: string;
  category: string | null;
}

const readGuides = preparedStatement(new URL('./sql/read-found-guides.sql', import.meta.url));

/** The guides of a search result in its order, without those that have been unpublished since. */
export async function readFoundGuides(
  executor: Executor,
  { knowledgeBase: { id, language }, query, result: { ids, otherWords }, excerptLength }: FoundGuidesRequest,
): Promise<FoundGuide[]> {
  const rows = await executor.any<GuideRow>(readGuides([id, ids, MAX_READ]));
  const analyzer = createAnalyzer(language);
  const highlighter = createHighlighter({ analyzer, query, otherWords });
  return mapInSlices(rows, ({ slug, title, content, category }) => ({
    slug,
    title: highlighter.text(title),
    excerpt: findExcerpt(content, excerptLength, highlighter),
    category,
  }));
}

function findExcerpt(content: string, wanted: number, { excerpt }: Highlighter): Excerpt {
  for (const length of BEGINNINGS.filter((beginning) => beginning < content.length)) {
    const found = excerpt(readText(content.slice(0, length)), wanted);
    if (found.parts.some(({ marked }) => marked)) return { ...found, cutAfter: true };
  }
  return excerpt(readText(content), wanted);
}

/** Puts headings after the text, because they are not the beginning of a sentence. */
function readText(content: string): string {
  const { text, headings } = readGuideText(content);
  return `${text} ${headings}`.replace(/\s+/g, ' ').trim();
}
