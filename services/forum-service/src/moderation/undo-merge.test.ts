import type { DeskClient } from '@guidepost/desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeForum } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { emptyForum } from '../testing/moderated-service.ts';
import { listWrongCounters } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { clean } from './daily-cleaning.ts';

const BASE = '/desk/forum/help';
const ANN = { name: 'Ann', useremail: 'ann@example.com' };
const IDA = { name: 'Ida', useremail: 'ida@example.com' };

let service: TestService;
let forumId: number;
let eva: DeskClient;
let bo: DeskClient;
let source: number;
let target: number;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  forumId = await writeForum(service.database, { slug: 'help' });
  await service.settled('help');
  eva = await signInAs(service, { slug: 'help', role: 'editor', name: 'Eva' });
  bo = await signInAs(service, { slug: 'help', role: 'editor', name: 'Bo' });
});

afterAll(() => service.stop());

beforeEach(async () => {
  await emptyForum(service.database, forumId);
  await service.database.none(
    'delete from merge_actions; delete from assignments; delete from deleted_posts; delete from audit_entries',
  );
  [source, target] = [await ask('Roses wither'), await ask('Roses fade')];
});

async function post(path: string, body: object, status = 201): Promise<number> {
  const { headers } = await service.request.post(`/api/${path}`).send(body).expect(status);
  await service.settled('help');
  return Number(/(\d+)(\.json)?$/.exec(String(headers.location))?.[1]);
}

const ask = (title: string) => post('help', { ...ANN, topic: 'Q', title, text: `${title}, why?` });

const act = (id: number, fields: Record<string, string>, client = eva) =>
  client.post(`${BASE}/dialogs/${id}`, fields).expect(303);

/** Everything that hangs on a dialog. */
async function writeAround(): Promise<{ comment: number }> {
  const comment = await post(`comment/help/${source}`, { ...IDA, text: 'Here, too.' });
  await post(`comment/help/${target}`, { ...ANN, text: 'Any news?' });
  for (const [dialog, who] of [
    [source, IDA],
    [source, ANN],
    [target, ANN],
  ] as const)
    await post(`vote/help/${dialog}`, who);
  await post(`report-dialog/help/${source}`, { ...IDA, report_reason: 'Twice' });
  await post(`report-comment/help/${comment}`, { ...ANN, report_reason: 'Rude' });
  await act(source, { action: 'tag', tags: 'rose, red' });
  await act(target, { action: 'tag', tags: 'rose' });
  await act(source, { action: 'note', note: 'Ask the gardener.' });
  await act(source, { action: 'assign', assignee: String(bo.personId) });
  await service.database.none(
    `insert into followers (forum_id, dialog_id, email, person, confirmed)
     select $1, d, 'f' || p || '@example.com', sha256(p::text::bytea), true
     from (values ($2::bigint, 1), ($2, 2), ($3, 2)) f (d, p);
     insert into addresses (forum_id, address, dialog_id, made_by, made_with) values ($1, '/old', $2, 'Eva', 'desk');
     insert into helpful_votes (forum_id, dialog_id, comment_id, voter) values ($1, $2, $4, sha256('v'));
     update dialogs set views = 3, earlier_votes = 2, num_votes = num_votes + 2 where id = $2`,
    [forumId, source, target, comment],
  );
  return { comment };
}

const TABLES =
  'dialogs comments reports votes helpful_votes followers notes addresses merged_dialogs originals dialog_tags post_addresses assignments';

/** All that a merge may change, without what is rendered again. */
async function everything(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of TABLES.split(' ')) {
    const found = await service.database.any(
      `select to_jsonb(t) - '{renderer,text_html,tag_id,assigned_at}'::text[] as stored from ${table} t
       where t.forum_id = $1 order by 1`,
      [forumId],
    );
    rows[table] = found.map(({ stored }) => stored);
  }
  return rows;
}

async function merge(ids: readonly number[] = [source], into = target): Promise<string> {
  const { headers } = await eva.post(`${BASE}/merge`, { ids: ids.join(), into: String(into) }).expect(303);
  expect(headers.location).toContain(`/dialogs/${into}?done=noticeMerged`);
  const { id } = await service.database.one('select max(id) as id from merge_actions');
  return `${BASE}/merges/${id}/undo`;
}

async function noticeOf(path: string, client = bo): Promise<string> {
  const { headers } = await client.post(path).expect(303);
  return String(headers.location);
}

async function edit(post: string, text: string): Promise<void> {
  const { text: page } = await bo.get(`${post}/edit`).expect(200);
  const [, madeFrom = ''] = /name="made-from" value="([^"]+)"/.exec(page) ?? [];
  await bo.post(`${post}/edit`, { 'made-from': madeFrom, text }).expect(303);
}

async function found(query: string): Promise<number[]> {
  await service.indexed();
  await service.settled('help');
  const { body } = await service.get(`/api/search/help/${query}.json`).expect(200);
  return body.map(({ id }: { id: number }) => id).toSorted((one: number, other: number) => one - other);
}

