import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestContent } from '../testing/content.ts';
import { CANARY } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const REPLICATION = '<p>Replication <b>s</b>lots; AT&amp;T &lt;slot&gt;.</p>';

const MANUAL: TestContent = {
  host: 'manual.example.com',
  categories: [
    { id: 1, slug: 'operations' },
    { id: 2, slug: 'reference' },
  ],
  tags: [{ id: 7, slug: 'storage', name: 'Storage' }],
  guides: [
    {
      id: 11,
      slug: 'vacuuming',
      title: 'Routine Vacuuming',
      content: '<p>Dead rows go.</p>',
      categories: [1],
      tags: [7],
    },
    {
      id: 12,
      slug: 'vacuum',
      title: 'VACUUM',
      content: '<p>Collects garbage.</p>',
      categories: [2],
      tags: [7],
    },
    {
      id: 13,
      slug: 'memory',
      title: 'Memory',
      content: '<h2>While it vacuums</h2><p>More of it.</p>',
      categories: [2],
    },
    {
      id: 14,
      slug: 'slots',
      title: 'Slots',
      content: REPLICATION,
    },
    { id: 15, slug: 'draft', title: `Vacuum ${CANARY}`, content: CANARY, published: false, categories: [1] },
  ],
};

const ELSEWHERE: TestContent = {
  host: 'elsewhere.example.com',
  guides: [{ id: 91, slug: 'vacuum', title: 'Vacuum cleaners' }],
};

const ROOT = '/knowledge/v1/manual.example.com/guides';

