import type { DeskClient } from '@guidepost/desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeForum } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { emptyForum } from '../testing/moderated-service.ts';
import { listWrongCounters } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const BASE = '/desk/forum/help';
const SPAMMER = { name: 'Best Prices', useremail: 'Deals@example.net' };
const PERSON = `${BASE}/person?email=deals%40example.net`;
const READER = { name: 'Ida', useremail: 'ida@example.com' };

let service: TestService;
let forumId: number;
let eva: DeskClient;
let bo: DeskClient;
let number = 0;

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
    'delete from blocked_senders; delete from held_hosts; delete from spam_actions; delete from audit_entries',
  );
});

/** Posts over the API and returns the id. */
async function post(path: string, body: object, status = 201): Promise<number> {
  const { headers } = await service.request.post(`/api/${path}`).send(body).expect(status);
  await service.settled('help');
  return Number(/(\d+)(\.json)?$/.exec(String(headers.location))?.[1]);
}

function ask(author: object, text = 'Text'): Promise<number> {
  number += 1;
  return post('help', { ...author, topic: 'Q', title: `Title ${number}`, text });
}

/** Five posts of one person among those of another. */
async function writeSpam() {
  const own = [
    await ask(SPAMMER, 'See https://www.watches.example/now.'),
    await ask(SPAMMER),
    await ask(SPAMMER),
  ];
  const other = await ask(READER, 'The manual is at https://manuals.example/lom');
  const text = 'Also https://manuals.example and https://cheap.shop.example/x';
  const comments = [
    await post(`comment/help/${other}`, { ...SPAMMER, text }),
    await post(`comment/help/${other}`, { ...SPAMMER, text: 'Again' }),
  ];
  await post(`comment/help/${own[0]}`, { ...READER, text: 'Is this serious?' });
  await service.database.none(
    `insert into helpful_votes (forum_id, dialog_id, comment_id, voter)
     select c.forum_id, c.dialog_id, c.id, sha256('v') from comments c where c.forum_id = $1`,
    [forumId],
  );
  await post(`report-dialog/help/${own[0]}`, { ...READER, report_reason: 'Spam' });
  await post(`report-dialog/help/${other}`, { ...SPAMMER, report_reason: 'Bad' });
  return { own, other, comments };
}

/** All that a spam action may change, without what is rendered again. */
async function everything(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of [
    'dialogs',
    'comments',
    'reports',
    'votes',
    'helpful_votes',
    'post_addresses',
    'blocked_senders',
    'held_hosts',
  ]) {
    const found = await service.database.any(
      `select to_jsonb(t) - '{renderer,text_html}'::text[] as stored from ${table} t where t.forum_id = $1 order by 1`,
      [forumId],
    );
    rows[table] = found.map(({ stored }) => stored);
  }
  return rows;
}

const idsIn = async (table: string): Promise<number[]> =>
  (await service.database.any(`select id from ${table} order by id`)).map(({ id }) => id);
const hosts = async () =>
  (await service.database.any('select host from held_hosts order by host')).map(({ host }) => host);
const openReports = async () =>
  Number((await service.database.one('select count(*) from reports where resolved_at is null')).count);

/** The number of the latest spam action. */
async function lastSpam(): Promise<number> {
  return (await service.database.one('select max(id)::integer as id from spam_actions')).id;
}

/** Says what the page shows that an answer leads to. */
async function noticeOf(client: DeskClient, answer: PromiseLike<{ headers: object }>): Promise<string> {
  const { headers } = await answer;
  const { text } = await client.get(
    String(Object.entries(headers).find(([name]) => name === 'location')?.[1]),
  );
  return /class="notice"[^>]*>\s*(?:<p>)?([^<]*)/.exec(text)?.[1]?.trim() ?? text;
}

