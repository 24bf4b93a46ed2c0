import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@guidepost/local-servers/testing';
import { createAnswerValidator } from '@guidepost/openapi/testing';
import type { Worker } from '@guidepost/service-kit';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { forgetPayloads } from '@guidepost/webhooks';
import { type Received, type Receiver, startReceiver } from '@guidepost/webhooks/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importKnowledgeBase } from '../archive/import/import-knowledge-base.ts';
import { openImportSource } from '../archive/import/open-import-source.ts';
import { createWebhookWorker } from '../service.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { runKb } from '../testing/processes.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { renameGuide } from '../writing/drafts/guide-slugs.ts';
import { saveDraft } from '../writing/drafts/save-draft.ts';
import { publishNextDue } from '../writing/publishing/publish-due.ts';
import { publishGuide, scheduleGuide } from '../writing/publishing/publish-guide.ts';
import { publishGuides, unpublishGuides } from '../writing/publishing/publish-guides.ts';
import { moveGuides, tagGuides } from '../writing/structure/arrange-guides.ts';
import { deleteTag } from '../writing/structure/tags.ts';
import { republishVersion } from '../writing/versions/restore-version.ts';
import { issueAccessKey } from './access-keys.ts';
import { deleteKnowledgeBase } from './administration.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';
import { EVENT_TYPES, knowledgeBaseWebhooks } from './webhooks.ts';

const HOST = 'help.example.com';
const CHANGE = { host: HOST, actor: OPERATOR };
const BASE = `/jsonapi/knowledge/v1/${HOST}/guides`;
const TYPE = 'application/vnd.api+json';
const A_MOMENT_AGO = "now() - interval '1 second'";
const logger = createLogger({ service: 'test', level: 'silent' });

let service: TestService;
let receiver: Receiver;
let worker: Worker;
let folder: string;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-webhooks-'));
  receiver = await startReceiver();
  const categories = [
    { id: 11, slug: 'start' },
    { id: 12, slug: 'money' },
  ];
  service = await startTestService(
    [
      {
        host: HOST,
        categories,
        tags: [
          { id: 21, slug: 'new' },
          { id: 22, slug: 'old' },
        ],
        guides: [
          { id: 31, slug: 'install', categories: [11], tags: [21, 22] },
          { id: 32, slug: 'hidden', published: false, tags: [21, 22] },
          { id: 33, slug: 'pay', published: false },
          { id: 34, slug: 'imported' },
          { id: 35, slug: 'gone' },
        ],
      },
      { host: 'other.example.com', guides: [{ id: 41, slug: 'install' }] },
    ],
    { WEBHOOK_ALLOW_PRIVATE: 'on', MAIL_OUTBOX: folder },
  );
  ({ key } = await issueAccessKey(service.database, OPERATOR, { host: HOST, name: 'write', scope: 'write' }));
  const added = await knowledgeBaseWebhooks(service.database).add(CHANGE, { url: receiver.url, types: [] });
  receiver.trust(added.secret);
  worker = createWebhookWorker(service.context);
  worker.start();
});

afterAll(async () => {
  await worker.stop();
  await receiver.stop();
  await service.stop();
  await rm(folder, { recursive: true });
});

const guide = { host: HOST, guideId: 31 };

async function importJson(guides: object[]): Promise<void> {
  const path = join(folder, 'guides.json');
  await writeFile(path, JSON.stringify({ categories: [], tags: [], guides }));
  const source = await openImportSource(path);
  const { signal } = new AbortController();
  await importKnowledgeBase(service.database, OPERATOR, { host: HOST, source, signal });
}

/** Publishes as the worker of scheduled drafts does. */
async function publishAtItsTime(): Promise<void> {
  const { database } = service;
  await scheduleGuide(database, OPERATOR, {
    ...guide,
    guideId: 33,
    publishAt: new Date(Date.now() + 60_000),
  });
  await database.none(`update guide_drafts set publish_at = ${A_MOMENT_AGO} where guide_id = 33`);
  await publishNextDue(database, logger);
}

const patch = (id: number, attributes: object) =>
  service.request
    .patch(`${BASE}/${id}`)
    .set({ Authorization: `Bearer ${key}`, 'Content-Type': TYPE })
    .send(JSON.stringify({ data: { type: 'guide', id: String(id), attributes } }));

const vote = (direction: string) =>
  service.request.post(`${BASE}/install/${direction}`).set({ Accept: TYPE, 'User-Agent': 'one' });

