import type { DeskClient } from '@guidepost/desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { idsOf } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const NAMES = ['Ananas', 'Olja', 'Steg 2', 'Steg 10', 'Zebra', 'Åka', 'Äpple', 'Örn'];
const BY_ID = ['Zebra', 'Steg 10', 'Äpple', 'Ananas', 'Åka', 'Steg 2', 'Örn', 'Olja'];
const IDS = NAMES.map((name) => BY_ID.indexOf(name) + 1);
const DESK = '/desk/forum/hjalp';
const SETTINGS = {
  name: 'x',
  formal_name: 'x',
  accent_color: '#000000',
  'topics[Q]': 'on',
  'topics[P]': 'on',
  default_topic: 'Q',
  hold: 'none',
};

describe('the order of the language of a forum', () => {
  let service: TestService;
  let desk: DeskClient;
  let key: string;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    const { database } = service;
    const forumId = await writeForum(database, { slug: 'hjalp', language: 'sv' });
    key = await writeKey(database, forumId);
    await writeDialogs(
      database,
      forumId,
      BY_ID.map((name, index) => ({
        id: index + 1,
        topic: index % 2 === 0 ? 'Q' : 'P',
        title: `${name} frukt`,
        text: name,
        name,
        state: name,
        tags: BY_ID,
      })),
    );
    await database.none('update tags set is_public = true where forum_id = $1', [forumId]);
    await writeComments(
      database,
      forumId,
      BY_ID.map((name, index) => ({ id: index + 1, dialog_id: 1, name })),
    );
    await service.settled('hjalp');
    await service.indexed();
    desk = await signInAs(service, { slug: 'hjalp', role: 'owner' });
  });

  afterAll(() => service.stop());

  const list = async (path: string) =>
    idsOf(await service.get(`/api/${path}`).set('Authorization', `Bearer ${key}`).expect(200));

  describe.each([
    'hjalp.json?',
    'hjalp.json?include=all&',
    'hjalp/q,p.json?',
    'tag/hjalp/Zebra.json?',
    'search/hjalp/frukt.json?',
  ])('of GET /api/%s', (path) => {
    it.each(['title', 'text', 'user__first_name'])('sort=%s', async (sort) => {
      expect(await list(`${path}sort=${sort}`)).toEqual(IDS);
      expect(await list(`${path}sort=-${sort}`)).toEqual(IDS.toReversed());
      expect(await list(`${path}sort=${sort}&start=3&limit=2`)).toEqual(IDS.slice(3, 5));
    });
  });

  it('of one topic, and of topics by title', async () => {
    expect(await list('hjalp/q.json?sort=title')).toEqual(IDS.filter((id) => id % 2 === 1));
  });

  it('of the comments of a dialog', async () => {
    expect(await list('comment/hjalp/1.json?sort=user__first_name')).toEqual(IDS);
  });

  it('of tags', async () => {
    const names = async (path: string) =>
      (await service.get(`/api/${path}`).set('Authorization', `Bearer ${key}`).expect(200)).body;
    const all = await names('taglist/hjalp.json');
    const slice = await names('taglist/hjalp.json?start=6&limit=2');
    const { tags } = await names('dialog/hjalp/1.json');
    const namesOf = (records: { name: string }[]) => records.map(({ name }) => name);
    expect([all, slice, tags].map(namesOf)).toEqual([NAMES, NAMES.slice(6), NAMES]);
  });

  it.each([
    ['the tags of the forum', '/forum/hjalp/tags', '<main'],
    ['popular tags', '/forum/hjalp', '/tags/'],
    ['states', '/forum/hjalp', '/states/'],
    ['the tags of a dialog', '/forum/hjalp/1', '/tags/'],
  ])('of %s', async (_, path, beginning) => {
    expect(appearing((await service.get(path).expect(200)).text, beginning)).toEqual(NAMES);
  });

  it('of canned answers and of the tags of a dialog at the desk', async () => {
    for (const name of BY_ID) await desk.post(`${DESK}/canned-answers`, { name, text: 'x' }).expect(303);
    expect(appearing((await desk.get(`${DESK}/canned-answers`)).text, '<summary')).toEqual(NAMES);
    expect(appearing((await desk.get(`${DESK}/dialogs/1`)).text, 'tag-list')).toEqual(NAMES);
  });

  it('changes at once with the language', async () => {
    const english = ['Åka', 'Ananas', 'Äpple', 'Olja', 'Örn', 'Steg 2', 'Steg 10', 'Zebra'];
    for (const [language, expected] of [
      ['en', english],
      ['sv', NAMES],
    ] as const) {
      await desk.post(`${DESK}/settings`, { ...SETTINGS, language }).expect(303);
      expect(await list('hjalp.json?sort=title')).toEqual(expected.map((name) => BY_ID.indexOf(name) + 1));
      expect(appearing((await service.get('/forum/hjalp/tags')).text, '<main')).toEqual(expected);
    }
  });
});

/** The names in the order in which a page has them, from a beginning on. */
function appearing(html: string, beginning: string): string[] {
  const part = html.slice(html.indexOf(beginning));
  const placeOf = (name: string) => part.search(new RegExp(`>\\s*${name}\\s*<`));
  return NAMES.filter((name) => placeOf(name) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other));
}
