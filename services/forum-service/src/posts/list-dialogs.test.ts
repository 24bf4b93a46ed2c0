import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { idsOf } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  const help = await writeForum(database, { slug: 'help' });
  key = await writeKey(database, help);
  await writeDialogs(database, help, [
    {
      id: 1,
      topic: 'Q',
      pub_date: '2026-01-03T10:00:00Z',
      last_activity: '2026-01-04T10:00:00Z',
      title: 'ångra',
      text: 'b',
      name: 'Örjan',
      num_comments: 2,
      num_votes: 1,
      poster_id: 12,
    },
    {
      id: 2,
      topic: 'P',
      pub_date: '2026-01-01T10:00:00Z',
      last_activity: '2026-01-06T10:00:00Z',
      title: 'Is 1 <b or not?',
      text: 'B',
      num_comments: 2,
      num_votes: 3,
      views: 1_000_000,
      poster_id: 11,
    },
    {
      id: 3,
      topic: 'S',
      pub_date: '2026-01-02T10:00:00Z',
      last_activity: '2026-01-05T10:00:00Z',
      title: 'Apple',
      text: 'a',
      name: 'anna',
      poster_id: 11,
    },
    { id: 4, topic: 'B', archived: true, pub_date: '2025-12-31T10:00:00Z' },
    { id: 5, topic: 'P', pub_date: '2026-01-01T10:00:00Z', num_votes: 3, title: 'apple', text: 'c' },
  ]);
  const other = await writeForum(database, { slug: 'other' });
  await writeDialogs(database, other, [{ id: 6 }]);
  await writeForum(database, { slug: 'empty' });
});

afterAll(() => service.stop());

const ids = async (path: string) => idsOf(await service.get(`/api/${path}`).expect(200));
const total = async (path: string) => (await service.get(`/api/${path}`)).headers['x-totalresults'];

describe('GET /api/:slug.json', () => {
  it('lists the visible dialogs, newest first', async () => {
    const answer = await service.get('/api/help.json').expect(200);
    expect(idsOf(answer)).toEqual([1, 3, 5, 2]);
    expect(answer.headers['x-totalresults']).toBe('4');
  });

  it('is a plain array, empty without posts', async () => {
    const answer = await service.get('/api/empty.json').expect(200, []);
    expect(answer.headers['x-totalresults']).toBe('0');
  });

  it('shows every field of a dialog', async () => {
    const answer = await service.get('/api/help/p.json?start=1').expect(200);
    expect(answer.body).toEqual([
      {
        id: 2,
        uri: 'https://forum.example/api/dialog/help/2.json',
        comments_uri: 'https://forum.example/api/comment/help/2.json',
        absolute_url: 'https://forum.example/forum/help/2',
        topic: 'P',
        title: 'Is 1 < b or not?',
        text: '<p>B</p>',
        pub_date: '2026-01-01T10:00:00Z',
        last_activity: '2026-01-06T10:00:00Z',
        num_comments: 2,
        num_votes: 3,
        popularity: expect.any(Number),
        state: null,
        user: {
          id: 11,
          first_name: 'Anna',
          work_title: null,
          gravatar_image: 'https://forum.example/api/avatar/help/11/A.svg',
        },
      },
    ]);
  });

  it.each(['nothing', 'Help', 'help%00', 'popular', 'a'.repeat(64)])(
    'is a 404 for the slug %s',
    async (slug) => {
      await service.get(`/api/${slug}.json`).expect(404, 'Not Found');
    },
  );
});

