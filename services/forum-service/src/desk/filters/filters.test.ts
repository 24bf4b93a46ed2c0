import type { DeskClient } from '@guidepost/desk/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { undeleteDialogs } from '../../moderation/undelete-dialogs.ts';
import { deleteDialogs } from '../../posts/delete-posts.ts';
import { writeComments, writeDialogs, writeForum } from '../../testing/content.ts';
import { signInAs } from '../../testing/desk-client.ts';
import { COMMENT, REPORT } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const BASE = '/desk/forum/help';
const OPERATOR = { name: 'Olga', role: 'owner', door: 'cli' } as const;

let service: TestService;
let forumId: number;
let editor: DeskClient;
let author: DeskClient;
let stranger: DeskClient;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  forumId = await writeForum(service.database, { slug: 'help' });
  await writeForum(service.database, { slug: 'other' });
  editor = await signInAs(service, { slug: 'help', role: 'editor', name: 'Eva Editor' });
  author = await signInAs(service, { slug: 'help', role: 'author', name: 'Arne Author' });
  stranger = await signInAs(service, { slug: 'other', role: 'owner' });
  await writeDialogs(service.database, forumId, [
    { id: 1, topic: 'Q', title: 'Water', tags: ['Red'], state: 'planned' },
    { id: 2, topic: 'P', title: 'Fire', tags: ['red', 'blue'], state: 'planned', archived: true },
    { id: 3, topic: 'S', title: 'Air' },
    { id: 4, topic: 'Q', title: 'Earth', held: true },
    { id: 5, topic: 'B', title: 'Ether' },
  ]);
  await writeComments(service.database, forumId, [
    { id: 11, dialog_id: 1 },
    { id: 12, dialog_id: 1, text: 'It is.', is_org_reply: true },
    { id: 13, dialog_id: 3, text: 'It is not.', is_org_reply: true, held: true },
  ]);
  await service.database.none(
    `update dialogs set pub_date = now() - interval '1 day' * (id * id - 0.5), last_activity = now(),
       num_votes = id, waiting_since = case when id in (1, 3, 5) then now() - interval '1 hour' * id end`,
  );
  // Their ids are given above.
  await service.database.any("select setval(pg_get_serial_sequence('posters', 'id'), 1000)");
  await service.indexed();
});

afterAll(() => service.stop());

beforeEach(() => service.database.none('delete from audit_entries'));
afterEach(() => service.database.none('delete from assignments; delete from staff_views'));

const open = async (path: string, client = author) => (await client.get(BASE + path).expect(200)).text;

/** The ids that a list shows, in order. */
const listed = async (path: string, client = author): Promise<number[]> =>
  [...(await open(path, client)).matchAll(/name="dialog\[(\d+)\]"/g)].map(([, id]) => Number(id));

/** The chips, by name, and whether each is active. */
async function chips(path: string): Promise<Record<string, boolean>> {
  const chip =
    /<a class="chip"[^>]*?( aria-current="true")?>(?:<span class="kind">([^<]+)<\/span> )?([^<]+?)(?: <|<)/g;
  const found = [...(await open(path)).matchAll(chip)];
  return Object.fromEntries(
    found.map(([, active, kind, name]) => [kind ? `${kind} ${name}` : name, active !== undefined]),
  );
}

const assign = (client: DeskClient, id: number, fields: Record<string, string>) =>
  client.post(`${BASE}/dialogs/${id}`, { action: 'assign', ...fields });

const assignments = () =>
  service.database.any('select dialog_id as id, person_id as person from assignments order by dialog_id');