/** Changes of guides, by API, desk, import and command line, and the events that they make, with slugs. */
const CHANGES: [string, () => PromiseLike<unknown>, string[]][] = [
  [
    'a draft is saved',
    () => saveDraft(service.database, OPERATOR, { ...guide, title: 'Install it', tags: ['New', 'Fresh'] }),
    [],
  ],
  [
    'it is published, with new tags',
    () => publishGuide(service.database, OPERATOR, guide),
    ['guide.updated install'],
  ],
  ['it is published again', () => publishGuides(service.database, OPERATOR, { host: HOST, ids: [31] }), []],
  [
    'a former version is published again',
    () => republishVersion(service.database, OPERATOR, { ...guide, number: 1 }),
    ['guide.updated install'],
  ],
  [
    'it gets another slug',
    () => renameGuide(service.database, OPERATOR, { host: HOST, slug: 'install', newSlug: 'set-up' }),
    ['guide.updated set-up'],
  ],
  [
    'and the former one again',
    () => renameGuide(service.database, OPERATOR, { host: HOST, slug: 'set-up', newSlug: 'install' }),
    ['guide.updated install'],
  ],
  [
    'guides are moved',
    () => moveGuides(service.database, OPERATOR, { host: HOST, ids: [31, 32], to: { id: 12 } }),
    ['guide.updated install'],
  ],
  [
    'guides are tagged',
    () => tagGuides(service.database, OPERATOR, { host: HOST, ids: [31, 32], add: ['Extra'] }),
    ['guide.updated install'],
  ],
  ['a key changes a title', () => patch(31, { title: 'By a key' }), ['guide.updated install']],
  ['the time of a draft comes', publishAtItsTime, ['guide.published pay']],
  [
    'several are published',
    () => publishGuides(service.database, OPERATOR, { host: HOST, ids: [32, 33] }),
    ['guide.published hidden'],
  ],
  [
    'a tag is deleted',
    () => deleteTag(service.database, OPERATOR, { host: HOST, tag: { id: 22 } }),
    ['guide.updated hidden'],
  ],
  [
    'a tag is given by an import',
    () =>
      importJson([
        { slug: 'imported', title: 'imported', content_html: '<p>New</p>', categories: [], tags: [] },
      ]),
    ['guide.updated imported'],
  ],
  [
    'an import brings a guide, and leaves another one',
    () =>
      importJson([
        { slug: 'imported', title: 'imported', content_html: '<p>New</p>', categories: [], tags: [] },
        { slug: 'brought', title: 'Brought', content_html: '<p>New</p>', categories: ['start'], tags: [] },
      ]),
    ['guide.published brought'],
  ],
  ['someone votes', () => vote('upvote'), ['guide.voted 31']],
  ['someone votes the same again', () => vote('upvote'), []],
  ['someone changes their mind', () => vote('downvote'), ['guide.voted 31']],
  [
    'guides are unpublished',
    () => unpublishGuides(service.database, OPERATOR, { host: HOST, ids: [33] }),
    ['guide.unpublished pay'],
  ],
  [
    'guides are deleted',
    () => deleteGuides(service.database, OPERATOR, { host: HOST, slugs: ['gone', 'pay'] }),
    ['guide.unpublished gone'],
  ],
];

async function eventsOf(happen: () => PromiseLike<unknown>): Promise<string[]> {
  const list = () => service.database.any('select type, about from webhook_events order by id');
  const before = await list();
  await happen();
  const events = (await list()).slice(before.length);
  return events.map(({ type, about }) => `${type} ${about.slug ?? about.id}`);
}

/** Waits until all has been sent. */
async function sent(): Promise<Received[]> {
  const { count } = await service.database.one('select count(*) from webhook_events');
  await until('everything has been sent', () => receiver.taken.length === count);
  return receiver.taken;
}

async function tenantId(): Promise<number> {
  return (await service.database.one('select id from knowledge_bases where host = $1', [HOST])).id;
}

