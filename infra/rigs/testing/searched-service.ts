import type { Database } from '@guidepost/postgres';
import type { ServiceFeed } from '@guidepost/search';
import type { Environment } from '@guidepost/service-kit';
import { dialogFeed } from '../../../services/forum-service/src/indexing/dialog-feed.ts';
import { writeDialogs, writeForum } from '../../../services/forum-service/src/testing/content.ts';
import { startTestService as startForumService } from '../../../services/forum-service/src/testing/test-service.ts';
import { guideFeed } from '../../../services/kb-service/src/search/guide-documents.ts';
import { startTestService as startKbService } from '../../../services/kb-service/src/testing/test-service.ts';

/** A service with two records on roses, 1 and 2, and two on tulips, 3 and 4. */
export interface SearchedService {
  origin: string;
  database: Database;
  feed: ServiceFeed;
  logLines: string[];
  pathOf(query: string): string;
  find(answer: Response): Promise<Found>;
  takeBack(): Promise<void>;
  indexed(): Promise<void>;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export interface Found {
  ids: number[];
  total: number;
}

const TITLES = ['Roses', 'Roses and violets', 'Tulips', 'Tulips and violets'];

export async function startKnowledgeBase(environment: Environment): Promise<SearchedService> {
  const host = 'roses.example.com';
  const guides = TITLES.map((title, index) => ({ id: index + 1, slug: `guide-${index + 1}`, title }));
  const service = await startKbService([{ host, guides }], environment);
  return {
    ...service,
    feed: guideFeed(service.database),
    pathOf: (query) => `/knowledge/v1/${host}/guides?q=${query}`,
    async find(answer) {
      const { data, meta } = (await answer.json()) as { data: { id: string }[]; meta: { total: number } };
      return { ids: data.map(({ id }) => Number(id)), total: meta.total };
    },
    takeBack: () =>
      service.change(host, 'update guides set published = false where knowledge_base_id = $1 and id = 4'),
  };
}

export async function startForum(environment: Environment): Promise<SearchedService> {
  const service = await startForumService({ RATE_LIMITS: 'off', ...environment });
  const { database, context } = service;
  const forum = await writeForum(database, { slug: 'roses' });
  await writeDialogs(
    database,
    forum,
    TITLES.map((title, index) => ({ id: index + 1, title })),
  );
  return {
    ...service,
    feed: dialogFeed(database),
    pathOf: (query) => `/api/search/roses/${query}.json`,
    async find(answer) {
      const dialogs = (await answer.json()) as { id: number }[];
      return { ids: dialogs.map(({ id }) => id), total: Number(answer.headers.get('x-totalresults')) };
    },
    takeBack: () =>
      database.tx(async (transaction) => {
        await transaction.none('update dialogs set archived = true where forum_id = $1 and id = 4', [forum]);
        await transaction.any('select queue_for_search($1, array[4::bigint])', [forum]);
      }),
    metrics: () => context.metrics.registry.metrics(),
  };
}
