import { until } from '@guidepost/local-servers/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MEDIA_TYPE } from '../http/json-api/headers.ts';
import { MOUNTS } from '../http/json-api/mount.ts';
import { OPERATOR } from '../testing/content.ts';
import { EXAMPLE } from '../testing/example.ts';
import { useImportFixture } from '../testing/import-fixture.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { unpublishGuides } from '../writing/publishing/publish-guides.ts';

const ROOT = `/knowledge/v1/${EXAMPLE.host}`;

describe('S25 while the search index fails', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService([EXAMPLE], { RATE_LIMITS: 'off' });
    await service.indexed();
    await service.database.none('alter table search_documents rename to search_documents_elsewhere');
  });

  afterEach(() => service.stop());

  it.each(['q=install', 'q=install&sort=title', 'q=instal&filter[tag]=new', 'q=xyzzy'])(
    'a search is a 503 with Retry-After: %s',
    async (query) => {
      for (const { path } of MOUNTS) {
        const answer = await service.get(`${path}/${EXAMPLE.host}/guides?${query}`);
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
        expect(answer.body.errors).toEqual([
          expect.objectContaining({
            status: '503',
            code: 'unavailable',
            detail: expect.stringMatching(/^Search/),
          }),
        ]);
      }
    },
  );

  it.each([
    '',
    '/guides',
    '/guides?q=+',
    '/guides?filter[tag]=new&include=categories',
    '/guides/31',
    '/tags',
    '/categories',
  ])('everything else works: %s', async (path) => {
    expect((await service.get(ROOT + path)).status).toBe(200);
  });

  it('votes are accepted', async () => {
    const answer = await service.request.post(`${ROOT}/guides/install/upvote`).set('Accept', MEDIA_TYPE);
    expect([answer.status, answer.body.meta.upvotes]).toEqual([200, 1]);
  });

  it('changes made meanwhile are found afterwards', async () => {
    await unpublishGuides(service.database, OPERATOR, { host: EXAMPLE.host, slugs: ['refunds'] });
    await service.change(
      EXAMPLE.host,
      `update guides set title = 'Quokka' where knowledge_base_id = $1 and id = 32`,
    );
    await expect(service.indexed()).rejects.toThrow('search_documents');
    await service.database.none('alter table search_documents_elsewhere rename to search_documents');
    await service.indexed();
    const find = async (query: string) =>
      (await service.get(`${ROOT}/guides?q=${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect([await find('refunds'), await find('quokka'), await find('install')]).toEqual([
      [],
      ['32'],
      ['31'],
    ]);
  });
});

describe('S25 an import', () => {
  const fixture = useImportFixture();

  it('does not need the search index', async () => {
    await fixture.create('a.example');
    await fixture.database.none('alter table search_documents rename to search_documents_elsewhere');
    const guides = [{ slug: 'a', title: 'A', content_html: '<p>a</p>', categories: [], tags: [] }];
    const summary = await fixture.importJson('a.example', { guides });
    expect(summary.guides.created).toBe(1);
    expect(await fixture.database.any('select document_id from search_queue')).toHaveLength(1);
  });
});

/** A statement of the service that waits for a lock. */
const WAITING = `
  select exists (
    select from pg_stat_activity
    where datname = current_database() and application_name = 'guidepost kb' and wait_event_type = 'Lock'
  ) as found`;

describe('S25 while every search waits', () => {
  it('guides can be read, because searches use at most half of the connections', async () => {
    const service = await startTestService([EXAMPLE], {
      KB_DATABASE_POOL_SIZE: '2',
      KB_STATEMENT_TIMEOUT: '60000',
    });
    await service.indexed();
    let searches: Promise<number[]> | undefined;
    const statusOf = async (path: string) => (await service.get(ROOT + path)).status;
    await service.database.tx(async (transaction) => {
      await transaction.none('lock table search_documents in access exclusive mode');
      searches = Promise.all(Array.from({ length: 5 }, () => statusOf('/guides?q=install')));
      await until('a search waits for the lock', async () => (await service.database.one(WAITING)).found);
      for (let count = 0; count < 10; count += 1) expect(await statusOf('/guides/31')).toBe(200);
    });
    expect(await searches).toEqual([200, 200, 200, 200, 200]);
    await service.stop();
  });
});