describe('webhooks of a knowledge base', () => {
  it.each(CHANGES)('when %s', async (_, happen, expected) => {
    expect(await eventsOf(happen)).toEqual(expected);
  });

  it('get the resource as readers get it, with what it belongs to', async () => {
    await tagGuides(service.database, OPERATOR, { host: HOST, ids: [31], add: ['Last'] });
    const { body } = await service.get(`${BASE}/31?include=categories,tags`);
    const data = (await sent()).findLast(({ data: { id } }) => id === '31')?.data;
    expect(data).toEqual(body.data);
    expect(data).toMatchObject({
      type: 'guide',
      id: '31',
      attributes: { title: 'By a key', slug: 'install', content_html: '<p>install</p>' },
      links: { public: 'https://help.example.com/guides/install' },
      relationships: { categories: { data: [{ type: 'knowledge_base_category', id: '12' }] } },
    });
  });

  it('get what the OpenAPI document says', async () => {
    const validator = createAnswerValidator((await service.request.get('/openapi.json')).body);
    const all = await sent();
    expect(all.flatMap(({ body }) => validator.mistakesOfEvent(JSON.parse(body)))).toEqual([]);
    // Messages of readers have a test of their own.
    const expected = EVENT_TYPES.filter((type) => type !== 'contact.created');
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(expected));
  });

  it('get the votes and the name of a guide with a vote', async () => {
    const votes = (await sent()).filter(({ type }) => type === 'guide.voted').map(({ data }) => data);
    expect(votes).toMatchObject([
      { id: '31', meta: { vote: 'up' } },
      { id: '31', meta: { upvotes: 0, downvotes: 1, vote: 'down' } },
    ]);
    for (const { attributes } of votes)
      expect(Object.keys(attributes as object).toSorted()).toEqual(['slug', 'title']);
  });

  it('get what is left of a guide that readers no longer see', async () => {
    expect(
      (await sent()).find(({ type, data: { id } }) => type === 'guide.unpublished' && id === '33')?.data,
    ).toEqual({
      type: 'guide',
      id: '33',
      attributes: { slug: 'pay' },
      links: { public: 'https://help.example.com/guides/pay' },
    });
  });
});

