import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  const help = await writeForum(service.database, { slug: 'help' });
  key = await writeKey(service.database, help);
  await writeDialogs(service.database, help, [
    { id: 1, title: 'a</b', name: '<i>', work_title: 'Editor', state: 'answered', tags: ['urgent', 'Älg'] },
    { id: 2, archived: true, tags: ['urgent'] },
    { id: 3 },
  ]);
  const other = await writeForum(service.database, { slug: 'other' });
  await writeDialogs(service.database, other, [{ id: 4 }]);
});

afterAll(() => service.stop());

describe('GET /api/dialog/:slug/:id.json', () => {
  it('shows a dialog as in lists', async () => {
    const { body } = await service.get('/api/dialog/help/1.json').expect(200);
    const list = await service.get('/api/help.json?sort=id&limit=1');
    expect([body]).toEqual(list.body);
    expect(body).toMatchObject({ state: 'answered', user: { work_title: 'Editor' } });
  });

  it('puts a space after a < that could open a tag in titles and names', async () => {
    const { body } = await service.get('/api/dialog/help/1.json');
    expect([body.title, body.user.first_name]).toEqual(['a< /b', '< i>']);
  });

  it('includes the tag records with a key, sorted by name', async () => {
    const { body } = await service.get(`/api/dialog/help/1.json?key=${key}`).expect(200);
    expect(body.tags).toEqual([
      {
        name: 'Älg',
        count: 1,
        is_public: false,
        uri: 'https://forum.example/api/tag/help/%C3%84lg.json',
      },
      { name: 'urgent', count: 1, is_public: false, uri: 'https://forum.example/api/tag/help/urgent.json' },
    ]);
    expect((await service.get(`/api/dialog/help/3.json?key=${key}`)).body.tags).toEqual([]);
  });

  it('includes archived only with a key', async () => {
    const archivedOf = async (query: string) =>
      (await service.get(`/api/dialog/help/2.json${query}`)).body.archived;
    expect(await archivedOf(`?key=${key}`)).toBe(true);
    expect(await archivedOf('')).toBeUndefined();
  });

  it('includes neither tags nor archived without a key, even for an archived dialog', async () => {
    const { body } = await service.get('/api/dialog/help/2.json').expect(200);
    expect(Object.keys(body)).toEqual([
      'id',
      'uri',
      'comments_uri',
      'absolute_url',
      'topic',
      'title',
      'text',
      'pub_date',
      'last_activity',
      'num_comments',
      'num_votes',
      'popularity',
      'state',
      'user',
    ]);
  });

  it.each([
    ['unknown', '9'],
    ["another forum's", '4'],
    ['zero', '0'],
    ['negative', '-1'],
    ['with leading zeros', '01'],
    ['not a number', 'x'],
    ['2^53 − 1, the greatest id', '9007199254740991'],
    ['2^53', '9007199254740992'],
    ['beyond 64 bits', '99999999999999999999'],
    ['followed by U+0000', '1%00'],
    ['followed by a lone surrogate', '1%ED%A0%80'],
    ['broken percent-encoding', '%'],
  ])('is a 404 when the id is %s', async (_, id) => {
    await service.get(`/api/dialog/help/${id}.json`).expect(404, 'Not Found');
    await service.get(`/api/comment/help/${id}.json`).expect(404, 'Not Found');
  });
});