describe('spam', () => {
  it.each([
    ['a dialog', ({ own }: Written) => [`/dialogs/${own[1]}`, { action: 'spam' }] as const],
    [
      'a comment',
      ({ other, comments }: Written) =>
        [`/dialogs/${other}/comments/${comments[1]}`, { action: 'spam' }] as const,
    ],
    ['the queue', ({ own }: Written) => ['/queue', { action: 'spam', [`dialog[${own[2]}]`]: 'on' }] as const],
    ['a person', () => ['/person?email=deals%40example.net', { action: 'spam' }] as const],
  ])('of five posts goes away and comes back, from the page of %s', async (_, formOf) => {
    const written = await writeSpam();
    const before = await everything();
    const [path, fields] = formOf(written);
    const { headers } = await eva.post(BASE + path, { ...fields, seen: String(Date.now()) }).expect(303);
    expect(await idsIn('dialogs')).toEqual([written.other]);
    expect(await idsIn('comments')).toEqual([]);
    expect(await openReports()).toBe(0);
    expect(await hosts()).toEqual(['cheap.shop.example', 'watches.example']);
    await post('help', { ...SPAMMER, topic: 'Q', title: 'More', text: 'More' }, 403);
    const shown = await eva.get(PERSON);
    expect(shown.text).toContain('value="unblock"');
    expect(shown.text).toContain('No posts of this address remain.');
    expect((await eva.get(String(headers.location))).text).toContain(`${BASE}/spam/${await lastSpam()}/undo`);

    const undo = `${BASE}/spam/${await lastSpam()}/undo`;
    expect(await noticeOf(bo, bo.post(undo))).toContain('Undone: the posts are back');
    expect(await everything()).toEqual(before);
    expect(await listWrongCounters(service.database)).toEqual([]);
    expect(await noticeOf(bo, bo.post(undo))).toContain('can no longer be undone');
    const done = await service.database.any(
      'select action, done_by, count(*)::integer from audit_entries group by 1, 2 order by 1',
    );
    expect(done).toEqual([
      { action: 'spam', done_by: 'Eva', count: 9 },
      { action: 'spam undo', done_by: 'Bo', count: 5 },
    ]);
  });

  type Written = Awaited<ReturnType<typeof writeSpam>>;

  it('is undone except for what others have changed since, which is said', async () => {
    const { own, other, comments } = await writeSpam();
    await eva.post(PERSON, { action: 'spam' }).expect(303);
    await bo.post(`${BASE}/dialogs/${own[0]}`, { action: 'undelete' }).expect(303);
    await bo.post(`${BASE}/dialogs/${own[0]}`, { action: 'delete' }).expect(303);
    await bo.post(`${BASE}/dialogs/${other}`, { action: 'delete' }).expect(303);
    await bo.post(PERSON, { action: 'unblock' }).expect(303);
    await bo.post(PERSON, { action: 'block' }).expect(303);
    const undo = eva.post(`${BASE}/spam/${await lastSpam()}/undo`);
    expect(await noticeOf(eva, undo)).toContain('except for what others have changed');
    expect(await idsIn('dialogs')).toEqual(own.slice(1));
    expect(await idsIn('blocked_senders')).toHaveLength(1);
    await bo.post(`${BASE}/dialogs/${other}`, { action: 'undelete' }).expect(303);
    await bo.post(`${BASE}/dialogs/${other}/comments/${comments[0]}`, { action: 'undelete' }).expect(303);
    expect(await idsIn('comments')).toEqual([comments[0]]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('is undone for ten minutes', async () => {
    await writeSpam();
    await eva.post(PERSON, { action: 'spam' }).expect(303);
    expect((await eva.get(`${BASE}/blocks`)).text).toContain('marked spam. Posts deleted: 5.');
    await service.database.none("update spam_actions set done_at = now() - interval '10 minutes'");
    expect((await eva.get(`${BASE}/blocks`)).text).not.toContain('marked spam.');
    expect(await noticeOf(eva, eva.post(`${BASE}/spam/${await lastSpam()}/undo`))).toContain('no longer');
    expect(await idsIn('blocked_senders')).toHaveLength(1);
  });

  it('leaves out what has changed since it was shown, and says so (S54)', async () => {
    const { own } = await writeSpam();
    const seen = String(Date.now());
    await bo.post(`${BASE}/dialogs/${own[1]}`, { action: 'state', state: 'solved' }).expect(303);
    const { text } = await eva.post(PERSON, { action: 'spam', seen }).expect(409);
    expect(text).toMatch(/Left out, because changed since this page was shown: Title \d+\./);
    expect(await idsIn('dialogs')).toContain(own[1]);
    expect(await idsIn('dialogs')).toHaveLength(2);
    await eva.post(`${BASE}/dialogs/${own[1]}`, { action: 'spam', seen }).expect(409);
    expect(await idsIn('dialogs')).toContain(own[1]);
  });

  it('keeps official answers', async () => {
    const dialog = await ask(SPAMMER);
    const other = await ask(READER);
    const answer = await post(`comment/help/${other}`, { ...SPAMMER, text: 'We will look.' });
    await eva.post(`${BASE}/dialogs/${other}/comments/${answer}`, { action: 'official' }).expect(303);
    await eva.post(`${BASE}/dialogs/${dialog}`, { action: 'spam' }).expect(303);
    expect([await idsIn('dialogs'), await idsIn('comments')]).toEqual([[other], [answer]]);
  });

  it('holds posts that link to the same sites, until someone removes them', async () => {
    await writeSpam();
    await eva.post(PERSON, { action: 'spam' }).expect(303);
    const heldOf = async (text: string) =>
      (await service.database.one('select held from dialogs where id = $1', [await askHeld(text)])).held;
    expect(await heldOf('http://user@shop.WATCHES.example:8080/')).toBe(true);
    expect(await heldOf('https://notwatches.example https://shop.example')).toBe(false);
    const { text } = await eva.get(`${BASE}/blocks`);
    expect(text).toContain('watches.example');
    for (const id of await idsIn('held_hosts'))
      await eva.post(`${BASE}/blocks/sites/${id}/remove`).expect(303);
    expect(await heldOf('https://watches.example')).toBe(false);
  });

  it('is blocked by network, too', async () => {
    await writeSpam();
    await eva.post(PERSON, { action: 'spam' }).expect(303);
    const network = /name="network" value="([^"]+)"/.exec((await eva.get(PERSON)).text)?.[1] ?? '';
    expect(network).toMatch(/\/(24|64)$/);
    await eva.post(PERSON, { action: 'block', network }).expect(303);
    await post('help', { ...READER, topic: 'Q', title: 'From there', text: 'Text' }, 403);
    await eva.post(PERSON, { action: 'unblock', network }).expect(303);
    await eva.post(PERSON, { action: 'block', network: '0.0.0.0/0' }).expect(400);
    await ask(READER);
  });

  /** A held post has no address. */
  async function askHeld(text: string): Promise<number> {
    await ask(READER, text);
    return (await service.database.one('select max(id)::integer as id from dialogs')).id;
  }
});

describe('two moderators at once', () => {
  const ACTIONS = [
    'spam',
    'delete',
    'archive',
    'done',
    'state',
    'approve',
    'tag',
    'untag',
    'topic',
    'assign',
    'snooze',
    'merge',
    // The form that takes an action back.
    'wait',
    'restore',
    'undelete',
    'topicBack',
    'assignBack',
    'wake',
  ] as const;
  const VALUES = { state: 'solved', tag: 'hot', topic: 'P', when: 'tomorrow' };
  /** The former values of the dialog, in the forms that take something back. */
  const FORMER: Readonly<Record<string, string>> = {
    topicBack: 'P',
    assignBack: '',
    wake: '2026-01-01T12:00:00.000Z',
  };
  const PAIRS = ACTIONS.flatMap((one, index) => ACTIONS.slice(index).map((other) => [one, other] as const));

  it.each(PAIRS)('%s and %s end as one after the other', async (one, other) => {
    const dialog = await ask(SPAMMER);
    const into = String(await ask(READER));
    const send = (client: DeskClient, action: string) =>
      client.post(`${BASE}/${action === 'merge' ? 'merge' : 'queue'}`, {
        ids: String(dialog),
        into,
        action,
        ...VALUES,
        assignee: String(client.personId),
        from: action === 'assignBack' ? String(eva.personId) : 'Q',
        [`dialog[${dialog}]`]: FORMER[action] ?? 'on',
      });
    const answers = await Promise.all([send(eva, one), send(bo, other)]);
    // Nothing is left to merge of a dialog that a colleague has just deleted or merged; a page says so.
    const [{ status }, { status: second }] = answers as [{ status: number }, { status: number }];
    expect([303, ...(one === 'merge' ? [404] : [])]).toContain(status);
    expect([303, ...(other === 'merge' ? [404] : [])]).toContain(second);
    expect(await listWrongCounters(service.database)).toEqual([]);
    const isGone = [one, other].some((action) => ['spam', 'delete', 'merge'].includes(action));
    // A deletion is taken back if it came first.
    const isBack = isGone && other === 'undelete' && (await idsIn('dialogs')).includes(dialog);
    expect((await idsIn('dialogs')).includes(dialog)).toBe(!isGone || isBack);
    // Who wrote a dialog that a colleague has just deleted is not known to the queue.
    const isBlocked = answers.some(
      ({ headers }, index) =>
        [one, other][index] === 'spam' && !/noticeUnchanged/.test(headers.location ?? ''),
    );
    expect(await idsIn('blocked_senders')).toHaveLength(isBlocked ? 1 : 0);
  });
});
