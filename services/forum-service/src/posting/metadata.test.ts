import { bumpRevision } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addMetadataField, removeMetadataField } from '../forums/metadata-fields.ts';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { writeForum } from '../testing/content.ts';
import { type PostingService, startPostingService } from '../testing/posting-service.ts';
import { DIALOG, VOTE } from '../testing/posts.ts';

let service: PostingService;
let asksId: number;

beforeAll(async () => {
  service = await startPostingService();
  asksId = await writeForum(service.database, { slug: 'asks' });
  await addMetadataField(service.database, 'asks', { name: 'floor', type: 'integer', maximum: 12 });
  await addMetadataField(service.database, 'asks', { name: 'constructor', type: 'text', maximum: 5 });
});

afterAll(() => service.stop());

describe('metadata', () => {
  it.each([
    [
      { floor: 12, constructor: 'north' },
      { floor: 12, constructor: 'north' },
    ],
    [{ floor: ' -3 ', constructor: '' }, { floor: -3 }],
    [{ floor: null }, null],
    [{}, null],
  ])('is stored: %j', async (sent, metadata) => {
    expect(await service.stored('/api/asks', service.newDialog(sent))).toMatchObject({ metadata });
  });

  it('has no effect on other fields, whatever it is called', async () => {
    const names = ['author', 'origin', 'hold', 'metadata', 'forum'];
    for (const name of names)
      await addMetadataField(service.database, 'asks', { name, type: 'text', maximum: 9 });
    await service.settled('asks');
    const answers = Object.fromEntries(names.map((name) => [name, 'always']));
    expect(await service.stored('/api/asks', service.newDialog(answers))).toMatchObject({
      metadata: answers,
      author_name: DIALOG.name,
      held: false,
    });
    for (const name of names) await removeMetadataField(service.database, 'asks', name);
    await service.settled('asks');
  });

  it.each([
    [{ floor: 13 }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ floor: 1.5 }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ floor: 'two' }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ floor: '1e1' }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ floor: true }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ constructor: 'northern' }, { constructor: ['This can have at most 5 characters.'] }],
    [{ constructor: ['n'] }, { constructor: ['This must be text.'] }],
    [{ flor: 1 }, { flor: ['There is no such field in this forum.'] }],
    [{ toString: 1 }, { toString: ['There is no such field in this forum.'] }],
  ])('cannot be %j', async (sent, messages) => {
    expect(await service.messagesFor('/api/asks', service.newDialog(sent))).toEqual(messages);
  });

  it('requires the account’s permission', async () => {
    const allow = async (allowed: boolean) => {
      await service.database.none("update accounts set allows_metadata = $1 where name = 'asks'", [allowed]);
      await bumpRevision(service.database, FORUM_REVISIONS, asksId);
      await service.settled('asks');
    };
    await allow(false);
    expect(await service.stored('/api/asks', service.newDialog({ floor: 99, flor: 1 }))).toMatchObject({
      metadata: null,
    });
    await allow(true);
  });
});

describe('unknown fields', () => {
  it('are ignored in a forum without metadata', async () => {
    expect(
      await service.stored('/api/help', service.newDialog({ colour: 'red', floor: 12, comments: [] })),
    ).toMatchObject({
      metadata: null,
    });
  });

  it.each(['help', 'asks'])('S26 are ignored if they are fields of records: %s', async (slug) => {
    const ours = {
      id: 7_000_000,
      pub_date: '2001-01-01T00:00:00Z',
      state: 'answered',
      popularity: 9,
      is_editor: true,
    };
    const row = await service.stored(`/api/${slug}`, service.newDialog(ours));
    expect(row).toMatchObject({ state: null, metadata: null });
    expect(row.id).not.toBe(7_000_000);
    expect(row.popularity).not.toBe(9);
    expect((row.pub_date as Date).getFullYear()).toBeGreaterThan(2025);
  });

  it('S19 are harmless when called __proto__', async () => {
    const body = JSON.stringify(service.newDialog()).replace(
      '{',
      '{"__proto__":{"archived":true,"polluted":1},',
    );
    await service.request.post('/api/help').type('json').send(body).expect(201);
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(
      await service.database.one('select archived from dialogs order by pub_date desc, id desc limit 1'),
    ).toEqual({
      archived: false,
    });
  });

  it('S12 are refused if they are a key', async () => {
    expect(await service.messagesFor('/api/vote/help/1000001', { ...VOTE, key: service.key })).toEqual({
      key: ['An access key cannot be sent as a field.'],
    });
  });
});