describe('webhooks at the desk', () => {
  const ANSWER = '<script>alert(1)</script></code></pre><img src=x onerror=alert(1)>';
  const DESK = '/desk/kb/other.example.com';
  const [secretOf, noticeOf] = [/whsec_[A-Za-z0-9+/=]+/, /role="status">\s*<p>([^<]+)/];
  let owner: DeskClient;
  let program: Receiver;
  let address: string;

  beforeAll(async () => {
    owner = await signInAs(service, { host: 'other.example.com', role: 'owner' });
    program = await startReceiver();
    program.answerWith((_received, response) => response.writeHead(500).end(ANSWER));
  });

  afterAll(() => program.stop());

  /** Where a form leads, with the page there. */
  async function sendForm(path: string, fields: Record<string, string> = {}) {
    const { headers } = await owner.post(path, fields).expect(303);
    return (await owner.get(String(headers.location)).expect(200)).text;
  }

  it('are added, with a secret that is shown once', async () => {
    const { text } = await owner
      .post(`${DESK}/webhooks`, { url: program.url, 'event[guide.unpublished]': 'on' })
      .expect(200);
    const [secret] = secretOf.exec(text) ?? [];
    program.trust(secret);
    const list = await owner.get(`${DESK}/webhooks`).expect(200);
    expect(list.text).toContain(program.url);
    expect(list.text).toContain('guide.unpublished</span>');
    address = `${DESK}/webhooks/${/webhooks\/(\d+)"/.exec(list.text)?.[1]}`;
    for (const page of [list, await owner.get(address)]) expect(page.text).not.toMatch(secretOf);
  });

  it.each([
    ['', 'It must be an address'],
    ['https://anna:secret@example.com/?a=<b>', 'without a user name'],
  ])('are not added with the URL "%s", which stays in the form', async (url, message) => {
    const { text } = await owner.post(`${DESK}/webhooks`, { url, 'event[guide.voted]': 'on' }).expect(422);
    expect(text).toContain(message);
    expect(text).toContain(`value="${url.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`);
    expect(text).toContain('name="event[guide.voted]" checked');
  });

  it('S35 show what was sent and answered, and run none of it', async () => {
    expect(noticeOf.exec(await sendForm(`${address}/test`))?.[1]).toContain('test event is on its way');
    const event = await until('it is in the log', async () => {
      const { text } = await owner.get(address);
      return text.includes('500') && /events\/(\d+)"/.exec(text)?.[1];
    });
    const { text } = await owner.get(`${address}/events/${event}`).expect(200);
    expect(text).toContain('&quot;type&quot;: &quot;webhook.test&quot;');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;/code&gt;');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img');
    expect(text).toContain('Next attempt: ');
    program.answerWith(undefined);
    expect(noticeOf.exec(await sendForm(`${address}/events/${event}`))?.[1]).toContain('on its way again');
    await until('it is delivered', async () =>
      (await owner.get(`${address}/events/${event}`)).text.includes('delivered</span>'),
    );
    expect(program.taken.map(({ type }) => type)).toEqual(['webhook.test']);
    const { id } = await requireKnowledgeBase(service.database, 'other.example.com');
    await forgetPayloads(service.database, id);
    const { text: left } = await owner.get(`${address}/events/${event}`);
    // The body of the event, and of both answers.
    expect(left.split('No content is stored.')).toHaveLength(4);
    expect(left).not.toContain('alert(1)');
  });

  it('are added once, also if the form is sent twice', async () => {
    const { text } = await owner.post(`${DESK}/webhooks`, { url: program.url }).expect(422);
    expect(text).toContain('There is already a webhook with this URL.');
    expect(text.split(`>${program.url}</a>`)).toHaveLength(2);
  });

  it('get a new secret, once also if the form is sent twice', async () => {
    const { text } = await owner.post(`${address}/secret`).expect(200);
    expect(text).toMatch(secretOf);
    expect(text).toContain('The former secret works until <time');
    const again = await owner.post(`${address}/secret`).expect(409);
    expect(again.text).toContain('The secret was replaced less than a day ago.');
    expect(again.text).not.toMatch(secretOf);
  });

  it('are removed by typing their host', async () => {
    const { host } = new URL(program.url);
    const { text } = await owner.post(`${address}/remove`, { confirm: 'x' }).expect(422);
    expect(text).toContain(`That is not “${host}”.`);
    expect(await sendForm(`${address}/remove`, { confirm: host })).toContain('There are no webhooks yet.');
    await owner.get(address).expect(404);
  });

  it('say that a receiver wants no more, and its owners get mail once a day', async () => {
    const { database } = service;
    const host = 'other.example.com';
    const [webhooks, change] = [knowledgeBaseWebhooks(database), { host, actor: OPERATOR }];
    program.trust(undefined);
    program.answerWith((_received, response) => response.writeHead(410).end());
    for (const path of ['one', 'two']) {
      const { id } = await webhooks.add(change, { url: `${program.url}/${path}`, types: [] });
      for (let n = 0; n < 3; n += 1) await webhooks.test(change, id);
    }
    const page = await until('both have ended', async () => {
      const { text } = await owner.get(`${DESK}/webhooks`);
      return text.split('>ended by the receiver').length === 3 && text;
    });
    const [, id = ''] = /webhooks\/(\d+)"/.exec(page) ?? [];
    const { text } = await owner.get(`${DESK}/webhooks/${id}`);
    expect(text).toContain('has ended this webhook');
    expect(text).not.toContain('Send a test event');
    const mail = await database.any(
      "select recipient, content from outgoing_mail where cause like 'webhook:%' order by id",
    );
    expect(mail).toHaveLength(2);
    expect(mail[0].content.subject).toBe('A webhook for Help is failing');
    expect(mail[0].content.text).toContain(
      `${new URL(program.url).host} no longer accepts events (410 Gone).`,
    );
    expect(mail[0].content.text).not.toContain('/one');
    expect(mail[0].recipient).toMatch(/@/);
    await owner.post(`${DESK}/webhooks/${id}/test`).expect(409);
    for (const each of await webhooks.list((await requireKnowledgeBase(database, host)).id))
      await webhooks.remove(change, each.id);
  });

  it('are for owners of their knowledge base', async () => {
    const webhook = { url: program.url, types: ['guide.voted'] };
    const { id } = await knowledgeBaseWebhooks(service.database).add(CHANGE, webhook);
    const editor = await signInAs(service, { host: HOST, role: 'editor' });
    for (const path of ['', `/${id}`, `/${id}/events/1`]) {
      await editor.get(`/desk/kb/${HOST}/webhooks${path}`).expect(403);
      if (path) await owner.get(`${DESK}/webhooks${path}`).expect(404);
    }
    for (const path of ['secret', 'test', 'remove', 'events/1']) {
      await editor.post(`/desk/kb/${HOST}/webhooks/${id}/${path}`).expect(403);
      await owner.post(`${DESK}/webhooks/${id}/${path}`, { confirm: new URL(program.url).host }).expect(404);
    }
  });
});