describe('GET /api/:slug/:topics.json', () => {
  it.each([
    ['Q', [1]],
    ['q', [1]],
    ['question', [1]],
    ['questions', [1]],
    ['problem', [5, 2]],
    ['Problems', [5, 2]],
    ['suggestion', [3]],
    ['suggestions', [3]],
    ['s', [3]],
    ['B', []],
    ['praise', []],
    ['praises', []],
    ['problems,q', [1, 5, 2]],
    ['q,%20s', [1, 3]],
    ['q,q', [1]],
  ])('lists the dialogs of %s', async (topics, expected) => {
    expect(await ids(`help/${topics}.json`)).toEqual(expected);
    expect(await total(`help/${topics}.json`)).toBe(String(expected.length));
  });

  it.each(['x', 'q,x', 'q,', ',', 'q%00', '%ED%A0%80', '%'])('is a 404 for %s', async (topics) => {
    await service.get(`/api/help/${topics}.json`).expect(404, 'Not Found');
  });
});

describe('sort', () => {
  it.each([
    ['pub_date', [2, 5, 3, 1]],
    ['-pub_date', [1, 3, 5, 2]],
    ['popularity', [3, 1, 5, 2]],
    ['-popularity', [2, 5, 1, 3]],
    ['last_activity', [5, 1, 3, 2]],
    ['-last_activity', [2, 3, 1, 5]],
    ['num_votes', [3, 1, 2, 5]],
    ['-num_votes', [5, 2, 1, 3]],
    ['num_comments', [3, 5, 1, 2]],
    ['-num_comments', [2, 1, 5, 3]],
    ['title', [1, 5, 3, 2]],
    ['-title', [2, 3, 5, 1]],
    ['text', [3, 1, 2, 5]],
    ['-text', [5, 2, 1, 3]],
    ['topic', [2, 5, 1, 3]],
    ['-topic', [3, 1, 5, 2]],
    ['user__first_name', [3, 2, 5, 1]],
    ['-user__first_name', [1, 5, 2, 3]],
    ['id', [1, 2, 3, 5]],
    ['-id', [5, 3, 2, 1]],
    ['user__id', [5, 2, 3, 1]],
    ['-user__id', [1, 3, 2, 5]],
  ])('%s sorts all dialogs, ties by id in the same direction', async (sort, expected) => {
    expect(await ids(`help.json?sort=${sort}`)).toEqual(expected);
    const problems = expected.filter((id) => id === 2 || id === 5);
    expect(await ids(`help/p.json?sort=${sort}`)).toEqual(problems);
  });

  it.each(['views', '--id', 'Id', '', 'id,title', 'constructor'])('by "%s" is refused', async (sort) => {
    const answer = await service.get(`/api/help.json?sort=${sort}`).expect(400);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toEqual({ sort: [expect.stringContaining('is not known to sort')] });
  });

  it('compares the first 100 characters of a string in the root collation', async () => {
    const forumId = await writeForum(service.database, { slug: 'long' });
    const long = 'a'.repeat(100);
    await writeDialogs(service.database, forumId, [
      { id: 10, title: `${long}b` },
      { id: 11, title: `${long}a` },
      { id: 12, title: 'Z' },
      { id: 13, title: 'å' },
    ]);
    expect(await ids('long.json?sort=title')).toEqual([13, 10, 11, 12]);
  });
});

describe('start and limit', () => {
  it.each([
    ['start=1', [3, 5, 2]],
    ['limit=2', [1, 3]],
    ['start=1&limit=2', [3, 5]],
    ['limit=0', []],
    ['limit=1000', [1, 3, 5, 2]],
    ['start=4', []],
    ['start=9007199254740991', []],
  ])('%s selects a slice and keeps the total', async (query, expected) => {
    expect(await ids(`help.json?${query}`)).toEqual(expected);
    expect(await total(`help.json?${query}`)).toBe('4');
  });

  it.each([
    ['limit', '1001', 'limit must be a whole number from 0 to 1000.'],
    ['limit', '-1', 'limit must be a whole number from 0 to 1000.'],
    ['limit', '', 'limit must be a whole number from 0 to 1000.'],
    ['start', '-1', 'start must be a whole number from 0 to 9007199254740991.'],
    ['start', '1.5', 'start must be a whole number from 0 to 9007199254740991.'],
    ['start', '9007199254740993', 'start must be a whole number from 0 to 9007199254740991.'],
    ['start', 'x', 'start must be a whole number from 0 to 9007199254740991.'],
  ])('%s=%s is refused with a message for the parameter', async (name, value, message) => {
    const answer = await service.get(`/api/help.json?${name}=${value}`).expect(400);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toEqual({ [name]: [message] });
  });

  it('default to 0 and 50', async () => {
    const forumId = await writeForum(service.database, { slug: 'many' });
    const dialogs = Array.from({ length: 51 }, (_, index) => ({ id: 101 + index }));
    await writeDialogs(service.database, forumId, dialogs);
    expect(await ids('many.json?sort=id')).toEqual(dialogs.slice(0, 50).map(({ id }) => id));
  });
});

