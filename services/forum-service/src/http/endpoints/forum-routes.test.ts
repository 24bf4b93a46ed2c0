import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS } from '../../model/topics.ts';
import { writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { idsOf } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('GET /api/properties/:slug.json', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const { database } = service;
    await writeForum(database, { slug: 'hjalp', language: 'sv', topics: ['S', 'Q'] });
    await database.none(
      `update forums set name = 'Hjälp', formal_name = 'Exempel AB', intro_message = 'Välkommen!',
       status_message = 'Driftstörning', status_url = 'https://status.example', popup_header = 'Fråga oss',
       thankyou_message = 'Tack!' where slug = 'hjalp'`,
    );
    await writeForum(database, { slug: 'tuki', language: 'xx' });
  });

  afterAll(() => service.stop());

  it('is an array of one record with all properties of the forum', async () => {
    const answer = await service.get('/api/properties/hjalp.json').expect(200);
    expect(answer.body).toEqual([
      {
        uri: 'https://forum.example/api/properties/hjalp.json',
        name: 'Hjälp',
        formal_name: 'Exempel AB',
        intro_message: 'Välkommen!',
        status_message: 'Driftstörning',
        status_url: 'https://status.example',
        popup_header: 'Fråga oss',
        thankyou_message: 'Tack!',
        default_topic: 'S',
        enabled_topic: ['S', 'Q'],
        enabled_topics: ['S', 'Q'],
        language: 'sv',
        categories: [
          { slug: 'suggestions', heading_name: 'Förslag', topic: 'S' },
          { slug: 'questions', heading_name: 'Frågor', topic: 'Q' },
        ],
      },
    ]);
  });

  it('names the categories in English if the language of the forum is unknown', async () => {
    const { body } = await service.get('/api/properties/tuki.json').expect(200);
    const headings = body[0].categories.map(({ heading_name }: { heading_name: string }) => heading_name);
    expect(headings).toEqual(['Questions', 'Problems', 'Suggestions', 'Praise']);
  });

  it('gives categories slugs that work as topics in paths', async () => {
    const { body } = await service.get('/api/properties/tuki.json');
    const slugs = body[0].categories.map(({ slug }: { slug: string }) => slug);
    expect(slugs).toHaveLength(TOPICS.length);
    for (const slug of slugs) await service.get(`/api/tuki/${slug}.json`).expect(200);
  });

  it('is a 404 for an unknown forum', async () => {
    await service.get('/api/properties/nothing.json').expect(404, 'Not Found');
  });
});

