import { type Executor, sql } from '@guidepost/postgres';
import {
  createAnalyzer,
  createHighlighter,
  type Excerpt,
  type Highlighter,
  type SearchQuery,
  type SearchResult,
  type TextPart,
} from '@guidepost/search';
import { runInSlices, startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import { inLanguages } from '../content/guide-records.ts';
import { readGuideTextInSteps } from '../content/guide-text.ts';
import { isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';

/**
 * Characters of HTML to search for an excerpt. Parsing the maximum takes about 100 ms, and the beginning usually
 * suffices, so more is parsed only if less has no match.
 */
const BEGINNINGS = [8_000, 40_000];
const MAX_READ = 200_000;

export interface FoundGuide {
  id: number;
  slug: string;
  /** The id of the language of its text, where another one may stand in. */
  shown_from?: number;
  title: readonly TextPart[];
  excerpt: Excerpt;
  category: string | null;
  updated_at: Date;
}

export interface FoundGuidesRequest {
  knowledgeBase: KnowledgeBase;
  query: SearchQuery;
  /** `language` is that of the words, by default the one of the knowledge base. */
  result: Pick<SearchResult, 'ids' | 'otherWords'> & { language?: string };
  /** UTF-16 units. */
  excerptLength: number;
}

interface GuideRow {
  id: number;
  shown_from?: number;
  slug: string;
  title: string;
  summary: string | null;
  content: string;
  category: string | null;
  updated_at: Date;
}

const readGuides = inLanguages(
  ({ name, record }) => sql`
  -- The published guides among the IDs $2, in the same order, each with $3 characters of its content and the name
  -- of its first category.
  select ${record}, g.updated_at, g.summary, left(g.content_html, $3) as content, (
      select c.name
      from guide_categories m
      join categories c on c.knowledge_base_id = $1 and c.id = m.category_id
      where m.knowledge_base_id = $1 and m.guide_id = g.id
      order by c.position, c.id
      limit 1
    ) as category
  from unnest($2::bigint[]) with ordinality as found (id, place)
  join ${name} g on g.knowledge_base_id = $1 and g.id = found.id and g.published
  order by found.place
`,
);

/** The guides of a search result in its order, without those that have been unpublished since. */
export async function readFoundGuides(
  executor: Executor,
  { knowledgeBase, query, result: { ids, otherWords, language }, excerptLength }: FoundGuidesRequest,
): Promise<FoundGuide[]> {
  const read = readGuides(isEdition(knowledgeBase));
  const rows = await executor.any<GuideRow>(read([knowledgeBase.id, ids, MAX_READ]));
  const analyzer = createAnalyzer(language ?? knowledgeBase.language);
  const highlighter = createHighlighter({ analyzer, query, otherWords });
  const slice = startTimeSlice();
  const found: FoundGuide[] = [];
  for (const { id, slug, title, category, updated_at, shown_from, ...texts } of rows) {
    const excerpt = await findExcerpt(texts, excerptLength, { highlighter, slice });
    const shown = { id, slug, title: highlighter.text(title), excerpt, category, updated_at };
    found.push(shown_from === undefined ? shown : { ...shown, shown_from });
  }
  return found;
}

/** The words of the query in the text or, where that has none of them, the summary or else the beginning. */
async function findExcerpt(
  { content, summary }: Pick<GuideRow, 'content' | 'summary'>,
  wanted: number,
  { highlighter, slice }: { highlighter: Highlighter; slice: TimeSlice },
): Promise<Excerpt> {
  for (const length of BEGINNINGS.filter((beginning) => beginning < content.length)) {
    const text = await readText(content.slice(0, length), slice);
    const found = highlighter.excerpt(text, wanted);
    if (isQuotation(found)) return { ...found, cutAfter: true };
  }
  const found = highlighter.excerpt(await readText(content, slice), wanted);
  return summary === null || isQuotation(found) ? found : highlighter.excerpt(summary, wanted);
}

function isQuotation({ parts }: Excerpt): boolean {
  return parts.some(({ marked }) => marked);
}

/** Puts headings after the text, because they are not the beginning of a sentence. */
async function readText(content: string, slice: TimeSlice): Promise<string> {
  const { text, headings } = await runInSlices(readGuideTextInSteps(content), slice);
  if (slice.isOver) await slice.next();
  return `${text} ${headings}`.replace(/\s+/g, ' ').trim();
}
