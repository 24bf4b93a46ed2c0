import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@guidepost/local-servers/testing';
import { createAnswerValidator } from '@guidepost/openapi/testing';
import type { Worker } from '@guidepost/service-kit';
import type { TenantWebhooks } from '@guidepost/webhooks';
import { type Received, type Receiver, startReceiver } from '@guidepost/webhooks/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../model/actor.ts';
import { createWebhookWorker } from '../service.ts';
import { accountWebhooks, EVENT_TYPES, type WebhookChange } from '../tenants/webhooks.ts';
import { writeComments, writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import { COMMENT, DIALOG, operatorNamed, REPORT, VOTE } from '../testing/posts.ts';
import { createDescribeEvent } from './describe-event.ts';

const DESK = '/desk/forum/help';
const URI = 'https://forum.example/api/dialog/help';

let service: ModeratedService;
let receiver: Receiver;
let worker: Worker;
let folder: string;
let writeAccess: string;
let otherId: number;
/** The dialog and the comment that a person posts. */
let dialog: number;
let comment: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-webhooks-'));
  receiver = await startReceiver();
  service = await startModeratedService({ WEBHOOK_ALLOW_PRIVATE: 'on' });
  const { database, forumId } = service;
  otherId = await writeForum(database, { slug: 'other' });
  writeAccess = await writeKey(database, forumId, { name: 'write', scope: 'write' });
  await writeDialogs(database, forumId, [
    { id: 1001, title: 'First', tags: ['red'] },
    { id: 1002, title: 'Second' },
    { id: 1003, title: 'Held', held: true },
    { id: 1004, title: 'Also held', held: true },
    { id: 1005, title: 'Held until it is merged', held: true },
  ]);
  await writeComments(database, forumId, [
    { id: 1011, dialog_id: 1001, text: 'Me too.' },
    { id: 1012, dialog_id: 1001, text: 'Waits.', held: true },
    { id: 1013, dialog_id: 1003, text: 'Below a dialog that waits.' },
    { id: 1014, dialog_id: 1003, text: 'Waits below it.', held: true },
    { id: 1015, dialog_id: 1005, text: 'Moves.' },
    { id: 1016, dialog_id: 1005, text: 'Moves, and waits.', held: true },
  ]);
  const change = { account: 'help', actor: operatorNamed('Eva') };
  const { secret } = await accountWebhooks(database).add(change, { url: receiver.url, types: [] });
  receiver.trust(secret);
  worker = createWebhookWorker(service.context);
  worker.start();
});

afterAll(async () => {
  await worker.stop();
  await receiver.stop();
  await service.stop();
  await rm(folder, { recursive: true });
});

async function post(path: string, body: object): Promise<number> {
  const answer = await service.request.post(`/api/${path}`).send(body).expect(201);
  return Number(/(\d+)\.json$/.exec(String(answer.headers.location))?.[1]);
}

const patch = (path: string, body: object) =>
  service.request.patch(`/api/${path}`).set('Authorization', `Bearer ${writeAccess}`).send(body).expect(200);

const command = (...words: string[]) => service.answerOf(...words);

async function importArchive(): Promise<void> {
  const path = join(folder, 'archive.ndjson');
  await writeFile(
    path,
    JSON.stringify({ ...DIALOG, ...COMMENT, topic: 'Q', title: 'Long ago', comments: [COMMENT] }),
  );
  await command('import', 'help', path);
}

async function actAtDesk(path: string, fields: Record<string, string>): Promise<void> {
  const editor = await signInAs(service, { slug: 'help', role: 'editor' });
  expect((await editor.post(`${DESK}/dialogs/${dialog}${path}`, fields)).status).toBe(303);
}

