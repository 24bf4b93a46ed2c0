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
 * How much of a guide's HTML is looked through for what was found, in characters: taking the most apart keeps a
 * processor busy for some 100 ms. Mostly the beginning will do, so more is taken only while nothing is found in less.
 */
const BEGINNINGS = [8_000, 40_000];
const MOST_READ = 200_000;

const EXCERPT_LENGTH = 240;

/** A guide as a list of results shows it, with marks on what was searched for. */
export interface FoundGuide {
  slug: string;
  title: readonly TextPart[];
  excerpt: Excerpt;
  /** The name of the category that it stands in. */
  category: string | null;
}

export interface FoundGuidesRequest {
  knowledgeBase: KnowledgeBase;
  query: SearchQuery;
  /** What the search found for it. */
  result: Pick<SearchResult, 'ids' | 'corrections'>;
}

interface GuideRow {
  slug: string;
  title: string;
  content: string;
  category: string | null;
}

const readGuides = preparedStatement(new URL('./sql/read-found-guides.sql', import.meta.url));

/** The guides that a search found, in its order, but for those that have been unpublished since. */
export async function readFoundGuides(
  executor: Executor,
  { knowledgeBase: { id, language }, query, result: { ids, corrections } }: FoundGuidesRequest,
): Promise<FoundGuide[]> {
  const rows = await executor.any<GuideRow>(readGuides([id, ids, MOST_READ]));
  const analyzer = createAnalyzer(language);
  const highlighter = createHighlighter({ analyzer, query, reported: corrections });
  return mapInSlices(rows, (row) => showFound(row, highlighter));
}

function showFound({ slug, title, content, category }: GuideRow, highlighter: Highlighter): FoundGuide {
  return { slug, title: highlighter.text(title), excerpt: findExcerpt(content, highlighter), category };
}

function findExcerpt(content: string, { excerpt }: Highlighter): Excerpt {
  for (const length of BEGINNINGS.filter((beginning) => beginning < content.length)) {
    const found = excerpt(readText(content.slice(0, length)), EXCERPT_LENGTH);
    if (found.parts.some(({ marked }) => marked)) return { ...found, cutAfter: true };
  }
  return excerpt(readText(content), EXCERPT_LENGTH);
}

/** Headings by themselves: they are no beginning of the sentences behind them. */
function readText(content: string): string {
  const { text, headings } = readGuideText(content);
  return `${text} ${headings}`.replace(/\s+/g, ' ').trim();
}
