import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const ROOT = '/knowledge/v1/help.example.com';

describe('parameters', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE]);
  });

  afterAll(() => service.stop());

  it.each([
    ['/guides', 'filters[tag]=new', 'filters[tag]'],
    ['/guides', 'filter[x]=new', 'filter[x]'],
    ['/guides', 'filter=new', 'filter'],
    ['/guides', 'limit=5', 'limit'],
    ['/guides', 'filter[constructor][prototype]=1', 'filter[constructor][prototype]'],
    ['/guides/31', 'filter[tag]=new', 'filter[tag]'],
    ['/guides/31', 'sort=title', 'sort'],
    ['/guides/31', 'page[size]=1', 'page[size]'],
    ['', 'sort=name', 'sort'],
    ['/tags', 'filter[tag]=new', 'filter[tag]'],
  ])('with unknown names of a–z are a 400: %s?%s', async (path, query, parameter) => {
    const answer = await service.get(`${ROOT}${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]).toMatchObject({ code: 'invalid_parameter', source: { parameter } });
  });

  it.each([
    'utm_source=mail',
    'camelCase=1',
    'x-y=1',
    '_=1',
    '__proto__=1',
    '__proto__[a]=1',
    'UTM=1',
    '=1',
    '&&&',
    '%20=1',
  ])('with other unknown names are ignored: %s', async (query) => {
    const answer = await service.get(`${ROOT}/guides/31?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe((await service.get(`${ROOT}/guides/31`)).text);
  });

  it('apply once: the first of repeated ones', async () => {
    const { body } = await service.get(`${ROOT}/guides?sort=-id&sort=id&page[size]=1&page[size]=3`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['34']);
  });

  describe('S28 inputs that cause a 500', () => {
    it.each(['%00', 'a%00b', '%ED%A0%80', '%E9', '%', '%zz', '%C0%80', '%F5%80%80%80'])(
      'a value of %s is a 400 in every parameter',
      async (value) => {
        for (const name of [
          'include',
          'fields[guide]',
          'filter[tag]',
          'filter[category]',
          'sort',
          'page[size]',
          'x_y',
        ]) {
          const answer = await service.get(`${ROOT}/guides?${name}=${value}`);
          expect([name, answer.status, answer.body.errors[0].code]).toEqual([name, 400, 'invalid_parameter']);
        }
      },
    );

    it('a name that is not UTF-8 is a 400', async () => {
      expect((await service.get(`${ROOT}/guides?%E9=1`)).status).toBe(400);
    });
  });

  describe('S19 prototype pollution and floods', () => {
    it('leaves Object.prototype as it is', async () => {
      await service.get(
        `${ROOT}/guides?fields[__proto__]=a&fields[constructor]=b&filter[constructor][prototype]=1`,
      );
      await service.get(`${ROOT}/guides?__proto__[polluted]=1&constructor[prototype][polluted]=1`);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect({}).not.toHaveProperty('polluted');
    });

    it('ignores thousands of parameters', async () => {
      const flood = Array.from({ length: 3_000 }, () => 'X=1').join('&');
      expect((await service.get(`${ROOT}/guides/31?${flood}`)).status).toBe(200);
    });

    it('refuses thousands of unknown parameters', async () => {
      const flood = Array.from({ length: 3_000 }, () => 'x=1').join('&');
      expect((await service.get(`${ROOT}/guides/31?${flood}`)).status).toBe(400);
    });
  });
});
