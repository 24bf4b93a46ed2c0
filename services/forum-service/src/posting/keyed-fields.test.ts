import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PostingService, startPostingService } from '../testing/posting-service.ts';
import { COMMENT, countEverything, REPORT, VOTE } from '../testing/posts.ts';

let service: PostingService;

beforeAll(async () => {
  service = await startPostingService();
});

afterAll(() => service.stop());

describe('fields that require a key', () => {
  it.each([
    ['tags', 'a,b'],
    ['archived', true],
    ['archived', false],
    ['work_title', 'Support'],
    ['is_org_reply', true],
  ])('S26 are a 401 without one, on any path, and nothing is stored: %s', async (field, value) => {
    const before = await countEverything(service.database);
    for (const [path, body] of [
      ['/api/help', service.newDialog()],
      ['/api/comment/help/1000001', COMMENT],
      ['/api/vote/help/1000001', VOTE],
      ['/api/report-dialog/help/1000001', REPORT],
    ] as const) {
      const answer = await service.post(path, { ...body, [field]: value });
      expect([answer.status, answer.text]).toEqual([401, 'Authorization Required']);
    }
    expect(await countEverything(service.database)).toEqual(before);
  });

  it.each([
    [true, true],
    ['true', true],
    ['1', true],
    ['on', true],
    ['ON', true],
    [false, false],
    ['false', false],
    ['0', false],
    ['off', false],
    ['', false],
    [null, false],
  ])('archived may be %j', async (archived, expected) => {
    expect(
      await service.stored(`/api/help?key=${service.key}`, service.newDialog({ archived })),
    ).toMatchObject({
      archived: expected,
      held: false,
    });
  });

  it.each(['yes', 2, [true], {}])('archived may not be %j', async (archived) => {
    expect(
      await service.messagesFor(`/api/help?key=${service.key}`, service.newDialog({ archived })),
    ).toHaveProperty('archived');
  });

  it('work_title and is_org_reply are stored with a key', async () => {
    const answer = await service.post(`/api/comment/help/1000001?key=${service.key}`, {
      ...COMMENT,
      is_org_reply: 'on',
      work_title: ' Support ',
    });
    expect(answer.status).toBe(201);
    const { body } = await service.get(new URL(String(answer.headers.location)).pathname);
    expect(body).toMatchObject({ is_org_reply: true, user: { work_title: 'Support' } });
    expect(
      await service.stored(`/api/help?key=${service.key}`, service.newDialog({ work_title: 'Boss' })),
    ).toMatchObject({
      work_title: 'Boss',
    });
  });

  it('a work_title has at most 100 characters', async () => {
    expect(
      await service.messagesFor(
        `/api/help?key=${service.key}`,
        service.newDialog({ work_title: 'w'.repeat(101) }),
      ),
    ).toHaveProperty('work_title');
  });
});

describe('tags', () => {
  const tagsOf = (id: unknown) =>
    service.database.any(
      `select t.name, t.folded_name, t.dialogs, t.is_public from dialog_tags d join tags t using (forum_id)
       where t.id = d.tag_id and d.dialog_id = $1 order by t.folded_name`,
      [id],
    );

  it('are case-insensitive, shown in their first spelling, and private', async () => {
    const first = await service.stored(
      `/api/help?key=${service.key}`,
      service.newDialog({ tags: ' Billing , Straße,billing,,' }),
    );
    expect(await tagsOf(first.id)).toEqual([
      { name: 'Billing', folded_name: 'billing', dialogs: 1, is_public: false },
      { name: 'Straße', folded_name: 'strasse', dialogs: 1, is_public: false },
    ]);
    const second = await service.stored(
      `/api/help?key=${service.key}`,
      service.newDialog({ tags: 'BILLING,STRASSE' }),
    );
    expect(await tagsOf(second.id)).toMatchObject([
      { name: 'Billing', dialogs: 2 },
      { name: 'Straße', dialogs: 2 },
    ]);
  });

  it('of archived dialogs are not counted', async () => {
    const { id } = await service.stored(
      `/api/help?key=${service.key}`,
      service.newDialog({ tags: 'hidden', archived: true }),
    );
    expect(await tagsOf(id)).toMatchObject([{ name: 'hidden', dialogs: 0 }]);
  });

  const list = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`).join();

  it('are at most 50 of at most 100 characters', async () => {
    await service.post(`/api/help?key=${service.key}`, service.newDialog({ tags: list(50) })).expect(201);
    await service
      .post(`/api/help?key=${service.key}`, service.newDialog({ tags: '😀'.repeat(100) }))
      .expect(201);
    expect(
      await service.messagesFor(`/api/help?key=${service.key}`, service.newDialog({ tags: list(51) })),
    ).toEqual({
      tags: ['There can be at most 50 tags.'],
    });
    expect(
      await service.messagesFor(`/api/help?key=${service.key}`, service.newDialog({ tags: 'a'.repeat(101) })),
    ).toEqual({
      tags: ['A tag can have at most 100 characters.'],
    });
  });

  it.each([['a\nb'], ['a\0b'], [['a', 'b']], [7]])('cannot be %j', async (tags) => {
    expect(
      await service.messagesFor(`/api/help?key=${service.key}`, service.newDialog({ tags })),
    ).toHaveProperty('tags');
  });
});