/** Changes of a forum by the API, pages, desk and commands, with the events that they make. */
const CHANGES: [string, () => Promise<unknown>, () => string[]][] = [
  [
    'someone asks',
    async () => {
      dialog = await post(`help?key=${writeAccess}`, { ...DIALOG, tags: 'cold' });
    },
    () => [`dialog.created ${dialog}`],
  ],
  [
    'someone comments',
    async () => {
      comment = await post(`comment/help/${dialog}`, COMMENT);
    },
    () => [`comment.created ${dialog}/${comment}`],
  ],
  ['someone votes', () => post(`vote/help/${dialog}`, VOTE), () => []],
  ['someone reports', () => post(`report-dialog/help/${dialog}`, REPORT), () => [`report.created ${dialog}`]],
  ['the same one reports again', () => post(`report-dialog/help/${dialog}`, REPORT), () => []],
  [
    'what was reported is deleted and restored',
    async () => {
      await command('dialog', 'delete', 'help', String(dialog));
      await command('dialog', 'undelete', 'help', String(dialog));
    },
    () => [`dialog.deleted ${dialog}`, `dialog.created ${dialog}`, `comment.created ${dialog}/${comment}`],
  ],
  ['it is read', () => service.get(`/api/dialog/help/${dialog}.json`), () => []],
  [
    'its state changes',
    () => command('dialog', 'state', 'help', String(dialog), 'answered'),
    () => [`dialog.updated ${dialog}`],
  ],
  [
    'a key changes all of it',
    () =>
      patch(`dialog/help/${dialog}.json`, {
        title: 'Shorter',
        topic: 'P',
        state: 'solved',
        tags: 'cold, ice',
      }),
    () => [`dialog.updated ${dialog}`],
  ],
  ['a key changes nothing', () => patch(`dialog/help/${dialog}.json`, { title: 'Shorter' }), () => []],
  [
    'an editor answers at the desk',
    () => actAtDesk('/answer', { text: 'Like this.' }),
    () => [`comment.created ${dialog}`],
  ],
  [
    'a tag is removed',
    () => command('tag', 'remove', 'help', String(dialog), 'ice'),
    () => [`dialog.updated ${dialog}`],
  ],
  [
    'a comment is edited',
    () => command('comment', 'edit', 'help', String(comment), '--text', 'By pressing.'),
    () => [`comment.updated ${dialog}/${comment}`],
  ],
  [
    'a comment is deleted',
    () => command('comment', 'delete', 'help', String(comment), '--yes'),
    () => [`comment.deleted ${dialog}/${comment}`],
  ],
  [
    'a dialog is archived',
    () => command('dialog', 'archive', 'help', '1002'),
    () => ['dialog.archived 1002'],
  ],
  ['and restored', () => command('dialog', 'restore', 'help', '1002'), () => ['dialog.updated 1002']],
  [
    'a comment that waits is published',
    () => command('comment', 'restore', 'help', '1012'),
    () => ['comment.created 1001/1012'],
  ],
  [
    'a dialog that waits is published',
    () => command('dialog', 'restore', 'help', '1003'),
    () => ['dialog.created 1003', 'comment.created 1003/1013'],
  ],
  ['another one is archived unseen', () => command('dialog', 'archive', 'help', '1004'), () => []],
  ['and changed', () => command('dialog', 'topic', 'help', '1004', 'P'), () => []],
  [
    'and restored after all',
    () => command('dialog', 'restore', 'help', '1004'),
    () => ['dialog.created 1004'],
  ],
  [
    'a dialog is merged into another one',
    () => command('dialog', 'merge', 'help', '1001', '1002'),
    () => ['comment.created 1002', 'dialog.updated 1002', 'dialog.merged 1001'],
  ],
  [
    'one that waits is merged into another one',
    () => command('dialog', 'merge', 'help', '1005', '1002'),
    () => ['comment.created 1002/1015'],
  ],
  [
    'a dialog is deleted',
    () => command('dialog', 'delete', 'help', '1003', '--yes'),
    () => ['dialog.deleted 1003'],
  ],
  ['an archive is imported', importArchive, () => []],
  [
    'a person is erased',
    () => command('erase', 'anna@example.com', '--yes'),
    () => [`dialog.updated ${dialog}`],
  ],
  ['another account’s forum gets a post', () => post('other', DIALOG), () => []],
];

/** By dialog and the comment that is known before. */
async function eventsOf(happen: () => Promise<unknown>): Promise<string[]> {
  const { database } = service;
  const { last } = await database.one('select coalesce(max(id), 0) as last from webhook_events');
  await happen();
  const events = await database.any('select type, about from webhook_events where id > $1 order by id', [
    last,
  ]);
  const known = [comment, 1012, 1013, 1014, 1015, 1016];
  return events.map(({ type, about }) =>
    about.comment && known.includes(about.comment)
      ? `${type} ${about.dialog}/${about.comment}`
      : `${type} ${about.dialog}`,
  );
}

