import { HOSTILE_MARKUP } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../../testing/content.ts';
import { findDangers } from '../../testing/dangers.ts';
import { readXml } from '../../testing/fuzzing/fuzzed-api.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;

const TEXTS: Record<string, string> = {
  forms: 'Connect: the connection was connecting.',
  markup: 'span amp lt quot 39 <b>class</b> "highlighted" &amp; it\'s &amp;<img onerror>',
  links: 'server https://server.example/server?span=amp https://server.example/server.png (see server)',
  signs: 'settings.json, C++ and $& $1 .* [a-z]+ (?: \\b',
  lines: 'first paragraph\n\nsecond\nparagraph amp',
  swedish: 'Räksmörgås på bryggan',
};

beforeAll(async () => {
  service = await startTestService();
  const forum = await writeForum(service.database, { slug: 'help' });
  const dialogs = Object.entries(TEXTS).map(([title, text], index) => ({ id: index + 1, title, text }));
  await writeDialogs(service.database, forum, dialogs);
  await writeComments(service.database, forum, [{ id: 1, dialog_id: 1, text: 'zebra' }]);
  await service.indexed();
});

afterAll(() => service.stop());

interface Found {
  id: number;
  title: string;
  text: string;
}

const search = async (query: string): Promise<Found[]> =>
  (await service.get(`/api/search/help/${encodeURIComponent(query)}.json`).expect(200)).body;
const OPEN = '<span class="highlighted">';
const written = (html: string) => html.replaceAll(OPEN, '[').replaceAll('</span>', ']');

describe('the text of a search result', () => {
  it.each([
    ['all forms of a word', 'connections', '<p>[Connect]: the [connection] was [connecting].</p>'],
    [
      'the completed prefix and no function word',
      'the connecti',
      '<p>Connect: the [connection] was [connecting].</p>',
    ],
    ['the correction of a typing error', 'conecting', '<p>[Connect]: the [connection] was [connecting].</p>'],
    ['words without their accents', 'raksmorgas', '<p>[Räksmörgås] på bryggan</p>'],
    ['nothing if a comment matched', 'zebra', '<p>Connect: the connection was connecting.</p>'],
    [
      'words of every paragraph and line',
      'paragraph',
      '<p>first [paragraph]</p><p>second<br>[paragraph] amp</p>',
    ],
    [
      'nothing in links and players',
      'server',
      '<p>[server] <a href="https://server.example/server?span=amp" rel="nofollow ugc noopener">https://server.example/server?span=amp</a> <img loading="lazy" referrerpolicy="no-referrer" src="https://server.example/server.png" alt="server.png"> (see [server])</p>',
    ],
    ['nothing if only an address matched', 'example', expect.not.stringContaining('[')],
    ['identifiers', 'settings.json', expect.stringContaining('[settings.json], C++')],
    ['titles stay plain', 'lines', expect.not.stringContaining('[')],
  ])('highlights %s: %s', async (_, query, expected) => {
    const [found] = await search(query);
    expect(written(found?.text ?? '')).toEqual(expected);
    expect(found?.title).not.toContain('highlighted');
  });

  it('is the same in XML', async () => {
    const { text } = await service.get('/api/search/help/bryggan.xml').expect(200);
    expect(readXml(text)).toMatchObject({
      response: { resource: [{ text: expect.stringContaining('<span class="highlighted">bryggan</span>') }] },
    });
  });
});

describe('S4 changes only by its highlights', () => {
  const QUERIES = [
    'span',
    'amp',
    '<',
    'quot',
    'lt',
    '39',
    'class',
    'highlighted',
    'img',
    'onerror',
    '&amp;',
    'href',
    'https',
    'loading',
    '.*',
    '[a-z]+',
    '(?:',
    '$& $1',
    '\\b',
    'p br a',
    '<span class="highlighted">',
    'https://server.example/server',
    'server.png',
  ];

  it.each(QUERIES)('is unchanged elsewhere without them: %s', async (query) => {
    for (const { id, text } of await search(query)) {
      const { body } = await service.get(`/api/dialog/help/${id}.json`).expect(200);
      expect(text.replaceAll(OPEN, '').replaceAll('</span>', '')).toBe(body.text);
      expect(findDangers(text)).toEqual([]);
    }
  });

  it('matches the texts of these tests', async () => {
    const found = await Promise.all(QUERIES.map(search));
    expect(found.filter((dialogs) => dialogs.some(({ text }) => text.includes(OPEN))).length).toBeGreaterThan(
      10,
    );
  });
});

it.each(['alert', 'script', 'onerror src x', 'evil.example'])(
  'S2 stays safe with highlights in hostile texts: %s',
  async (query) => {
    const forum = await writeForum(service.database, { slug: `hostile-${query.length}` });
    const dialogs = HOSTILE_MARKUP.map(([title, text], index) => ({
      id: index + 1,
      title,
      text: `${text} https://a.example/${text} alert script onerror src x evil.example`,
    }));
    await writeDialogs(service.database, forum, dialogs);
    await service.indexed();
    const { body } = await service
      .get(`/api/search/hostile-${query.length}/${encodeURIComponent(query)}.json?limit=1000`)
      .expect(200);
    expect(body).toHaveLength(HOSTILE_MARKUP.length);
    expect((body as Found[]).flatMap(({ text }) => findDangers(text))).toEqual([]);
    expect((body as Found[]).every(({ text }) => text.includes(OPEN))).toBe(true);
  },
);
