import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXAMPLE, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const ROOT = '/knowledge/v1/help.example.com/tags';

describe('tags', () => {
  let service: TestService;

  const ids = async (query = '') =>
    (await service.get(`${ROOT}?${query}`)).body.data.map(({ id }: { id: string }) => Number(id));

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER]);
  });

  afterAll(() => service.stop());

  it('are listed by name, case-insensitively, if a published guide has them', async () => {
    expect(await ids()).toEqual([22, 21]);
  });

  it.each([
    ['sort=-name', [21, 22]],
    ['sort=id', [21, 22]],
    ['sort=-id', [22, 21]],
    ['page[size]=1&page[number]=2', [21]],
  ])('are listed by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('answer by id', async () => {
    expect((await service.get(`${ROOT}/22`)).body.data.attributes).toEqual({
      name: 'basics',
      slug: 'basics',
    });
  });

  it.each([
    ['unknown', '999'],
    ['on no guide', '24'],
    ['on unpublished guides only', '23'],
    ['of another knowledge base', '52'],
    ['no id', 'basics'],
    ['2^53 − 1, the last id there may be', '9007199254740991'],
    ['beyond 2^53', '9007199254740992'],
  ])('answer 404 when they are %s', async (_, id) => {
    expect((await service.get(`${ROOT}/${id}`)).status).toBe(404);
  });

  it('appear and disappear with published guides', async () => {
    const publish = 'update guides set published = $2 where knowledge_base_id = $1 and id in (31, 33)';
    await service.change(EXAMPLE.host, publish, [false]);
    expect(await ids()).toEqual([22]);
    await service.change(EXAMPLE.host, publish, [true]);
    expect(await ids()).toEqual([22, 21]);
  });
});