describe('a merge', () => {
  it('is undone by anyone for ten minutes, as if it had not been, also in search and counts', async () => {
    await writeAround();
    const before = await everything();
    const undo = await merge();
    expect(await found('wither')).toEqual([target]);
    expect(await listWrongCounters(service.database)).toEqual([]);
    expect(await service.database.any('select dialog_id, person_id from assignments')).toEqual([
      { dialog_id: target, person_id: bo.personId },
    ]);
    expect((await eva.get(`${BASE}/dialogs/${target}`)).text).toContain(undo);
    expect((await eva.get(`${BASE}/deleted`)).text).not.toContain('Roses wither');
    expect(await noticeOf(undo)).toContain(`/dialogs/${source}?done=noticeUnmerged`);
    expect(await everything()).toEqual(before);
    expect(await found('wither')).toEqual([source]);
    expect(await listWrongCounters(service.database)).toEqual([]);
    await service.get(`/forum/help/${source}`).expect(200);
    expect(await noticeOf(undo)).toContain('noticeUndoIsOver');
    const last = await service.database.one(
      'select action, done_by, dialog_id from audit_entries order by id desc limit 1',
    );
    expect(last).toEqual({ action: 'dialog unmerge', done_by: 'Bo', dialog_id: source });
  });

  it('leaves what others have added, and what they have done to its parts', async () => {
    const { comment } = await writeAround();
    const undo = await merge();
    const added = await post(`comment/help/${target}`, { ...IDA, text: 'Me, too.' });
    await post(`vote/help/${target}`, { name: 'Cy', useremail: 'cy@example.com' });
    const text = (await service.database.one('select max(id) as id from comments where id < $1', [added])).id;
    await post(`report-comment/help/${text}`, { ...ANN, report_reason: 'Old' });
    await bo.post(`${BASE}/dialogs/${target}/comments/${comment}`, { action: 'delete' }).expect(303);
    await act(target, { action: 'state', state: 'answered' }, bo);
    await act(target, { action: 'untag', tag: 'red' }, bo);
    await act(target, { action: 'assign', assignee: String(eva.personId) }, bo);
    expect(await noticeOf(undo)).toContain('noticeUnmerged');
    const rows = await service.database.any(
      `select d.id, d.num_votes as votes, d.state, d.views, a.person_id as assignee,
         array(select c.text from comments c where c.dialog_id = d.id order by c.id) as comments,
         array(select r.reason from reports r where r.dialog_id = d.id order by r.id) as reports,
         array(select t.name from dialog_tags x join tags t on t.id = x.tag_id where x.dialog_id = d.id order by 1) as tags
       from dialogs d left join assignments a on a.dialog_id = d.id order by d.id`,
    );
    expect(rows).toEqual([
      {
        id: source,
        votes: 4,
        state: null,
        views: 3,
        assignee: bo.personId,
        comments: [],
        reports: ['Twice', 'Old'],
        tags: ['red', 'rose'],
      },
      {
        id: target,
        votes: 2,
        state: 'answered',
        views: 0,
        assignee: eva.personId,
        comments: ['Any news?', 'Me, too.'],
        reports: [],
        tags: ['rose'],
      },
    ]);
    await bo.post(`${BASE}/dialogs/${source}/comments/${comment}`, { action: 'undelete' }).expect(303);
    expect(await service.database.any('select dialog_id from comments where id = $1', [comment])).toEqual([
      { dialog_id: source },
    ]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it.each<[string, boolean, (comments: { moved: string; text: string }) => Promise<unknown>, object]>([
    [
      'a correction of its text',
      false,
      ({ text }) => edit(text, 'Roses wither\n\nThey wither. Why?'),
      { text: 'They wither. Why?', originals: ['Roses wither: Roses wither, why?'] },
    ],
    [
      'two corrections, without the title',
      false,
      async ({ text }) => {
        await edit(text, 'They wither.');
        await edit(text, 'They wither!');
      },
      { text: 'They wither!', originals: ['Roses wither: Roses wither, why?', 'Roses wither: They wither.'] },
    ],
    [
      'its approval',
      true,
      ({ text }) => bo.post(text, { action: 'approve' }).expect(303),
      { held: false, archived: false },
    ],
    [
      'a correction of a moved comment',
      false,
      ({ moved }) => edit(moved, 'There, too.'),
      { comments: ['There, too.'], originals: ['Here, too.'] },
    ],
    [
      'a report of a moved comment',
      false,
      ({ moved }) =>
        post(`report-comment/help/${moved.split('/').at(-1)}`, { ...ANN, report_reason: 'Rude' }),
      { reports: ['Rude'] },
    ],
  ])('keeps %s for the dialog that is back', async (_, isHeld, happens, expected) => {
    const moved = await post(`comment/help/${source}`, { ...IDA, text: 'Here, too.' });
    if (isHeld) {
      await act(source, { action: 'tag', tags: 'rose' });
      await act(source, { action: 'archive' });
      await service.database.none('update dialogs set held = true where id = $1', [source]);
    }
    const undo = await merge();
    const { id: text } = await service.database.one('select max(id) as id from comments');
    const at = `${BASE}/dialogs/${target}/comments`;
    await happens({ moved: `${at}/${moved}`, text: `${at}/${text}` });
    expect(await noticeOf(undo)).toContain('noticeUnmerged');
    const row = await service.database.one(
      `select d.title, d.text, d.held, d.archived,
         array(select c.text from comments c where c.dialog_id = d.id order by c.id) as comments,
         array(select r.reason from reports r where r.dialog_id = d.id order by r.id) as reports,
         array(select concat_ws(': ', o.title, o.text) from originals o where o.dialog_id = d.id order by o.id) as originals
       from dialogs d where d.id = $1`,
      [source],
    );
    expect(row).toEqual({
      title: 'Roses wither',
      text: 'Roses wither, why?',
      held: false,
      archived: false,
      comments: ['Here, too.'],
      reports: [],
      originals: [],
      ...expected,
    });
    expect(await found('wither')).toEqual([source]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('is not undone while its text is deleted', async () => {
    const undo = await merge();
    const { id } = await service.database.one('select max(id) as id from comments');
    const text = `${BASE}/dialogs/${target}/comments/${id}`;
    await bo.post(text, { action: 'delete' }).expect(303);
    expect((await eva.post(undo).expect(409)).text).toContain('now a comment, has been deleted');
    await bo.post(text, { action: 'undelete' }).expect(303);
    expect(await noticeOf(undo)).toContain('noticeUnmerged');
  });

  it.each<[string, string, number]>([
    ['ten minutes', "update merge_actions set done_at = now() - interval '10 minutes'", 303],
    ['the erasure of its author', 'delete from deleted_posts', 409],
  ])('is not undone after %s', async (_, happened, status) => {
    const undo = await merge();
    await service.database.none(happened);
    await eva.post(undo).expect(status);
    expect(await service.database.any('select id from dialogs')).toEqual([{ id: target }]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('is undone after the other dialog is restored, or where that has been merged by now', async () => {
    const undo = await merge();
    await act(target, { action: 'delete' }, bo);
    const { text } = await eva.post(undo).expect(409);
    expect(text).toContain('Restore it first.');
    await act(target, { action: 'undelete' }, bo);
    const third = await ask('All about roses');
    const other = await merge([target], third);
    expect(await noticeOf(undo)).toContain(`/dialogs/${source}?`);
    expect(await noticeOf(other)).toContain(`/dialogs/${target}?`);
    expect(await found('roses')).toEqual([source, target, third]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('is forgotten after a day', async () => {
    await merge();
    await service.database.none(
      "update merge_actions set done_at = done_at - interval '25 hours'; update deleted_posts set deleted_at = deleted_at - interval '25 hours'",
    );
    await clean(service.database);
    expect(
      await service.database.any('select from merge_actions union all select from deleted_posts'),
    ).toEqual([]);
  });
});

describe('merging several posts', () => {
  it('is chosen in a list, previewed as readers will see it, and undone at once', async () => {
    await writeAround();
    const third = await ask('Tulips wither');
    await service.database.none("update tags set is_public = name <> 'red'");
    const before = await everything();
    const all = [source, target, third];
    const chosen = Object.fromEntries(all.map((id) => [`dialog[${id}]`, 'on']));
    const { headers } = await eva.post(`${BASE}/queue`, { action: 'merge', ...chosen }).expect(303);
    const page = String(headers.location);
    const { text: choice } = await eva.get(page).expect(200);
    for (const id of all) expect(choice).toContain(`ids=${all.join()}&amp;into=${id}"`);
    const { text } = await eva.get(`${page}&into=${target}`).expect(200);
    const shown = text.slice(text.indexOf('id="merged"'));
    const order = ['Roses fade', 'Roses wither, why?', 'Here, too.', 'Any news?', 'Tulips wither, why?'];
    const isInOrder = (page: string) => {
      const places = order.map((part) => page.indexOf(`${part}</`));
      expect(places).toEqual(places.toSorted((one, other) => one - other).filter((place) => place > 0));
    };
    isInOrder(shown);
    expect(shown).toContain('From “Tulips wither”');
    expect([shown.includes('<span>rose</span>'), shown.includes('<span>red</span>')]).toEqual([true, false]);
    const undo = await merge(all);
    await service.settled('help');
    isInOrder((await service.get(`/forum/help/${target}`).expect(200)).text);
    expect(await service.database.any('select id from dialogs')).toEqual([{ id: target }]);
    expect(await listWrongCounters(service.database)).toEqual([]);
    expect(await noticeOf(undo)).toContain('noticeUnmerged');
    expect(await everything()).toEqual(before);
  });

  it('S54 is refused, and said, when one of them has changed since the preview', async () => {
    const { text } = await eva.get(`${BASE}/merge?ids=${source}&into=${target}`).expect(200);
    const seen = /name="seen" value="(\d+)"/.exec(text)?.[1] ?? '';
    await post(`comment/help/${source}`, { ...IDA, text: 'Wait.' });
    const fields = { ids: String(source), into: String(target), seen };
    const refused = await eva.post(`${BASE}/merge`, fields).expect(422);
    expect(refused.text).toContain('changed since the page was shown');
    expect(refused.text).toContain('Wait.');
    expect(await service.database.any('select from merge_actions')).toEqual([]);
  });
});