describe('filters of the list of dialogs', () => {
  it.each([
    ['page=1', [1, 2, 3, 4, 5]],
    ['topic=Q', [1, 4]],
    ['state=planned', [1, 2]],
    ['tag=RED', [1, 2]],
    ['tag=red&topic=P', [2]],
    ['tag=gone', []],
    ['answered=yes', [1]],
    ['answered=no', [2, 3, 4, 5]],
    ['days=7', [1, 2]],
    ['days=7&answered=no', [2]],
    ['assignee=none', [1, 2, 3, 4, 5]],
    ['assignee=me', []],
    ['assignee=99999', []],
    ['q=earth', [4]],
    ['q=earth&topic=Q', [4]],
    ['q=earth&topic=P', []],
    ['sort=oldest', [5, 4, 3, 2, 1]],
    ['sort=votes&topic=Q', [4, 1]],
    ['sort=votes&answered=no', [5, 4, 3, 2]],
    ['sort=oldest&tag=red', [2, 1]],
  ])('%s', async (query, expected) => {
    expect(await listed(`/dialogs?${query}`)).toEqual(expected);
  });

  it('by a poster are reached from the name of one, and with an e-mail address', async () => {
    const { poster_id, email } = await service.database.one(
      'select d.poster_id, p.email from dialogs d join posters p on p.id = d.poster_id where d.id = 3',
    );
    expect(await open('/dialogs')).toContain(`href="${BASE}/dialogs?person=${poster_id}"`);
    const theirs = await listed(`/dialogs?person=${poster_id}`);
    expect(theirs).toContain(3);
    expect(await listed(`/dialogs?q=${email}&topic=S`)).toEqual([3]);
    expect(await listed(`/dialogs?q=${email}&topic=B`)).not.toContain(3);
  });

  it('have chips that remove them again', async () => {
    expect(await chips('/dialogs')).toEqual({
      Mine: false,
      Unassigned: false,
      'Without official answer': false,
      Snoozed: false,
    });
    expect(
      await chips(
        `/dialogs?assignee=${editor.personId}&topic=Q&state=planned&tag=red&days=30&answered=yes&sort=votes`,
      ),
    ).toEqual({
      Mine: false,
      Unassigned: false,
      'Without official answer': false,
      'With official answer': true,
      'Assignee Eva Editor': true,
      'Kind Question': true,
      'State planned': true,
      'Tag red': true,
      Snoozed: false,
      'Posted Last 30 days': true,
      'Sorted by Most votes': true,
    });
    expect(await open('/dialogs?topic=Q&tag=red')).toContain(
      `href="${BASE}/dialogs?topic=Q" aria-current="true"`,
    );
  });

  it.each([
    'topic=X',
    'days=8',
    'assignee=x',
    `assignee=${'9'.repeat(30)}`,
    'person=-1',
    'sort=id',
    'answered=maybe',
    'show=held',
  ])('leave out what they do not know: %s', async (query) => {
    expect(await listed(`/dialogs?${query}`)).toHaveLength(5);
  });

  it('are escaped, and cut where they are long', async () => {
    for (const list of ['queue', 'dialogs']) {
      const text = await open(
        `/${list}?tag=${encodeURIComponent('"><script>alert(1)</script>')}&state=${'a'.repeat(2_000)}`,
      );
      expect(text).not.toContain('<script>alert');
      expect(text).toContain('No posts found.');
    }
  });
});