/** Waits until all has been sent. */
async function sent(): Promise<Received[]> {
  await until('everything has been sent', async () => {
    const { waiting } = await service.database.one(
      'select count(*) as waiting from webhook_deliveries where ended_at is null',
    );
    return waiting === 0;
  });
  return receiver.taken;
}

describe('webhooks of an account', () => {
  it.each(CHANGES)('when %s', async (_, happen, expected) => {
    expect((await eventsOf(happen)).toSorted()).toEqual(expected().toSorted());
  });

  it('get records as keys get them', async () => {
    const fresh = await post(`help?key=${writeAccess}`, { ...DIALOG, title: 'Fresh', tags: 'cold' });
    const keyed = (path: string) => service.get(`/api/${path}?key=${writeAccess}`);
    const asked = (await keyed(`dialog/help/${fresh}.json`)).body;
    // Written a moment later, it would count the comment.
    await sent();
    const reply = await post(`comment/help/${fresh}`, COMMENT);
    await post(`report-comment/help/${reply}`, REPORT);
    const bodies = {
      'dialog.created': asked,
      'comment.created': (await keyed(`comment/help/${fresh}/${reply}.json`)).body,
      'report.created': (await keyed('reports/help.json')).body[0],
    };
    // Events are in order for each dialog alone.
    const ids = new Map([
      ['dialog.created', fresh],
      ['comment.created', reply],
    ]);
    const own = (await sent()).filter(({ type, data }) => (ids.get(type) ?? data.id) === data.id);
    const last = Object.fromEntries(own.map(({ type, data }) => [type, data]));
    expect(last).toMatchObject(bodies);
    expect(last['dialog.created']).toMatchObject({ archived: false, tags: [{ name: 'cold' }] });
    expect(JSON.stringify(receiver.taken)).not.toContain('@example.com');
  });

  it('get what the OpenAPI document says', async () => {
    const validator = createAnswerValidator((await service.request.get('/openapi.json')).body);
    const all = await sent();
    expect(all.flatMap(({ body }) => validator.mistakesOfEvent(JSON.parse(body)))).toEqual([]);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
  });

  it('get what is left of posts that are gone, and where a merged dialog went', async () => {
    const all = await sent();
    const dataOf = (wanted: string, id: number) =>
      all.findLast(({ type, data }) => type === wanted && data.id === id)?.data;
    expect(dataOf('dialog.deleted', 1003)).toEqual({ id: 1003, uri: `${URI}/1003.json` });
    expect(dataOf('comment.deleted', comment)).toEqual({
      id: comment,
      uri: `https://forum.example/api/comment/help/${dialog}/${comment}.json`,
      dialog_uri: `${URI}/${dialog}.json`,
    });
    expect(dataOf('dialog.merged', 1001)).toMatchObject({
      id: 1001,
      uri: `${URI}/1001.json`,
      merged_into: { id: 1002, title: 'Second' },
    });
  });

  it('get no record of a forum that has their forum’s former address', async () => {
    const { id: accountId } = await service.database.one(
      "select account_id as id from forums where slug = 'help'",
    );
    const about = { forum: 'other', dialog: 1 };
    await writeDialogs(service.database, otherId, [{ id: 1, title: 'Of another account' }]);
    const describe = createDescribeEvent(service.context);
    const described = (tenantId: number) => describe({ tenantId, type: 'dialog.updated', about });
    expect(await described(accountId)).toEqual({
      id: 1,
      uri: 'https://forum.example/api/dialog/other/1.json',
    });
  });

  it('are managed by commands and at the desk, with an entry in the history of each forum', async () => {
    const url = 'https://example.com/hooks';
    const [id, secret] = [expect.any(Number), expect.stringMatching(/^whsec_/)];
    const added = await command('webhook', 'add', 'help', url, '--event', 'report.created', '--by', 'Eva');
    expect(added).toEqual({ account: 'help', id, url, secret });
    const number = String((added as { id: number }).id);
    const owner = await signInAs(service, { slug: 'help', role: 'owner' });
    const list = await owner.get('/desk/forum/help/webhooks').expect(200);
    expect(list.text).toContain(`<a href="/desk/forum/help/webhooks/${number}">${url}</a>`);
    const inside = await owner.post('/desk/forum/help/webhooks', { url: 'http://[::1]/x' }).expect(200);
    expect(inside.text).toMatch(/role="alert"><p>::1 has no address on the Internet\. /);
    expect(inside.text).toMatch(/whsec_/);
    await service.database.none("delete from webhooks where url = 'http://[::1]/x'");
    const rotated = await owner.post(`/desk/forum/help/webhooks/${number}/secret`).expect(200);
    expect(rotated.text).toMatch(/whsec_/);
    expect(await command('webhook', 'remove', 'help', number, '--by', 'Eva')).toEqual({
      id,
      url,
      removed: true,
    });
    const changes = await service.database.any(
      "select action, door, details->>'host' as host from audit_entries where action like 'webhook %' and details->>'webhook' = $1 order by id",
      [number],
    );
    expect(changes).toEqual([
      { action: 'webhook add', door: 'cli', host: 'example.com' },
      { action: 'webhook rotate', door: 'desk', host: 'example.com' },
      { action: 'webhook remove', door: 'cli', host: 'example.com' },
    ]);
    const stranger = await signInAs(service, { slug: 'other', role: 'owner' });
    await stranger.get('/desk/forum/other/webhooks/1').expect(404);
    const editor = await signInAs(service, { slug: 'help', role: 'editor' });
    await editor.get('/desk/forum/help/webhooks').expect(403);
  });

  it('get no events of the deletion of a forum, but those that waited before', async () => {
    const { database } = service;
    await sent();
    await database.none("update webhooks set resume_at = now() + interval '1 hour'");
    const last = await post(`help?key=${writeAccess}`, { ...DIALOG, title: 'The last one' });
    expect(await eventsOf(() => command('delete', 'help', '--yes'))).toEqual([]);
    await database.none('update webhooks set resume_at = now()');
    expect((await sent()).at(-1)).toMatchObject({
      type: 'dialog.created',
      data: { id: last, uri: `${URI}/${last}.json` },
    });
  });
});

