import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { emptyForum, type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import {
  COMMENT,
  countEverything,
  DIALOG,
  idsOf,
  listWrongCounters,
  REPORT,
  VOTE,
} from '../testing/posts.ts';

let service: ModeratedService;
let forum: ModeratedService['forum'];
let answerOf: ModeratedService['answerOf'];

beforeAll(async () => {
  service = await startModeratedService();
  ({ forum, answerOf } = service);
  const other = await writeForum(service.database, { slug: 'other' });
  await writeDialogs(service.database, other, [{ id: 77 }]);
});

afterAll(() => service.stop());

beforeEach(async () => {
  await emptyForum(service.database, service.forumId);
  await writeDialogs(service.database, service.forumId, [
    { id: 1001, title: 'Roses', tags: ['flowers', 'red'] },
    { id: 1002, title: 'Roses and tulips', topic: 'P', tags: ['flowers'] },
    { id: 1003, title: 'Roses of old', archived: true, tags: ['flowers'] },
  ]);
  await service.indexed();
});

/** The dialogs and the total of a public list. */
async function listed(path: string) {
  const answer = await service.read(path);
  return [idsOf({ body: answer.body }), answer.total];
}

async function found(query: string): Promise<number[]> {
  await service.indexed();
  return idsOf({ body: (await service.read(`/api/search/help/${query}.json?sort=id`)).body });
}

async function counts(tag: string): Promise<number | undefined> {
  const { body } = await service.get(`/api/taglist/help.json?key=${service.key}`);
  return body.find(({ name }: { name: string }) => name === tag)?.count;
}

const row = (id: number) => service.database.one('select * from dialogs where id = $1', [id]);

/** Posts a dialog with a link, which is held, and returns its id. */
async function postHeld(fields: object = {}): Promise<number> {
  await forum('set', 'help', 'hold', 'links');
  await service.settled('help');
  const dialog = { ...DIALOG, text: 'Tulips: https://example.com/', ...fields };
  await service.request.post('/api/help').send(dialog).expect(201);
  const { id } = await service.database.one('select max(id) as id from dialogs where held');
  return id;
}

describe('forum dialog archive', () => {
  it('removes dialogs from lists, counts, tags and search of a running service', async () => {
    expect(await listed('/api/help.json')).toEqual([[1002, 1001], 2]);
    expect(await answerOf('dialog', 'archive', 'help', '1001')).toEqual({
      slug: 'help',
      changed: [1001],
      unchanged: [],
    });
    expect(await listed('/api/help.json')).toEqual([[1002], 1]);
    expect(await listed('/api/help/q.json')).toEqual([[], 0]);
    expect(await found('roses')).toEqual([1002]);
    expect([await counts('flowers'), await counts('red')]).toEqual([1, 0]);
    expect((await service.read('/api/dialog/help/1001.json')).status).toBe(200);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('archives several, and reports those that already were', async () => {
    const outcome = { slug: 'help', changed: [1001, 1002], unchanged: [1003] };
    expect(await answerOf('dialog', 'archive', 'help', '1003', '1002', '1001', '1002')).toEqual(outcome);
    expect(await forum('dialog', 'archive', 'help', '1001', '1003')).toEqual({
      code: 0,
      stdout: 'Already archived: dialogs 1001, 1003.\n',
      stderr: '',
    });
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('changes nothing if one of them does not exist', async () => {
    const before = await countEverything(service.database);
    for (const [ids, message] of [
      [['1001', '99'], 'help has no dialog 99.'],
      [['98', '1002', '77'], 'help has no dialogs 98, 77.'],
    ] as const) {
      const answer = await forum('dialog', 'archive', 'help', ...ids);
      expect(answer).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
    }
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('does not raise the revision when there is nothing to do', async () => {
    const before = await countEverything(service.database);
    await answerOf('dialog', 'archive', 'help', '1003');
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('ends the review of held dialogs', async () => {
    const id = await postHeld();
    expect(await answerOf('dialog', 'archive', 'help', String(id))).toMatchObject({ changed: [id] });
    expect(await row(id)).toMatchObject({ held: false, archived: true });
    expect(await listWrongCounters(service.database)).toEqual([]);
  });
});

describe('forum dialog restore', () => {
  it('restores an archived dialog to its place', async () => {
    const { pub_date } = await row(1003);
    await answerOf('dialog', 'restore', 'help', '1003', '1001');
    expect(await listed('/api/help.json')).toEqual([[1003, 1002, 1001], 3]);
    expect(await found('roses')).toEqual([1001, 1002, 1003]);
    expect(await counts('flowers')).toBe(3);
    expect(await row(1003)).toMatchObject({ pub_date, last_activity: pub_date });
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('publishes a held dialog as the newest, counted and searchable', async () => {
    const id = await postHeld();
    await service.database.none("update dialogs set pub_date = now() - interval '2 days' where id = $1", [
      id,
    ]);
    await answerOf('tag', 'add', 'help', String(id), 'flowers');
    await writeComments(service.database, service.forumId, [{ id: 1005, dialog_id: id }]);
    expect(await listed('/api/help.json')).toEqual([[1002, 1001], 2]);
    const before = new Date();
    expect(await answerOf('dialog', 'restore', 'help', String(id))).toMatchObject({ changed: [id] });
    expect(await listed('/api/help.json')).toEqual([[id, 1002, 1001], 3]);
    expect(await found('tulips')).toEqual([id, 1002]);
    const { held, pub_date, last_activity } = await row(id);
    expect([held, pub_date >= before, last_activity]).toEqual([false, true, pub_date]);
    expect(await counts('flowers')).toBe(3);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('makes the poster known, so that later posts are not held as new', async () => {
    await forum('set', 'help', 'hold', 'new');
    await service.settled('help');
    const who = { ...DIALOG, useremail: 'new@example.com', text: 'Is this on?' };
    await service.request.post('/api/help').send(who).expect(201);
    const { id } = await service.database.one('select id from dialogs where held');
    await answerOf('dialog', 'restore', 'help', String(id));
    await service.request
      .post('/api/help')
      .send({ ...who, title: 'Another' })
      .expect(201);
    expect(await service.database.any('select from dialogs where held')).toHaveLength(0);
  });
});

describe('a refused dialog', () => {
  it('does not make its poster known', async () => {
    await forum('set', 'help', 'hold', 'new');
    await service.settled('help');
    const who = { ...DIALOG, useremail: 'spam@example.com', text: 'Is this on?' };
    await service.request.post('/api/help').send(who).expect(201);
    const { id } = await service.database.one('select id from dialogs where held');
    await answerOf('dialog', 'archive', 'help', String(id));
    await service.request
      .post('/api/help')
      .send({ ...who, title: 'Another' })
      .expect(201);
    expect(await service.database.any('select from dialogs where held')).toHaveLength(1);
  });
});

describe('forum dialog delete', () => {
  it('deletes a dialog with everything that belongs to it, and, once it is purged, posters without other posts', async () => {
    await forum('set', 'help', 'hold', 'none');
    await service.settled('help');
    const before = await countEverything(service.database);
    const { headers } = await service.request
      .post(`/api/help?key=${service.key}`)
      .send({ ...DIALOG, tags: 'only here,red' })
      .expect(201);
    const id = String(/(\d+)\.json$/.exec(String(headers.location))?.[1]);
    await service.request.post(`/api/comment/help/${id}`).send(COMMENT).expect(201);
    await service.request.post('/api/comment/help/1001').send({ ...COMMENT, useremail: 'x@example.com' });
    const stays = await countEverything(service.database);
    await service.request.post(`/api/vote/help/${id}`).send(VOTE).expect(201);
    const comment = await service.database.one('select id from comments where dialog_id = $1', [id]);
    await service.request.post(`/api/report-comment/help/${comment.id}`).send(REPORT).expect(201);
    expect(await answerOf('dialog', 'delete', 'help', id)).toMatchObject({ changed: [Number(id)] });
    await answerOf('dialog', 'purge', 'help', id, '--yes');
    const { revision, search_queue, topic_counts, ...after } = await countEverything(service.database);
    const { posters, comments, recent_comments, post_addresses, ...rest } = before;
    expect(after).toMatchObject({
      dialogs: rest.dialogs,
      votes: rest.votes,
      reports: rest.reports,
      tags: rest.tags,
      dialog_tags: rest.dialog_tags,
      comments: comments + 1,
      recent_comments: recent_comments + 1,
      post_addresses: post_addresses + 1,
      posters: posters + 1,
    });
    expect(revision).toBe(stays.revision + 2);
    expect((await service.read(`/api/dialog/help/${id}.json`)).status).toBe(404);
    expect(await found('manual')).toEqual([]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('deletes the content hash, so that the text can be posted again', async () => {
    const id = await postHeld();
    await answerOf('dialog', 'delete', 'help', String(id), '--yes');
    expect(await postHeld()).toBeGreaterThan(id);
  });

  it('deletes several, also archived and held ones', async () => {
    const id = await postHeld();
    await answerOf('dialog', 'delete', 'help', '1001', '1003', String(id));
    expect(
      await service.database.any('select id from dialogs where forum_id = $1', [service.forumId]),
    ).toEqual([{ id: 1002 }]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });
});

describe('forum dialog state', () => {
  it('sets and clears the public state of dialogs', async () => {
    expect(await answerOf('dialog', 'state', 'help', '1001', '1002', 'answered')).toEqual({
      slug: 'help',
      state: 'answered',
      changed: [1001, 1002],
      unchanged: [],
    });
    expect((await service.read('/api/dialog/help/1001.json')).body).toMatchObject({ state: 'answered' });
    const again = await forum('dialog', 'state', 'help', '1001', '1003', 'answered');
    expect(again.stdout).toBe('Marked as answered: dialog 1003.\nAlready marked as answered: dialog 1001.\n');
    await answerOf('dialog', 'state', 'help', '1001', '');
    expect((await service.read('/api/dialog/help/1001.json')).body).toMatchObject({ state: null });
  });

  it.each([
    ['no state', ['12']],
    ['a state of two lines', ['12', 'a\nb']],
    ['a state that is too long', ['12', 'a'.repeat(101)]],
    ['no dialog', ['answered']],
    ['a dialog id that is not a number', ['x', 'answered']],
  ])('exits with 2: %s', async (_, words) => {
    expect(await forum('dialog', 'state', 'help', ...words)).toMatchObject({ code: 2, stdout: '' });
  });
});
