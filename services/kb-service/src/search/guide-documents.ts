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
  createBackgroundWork,
  joinWorkers,
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

/** Milliseconds. */
const UPKEEP_PAUSE = 3_600_000;

const loadGuides = sql.file(new URL('./sql/load-guide-documents.sql', import.meta.url));
const findLanguage = sql`
  select k.language
  from knowledge_bases k
  where k.id = $1
`;
const queueUnknown = sql`
  -- Queues unpublished guides and drafts that no index has: they were written before any index had such, or
  -- instances of an earlier release have taken them from the queue.
  insert into search_queue (tenant_id, document_id)
  select u.tenant_id, u.document_id
  from (
    select g.knowledge_base_id as tenant_id, g.id as document_id
    from guides g
    where not g.published
    union all
    select d.knowledge_base_id, -d.guide_id
    from guide_drafts d
  ) u
  where not exists (
    select from search_documents s
    where s.tenant_id = u.tenant_id and s.document_id = u.document_id and s.words is not null
  )
  order by u.tenant_id, u.document_id
  on conflict (tenant_id, document_id) do nothing
`;

interface GuideRow {
  id: number;
  title: string;
  synonyms: string[];
  hidden: boolean;
  /** Null if it exceeds the limit. */
  content_html: string | null;
  categories: number[];
  category_names: string[];
  tags: number[];
}

type FittingGuide = Omit<GuideRow, 'content_html'> & { content: string };

/**
 * Search documents of guides and drafts, as many as fit: titles weigh more than headings and search words, and these
 * more than text, to which the names of categories belong. Only those of published guides are not hidden (S3).
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
  { id, title, synonyms, hidden, content, categories, category_names, tags }: FittingGuide,
  slice: TimeSlice,
): Promise<SearchDocument> {
  const { headings, text } = await runInSlices(readGuideTextInSteps(content), slice);
  const named = [...synonyms, headings].join('\n');
  const written = [...category_names, text].join('\n');
  const fields = [title, named.slice(0, MAX_TEXT_LENGTH), written.slice(0, MAX_TEXT_LENGTH)];
  return { id, fields, facets: { category: categories, tag: tags }, hidden };
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
  const { logger } = options;
  return joinWorkers([
    createServiceSearchWorker({ ...guideFeed(database), ...options, noun: 'guide' }),
    createBackgroundWork({
      async work() {
        await queueUnknownDocuments(database);
        return false;
      },
      pause: UPKEEP_PAUSE,
      onFailure: (err) => logger.warn({ err }, 'drafts cannot be looked through for search'),
      onRecovery: () => logger.info('drafts are looked through for search again'),
    }),
  ]);
}

export async function queueUnknownDocuments(database: Database): Promise<void> {
  await database.none(queueUnknown([]));
}