describe('S33: who may change webhooks', () => {
  type Call = (
    webhooks: TenantWebhooks<WebhookChange>,
    change: WebhookChange,
    delivery: number,
  ) => Promise<unknown>;

  const CALLS: [string, Call][] = [
    [
      'add',
      (webhooks, change) => webhooks.add(change, { url: 'https://example.com/', types: ['dialog.created'] }),
    ],
    ['remove', (webhooks, change) => webhooks.remove(change, 1)],
    ['rotate', (webhooks, change) => webhooks.rotate(change, 1)],
    ['test', (webhooks, change) => webhooks.test(change, 1)],
    ['resend', (webhooks, change, delivery) => webhooks.resend(change, { id: 1, delivery })],
  ];

  const ROLES = (['owner', 'editor', 'author'] as const).flatMap((role) => [
    [role, 'desk'] as const,
    [role, 'api'] as const,
  ]);

  async function attempt(call: Call, actor: Actor): Promise<string> {
    const rollback = new Error('rollback');
    let outcome = 'done';
    await service.database
      .tx(async (transaction) => {
        const change = { account: 'help', actor };
        const { delivery } = await transaction.one('select min(id) as delivery from webhook_deliveries');
        await call(accountWebhooks(transaction), change, delivery).catch((error) => {
          outcome = error.kind;
        });
        throw rollback;
      })
      .catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
    return outcome;
  }

  const idOf = async (name: string) =>
    (await service.database.one('select id from accounts where name = $1', [name])).id;

  describe.each(CALLS)('%s', (_, call) => {
    it.each(ROLES)('%s at the door %s', async (role, door) => {
      const actor = { name: 'Maja', role, door };
      expect(await attempt(call, { ...actor, accountId: await idOf('help') })).toBe(
        role === 'owner' ? 'done' : 'forbidden',
      );
      expect(await attempt(call, { ...actor, accountId: await idOf('other') })).toBe('not-found');
    });
  });
});
