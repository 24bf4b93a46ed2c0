import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXAMPLE, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const ROOT = '/knowledge/v1/help.example.com/categories';

describe('categories', () => {
  let service: TestService;

  const ids = async (query = '') =>
    (await service.get(`${ROOT}?${query}`)).body.data.map(({ id }: { id: string }) => Number(id));

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER]);
  });

  afterAll(() => service.stop());

  it('are listed by position, then id, if they or descendants have a published guide', async () => {
    expect(await ids()).toEqual([12, 11, 13]);
  });

  it.each([
    ['sort=position', [12, 11, 13]],
    ['sort=-position', [13, 11, 12]],
    ['sort=name', [13, 12, 11]],
    ['sort=-id', [13, 12, 11]],
    ['page[size]=2&page[number]=2', [13]],
  ])('are listed by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('count only visible ones', async () => {
    expect((await service.get(ROOT)).body.meta).toEqual({ total: 3, pages: 1 });
  });

  it.each(['slug', 'position,nothing'])('cannot be sorted by %s', async (sort) => {
    expect((await service.get(`${ROOT}?sort=${sort}`)).status).toBe(400);
  });

  it('answer by id, as an ancestor too', async () => {
    expect((await service.get(`${ROOT}/12`)).body.data.attributes.slug).toBe('money');
  });

  it.each([
    ['unknown', '999'],
    ['without a guide', '14'],
    ['with unpublished guides only', '15'],
    ['of another knowledge base', '51'],
    ['no id', 'start'],
    ['beyond 2^53', '9007199254740993'],
  ])('answer 404 when they are %s', async (_, id) => {
    expect((await service.get(`${ROOT}/${id}`)).status).toBe(404);
  });

  it('appear and disappear with published guides, like their ancestors', async () => {
    const publish = 'update guides set published = $2 where knowledge_base_id = $1 and id in (32, 33)';
    await service.change(EXAMPLE.host, publish, [false]);
    expect(await ids()).toEqual([11]);
    await service.change(EXAMPLE.host, publish, [true]);
    expect(await ids()).toEqual([12, 11, 13]);
  });
});
