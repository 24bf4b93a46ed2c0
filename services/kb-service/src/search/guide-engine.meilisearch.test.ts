import { meilisearchForTests, until } from '@guidepost/local-servers/testing';
import { createAnalyzer, createMeilisearch, type EngineIndex } from '@guidepost/search';
import { createLogger } from '@guidepost/service-kit/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { deleteKnowledgeBase } from '../tenants/administration.ts';
import { OPERATOR } from '../testing/content.ts';
import { useImportFixture } from '../testing/import-fixture.ts';

const HOST = 'help.example.com';
const GUIDE = { content_html: '<p>They grow.</p>', categories: [], tags: [] };

const fixture = useImportFixture();

describe('a service with a search engine', () => {
  const logLines: string[] = [];
  let context: Context;
  let index: EngineIndex;
  let knowledgeBaseId: number;

  beforeAll(async () => {
    const { promise: logged, resolve } = Promise.withResolvers<void>();
    const write = (line: string) => {
      const { msg } = JSON.parse(line);
      if (!msg.startsWith('meilisearch')) return;
      logLines.push(msg);
      resolve();
    };
    const server = meilisearchForTests();
    context = createContext(
      readConfig({ KB_DATABASE_URL: fixture.url, MEILI_URL: server.url, MEILI_KEY: server.key }),
      { logger: createLogger({ service: 'kb', level: 'info', stream: { write } }) },
    );
    context.worker.start();
    await logged;
    const { name } = await fixture.database.one('select name from search_indexes');
    index = createMeilisearch(server).index(name);
    await fixture.create(HOST);
    ({ id: knowledgeBaseId } = await fixture.database.one('select id from knowledge_bases'));
  });
  afterAll(async () => {
    await context.worker.stop();
    await context.close();
    await index.drop();
  });

  /** Waits until the engine finds `count` guides. */
  async function untilFound(text: string, count: number): Promise<void> {
    const words = createAnalyzer('en')
      .query(text)
      .words.map(({ stem }) => ({ stems: [stem], forms: [] }));
    const request = { tenant: { id: knowledgeBaseId, language: 'en' }, words, limit: 10 };
    await until(`${text} finds ${count}`, async () => (await index.candidates(request)).total === count);
  }

  it('logs when the engine has all documents', () => {
    expect(logLines).toEqual(['meilisearch is complete and answers searches']);
  });

  it('indexes guides soon after an import', async () => {
    const guides = ['roses', 'tulips'].map((slug) => ({ ...GUIDE, slug, title: slug }));
    await fixture.importJson(HOST, { guides });
    await untilFound('grow', 2);
  });

  it('removes a deleted knowledge base from the engine', async () => {
    await deleteKnowledgeBase(fixture.database, OPERATOR, { host: HOST });
    await untilFound('grow', 0);
  });
});
