import { until } from '@guidepost/local-servers/testing';
import type { ProgramResult } from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { useImportFixture } from '../testing/import-fixture.ts';
import { runKb, startKb } from '../testing/processes.ts';

const HOST = 'help.example.com';
const WAITING = `select from pg_stat_activity
  where datname = current_database() and application_name like 'guidepost kb %' and wait_event_type = 'Lock'`;
const GUIDE = { content_html: '<p>a</p>', categories: [], tags: [] };

const fixture = useImportFixture();

beforeEach(async () => {
  await fixture.database.none('truncate search_queue, search_documents, search_tenants');
  await fixture.create(HOST);
  await fixture.create('empty.example.com');
  const guides = ['one', 'two', 'three'].map((slug) => ({ ...GUIDE, slug, title: slug }));
  await fixture.importJson(HOST, {
    guides: [...guides, { ...GUIDE, slug: 'draft', title: 'Draft', published: false }],
  });
});

afterEach(async () => {
  for (const host of [HOST, 'empty.example.com']) await kb('delete', host, '--yes');
});

const kb = (...words: string[]): Promise<ProgramResult> => runKb(words, { KB_DATABASE_URL: fixture.url });

describe('kb search status and reindex', () => {
  it('show an import in the queue and in the index', async () => {
    const before = JSON.parse((await kb('search', 'status', HOST, '--json')).stdout);
    expect(before).toEqual({
      tenants: [
        { host: HOST, documents: 0, embedded: 0, waiting: 4, oldest: expect.any(Number), set_aside: [] },
      ],
      indexes: [],
      engine: null,
      embeddings: null,
    });
    expect(await kb('reindex', HOST)).toEqual({ code: 0, stdout: 'Indexed 4 guides.\n', stderr: '' });
    expect((await kb('search', 'status')).stdout).toBe(
      [
        'HOST               FOUND  WAITING  SET ASIDE',
        'empty.example.com  0      0        0',
        'help.example.com   3      0        0',
        '',
      ].join('\n'),
    );
  });

  it('index all knowledge bases repeatedly', async () => {
    expect(JSON.parse((await kb('reindex', '--json')).stdout)).toEqual({ guides: 4, set_aside: [] });
    expect(JSON.parse((await kb('reindex', '--json')).stdout)).toEqual({ guides: 4, set_aside: [] });
  });

  it('remove documents that do not belong in the index', async () => {
    await fixture.database.none(
      `insert into search_documents (tenant_id, document_id, words, facets, hidden, revision)
       select id, 404, 'ghost', '{}', false, 1 from knowledge_bases where host = $1`,
      [HOST],
    );
    await kb('reindex', HOST);
    const { count } = await fixture.database.one(
      'select count(*) from search_documents where document_id = 404 and words is not null',
    );
    expect(count).toBe(0);
  });

  it('say why a guide cannot be indexed', async () => {
    await fixture.database.none(
      `insert into search_queue (tenant_id, document_id, set_aside)
         select g.knowledge_base_id, g.id, 'too strange' from guides g where g.slug = 'two'
         on conflict (tenant_id, document_id) do update set set_aside = excluded.set_aside`,
    );
    expect((await kb('search', 'status', HOST)).stdout).toContain('help.example.com two: too strange');
    await kb('reindex', HOST);
    expect((await kb('search', 'status', HOST)).stdout).not.toContain('too strange');
  });

  it('leave the rest to the service when interrupted', async () => {
    await fixture.database.tx(async (transaction) => {
      await transaction.none('lock table search_documents in exclusive mode');
      const { child, ended } = startKb(['reindex', HOST], { KB_DATABASE_URL: fixture.url });
      await until(
        'the command waits for the lock',
        async () => (await fixture.database.any(WAITING)).length > 0,
      );
      child.kill('SIGINT');
      expect(await ended).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Interrupted: the rest stays queued for a running service.\n',
      });
    });
    expect(await fixture.database.one('select count(*) from search_queue')).toEqual({ count: 4 });
  });

  it.each([['search status'], ['reindex']])('kb %s refuses an unknown host', async (command) => {
    expect(await kb(...command.split(' '), 'no.example.com')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no knowledge base no.example.com.\n',
    });
  });
});