describe('filters of the queue', () => {
  it.each([
    ['show=all', [3, 4, 5, 1]],
    ['topic=Q', [4, 1]],
    ['topic=Q&show=new', [1]],
    ['answered=yes', [1]],
    ['state=planned', [1]],
    ['tag=red', [1]],
    ['days=30', [3, 4, 5, 1]],
    ['days=7', [1]],
    ['sort=newest', [1, 3, 4, 5]],
    ['sort=votes&answered=no', [5, 4, 3]],
    ['assignee=none', [3, 4, 5, 1]],
  ])('%s', async (query, expected) => {
    expect(await listed(`/queue?${query}`)).toEqual(expected);
  });

  it('go along with the tabs, the next dialog and what is done', async () => {
    expect(await open('/queue?topic=Q')).toContain(`href="${BASE}/queue?show=held&amp;topic=Q"`);
    const next = await author.get(`${BASE}/queue/next?topic=Q&after=4`).expect(303);
    expect(next.headers.location).toBe(`${BASE}/dialogs/1?queue=topic%3DQ&place=2`);
    const { headers } = await author
      .post(`${BASE}/queue?topic=Q`, {
        action: 'assign',
        assignee: String(author.personId),
        'dialog[1]': 'on',
      })
      .expect(303);
    expect(headers.location).toContain(`${BASE}/queue?topic=Q`);
  });

  it('stay on the page of a dialog, with its place, until it leaves the queue', async () => {
    expect(await open('/queue?topic=Q')).toContain(`${BASE}/dialogs/4?queue=topic%3DQ&amp;place=1`);
    const opened = '/dialogs/4?queue=topic%3DQ&place=1';
    const page = await open(opened);
    expect(page).toContain(`href="${BASE}/queue?topic=Q" data-key="u"`);
    expect(page).toContain(`href="${BASE}/queue/next?topic=Q&amp;after=4&amp;place=1" data-key="j"`);
    const forms = [...page.matchAll(/action="([^"]*\/dialogs\/4[^"]*)"/g)].map(([, action]) => action);
    expect(forms.filter((action) => !action?.includes('?queue=topic%3DQ&amp;place=1'))).toEqual([]);
    const act = async (fields: Record<string, string>, path = '') => {
      const { headers } = await author.post(BASE + opened.replace('?', `${path}?`), fields).expect(303);
      return headers.location?.replace(BASE, '');
    };
    expect(await act({ action: 'tag', tags: 'green' })).toMatch(/^\/dialogs\/4\?queue=topic%3DQ&place=1&/);
    expect(await act({ action: 'untag', tag: 'green' })).toMatch(/^\/dialogs\/4\?queue=topic%3DQ&place=1&/);
    expect(await act({ action: 'done' })).toMatch(/^\/queue\?topic=Q&/);
    expect(await act({ action: 'wait' })).toMatch(/^\/dialogs\/4\?queue=topic%3DQ&place=1&/);
    await service.database.none('update dialogs set waiting_since = null where id = 4');
  });

  it.each([
    ['place=0', 'queue'],
    ['place=x&queue=topic=Q', 'queue'],
    ['place=1&queue=topic%3DX%26show%3Dnone', 'queue'],
    ['place=1&queue=https://example.com/', 'queue'],
    [`place=1&queue=${encodeURIComponent('tag="><script>alert(1)</script>')}`, 'queue?tag='],
  ])('leave out what they do not know on the page of a dialog: %s', async (query, expected) => {
    const page = await open(`/dialogs/1?${query}`);
    expect(page).toContain(`<a href="${BASE}/${expected}`);
    expect(page).not.toContain('<script>alert');
  });
});

describe('the list of keys', () => {
  const LIST_KEYS = ['j', 'k', 'o', 'Enter', 'x', 'Shift+x'];

  it.each([
    ['/queue', LIST_KEYS],
    ['/queue?tag=gone', []],
    ['/dialogs', LIST_KEYS],
    ['/dialogs?tag=gone', []],
    ['/dialogs/1', ['Ctrl+Enter']],
    ['/dialogs/2', ['Ctrl+Enter']],
    ['/dialogs/4', ['Ctrl+Enter']],
  ])('of %s names those that do something there', async (path, others) => {
    for (const client of [author, editor]) {
      const page = await open(path, client);
      const [, shown = ''] = /<dl class="shortcuts">(.*?)<\/dl>/s.exec(page) ?? [];
      const listed = [...shown.matchAll(/<kbd>([^<]+)</g)].map(([, key]) => key);
      const used = [...page.matchAll(/ data-key="([^"]+)"/g)].map(([, key]) => key);
      expect(listed.toSorted()).toEqual([...used, ...others, '?'].toSorted());
      expect(shown).not.toMatch(/<dd>\s*(undefined)?<\/dd>/);
    }
  });
});

describe('dialogs beyond the first thousand', () => {
  beforeAll(async () => {
    await service.database.none(
      `insert into dialogs (forum_id, id, topic, title, text, text_html, renderer, pub_date, last_activity, poster_id, author_name,
         num_votes, waiting_since)
       select forum_id, 100000 + n, case n % 1100 when 0 then 'P' else 'Q' end, 'Much ' || n, 'x', 'x', 1,
         now() - interval '2 years' - interval '1 minute' * n, now(), poster_id, 'Anna', n, now() - interval '1 minute' * n
       from dialogs, generate_series(1, 3300) n where id = 1`,
    );
  });

  afterAll(() => service.database.none('delete from dialogs where id > 100000'));

  it.each([
    ['/dialogs?topic=P&answered=no&days=365', [2]],
    ['/dialogs?assignee=none&topic=P', [2, 101100, 102200, 103300]],
    ['/dialogs?assignee=none&topic=P&sort=votes', [103300, 102200, 101100, 2]],
    ['/queue?topic=P&answered=no', [103300, 102200, 101100]],
    ['/queue?topic=P&sort=newest', [101100, 102200, 103300]],
  ])('are found, too: %s', async (path, expected) => {
    const mine = { forumId, personId: editor.personId };
    await service.database.none(
      `insert into assignments (forum_id, dialog_id, tenant_id, person_id)
       select $[forumId], 100000 + n, m.tenant_id, m.person_id
       from staff_memberships m, generate_series(1, 3300) n where m.person_id = $[personId] and n % 1100 > 0
       on conflict do nothing`,
      mine,
    );
    expect(await listed(path)).toEqual(expected);
    expect(await open(path)).not.toContain('have been looked through so far');
  });

  it('are said to have been left, while there may be more, and reached page by page', async () => {
    const first = await open('/dialogs?answered=no');
    expect(first).toContain('The first 1,000 posts in this order have been looked through so far.');
    expect(await listed('/dialogs?answered=no&page=50')).toHaveLength(25);
    expect(await open('/dialogs?answered=no&page=50')).not.toContain('looked through');
  });
});

