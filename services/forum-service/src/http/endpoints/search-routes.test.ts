import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { idsOf } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  const help = await writeForum(service.database, { slug: 'help' });
  key = await writeKey(service.database, help);
  await writeDialogs(service.database, help, [
    {
      id: 1,
      title: 'The printer is jammed',
      text: 'It eats paper.',
      pub_date: '2026-01-05T10:00:00Z',
      num_votes: 3,
      tags: ['Hardware', 'urgent'],
    },
    {
      id: 2,
      title: 'Quiet at last',
      text: 'My printers print without a noise.',
      pub_date: '2026-01-04T10:00:00Z',
      num_votes: 9,
      tags: ['Straße'],
    },
    { id: 3, title: 'Paper', text: 'Which one?', pub_date: '2026-01-03T10:00:00Z', num_votes: 5 },
    {
      id: 4,
      title: 'An archived printer',
      text: 'Confidential chrysanthemums',
      archived: true,
      tags: ['urgent'],
    },
    { id: 5, title: 'C++ and settings.json', text: 'I/O error 50% "quoted words" a.b' },
    { id: 6, title: 'Held comments', text: 'Nothing else.' },
    { id: 7, title: 'Colour', text: 'Naïve café' },
  ]);
  await writeComments(service.database, help, [
    { id: 31, dialog_id: 3, text: 'The one for printers with a laser.' },
    { id: 32, dialog_id: 3, text: 'Or recycled.' },
    { id: 61, dialog_id: 6, text: 'Orchids and printers', held: true },
  ]);
  const swedish = await writeForum(service.database, { slug: 'hjalp', language: 'sv' });
  await writeDialogs(service.database, swedish, [
    { id: 101, title: 'Fakturor', text: 'Var är mina?' },
    { id: 102, title: 'En fakturas väg', text: 'printer' },
  ]);
  await writeComments(service.database, swedish, [
    { id: 131, dialog_id: 102, text: 'Jag har samma problem.' },
  ]);
  await service.indexed();
});

afterAll(() => service.stop());

const path = (query: string, rest = '') => `/api/search/help/${encodeURIComponent(query)}.json${rest}`;
const find = async (query: string, rest = '') => idsOf(await service.get(path(query, rest)).expect(200));
const findWithKey = async (query: string, rest = '') =>
  idsOf(await service.get(path(query, rest)).set('Authorization', `Bearer ${key}`).expect(200));
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

