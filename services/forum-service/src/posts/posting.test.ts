import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { countEverything, DIALOG, listWrongCounters, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { type NewDialog, postDialog } from './posting.ts';

describe('posting a dialog', () => {
  let service: TestService;
  let forumId: number;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    forumId = await writeForum(service.database, { slug: 'help' });
  });

  afterAll(() => service.stop());

  const dialog = (changes: Partial<NewDialog> = {}): NewDialog => ({
    forumId,
    author: {
      identity: { poster: null, claim: randomBytes(32), person: randomBytes(32) },
      email: 'anna@example.com',
      name: 'Anna',
    },
    origin: { claimed: '192.0.2.1', sender: '192.0.2.1' },
    topic: 'Q',
    title: 'How?',
    text: `Like this? ${randomBytes(8).toString('hex')}`,
    workTitle: null,
    metadata: null,
    archived: false,
    tags: ['a', 'B'],
    ...changes,
  });

  describe('the statement that posts a dialog', () => {
    it('is the only statement for a known forum', async () => {
      const post = (title: string) => service.request.post('/api/help').send({ ...DIALOG, title });
      await post('First').expect(201);
      await service.settled('help');
      await service.get('/api/help.json');
      service.takeStatements();
      await post('Second').expect(201);
      expect(service.takeStatements()).toHaveLength(1);
    });

    it('uses indexes', async () => {
      const ids = Array.from({ length: 300 }, (_, index) => ({ id: 1_000_000 + index }));
      await writeDialogs(service.database, forumId, ids);
      await service.database.none('analyze dialogs');
      const { author } = dialog();
      await postDialog(service.database, dialog({ author }));
      const scanned = await service.database.task(async (task) => {
        await task.any('select pg_stat_force_next_flush()');
        return task.tx(async (transaction) => {
          await transaction.none('discard plans; set local enable_seqscan = off');
          await postDialog(transaction, dialog({ author, hold: 'new' }));
          return transaction.any<{ name: string; is_table: boolean }>(
            `select relname as name, relkind = 'r' as is_table from pg_class
           where relnamespace = 'public'::regnamespace and pg_stat_get_xact_numscans(oid) > 0`,
          );
        });
      });
      expect(scanned.filter((one) => one.is_table)).toEqual([]);
      const names = scanned.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['posters_by_claim', 'dialogs_of_poster']));
    });

    it('leaves nothing after a rollback', async () => {
      const before = await countEverything(service.database);
      const posting = service.database.tx(async (transaction) => {
        await postDialog(transaction, dialog());
        throw new Error('rollback');
      });
      await expect(posting).rejects.toThrow('rollback');
      expect(await countEverything(service.database)).toEqual(before);
    });
  });

  describe('posting a dialog again', () => {
    it.each<[string, Partial<NewDialog>]>([
      ['with other white space', { title: ' How? ', text: 'Like\n\nthis,  or\tso?' }],
      ['from another author', { topic: 'P', workTitle: 'Support' }],
      ['archived', { archived: true }],
    ])('is refused %s', async (title, changes) => {
      const first = { title: 'How?', text: 'Like this, or so?' };
      const own = { ...first, title: `${first.title} ${title}` };
      await postDialog(service.database, dialog(own));
      const again = { ...own, ...changes, title: `${changes.title ?? first.title} ${title}` };
      await expect(postDialog(service.database, dialog(again))).rejects.toMatchObject({
        constraint: 'dialogs_forum_id_content_hash_key',
      });
    });

    it.each([
      ['in another forum', async () => ({ forumId: await writeForum(service.database, { slug: 'other' }) })],
      ['with another title', async () => ({ title: 'Why?' })],
      ['in another letter case', async () => ({ text: 'LIKE THAT' })],
    ])('is accepted %s', async (_title, change) => {
      const first = { text: 'Like that', title: 'What?' };
      await postDialog(service.database, dialog(first)).catch(() => {});
      expect(await postDialog(service.database, dialog({ ...first, ...(await change()) }))).toMatchObject({
        held: false,
      });
    });
  });
});

describe('POST /api/vote/:slug/:id', () => {
  const PATH = '/api/vote/help/1000001';

  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    const forumId = await writeForum(service.database, { slug: 'help' });
    await writeDialogs(service.database, forumId, [{ id: 1_000_001 }, { id: 1_000_002, archived: true }]);
    ({ key } = await issueAccessKey(service.database, 'help', { name: 'test' }));
  });

  afterAll(() => service.stop());

  const vote = (body: object, path = PATH) => service.request.post(path).send(body);
  const votes = async () => (await service.get('/api/dialog/help/1000001.json')).body.num_votes;

  it('counts one vote for each e-mail address, and raises popularity', async () => {
    const { body: before } = await service.get('/api/dialog/help/1000001.json');
    const answer = await vote(VOTE);
    expect([answer.status, answer.text, answer.headers.location]).toEqual([201, 'Created', undefined]);
    const counts = await countEverything(service.database);
    for (const body of [VOTE, { ...VOTE, name: 'Robert' }, { ...VOTE, useremail: 'BO@EXAMPLE.COM' }]) {
      const again = await vote(body);
      expect([again.status, again.text]).toEqual([409, 'Conflict/Duplicate']);
    }
    expect(await countEverything(service.database)).toEqual(counts);
    expect((await vote({ ...VOTE, useremail: 'c@example.com' })).status).toBe(201);
    expect(await votes()).toBe(2);
    const { body: after } = await service.get('/api/dialog/help/1000001.json');
    expect(after.popularity).toBeGreaterThan(before.popularity);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('requires a key for an archived dialog', async () => {
    const archived = '/api/vote/help/1000002';
    const answer = await vote(VOTE, archived);
    expect([answer.status, answer.text]).toEqual([403, 'Forbidden']);
    expect((await vote(VOTE, `${archived}?key=${key}`)).status).toBe(201);
  });
});
