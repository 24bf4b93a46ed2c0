import { type Database, sql } from '@guidepost/postgres';
import {
  createEmbeddedSearch,
  createServiceSearchWorker,
  type Embedder,
  type LoadedDocuments,
  type SearchDocument,
  type SearchEngine,
  type ServiceFeed,
} from '@guidepost/search';
import {
  type Logger,
  runInSlices,
  startTimeSlice,
  type TimeSlice,
  type Worker,
} from '@guidepost/service-kit';
import { readGuideTextInSteps } from '../content/guide-text.ts';

/** The maximum of headings and of text to index, in UTF-16 units. */
const MAX_TEXT_LENGTH = 200_000;

/** The maximum of content in memory, in bytes; a single guide may be larger. */
const CONTENT_AT_ONCE = 8_000_000;

const loadGuides = sql`
  -- The searchable data of published guides. Content is read until it exceeds $3 bytes, and always for the first
  -- guide; it is null for the rest.
  select g.id, g.title, g.synonyms, case when sized.bytes_before < $3 then g.content_html end as content_html,
    array(
      select c.category_id from guide_categories c where c.knowledge_base_id = g.knowledge_base_id and c.guide_id = g.id
    ) as categories,
    array(
      select t.tag_id from guide_tags t where t.knowledge_base_id = g.knowledge_base_id and t.guide_id = g.id
    ) as tags
  from (
    select s.id, sum(s.content_bytes) over (order by s.id) - s.content_bytes as bytes_before
    from guides s
    where s.knowledge_base_id = $1 and s.id = any($2) and s.published
  ) sized
  join guides g on g.knowledge_base_id = $1 and g.id = sized.id
  order by g.id
`;
const findLanguage = sql`
  select k.language
  from knowledge_bases k
  where k.id = $1
`;

interface GuideRow {
  id: number;
  title: string;
  synonyms: string[];
  /** Null if it exceeds the limit. */
  content_html: string | null;
  categories: number[];
  tags: number[];
}

type FittingGuide = Omit<GuideRow, 'content_html'> & { content: string };

/**
 * Search documents of published guides, as many as fit: titles weigh more than headings and search words, and these
 * more than text.
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
  { id, title, synonyms, content, categories, tags }: FittingGuide,
  slice: TimeSlice,
): Promise<SearchDocument> {
  const { headings, text } = await runInSlices(readGuideTextInSteps(content), slice);
  const named = [...synonyms, headings].join('\n');
  const fields = [title, named.slice(0, MAX_TEXT_LENGTH), text.slice(0, MAX_TEXT_LENGTH)];
  return { id, fields, facets: { category: categories, tag: tags } };
}

/** The feed of search indexes with changed guides. */
export function guideFeed(database: Database): ServiceFeed {
  return {
    service: 'kb',
    database,
    index: createEmbeddedSearch(database),
    load: (tenantId, ids) => loadGuideDocuments(database, tenantId, ids),
  };
}

export function createGuideSearchWorker(
  database: Database,
  options: { engine?: SearchEngine | undefined; embedder?: Embedder | undefined; logger: Logger },
): Worker {
  return createServiceSearchWorker({ ...guideFeed(database), ...options, noun: 'guide' });
}