describe('kb webhook', () => {
  // Queued deliveries must not be sent before the next command shows them.
  beforeAll(() => worker.stop());
  afterAll(() => {
    worker = createWebhookWorker({ ...service.context, metrics: createMetrics('kb') });
    worker.start();
  });

  const kb = (...words: string[]) => runKb(['webhook', ...words], { KB_DATABASE_URL: service.url });
  async function answerOf(...words: string[]) {
    const { code, stdout, stderr } = await kb(...words, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  it('covers the life of a webhook', async () => {
    const host = 'other.example.com';
    const url = 'https://example.com/hooks';
    const [secret, id] = [expect.stringMatching(/^whsec_/), expect.any(Number)];
    const added = await answerOf('add', host, url, '--event', 'guide.voted', 'guide.updated');
    expect(added).toEqual({ host, id, url, secret });
    const number = String(added.id);
    expect(await answerOf('list', host)).toMatchObject([
      { id: added.id, url, event_types: ['guide.updated', 'guide.voted'], waiting: 0 },
    ]);
    const rotated = await answerOf('rotate', host, number);
    expect(rotated).toMatchObject({ secret, previous_until: expect.any(String) });
    expect(rotated.secret).not.toBe(added.secret);
    const { delivery } = await answerOf('test', host, number);
    const reference = [host, number, String(delivery)];
    expect(await answerOf('show', ...reference)).toMatchObject({
      id: delivery,
      type: 'webhook.test',
      attempt_log: [],
    });
    await service.database.none(
      String.raw`update webhook_events set payload = '{"type":"webhook.test"}' where id = (select max(id) from webhook_events);
       insert into webhook_attempts values ($1, 1, now(), 12, 503, e'Busy\x1b[2J', null)`,
      [delivery],
    );
    const { stdout: shown } = await kb('show', ...reference);
    expect(shown).toMatch(/^Event +webhook\.test\n/);
    expect(shown).toContain('  "type": "webhook.test"\n');
    expect(shown).toMatch(/Attempt 1, \S+Z, 12 ms: 503\n {2}Busy<U\+001B>\[2J\n/);
    expect(await answerOf('resend', host, number, String(delivery))).toEqual({ id, delivery, queued: true });
    expect(await answerOf('remove', host, number)).toEqual({ id, url, removed: true });
    expect((await kb('list', host)).stdout).toMatch(/has no webhooks\. Add one with kb webhook add\./);
    const changes = await service.database.any(
      "select action, subject, details from audit_entries where action like 'webhook %' and host = $1 and details->>'webhook' = $2 order by id",
      [host, number],
    );
    expect(changes).toEqual([
      {
        action: 'webhook add',
        subject: 'example.com',
        details: { webhook: added.id, events: ['guide.voted', 'guide.updated'] },
      },
      { action: 'webhook rotate', subject: 'example.com', details: { webhook: added.id } },
      { action: 'webhook test', subject: null, details: { webhook: added.id } },
      { action: 'webhook resend', subject: null, details: { webhook: added.id, event: delivery } },
      { action: 'webhook remove', subject: 'example.com', details: { webhook: added.id } },
    ]);
  });

  it('says so if nothing can be sent to a receiver', async () => {
    const host = 'other.example.com';
    const added = await answerOf('add', host, 'http://localhost/x');
    expect(added.private_address).toBe('localhost');
    const { stdout } = await kb('add', host, 'http://10.0.0.1/x');
    expect(stdout).toMatch(
      /^10\.0\.0\.1 has no address on the Internet\. .+ unless the service runs with WEBHOOK_ALLOW_PRIVATE=on\.$/m,
    );
    for (const { id } of await answerOf('list', host)) await kb('remove', host, String(id));
  });

  it.each([
    [
      ['add', 'other.example.com', 'https://example.com/', '--event', 'guide.eaten'],
      'There is no event guide.eaten.',
    ],
    [['add', 'other.example.com', 'ftp://example.com/'], 'The URL must begin with https://.'],
    [['add', 'unknown.example.com', 'https://example.com/'], 'There is no knowledge base'],
    [['remove', 'other.example.com', '99'], 'There is no webhook 99 here.'],
    [['show', 'other.example.com', '1', 'x'], 'It must be a number.'],
    [['show', 'other.example.com', '1', '9'], 'There is no delivery 9 here.'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await kb(...words);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  });
});

describe('a knowledge base', () => {
  it('tells nothing of others, and takes its webhooks with it when it is deleted', async () => {
    const { database } = service;
    await unpublishGuides(database, OPERATOR, { host: 'other.example.com', ids: [41] });
    expect(
      await database.any('select * from webhook_events where tenant_id <> $1', [await tenantId()]),
    ).toEqual([]);
    await deleteKnowledgeBase(database, OPERATOR, { host: HOST });
    expect(await database.any('select * from webhook_events')).toEqual([]);
    expect(await database.any('select * from webhooks')).toEqual([]);
  });
});
