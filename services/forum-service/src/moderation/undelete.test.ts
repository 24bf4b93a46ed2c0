import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs } from '../testing/content.ts';
import { emptyForum, type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import { COMMENT, DIALOG, idsOf, listWrongCounters, REPORT, VOTE } from '../testing/posts.ts';
import { clean } from './daily-cleaning.ts';

/** The rows of a dialog. */
const TABLES = [
  'dialogs',
  'comments',
  'votes',
  'helpful_votes',
  'reports',
  'originals',
  'merged_dialogs',
  'followers',
  'post_addresses',
  'addresses',
  'posters',
  'tags',
  'topic_counts',
] as const;

let service: ModeratedService;
let forum: ModeratedService['forum'];
let answerOf: ModeratedService['answerOf'];

beforeAll(async () => {
  service = await startModeratedService({ PUBLIC_URL: 'https://forum.example' });
  ({ forum, answerOf } = service);
});

afterAll(() => service.stop());

beforeEach(async () => {
  await emptyForum(service.database, service.forumId);
  await writeDialogs(service.database, service.forumId, [
    { id: 1001, title: 'Roses', tags: ['flowers', 'red'] },
    { id: 1002, title: 'Tulips', tags: ['flowers'] },
    { id: 1003, title: 'Roses again' },
  ]);
  await writeComments(service.database, service.forumId, [
    { id: 1011, dialog_id: 1001, text: 'Water them.', is_org_reply: true },
    { id: 1012, dialog_id: 1001, text: 'Why?', held: true },
    { id: 1013, dialog_id: 1002, text: 'In spring.' },
  ]);
  await service.database.none(
    `update dialogs d set last_activity = greatest(d.pub_date,
       (select max(c.pub_date) from comments c where c.dialog_id = d.id and not c.held))`,
  );
});

/** Every row of the forum, without what is rendered again. */
async function everything(): Promise<Record<string, unknown[]>> {
  const entries = TABLES.map(async (table) => {
    const without = table === 'tags' ? '{id}' : '{renderer,text_html}';
    const rows = await service.database.any(
      `select to_jsonb(t) - '${without}'::text[] as stored from ${table} t where t.forum_id = $1 order by 1`,
      [service.forumId],
    );
    return [table, rows.map(({ stored }) => stored)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A vote, a report, an edit, a merge, a follower, and an accepted answer. */
async function writeAround(): Promise<void> {
  await service.request.post('/api/vote/help/1001').send(VOTE).expect(201);
  await service.request.post('/api/report-comment/help/1011').send(REPORT).expect(201);
  await service.request.post('/api/comment/help/1001').send(COMMENT).expect(201);
  expect(await forum('dialog', 'edit', 'help', '1001', '--title', 'Red roses')).toMatchObject({ code: 0 });
  expect(await forum('dialog', 'merge', 'help', '1003', '1001')).toMatchObject({ code: 0 });
  await service.database.none(
    `insert into followers (forum_id, dialog_id, email, person, confirmed)
     values ($1, 1001, 'anna@example.com', random_hash(), true)`,
    [service.forumId],
  );
  await service.database.none(
    `insert into helpful_votes (forum_id, dialog_id, comment_id, voter)
     values ($1, 1001, 1011, sha256('a')), ($1, 1001, 1011, sha256('b'))`,
    [service.forumId],
  );
  await service.database.none(
    `update dialogs set accepted_comment = 1011, state = 'solved', former_state = 'new', views = 7,
       waiting_since = null where id = 1001`,
  );
}

async function found(query: string): Promise<number[]> {
  await service.indexed();
  return idsOf({ body: (await service.read(`/api/search/help/${query}.json`)).body });
}

describe('a deleted dialog', () => {
  it('is gone, and as it was once it is restored', async () => {
    await writeAround();
    const before = await everything();
    expect(await answerOf('dialog', 'delete', 'help', '1001')).toMatchObject({ changed: [1001] });
    expect((await service.read('/api/dialog/help/1001.json')).status).toBe(404);
    expect((await service.read('/api/dialog/help/1003.json')).status).toBe(404);
    expect(await found('roses')).toEqual([]);
    expect(await listWrongCounters(service.database)).toEqual([]);
    expect(await answerOf('dialog', 'undelete', 'help', '1001')).toMatchObject({ changed: [1001] });
    expect(await everything()).toEqual(before);
    expect(await found('roses')).toEqual([1001]);
    expect(await listWrongCounters(service.database)).toEqual([]);
    const kept = 'select from deleted_posts where not merged';
    expect(await service.database.any(kept)).toEqual([]);
  });

  it('is restored beside one that says the same, which was posted meanwhile', async () => {
    await service.request.post('/api/help').send(DIALOG).expect(201);
    const { id } = await service.database.one('select max(id) as id from dialogs where title = $1', [
      DIALOG.title,
    ]);
    await forum('dialog', 'delete', 'help', String(id));
    await service.request.post('/api/help').send(DIALOG).expect(201);
    expect(await forum('dialog', 'undelete', 'help', String(id))).toMatchObject({ code: 0 });
    await service.request.post('/api/help').send(DIALOG).expect(409);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('gets its tags back when others use them, and when none do', async () => {
    await forum('dialog', 'delete', 'help', '1001');
    await forum('tag', 'add', 'help', '1002', 'RED');
    await forum('tag', 'remove', 'help', '1002', 'flowers');
    await forum('dialog', 'undelete', 'help', '1001');
    const tags = await service.database.any(
      `select t.name, t.dialogs from dialog_tags l join tags t on t.forum_id = l.forum_id and t.id = l.tag_id
       where l.dialog_id = 1001 order by 1`,
    );
    expect(tags).toEqual([
      { name: 'flowers', dialogs: 1 },
      { name: 'RED', dialogs: 2 },
    ]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('can be restored with columns that its table has got since, and without those that it has lost', async () => {
    await service.database.none('alter table dialogs add column lost integer default 1');
    await forum('dialog', 'delete', 'help', '1002');
    await service.database.none(
      'alter table dialogs drop column lost, add column got integer not null default 2',
    );
    await forum('dialog', 'undelete', 'help', '1002');
    expect(await service.database.one('select got, title from dialogs where id = 1002')).toEqual({
      got: 2,
      title: 'Tulips',
    });
    await service.database.none('alter table dialogs drop column got');
  });

  it('is listed until it is purged', async () => {
    await forum('dialog', 'delete', 'help', '1001', '1002', '--by', 'Nils');
    expect(await answerOf('deleted', 'list', 'help')).toMatchObject([
      { dialog_id: 1002, comment_id: null, title: 'Tulips', comments: 1, deleted_by: 'Nils' },
      { dialog_id: 1001, comment_id: null, title: 'Roses', comments: 1, deleted_by: 'Nils' },
    ]);
    expect(await forum('dialog', 'purge', 'help', '1001', '--yes')).toMatchObject({
      stdout: 'Permanently deleted dialog 1001.\n',
    });
    expect(await forum('dialog', 'undelete', 'help', '1001')).toMatchObject({
      stderr: 'help has no dialog 1001.\n',
    });
    expect(await forum('dialog', 'purge', 'help', '1003', '--yes')).toMatchObject({ code: 1 });
    expect(await forum('dialog', 'undelete', 'help', '1002', '1003')).toMatchObject({
      stdout: 'Restored dialog 1002.\nAlready there: dialog 1003.\n',
    });
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('is deleted permanently after thirty days, with its people', async () => {
    await forum('comment', 'delete', 'help', '1011');
    await forum('dialog', 'delete', 'help', '1001');
    const age = (days: number) =>
      service.database.none(`update deleted_posts set deleted_at = now() - make_interval(days => $1)`, [
        days,
      ]);
    const people = async () =>
      idsOf({ body: await service.database.any('select id from posters where id < 1013 order by 1') });
    await age(29);
    await clean(service.context.database);
    expect(await people()).toEqual([1001, 1002, 1003, 1011, 1012]);
    await age(31);
    await clean(service.context.database);
    expect(await people()).toEqual([1002, 1003]);
    expect(await service.database.any('select from deleted_posts')).toEqual([]);
  });
});

describe('a deleted comment', () => {
  const ask = () =>
    service.request
      .post('/api/comment/help/1001')
      .send({ ...COMMENT, text: 'And in winter?' })
      .expect(201);
  const setState = (state: string) => forum('dialog', 'state', 'help', '1001', state);
  const requeue = () =>
    service.database.none('update dialogs set waiting_since = last_activity where id = 1001');

  it('is gone, and as it was once it is restored', async () => {
    await writeAround();
    const before = await everything();
    await forum('comment', 'delete', 'help', '1011', '1012');
    expect((await service.read('/api/comment/help/1001/1011.json')).status).toBe(404);
    expect(await service.database.one('select state from dialogs where id = 1001')).toEqual({ state: 'new' });
    expect(await answerOf('comment', 'undelete', 'help', '1011', '1012')).toMatchObject({
      changed: [1011, 1012],
    });
    expect(await everything()).toEqual(before);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('stays what is not accepted when another answer has been', async () => {
    await writeAround();
    await forum('comment', 'delete', 'help', '1011');
    await service.database.none('update dialogs set accepted_comment = 1012 where id = 1001');
    await forum('comment', 'undelete', 'help', '1011');
    expect(await service.database.one('select accepted_comment from dialogs where id = 1001')).toEqual({
      accepted_comment: 1012,
    });
  });

  it.each([
    ['a reader has asked again', { state: 'new', waits: true }, () => ask()],
    ['an editor has set a state', { state: 'in progress', waits: false }, () => setState('in progress')],
    ['it is to be dealt with by hand', { state: 'solved', waits: true }, () => requeue()],
  ])('leaves the queue as it is when %s meanwhile', async (_, expected, happens) => {
    await writeAround();
    await forum('comment', 'delete', 'help', '1011');
    await happens();
    await forum('comment', 'undelete', 'help', '1011');
    expect(
      await service.database.one(
        `select accepted_comment, state, waiting_since is not null as waits from dialogs where id = 1001`,
      ),
    ).toEqual({ accepted_comment: 1011, ...expected });
  });

  it('waits for its dialog', async () => {
    await forum('comment', 'delete', 'help', '1013');
    await forum('dialog', 'delete', 'help', '1002');
    expect(await forum('comment', 'undelete', 'help', '1013')).toMatchObject({
      stderr: 'Dialog 1002 has been deleted, too. Restore it first.\n',
    });
    await forum('dialog', 'undelete', 'help', '1002');
    expect(await forum('comment', 'undelete', 'help', '1013')).toMatchObject({ code: 0 });
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('follows its dialog into another one', async () => {
    await forum('comment', 'delete', 'help', '1013');
    expect(await forum('dialog', 'merge', 'help', '1002', '1001')).toMatchObject({ code: 0 });
    expect(await forum('comment', 'undelete', 'help', '1013')).toMatchObject({ code: 0 });
    expect((await service.read('/api/comment/help/1001/1013.json')).status).toBe(200);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  describe('whose dialog was merged into one that is deleted, too', () => {
    beforeEach(async () => {
      await forum('comment', 'delete', 'help', '1013');
      await forum('dialog', 'merge', 'help', '1002', '1001');
      await forum('dialog', 'delete', 'help', '1001');
    });

    it('waits for that one', async () => {
      expect(await forum('comment', 'undelete', 'help', '1013')).toMatchObject({
        stderr: 'Dialog 1001 has been deleted, too. Restore it first.\n',
      });
      await forum('dialog', 'undelete', 'help', '1001');
      expect(await forum('comment', 'undelete', 'help', '1013')).toMatchObject({ code: 0 });
    });

    it('is purged with it', async () => {
      expect(await forum('dialog', 'purge', 'help', '1001', '--yes')).toMatchObject({ code: 0 });
      expect(await answerOf('deleted', 'list', 'help')).toEqual([]);
    });
  });
});