describe('GET /knowledge/v1/:host/guides?q=', () => {
  let service: TestService;

  const search = async (query: string) => (await service.get(`${ROOT}?${query}`)).body;
  const find = async (query: string) =>
    (await search(query)).data.map(({ id }: { id: string }) => Number(id));

  beforeAll(async () => {
    service = await startTestService([MANUAL, ELSEWHERE]);
    await service.indexed();
  });

  afterAll(() => service.stop());

  it.each([
    ['finds grammatical forms and ranks exact titles first', 'q=vacuuming', [11, 12, 13]],
    ['finds any word, guides with all of them first', 'q=dead+vacuum', [11, 12, 13]],
    ['finds words among others that no guide has', 'q=slots+xyzzy', [14]],
    ['finds quoted words as they stand', 'q=%22dead+vacuum%22', []],
    ['finds the last word by prefix', 'q=garb', [12]],
    ['finds words with markup inside', 'q=slots+replication', [14]],
    ['finds entities as characters', 'q=at%26t', [14]],
    ['ignores markup', 'q=amp', []],
    ['ignores names of tags', 'q=h2', []],
    ['tolerates typing errors', 'q=vacuumng', [11, 12, 13]],
    ['applies the filter', 'q=vacuum&filter[category]=reference', [12, 13]],
    ['applies the filter by id', 'q=vacuum&filter[tag]=7', [12, 11]],
    ['finds nothing in an unknown category', 'q=vacuum&filter[category]=nothing', []],
    ['applies the first filter alone', 'q=vacuum&filter[category]=1&filter[tag]=7', [11]],
    ['sorts when asked to', 'q=vacuum&sort=-id', [13, 12, 11]],
    ['sorts filtered results', 'q=vacuum&sort=title&filter[category]=2', [13, 12]],
    ['applies the first of two', 'q=slots&q=vacuum', [14]],
    ['is ignored if it is blank', 'q=+&sort=id', [11, 12, 13, 14]],
    ['is ignored if it is empty', 'q=', [11, 12, 13, 14]],
    ['finds nothing without words', 'q=%3F%3F%3F', []],
  ])('%s: %s', async (_, query, ids) => {
    expect(await find(query)).toEqual(ids);
  });

  it('has pages with exact totals and the search in their links', async () => {
    const body = await search('q=vacuum&page[size]=2&page[number]=2&filter[tag]=&utm_x=1');
    expect(body.meta).toEqual({ total: 0, pages: 0 });
    const second = await search('q=vacuum&page[size]=2&page[number]=2');
    expect(second.meta).toEqual({ total: 3, pages: 2 });
    expect(second.data).toHaveLength(1);
    expect(second.links.prev).toBe(`${ROOT}?q=vacuum&page%5Bnumber%5D=1&page%5Bsize%5D=2`);
    expect((await service.get(second.links.prev)).body.data).toHaveLength(2);
  });

  it('brings inclusions and restricts fields', async () => {
    const body = await search(
      'q=routine&include=categories&fields[guide]=title&fields[knowledge_base_category]=slug',
    );
    expect(body.data[0].attributes).toEqual({ title: 'Routine Vacuuming' });
    expect(body.included[0].data.attributes).toEqual({ slug: 'operations' });
  });

  it.each([
    ['501 characters', 'a'.repeat(501)],
    ['U+0000', 'a%00'],
    ['a lone surrogate', '%ED%A0%80'],
  ])('is a 400 for %s', async (_, query) => {
    const answer = await service.get(`${ROOT}?q=${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]).toMatchObject({ code: 'invalid_parameter', source: { parameter: 'q' } });
  });

  it('accepts 500 characters', async () => {
    expect((await service.get(`${ROOT}?q=${'a'.repeat(500)}`)).status).toBe(200);
  });

  it.each([CANARY, 'canary', 'draft', 'cleaners'])('S3 finds nothing unpublished: %s', async (query) => {
    const { body } = await service.get(`${ROOT}?q=${query}`);
    expect(body.data).toEqual([]);
    expect(body.meta.total).toBe(0);
  });

  it('S3 finds the same as with an unknown word beside others', async () => {
    const found = await find(`q=${CANARY}+vacuum`);
    expect(found).toEqual(await find('q=xyzzy+vacuum'));
    expect(found).toHaveLength(3);
  });

  it('S3 follows unpublishing at once, also in totals', async () => {
    const publish = (published: boolean) =>
      service.change(
        MANUAL.host,
        'update guides set published = $2 where knowledge_base_id = $1 and id = 12',
        [published],
      );
    await publish(false);
    expect(await search('q=garbage')).toMatchObject({ data: [], meta: { total: 0 } });
    expect(await search('q=vacuum&sort=id')).toMatchObject({ meta: { total: 2 } });
    await publish(true);
    await service.indexed();
    expect(await find('q=garbage')).toEqual([12]);
  });

  it.each([
    ['best first', 'q=vacuum&page[size]=3', [11, 13]],
    ['sorted', 'q=vacuum&sort=id&page[size]=3', [11, 13]],
  ])('does not count stale results: %s', async (_, query, ids) => {
    await service.change(
      MANUAL.host,
      'update guides set published = false where knowledge_base_id = $1 and id = 12',
    );
    await service.database.none('delete from search_queue');
    const { meta, links, data } = await search(query);
    expect(data.map(({ id }: { id: string }) => Number(id))).toEqual(ids);
    expect(meta).toEqual({ total: 2, pages: 1 });
    expect(links.last).toBe(links.first);
    await service.change(
      MANUAL.host,
      'update guides set published = true where knowledge_base_id = $1 and id = 12',
    );
    await service.indexed();
  });

  it('finds changes as soon as they are indexed', async () => {
    await service.change(
      MANUAL.host,
      `update guides set content_html = '<p>Shared buffers</p>' where knowledge_base_id = $1 and id = 14`,
    );
    await service.indexed();
    expect(await find('q=buffers')).toEqual([14]);
    expect(await find('q=replication')).toEqual([]);
    await service.change(
      MANUAL.host,
      `update guides set content_html = '${REPLICATION}' where knowledge_base_id = $1 and id = 14`,
    );
    await service.indexed();
  });
});