describe('tags', () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await startTestService();
    const help = await writeForum(service.database, { slug: 'help' });
    key = await writeKey(service.database, help);
    await writeDialogs(service.database, help, [
      { id: 1, pub_date: '2026-01-03T10:00:00Z', title: 'c', tags: ['Straße', 'b/c', 'all'] },
      { id: 2, pub_date: '2026-01-01T10:00:00Z', title: 'b', tags: ['straße', 'all'] },
      { id: 3, pub_date: '2026-01-01T10:00:00Z', title: 'a', tags: ['all'] },
      { id: 4, pub_date: '2026-01-02T10:00:00Z', archived: true, tags: ['all', 'Straße', 'gone'] },
    ]);
    const other = await writeForum(service.database, { slug: 'other' });
    await writeDialogs(service.database, other, [{ id: 5, tags: ['all', 'foreign'] }]);
  });

  afterAll(() => service.stop());

  const keyed = (path: string) => service.get(`/api/${path}`).set('Authorization', `Bearer ${key}`);
  const ids = async (path: string) => idsOf(await keyed(path).expect(200));
  const total = async (path: string) => (await keyed(path)).headers['x-totalresults'];

  describe('GET /api/tag/:slug/:tags.json', () => {
    it.each([
      ['all', [1, 3, 2]],
      ['stra%C3%9Fe', [1, 2]],
      ['STRASSE', [1, 2]],
      ['b%2Fc', [1]],
      ['gone', []],
      ['all,strasse', [1, 2]],
      ['all,%20Strasse%20,b%2Fc', [1]],
      ['all,ALL', [1, 3, 2]],
      ['all,', [1, 3, 2]],
      ['all,unknown', []],
      ['unknown', []],
      ['foreign', []],
    ])('lists the dialogs with all of %s, newest first', async (tags, expected) => {
      expect(await ids(`tag/help/${tags}.json`)).toEqual(expected);
      expect(await total(`tag/help/${tags}.json`)).toBe(String(expected.length));
    });

    it.each([
      ['sort=pub_date', [2, 3, 1]],
      ['sort=-id', [3, 2, 1]],
      ['sort=title', [3, 2, 1]],
      ['sort=topic&start=1', [2, 3]],
      ['start=1&limit=1', [3]],
      ['start=3', []],
      ['include=all', [1, 4, 3, 2]],
      ['include=all&sort=id', [1, 2, 3, 4]],
    ])('with %s shows that slice of one tag', async (query, expected) => {
      expect(await ids(`tag/help/all.json?${query}`)).toEqual(expected);
      expect(await total(`tag/help/all.json?${query}`)).toBe(query.startsWith('include') ? '4' : '3');
    });

    it.each([
      ['sort=pub_date', [2, 1]],
      ['sort=-title', [1, 2]],
      ['limit=1', [1]],
      ['start=2', []],
      ['include=all', [1, 4, 2]],
    ])('with %s shows that slice of two tags', async (query, expected) => {
      expect(await ids(`tag/help/all,strasse.json?${query}`)).toEqual(expected);
      expect(await total(`tag/help/all,strasse.json?${query}`)).toBe(query.startsWith('include') ? '3' : '2');
    });

    it.each([',', '%20', 'all%00', '%ED%A0%80', '%'])('is a 404 for %s, which is not a tag', async (tags) => {
      await keyed(`tag/help/${tags}.json`).expect(404, 'Not Found');
    });

    it('accepts thousands of names', async () => {
      const names = Array.from({ length: 3_000 }, (_, index) => index).join();
      expect(await ids(`tag/help/all,${names}.json`)).toEqual([]);
    });

    it('refuses an unknown sort order', async () => {
      await keyed('tag/help/all.json?sort=name').expect(400);
    });
  });

  describe('GET /api/taglist/:slug.json', () => {
    it('lists all tags by name in their first spelling, with the number of visible dialogs', async () => {
      const answer = await keyed('taglist/help.json').expect(200);
      expect(answer.body).toEqual([
        { name: 'all', count: 3, is_public: false, uri: 'https://forum.example/api/tag/help/all.json' },
        { name: 'b/c', count: 1, is_public: false, uri: 'https://forum.example/api/tag/help/b%2Fc.json' },
        { name: 'gone', count: 0, is_public: false, uri: 'https://forum.example/api/tag/help/gone.json' },
        {
          name: 'Straße',
          count: 2,
          is_public: false,
          uri: 'https://forum.example/api/tag/help/Stra%C3%9Fe.json',
        },
      ]);
      expect(answer.headers['x-totalresults']).toBe('4');
    });

    it.each([
      ['start=1&limit=2', ['b/c', 'gone']],
      ['start=4', []],
      ['limit=0', []],
    ])('with %s shows that slice and keeps the total', async (query, expected) => {
      const answer = await keyed(`taglist/help.json?${query}`).expect(200);
      expect(answer.body.map(({ name }: { name: string }) => name)).toEqual(expected);
      expect(answer.headers['x-totalresults']).toBe('4');
    });

    it('has no other order', async () => {
      const answer = await keyed('taglist/help.json?sort=-name').expect(400);
      expect(answer.body).toEqual({ sort: ['sort is not supported here.'] });
    });

    it('shows whether a tag is public', async () => {
      await service.database.none(`update tags set is_public = true where name = 'foreign'`);
      const otherKey = await writeKey(service.database, await forumIdOf('other'), { name: 'second' });
      const { body } = await service.get(`/api/taglist/other.json?key=${otherKey}`).expect(200);
      expect(body.find(({ name }: { name: string }) => name === 'foreign')).toMatchObject({
        is_public: true,
      });
    });
  });

  const forumIdOf = async (slug: string) =>
    (await service.database.one<{ id: number }>('select id from forums where slug = $1', [slug])).id;

  describe('tags require a key', () => {
    it.each(['tag/help/all.json', 'tag/help/,.json', 'taglist/help.json'])('/api/%s', async (path) => {
      await service.get(`/api/${path}`).expect(401, 'Authorization Required');
    });
  });
});