describe('GET /api/search/:slug/:query.json', () => {
  it.each([
    ['any word', 'paper noise', [1, 2, 3]],
    ['words among others that no dialog has', 'recycled xyzzy', [3]],
    ['nothing if a quoted word is missing', 'paper "noise xyzzy"', []],
    ['other word forms', 'jamming', [1]],
    ['the last word by prefix', 'lase', [3]],
    ['comments', 'recycled', [3]],
    ['words without their accents', 'naive cafe', [7]],
    ['the nearest spelling of an unknown word', 'recyclde', [3]],
    ['the nearest spelling beside other words', 'jammed recyclde', [1, 3]],
    ['a query with dots', 'settings.json', [5]],
    ['a query that ends with a dot', 'paper.', [1, 3]],
    ['a query with a slash', 'I/O error', [5]],
    ['a query with a percent sign', '50%', [5]],
    ['a query with quotes', '"quoted words"', [5]],
    ['a query with symbols', 'C++', [5]],
    ['nothing for a query without words', '???', []],
    ['nothing for a blank query', ' ', []],
    ['nothing for an empty query', '', []],
    ['no archived dialog', 'chrysanthemums', []],
    ['no correction from an archived dialog', 'chrysantemums', []],
    ['no held comment', 'orchids', []],
    ['nothing of another forum', 'fakturor', []],
  ])('finds %s: %s', async (_, query, expected) => {
    const answer = await service.get(path(query)).expect(200);
    expect(sorted(idsOf(answer))).toEqual(expected);
    expect(answer.headers['x-totalresults']).toBe(String(expected.length));
  });

  it.each([
    ['in title, body or comments together', 'paper printer', [1, 3]],
    ['in other forms', 'jam printing', [1]],
    ['the last one by prefix', 'printer lase', [3]],
    ['the nearest spelling included', 'pritner jammed', [1]],
  ])('lists dialogs with all words first, %s: %s', async (_, query, first) => {
    const ids = await find(query);
    expect(sorted(ids.slice(0, first.length))).toEqual(first);
    expect(sorted(ids)).toEqual([1, 2, 3]);
  });

  it.each([
    ['faktura', [101, 102]],
    ['problemet', [102]],
  ])('finds any form of a word in the language of the forum: %s', async (query, ids) => {
    expect(sorted(idsOf(await service.get(`/api/search/hjalp/${query}.json`)))).toEqual(ids);
  });

  it.each([
    ['the first fifty words', `${unknown(49)} recycled`, `${unknown(50)} recycled`],
    ['the first 500 characters', `${'🙂'.repeat(492)}recycled`, `${'🙂'.repeat(499)}recycled`],
  ])('uses only %s', async (_, within, beyond) => {
    expect(await find(within)).toEqual([3]);
    expect(await find(beyond)).toEqual([]);
  });

  it('ranks titles above texts, and texts above comments', async () => {
    expect(await find('printer')).toEqual([1, 2, 3]);
  });

  it.each([
    ['pub_date', [3, 2, 1]],
    ['-pub_date', [1, 2, 3]],
    ['-num_votes', [2, 3, 1]],
    ['title', [3, 2, 1]],
    ['id', [1, 2, 3]],
    ['-id', [3, 2, 1]],
  ])('sorts by %s on request', async (sort, expected) => {
    expect(await find('printer', `?sort=${sort}`)).toEqual(expected);
  });

  it.each(['', '?sort=-pub_date'])('pages with exact totals: %s', async (sort) => {
    const all = await find('printer', sort);
    const query = sort === '' ? '?' : `${sort}&`;
    for (const [rest, expected] of [
      ['limit=1', all.slice(0, 1)],
      ['start=1', all.slice(1)],
      ['start=1&limit=1', all.slice(1, 2)],
      ['start=3', []],
      ['start=1000000', []],
      ['limit=0', []],
    ] as const) {
      const answer = await service.get(path('printer', query + rest)).expect(200);
      expect([rest, idsOf(answer)]).toEqual([rest, expected]);
      expect(answer.headers['x-totalresults']).toBe('3');
    }
  });

  it('returns the first fifty by default', async () => {
    const many = await writeForum(service.database, { slug: 'many' });
    const dialogs = Array.from({ length: 60 }, (_, index) => ({ id: 1_000 + index, title: 'Chapter' }));
    await writeDialogs(service.database, many, dialogs);
    await service.indexed();
    const answer = await service.get('/api/search/many/chapter.json').expect(200);
    expect(idsOf(answer)).toHaveLength(50);
    expect(answer.headers['x-totalresults']).toBe('60');
  });

  it.each([
    ['limit=1001', 400],
    ['start=-1', 400],
    ['sort=score', 400],
    ['include=archived', 400],
    ['tags=%00', 400],
  ])('refuses a bad parameter: %s', async (query, status) => {
    await service.get(path('printer', `?${query}`)).expect(status);
  });

  it.each([
    '/api/search/help/printer',
    '/api/search/help/printer.html',
    '/api/search/help/printer%00.json',
    '/api/search/nowhere/printer.json',
    '/api/search/help/io/error.json',
  ])('is a 404: %s', async (address) => {
    await service.get(address).expect(404);
  });

  it.each(['%', '%ff', '%C3%28', '%ED%A0%80'])(
    'answers a malformed encoding with 4xx: %s',
    async (broken) => {
      const { status } = await service.get(`/api/search/help/${broken}.json`);
      expect([400, 404]).toContain(status);
    },
  );

  it('supports XML and JSONP like any list', async () => {
    const xml = await service.get('/api/search/help/jammed.xml').expect(200);
    expect(xml.text).toContain('<response><resource><id>1</id>');
    const script = await service.get(path('jammed', '?callback=show')).expect(200);
    expect(script.text).toMatch(/^\/\*\*\/show\(\[\{"id":1,/);
  });
});

describe('a search with a key', () => {
  it.each([
    ['Hardware', [1]],
    ['hardware,STRASSE', [1, 2]],
    ['urgent', [1]],
    ['urgent, unknown', [1]],
    ['unknown', []],
    ['', [1, 2, 3]],
  ])('finds dialogs with any of the tags: %s', async (tags, expected) => {
    for (const sort of ['', '&sort=id']) {
      const found = await findWithKey('printer', `?tags=${encodeURIComponent(tags)}${sort}`);
      expect(sorted(found)).toEqual(expected);
    }
  });

  it('finds archived dialogs with include=all', async () => {
    expect(sorted(await findWithKey('printer', '?include=all'))).toEqual([1, 2, 3, 4]);
    expect(sorted(await findWithKey('printer', '?include=all&tags=urgent'))).toEqual([1, 4]);
    expect(await findWithKey('printer', '?include=all&sort=-id')).toEqual([4, 3, 2, 1]);
    expect(await findWithKey('chrysanthemums', '?include=all')).toEqual([4]);
  });

  it.each(['tags=urgent', 'tags=', 'include=all'])('is required for %s', async (parameter) => {
    const answer = await service.get(path('printer', `?${parameter}`)).expect(401);
    expect(answer.text).toBe('Authorization Required');
  });
});

/** Words that no dialog has. */
function unknown(count: number): string {
  return Array.from({ length: count }, (_, index) => `qqq${index}`).join(' ');
}
