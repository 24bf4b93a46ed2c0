import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDialogSearchWorker } from '../indexing/dialog-feed.ts';
import { writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { COMMENT, DIALOG, idsOf } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let forum: number;
let key: string;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  forum = await writeForum(service.database, { slug: 'help' });
  key = await writeKey(service.database, forum);
});

afterAll(() => service.stop());

const search = (query: string) => service.get(`/api/search/help/${query}`);
const find = async (query: string) => {
  const answer = await search(`${query}.json`).expect(200);
  return { ids: idsOf(answer).toSorted((a, b) => a - b), total: Number(answer.headers['x-totalresults']) };
};
const findAll = async (query: string) =>
  idsOf(await search(`${query}.json?include=all&key=${key}`).expect(200)).toSorted((a, b) => a - b);
/** Totals from slices that exclude deleted dialogs. */
const totals = () =>
  Promise.all(
    ['limit=0', 'start=1', 'sort=id'].map(
      async (section) => (await search(`roses.json?${section}`).expect(200)).headers['x-totalresults'],
    ),
  );
/** As moderation does. */
const change = (statement: string, id: number) =>
  service.database.tx(async (transaction) => {
    await transaction.none(statement, [id]);
    await transaction.any('select queue_for_search($1, $2)', [forum, [id]]);
  });
const ARCHIVE = 'update dialogs set archived = true where id = $1';
const RESTORE = 'update dialogs set archived = false where id = $1';
const DELETE = 'delete from dialogs where id = $1';

describe('search', () => {
  beforeEach(async () => {
    await service.database.none('delete from dialogs');
    await service.database.any(
      'select queue_for_search($1, array(select document_id from search_documents))',
      [forum],
    );
    await writeDialogs(service.database, forum, [
      { id: 101, title: 'Roses', tags: ['red'] },
      { id: 102, title: 'Roses and violets' },
    ]);
    await service.indexed();
  });

  it('finds a post once it is indexed, without a cached response', async () => {
    const worker = createDialogSearchWorker(service.database, service.context);
    worker.start();
    const posted = await service.request
      .post('/api/help')
      .send({ ...DIALOG, title: 'Tulips' })
      .expect(201);
    const id = Number(posted.headers.location?.match(/(\d+)\.json$/)?.[1]);
    await until('tulips are found', async () => (await find('tulips')).total > 0);
    await service.request
      .post(`/api/comment/help/${id}`)
      .send({ ...COMMENT, text: 'Hyacinths, rather' })
      .expect(201);
    await until('hyacinths are found', async () => (await find('hyacinths')).total > 0);
    await worker.stop();
    expect(await find('tulips')).toEqual({ ids: [id], total: 1 });
  });

  it('excludes a dialog archived a moment ago from results and total', async () => {
    await change(ARCHIVE, 101);
    expect(await find('roses')).toEqual({ ids: [102], total: 1 });
    expect(await totals()).toEqual(['1', '1', '1']);
    expect(await findAll('roses')).toEqual([101, 102]);
    await service.indexed();
    expect(await find('roses')).toEqual({ ids: [102], total: 1 });
    expect(await findAll('roses')).toEqual([101, 102]);
  });

  it('excludes a dialog deleted a moment ago for everyone', async () => {
    await change(DELETE, 101);
    expect(await find('roses')).toEqual({ ids: [102], total: 1 });
    expect(await totals()).toEqual(['1', '1', '1']);
    expect(await findAll('roses')).toEqual([102]);
    await service.indexed();
    expect(await findAll('roses')).toEqual([102]);
  });

  it('shows a restored dialog once it is indexed', async () => {
    await change(ARCHIVE, 101);
    await service.indexed();
    await change(RESTORE, 101);
    await service.indexed();
    expect(await find('roses')).toEqual({ ids: [101, 102], total: 2 });
  });

  it.each(['', '?sort=id'])('rechecks dialogs in the database, whatever the index says: %s', async (sort) => {
    await service.database.none(ARCHIVE, [101]);
    const answer = await search(`roses.json${sort}`).expect(200);
    expect([idsOf(answer), answer.headers['x-totalresults']]).toEqual([[102], '1']);
  });

  it('reflects tag changes', async () => {
    await change(
      `insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
       select d.forum_id, d.id, t.id, d.archived, d.pub_date from dialogs d join tags t using (forum_id) where d.id = $1`,
      102,
    );
    await service.indexed();
    const answer = await search(`roses.json?tags=RED&sort=id&key=${key}`).expect(200);
    expect(idsOf(answer)).toEqual([101, 102]);
  });

  it('answers many concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => find('roses')));
    expect(answers.every(({ total }) => total === 2)).toBe(true);
  });
});

describe('S25 while the search index is broken', () => {
  beforeAll(() => service.database.none('alter table search_tenants rename to search_tenants_elsewhere'));
  afterAll(() => service.database.none('alter table search_tenants_elsewhere rename to search_tenants'));

  it.each(['roses.json', 'roses.xml', 'roses.json?sort=id', 'roses.json?callback=f'])(
    'a search is a 503 with Retry-After: %s',
    async (query) => {
      const answer = await search(query).expect(503);
      expect(answer.headers['retry-after']).toBe('5');
      expect(answer.text).toBe('Service Unavailable');
    },
  );

  it('everything else works', async () => {
    await writeDialogs(service.database, forum, [{ id: 4, title: 'Meanwhile' }]);
    await service.settled('help');
    const answer = await service.get('/api/help.json').expect(200);
    expect(idsOf(answer)).toContain(4);
  });
});