describe('archived dialogs', () => {
  it('are excluded from lists, popular and counts', async () => {
    expect(await ids('help/b.json')).toEqual([]);
    expect(await ids('popular/help/b.json')).toEqual([]);
    expect(await total('help.json')).toBe('4');
    expect(await total('popular/help.json')).toBe('4');
  });

  it.each(['help.json', 'help/b,q.json', 'popular/help.json'])(
    'are included in /api/%s with a key and include=all',
    async (path) => {
      const answer = await service.get(`/api/${path}?include=all&key=${key}`).expect(200);
      expect(idsOf(answer)).toContain(4);
      expect(answer.headers['x-totalresults']).toBe(String(idsOf(answer).length));
    },
  );

  it('are excluded with a key alone', async () => {
    expect(await ids(`help.json?key=${key}`)).toEqual([1, 3, 5, 2]);
  });

  it('require a key', async () => {
    await service.get('/api/help.json?include=all').expect(401, 'Authorization Required');
  });

  it('are merged into every sort order', async () => {
    expect(await ids(`help.json?include=all&key=${key}&sort=-pub_date`)).toEqual([1, 3, 5, 2, 4]);
  });

  it('are marked only with a key', async () => {
    const { body } = await service.get(`/api/help.json?include=all&key=${key}&sort=id`);
    expect(body.map(({ archived }: { archived: boolean }) => archived)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect((await service.get('/api/help.json')).body[0]).not.toHaveProperty('archived');
  });

  it('are the only value of include', async () => {
    const answer = await service.get(`/api/help.json?include=held&key=${key}`).expect(400);
    expect(answer.body).toEqual({ include: ['"held" is not known to include; there are all.'] });
  });
});

describe('GET /api/popular/:slug.json and /api/popular/:slug/:topic.json', () => {
  it('list the most popular dialogs first', async () => {
    expect(await ids('popular/help.json')).toEqual([2, 5, 1, 3]);
    expect(await ids('popular/help/problems.json')).toEqual([2, 5]);
    expect(await ids('popular/help.json?start=1&limit=1')).toEqual([5]);
    expect(await total('popular/help/p.json')).toBe('2');
  });

  it.each(['-pub_date', 'pub_date', '-popularity', 'user__id'])(
    'accept sort=%s, which clients always send, and keep their order',
    async (sort) => {
      expect(await ids(`popular/help.json?sort=${sort}`)).toEqual([2, 5, 1, 3]);
      expect(await ids(`popular/help/problems.json?sort=${sort}`)).toEqual([2, 5]);
    },
  );

  it.each(['relevance', '-', ''])('refuse sort=%s, which is unknown everywhere', async (sort) => {
    const answer = await service.get(`/api/popular/help/q.json?sort=${sort}`).expect(400);
    expect(answer.body).toEqual({
      sort: [expect.stringContaining('is not known to sort; there are pub_date')],
    });
  });

  it('are a 404 for an unknown topic', async () => {
    await service.get('/api/popular/help/x.json').expect(404, 'Not Found');
  });
});
