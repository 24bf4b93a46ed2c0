import { setImmediate } from 'node:timers/promises';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import {
  createAnalyzer,
  createHighlighter,
  type Excerpt,
  type Highlighter,
  type SearchResult,
  type TextPart,
} from '@guidepost/search';
import type { KnowledgeBase } from '../../knowledge-bases/knowledge-base.ts';
import { readGuideText } from '../../search/guide-text.ts';

/** How much of a guide's HTML is looked through for what was found, in characters. */
const CONTENT_READ = 200_000;

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
  query: string;
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
  const rows = await executor.any<GuideRow>(readGuides([id, ids, CONTENT_READ]));
  const analyzer = createAnalyzer(language);
  const highlighter = createHighlighter({ analyzer, query: analyzer.query(query), reported: corrections });
  const guides: FoundGuide[] = [];
  for (const row of rows) {
    guides.push(showFound(row, highlighter));
    // A long guide keeps the event loop busy for a while; others come in between.
    await setImmediate();
  }
  return guides;
}

function showFound({ slug, title, content, category }: GuideRow, { text, excerpt }: Highlighter): FoundGuide {
  const read = readGuideText(content);
  const whole = `${read.text} ${read.headings}`.replace(/\s+/g, ' ').trim();
  return { slug, title: text(title), excerpt: excerpt(whole, EXCERPT_LENGTH), category };
}