describe('assignees', () => {
  it('are set on the page of a dialog, and listed', async () => {
    const { headers } = await assign(author, 1, { assignee: String(editor.personId), shown: '' }).expect(303);
    expect(headers.location).toContain('done=noticeAssigned');
    expect(await open('/dialogs/1')).toMatch(
      new RegExp(`<option value="${editor.personId}" selected>Eva Editor`),
    );
    for (const list of ['queue', 'dialogs']) {
      expect(await listed(`/${list}?assignee=me`, editor)).toEqual([1]);
      expect(await listed(`/${list}?assignee=me`)).toEqual([]);
      expect(await listed(`/${list}?assignee=none`)).not.toContain(1);
      expect(await open(`/${list}`)).toMatch(/<(td|span)[^>]*>(Assignee: )?Eva Editor/);
    }
    await assign(author, 1, { assignee: '', shown: String(editor.personId) }).expect(303);
    expect(await assignments()).toEqual([]);
    const { headers: unchanged } = await assign(author, 1, { assignee: '' }).expect(303);
    expect(unchanged.location).toContain('done=noticeUnchanged');
    expect(
      await service.database.any(
        'select action, details from audit_entries where forum_id = $1 order by id',
        [forumId],
      ),
    ).toEqual([
      { action: 'dialog assign', details: { assignee: editor.personId } },
      { action: 'dialog assign', details: { assignee: 'none' } },
    ]);
  });

  it('are not set over the choice of someone else meanwhile', async () => {
    await assign(editor, 3, { assignee: String(editor.personId), shown: '' }).expect(303);
    const { text } = await assign(author, 3, { assignee: String(author.personId), shown: '' }).expect(422);
    expect(text).toContain('The assignee has been changed in the meantime, to what is shown here.');
    expect(await assignments()).toEqual([{ id: 3, person: editor.personId }]);
    const seen = String(Date.now() - 60_000);
    const bulk = {
      action: 'assign',
      assignee: String(author.personId),
      seen,
      'dialog[3]': 'on',
      'dialog[1]': 'on',
    };
    const refused = await author.post(`${BASE}/dialogs`, bulk).expect(409);
    expect(refused.text).toContain('Left out, because changed since this page was shown: Air.');
    expect(await assignments()).toEqual([
      { id: 1, person: author.personId },
      { id: 3, person: editor.personId },
    ]);
  });

  it('are one of two who take a dialog at the same time', async () => {
    const answers = await Promise.all(
      [editor, author].map((client) => assign(client, 5, { assignee: String(client.personId), shown: '' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    expect(await assignments()).toHaveLength(1);
  });

  it.each([['x'], ['99999'], ['-1'], ['9'.repeat(30)]])('are colleagues: not %s', async (assignee) => {
    await assign(author, 1, { assignee }).expect(400);
    await assign(author, 1, { assignee: String(stranger.personId) }).expect(400);
    await author.post(`${BASE}/queue`, { action: 'assign', assignee, 'dialog[1]': 'on' }).expect(400);
    expect(await assignments()).toEqual([]);
  });

  it('stay with a dialog that is deleted and restored, and go with the colleague', async () => {
    const guest = await signInAs(service, { slug: 'help', role: 'author', name: 'Guest' });
    await assign(author, 5, { assignee: String(guest.personId) }).expect(303);
    const moderation = { slug: 'help', actor: OPERATOR };
    await deleteDialogs(service.database, { ...moderation, action: 'dialog delete' }, [5]);
    await undeleteDialogs(service.database, { ...moderation, action: 'dialog undelete' }, [5]);
    expect(await assignments()).toEqual([{ id: 5, person: guest.personId }]);
    const { account_id: tenantId } = await service.database.one(
      'select account_id from forums where id = $1',
      [forumId],
    );
    await service.context.staff.people.remove({
      tenantId,
      actor: OPERATOR,
      person: guest.personId,
    });
    expect(await assignments()).toEqual([]);
    expect(await listed('/dialogs?assignee=none')).toContain(5);
  });
});

describe('several dialogs at once', () => {
  const send = (fields: Record<string, string>, ids: number[], client = author) =>
    client.post(`${BASE}/queue`, {
      ...fields,
      ...Object.fromEntries(ids.map((id) => [`dialog[${id}]`, 'on'])),
    });

  /** Presses Undo on the page that an action led to. */
  async function undo(location: string | undefined): Promise<string | undefined> {
    const text = await open(String(location).replace(BASE, ''));
    const [, form = ''] = /<div class="notice"[^>]*>(.*?)<\/form>/s.exec(text) ?? [];
    const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const { headers } = await author.post(`${BASE}/queue`, Object.fromEntries(fields)).expect(303);
    return headers.location;
  }

  const tagsOf = () =>
    service.database.any(
      `select x.dialog_id as id, string_agg(t.name, ' ' order by t.name) as tags
       from dialog_tags x join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
       group by x.dialog_id order by x.dialog_id`,
    );
  const topics = () => service.database.any('select id, topic from dialogs where id <= 5 order by id');
  const history = () =>
    service.database.any('select action, dialog_id as id, details from audit_entries order by id');

  it('get a tag, or lose it, with an undo for those that changed', async () => {
    const before = await tagsOf();
    const { headers } = await send({ action: 'tag', tag: ' RED ' }, [1, 3, 4]).expect(303);
    expect(headers.location).toContain('done=noticeTagged');
    const tagged = [
      { id: 1, tags: 'Red' },
      { id: 2, tags: 'blue Red' },
      { id: 3, tags: 'Red' },
      { id: 4, tags: 'Red' },
    ];
    expect(await tagsOf()).toEqual(tagged);
    expect(await history()).toEqual(
      [3, 4].map((id) => ({ action: 'tag add', id, details: { tags: ['Red'] } })),
    );
    expect(await listed('/dialogs?tag=red')).toEqual([1, 2, 3, 4]);
    expect(await undo(headers.location)).toContain('done=noticeUntagged');
    expect(await tagsOf()).toEqual(before);
    const { headers: removed } = await send({ action: 'untag', tag: 'red' }, [1, 2, 5]).expect(303);
    expect(await tagsOf()).toEqual([{ id: 2, tags: 'blue' }]);
    await undo(removed.location);
    expect(await tagsOf()).toEqual([
      { id: 1, tags: 'red' },
      { id: 2, tags: 'blue red' },
    ]);
  });

  it.each([[''], ['one, two'], ['x'.repeat(101)]])('get one tag at a time: not "%s"', async (tag) => {
    const { text } = await send({ action: 'tag', tag }, [1, 3]).expect(422);
    expect(text).toContain('Type a tag of 1 to 100 characters.');
    expect(text).toMatch(/name="dialog\[3\]" value="on" checked/);
    expect(await history()).toEqual([]);
  });

  it('get no tag if one of them would have too many', async () => {
    const tags = Array.from({ length: 60 }, (_, n) => `tag ${n}`).join(', ');
    const { headers } = await author.post(`${BASE}/dialogs/3`, { action: 'tag', tags });
    expect(headers.location).toBeUndefined();
    await service.database.none(
      `insert into tags (forum_id, name, folded_name, dialogs) select $1, 'many ' || n, 'many ' || n, 1 from generate_series(1, 50) n;
       insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
       select d.forum_id, d.id, t.id, false, d.pub_date from dialogs d join tags t on t.forum_id = d.forum_id and t.name like 'many %'
       where d.id = 3`,
      [forumId],
    );
    const { text } = await send({ action: 'tag', tag: 'green' }, [1, 3]).expect(409);
    expect(text).toContain('A post can have at most 50 tags.');
    expect(await history()).toEqual([]);
    await service.database.none(
      "delete from dialog_tags where dialog_id = 3; delete from tags where name like 'many %'",
    );
  });

  it('change their kind, and get back the ones that they had', async () => {
    const before = await topics();
    const { headers } = await send({ action: 'topic', topic: 'S' }, [1, 3, 5]).expect(303);
    expect(await listed('/dialogs?topic=S')).toEqual([1, 3, 5]);
    // One of them is changed by someone else meanwhile.
    await editor.post(`${BASE}/dialogs/5`, { action: 'topic', topic: 'P' }).expect(303);
    expect(await undo(headers.location)).toContain('done=noticeTopic');
    expect(await topics()).toEqual(before.map((row) => (row.id === 5 ? { id: 5, topic: 'P' } : row)));
    await editor.post(`${BASE}/dialogs/5`, { action: 'topic', topic: 'B' }).expect(303);
    await send({ action: 'topic', topic: 'X' }, [1]).expect(400);
    await service.database.none("update forums set topics = '{Q,P,B}' where id = $1", [forumId]);
    const { text } = await send({ action: 'topic', topic: 'S' }, [1]).expect(422);
    expect(text).toContain('The forum no longer has this kind of post.');
    await service.database.none("update forums set topics = '{Q,P,S,B}' where id = $1", [forumId]);
  });

  it('go back to the assignees that they had', async () => {
    await assign(author, 1, { assignee: String(editor.personId) }).expect(303);
    const mine = { action: 'assign', assignee: String(author.personId) };
    const { headers } = await send(mine, [1, 3]).expect(303);
    expect(await assignments()).toEqual([1, 3].map((id) => ({ id, person: author.personId })));
    expect(await undo(headers.location)).toContain('done=noticeAssigned');
    expect(await assignments()).toEqual([{ id: 1, person: editor.personId }]);
  });

  it('are left out if they have changed since they were shown, and named', async () => {
    const seen = String(Date.now() - 60_000);
    await editor.post(`${BASE}/dialogs/3`, { action: 'note', note: 'Mine.' }).expect(303);
    for (const fields of [
      { action: 'topic', topic: 'B' },
      { action: 'tag', tag: 'new' },
    ]) {
      const { text } = await send({ ...fields, seen }, [3]).expect(409);
      expect(text).toContain('Left out, because changed since this page was shown: Air.');
    }
    expect((await history()).map(({ action }) => action)).toEqual(['note add']);
  });
});

describe('snoozed dialogs', () => {
  const DAY = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const snooze = (ids: number[], fields: Record<string, string> = {}, client = author) =>
    client.post(`${BASE}/queue`, {
      action: 'snooze',
      until: inDays(3),
      ...fields,
      ...Object.fromEntries(ids.map((id) => [`dialog[${id}]`, 'on'])),
    });
  const counts = async () =>
    [...(await open('/queue')).matchAll(/show=(\w+)">[^<]+<span class="count">([^<]+)</g)].map(
      ([, key, count]) => `${key} ${count}`,
    );
  const times = () => service.database.any('select id, waiting_since from dialogs where id <= 5 order by id');
  const TABS = ['all', 'new', 'unanswered', 'held', 'reported'];

  let before: { id: number; waiting_since: Date | null }[];

  beforeEach(async () => {
    before = await times();
    await service.database.none(
      `insert into reports (forum_id, id, dialog_id, reporter, poster_id, author_name, reason) overriding system value
       select forum_id, 901, id, random_hash(), poster_id, 'Bo', 'Rude' from dialogs where id = 5`,
    );
  });

  afterEach(async () => {
    await service.database.none('delete from reports; delete from comments where id not in (11, 12, 13)');
    for (const { id, waiting_since } of before)
      await service.database.none('update dialogs set waiting_since = $2 where id = $1', [id, waiting_since]);
  });

  it('leave the queue until the day begins, also held and reported ones', async () => {
    expect(await counts()).toEqual(['new 3', 'unanswered 2', 'held 2', 'reported 1']);
    const { headers } = await snooze([3, 4, 5]).expect(303);
    expect(headers.location).toContain('done=noticeSnoozed');
    for (const show of TABS)
      expect([show, await listed(`/queue?show=${show}`)]).toEqual([
        show,
        ['all', 'new'].includes(show) ? [1] : [],
      ]);
    expect(await counts()).toEqual(['new 1', 'unanswered 0', 'held 0', 'reported 0']);
    expect(await listed('/queue?snoozed=yes')).toEqual([3, 4, 5]);
    expect(await listed('/dialogs?snoozed=yes&topic=S')).toEqual([3]);
    expect(await chips('/queue?snoozed=yes')).toMatchObject({ Snoozed: true, Mine: false });
    expect((await open('/dialogs')).match(/Snoozed until <time/g)).toHaveLength(3);
    expect(await open('/dialogs/5')).toMatch(/Snoozed until <time/);
    await service.database.none('update dialogs set waiting_since = now() where id in (3, 4, 5)');
    expect(await listed('/queue')).toHaveLength(4);
    expect(await listed('/queue?snoozed=yes')).toEqual([]);
  });

  it('are those of a page, which leads back to its queue', async () => {
    const { headers } = await author
      .post(`${BASE}/dialogs/1?queue=topic%3DQ&place=1`, { action: 'snooze', when: 'tomorrow' })
      .expect(303);
    expect(headers.location).toContain(`${BASE}/queue?topic=Q&`);
    expect(await listed('/queue')).not.toContain(1);
    const [entry] = await service.database.any('select action, details from audit_entries');
    const tomorrow = new Date(Date.now() + DAY).toISOString().slice(0, 10);
    expect(entry).toEqual({ action: 'dialog snooze', details: { until: `${tomorrow}T00:00:00.000Z` } });
    const history = await signInAs(service, { slug: 'help', role: 'owner', name: 'Ada' });
    expect(await open('/audit', history)).toMatch(/Snoozed.*Day: <time/s);
  });

  it('are back at once when a colleague puts them back, or is done with them', async () => {
    await snooze([1, 3]).expect(303);
    await editor.post(`${BASE}/dialogs/3`, { action: 'wait' }).expect(303);
    expect(await listed('/queue?show=new')).toEqual([5, 3]);
    await editor.post(`${BASE}/queue`, { action: 'done', 'dialog[1]': 'on' }).expect(303);
    expect(await listed('/queue?snoozed=yes')).toEqual([]);
  });

  it('are as before after an undo: waiting, done, or snoozed until another day', async () => {
    await snooze([5], { until: inDays(9) }).expect(303);
    const { waiting_since: until } = (await times()).at(-1) as { waiting_since: Date };
    const { headers } = await snooze([1, 2, 3, 5]).expect(303);
    expect(await listed('/queue?snoozed=yes')).toEqual([1, 3, 5]);
    const text = await open(String(headers.location).replace(BASE, ''));
    const [, form = ''] = /<div class="notice"[^>]*>(.*?)<\/form>/s.exec(text) ?? [];
    const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    await author.post(`${BASE}/queue`, Object.fromEntries(fields)).expect(303);
    expect((await listed('/queue?show=new')).toSorted()).toEqual([1, 3]);
    expect(await times()).toEqual(
      before.map((row) => (row.id === 5 ? { ...row, waiting_since: until } : row)),
    );
  });

  it.each([
    ['a comment', '/api/comment/help/1', { ...COMMENT, text: 'Still wet.' }],
    ['a report', '/api/report-dialog/help/1', REPORT],
  ])('are back when someone writes %s', async (_, path, body) => {
    await snooze([1, 3]).expect(303);
    await service.request.post(path).send(body).expect(201);
    expect(await listed('/queue')).toContain(1);
    expect(await listed('/queue?snoozed=yes')).toEqual([3]);
  });

  it('are back when a comment waits for review', async () => {
    await snooze([1]).expect(303);
    await service.database.none("insert into held_hosts (forum_id, host) values ($1, 'spam.example')", [
      forumId,
    ]);
    await service.request
      .post('/api/comment/help/1')
      .send({ ...COMMENT, text: 'Wet still, https://spam.example/ says.' })
      .expect(201);
    await service.database.none('delete from held_hosts');
    expect(await listed('/queue?show=held')).toContain(1);
    expect(await listed('/queue?show=new')).toContain(1);
  });

  it('are not those that changed since they were shown', async () => {
    const seen = String(Date.now() - 60_000);
    await editor.post(`${BASE}/dialogs/3`, { action: 'note', note: 'Mine.' }).expect(303);
    const { text } = await snooze([1, 3], { seen }).expect(409);
    expect(text).toContain('Left out, because changed since this page was shown: Air.');
    expect(await listed('/queue?snoozed=yes')).toEqual([1]);
    await author.post(`${BASE}/dialogs/3`, { action: 'snooze', until: inDays(3), seen }).expect(409);
  });

  it.each([
    [{ until: inDays(-1) }],
    [{ until: inDays(400) }],
    [{ until: 'x' }],
    [{ until: '', when: 'day', day: '' }],
  ])('have a day to come: not %j', async (fields) => {
    const { text } = await snooze([1], fields).expect(422);
    expect(text).toContain('Choose a day from tomorrow on, at most a year ahead.');
    const { text: page } = await author
      .post(`${BASE}/dialogs/1`, { action: 'snooze', ...fields })
      .expect(422);
    expect(page).toContain('Choose a day from tomorrow on, at most a year ahead.');
    expect(await listed('/queue')).toContain(1);
  });
});

describe('saved views', () => {
  const save = (list: string, fields: Record<string, string>, client = author) =>
    client.post(`${BASE}/${list}/views`, { action: 'save', ...fields });

  const tabs = async (list: string, client = author) =>
    [
      ...(await open(`/${list}`, client)).matchAll(
        /<li><a href="[^"]*\?([^"]+)">([^<]+?)(?: <span class="count">([^<]+)<\/span>)?<\/a><\/li>/g,
      ),
    ]
      .map(([, query, name, count]) => [name, query, count])
      .filter(([, query]) => !/^show=\w+$/.test(String(query)));

  it('of both lists keep filters and order, with a number, at the forum where they were saved', async () => {
    await assign(author, 1, { assignee: String(author.personId) }).expect(303);
    await save('queue', { name: 'My questions', query: 'topic=Q&assignee=me&page=3&unknown=1' }).expect(303);
    await save('dialogs', { name: 'Popular', query: 'sort=votes&topic=Q', shared: 'on' }, editor).expect(303);
    await save('dialogs', { name: 'Rain', query: 'q=water&tag=red' }).expect(303);
    expect(await tabs('queue')).toEqual([['My questions', 'topic=Q&amp;assignee=me', '1']]);
    expect(await tabs('queue', editor)).toEqual([]);
    expect(await tabs('dialogs')).toEqual([
      ['Popular', 'topic=Q&amp;sort=votes', '2'],
      ['Rain', 'q=water&amp;tag=red', undefined],
    ]);
    await save('dialogs', { name: 'Shared', query: 'topic=Q', shared: 'on' }).expect(403);
    await stranger.get(`${BASE}/dialogs/views`).expect(404);
  });

  it.each([
    [
      'queue',
      ['topic=Q', 'tag=red', 'answered=no', 'days=30', 'assignee=none&topic=Q', 'show=new&answered=no'],
    ],
    [
      'dialogs',
      ['topic=Q', 'topic=Q&answered=no', 'tag=red&topic=P', 'state=planned', 'assignee=me', 'days=7'],
    ],
  ])('of the %s have the number of posts that they show', async (list, queries) => {
    await assign(author, 1, { assignee: String(author.personId) }).expect(303);
    for (const query of queries) await save(list, { name: query, query }).expect(303);
    const numbers = (await tabs(list)).map(
      ([name, , count]) => [String(name).replaceAll('&amp;', '&'), Number(count)] as const,
    );
    const shown: [string, number][] = [];
    for (const query of queries) shown.push([query, (await listed(`/${list}?${query}`)).length]);
    expect(new Map(numbers)).toEqual(new Map(shown));
    expect(new Set(shown.map(([, number]) => number)).size).toBeGreaterThan(1);
  });

  it('five hundred of them leave the list as it is, which counts ten', async () => {
    await service.database.none(
      `insert into staff_views (tenant_id, list, name, query)
       select f.account_id, 'dialogs ' || f.id, 'View ' || n, 'topic=Q&tag=tag-' || n
       from forums f, generate_series(1, 500) n where f.id = $1`,
      [forumId],
    );
    const shown = await tabs('dialogs');
    expect(shown).toHaveLength(500);
    expect(shown.filter(([, , count]) => count !== undefined)).toHaveLength(10);
  });
});
