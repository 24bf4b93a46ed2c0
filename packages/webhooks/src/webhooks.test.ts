import { type AddressInfo, createServer, type Server } from 'node:net';
import { createTestDatabase, until } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, SHARED_MIGRATIONS } from '@guidepost/postgres';
import type { Worker } from '@guidepost/service-kit';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { migrateTestDatabase, openTestDatabase, untilBlocked } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type DueDelivery, finishAttempt } from './delivery/finish-attempt.ts';
import { measureDeliveries } from './delivery/webhook-metrics.ts';
import {
  createWebhookDelivery,
  type Delivery,
  type DeliveryDetails,
  deleteWebhooksOfTenant,
  forgetPayloads,
  WEBHOOK_MIGRATIONS,
  type WebhookDeliveryOptions,
  type WebhookTrouble,
} from './index.ts';
import { listDeliveries, readDelivery, resend, sendTest } from './log.ts';
import type { LookupAll } from './public-addresses.ts';
import { type Receiver, startReceiver } from './testing/index.ts';
import { addWebhook, listWebhooks, removeWebhook, rotateSecret } from './webhooks.ts';

const KNOWN = ['guide.published', 'guide.updated', 'guide.unpublished'];
const TENANT = 7;
const PACE = { pause: 50, timeout: 10_000, grace: 100 };

let database: Database;
let drop: () => Promise<void>;
let receiver: Receiver;
let workers: Worker[] = [];
let troubles: WebhookTrouble[] = [];

beforeAll(async () => {
  const prepare = (url: string) => migrateTestDatabase(url, [WEBHOOK_MIGRATIONS, SHARED_MIGRATIONS]);
  const created = await createTestDatabase({ template: 'webhooks', prepare });
  drop = created.drop;
  database = openTestDatabase(created.url);
});

beforeEach(async () => {
  await database.none('truncate webhooks, webhook_events, webhook_deliveries restart identity cascade');
  receiver = await startReceiver();
  troubles = [];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await receiver.stop();
});

afterAll(async () => {
  await closeDatabase(database);
  await drop();
});

function deliver(options: Partial<WebhookDeliveryOptions> = {}): Worker {
  const worker = createWebhookDelivery({
    database,
    config: { WEBHOOK_ALLOW_PRIVATE: 'on' },
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    describe: async ({ about }) => about,
    tellOwners: async (_transaction, trouble) => void troubles.push(trouble),
    pace: PACE,
    ...options,
  });
  worker.start();
  workers.push(worker);
  return worker;
}

async function add(options: { url?: string; types?: string[]; tenantId?: number } = {}): Promise<number> {
  const { url = receiver.url, types = [], tenantId = TENANT } = options;
  const { id, secret } = await database.tx((transaction) =>
    addWebhook(transaction, { tenantId, url, types, known: KNOWN, by: 'Eva' }),
  );
  if (url === receiver.url) receiver.trust(secret);
  return id;
}

async function happen(type: string, guide: number, text = ''): Promise<void> {
  const about = { id: guide, ...(text && { text }) };
  await database.one('select queue_webhook_event($1, $2, $3, $3, $4)', [
    TENANT,
    type,
    `guides/${guide}`,
    about,
  ]);
}

const taken = (count: number) => until(`${count} events are taken`, () => receiver.taken.length >= count);
const log = (id: number) => listDeliveries(database, { tenantId: TENANT, id, limit: 100 });
const dueNow = () =>
  database.none(
    'update webhooks set resume_at = now(); update webhook_deliveries set next_attempt_at = now() where ended_at is null',
  );

/** The newest delivery when it is as expected and all of its attempts are in the log. */
function settled(id: number, isExpected: (delivery: Delivery) => boolean): Promise<DeliveryDetails> {
  return until('a delivery settles', async () => {
    const [newest] = await log(id);
    if (!newest || newest.attempts === 0 || !isExpected(newest)) return undefined;
    const details = await readDelivery(database, { tenantId: TENANT, id, delivery: newest.id });
    const [last] = details.attempt_log;
    const isLogged =
      last?.number === details.attempts && last.status === details.status && last.error === details.error;
    return isLogged && details;
  });
}

describe('a webhook', () => {
  it('gets events as Standard Webhooks says, those that it wants, of its tenant alone', async () => {
    const id = await add({ types: ['guide.published', 'guide.unpublished'] });
    await add({ tenantId: 8, url: `${receiver.url}/others` });
    await happen('guide.published', 1);
    await happen('guide.updated', 1);
    await happen('guide.unpublished', 1);
    deliver();
    await taken(2);
    expect(receiver.taken.map(({ type, data }) => [type, data])).toEqual([
      ['guide.published', { id: 1 }],
      ['guide.unpublished', { id: 1 }],
    ]);
    const [first] = receiver.taken;
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': first?.id });
    expect(Date.parse(first?.timestamp ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await settled(id, ({ outcome }) => outcome !== null)).toMatchObject({
      message_id: receiver.taken[1]?.id,
      outcome: 'delivered',
      payload: receiver.taken[1]?.body,
      attempt_log: [{ number: 1, status: 204, answer: '', error: null }],
    });
  });

  it('costs nothing where there is none', async () => {
    await add({ types: ['guide.published'] });
    await happen('guide.updated', 1);
    await happen('comment.created', 1);
    expect(await database.any('select * from webhook_events')).toEqual([]);
  });

  it('sends one event per record that several statements of a transaction change', async () => {
    await add();
    await database.tx(async (transaction) => {
      for (const type of ['guide.updated', 'guide.published', 'guide.updated', 'guide.published']) {
        await transaction.one('select queue_webhook_event($1, $2, $3, $3, $4)', [
          TENANT,
          type,
          'guides/1',
          {},
        ]);
      }
    });
    await database.tx(async (transaction) => {
      await transaction.none("set local guidepost.webhooks = 'off'");
      await transaction.one('select queue_webhook_event($1, $2, $3, $3, $4)', [
        TENANT,
        'guide.updated',
        'g/2',
        {},
      ]);
    });
    expect(await database.map('select type from webhook_events', [], ({ type }) => type)).toEqual([
      'guide.published',
    ]);
  });

  it.each([
    ['ftp://example.com/', 'must begin with https'],
    ['example.com', 'Enter a URL'],
    ['https://user:secret@example.com/', 'user name'],
    [`https://example.com/${'x'.repeat(2_000)}`, 'at most 2000'],
  ])('has a URL of the web: %s', async (url, message) => {
    await expect(add({ url })).rejects.toThrow(message);
  });

  it('has known events, and limits a tenant to 20', async () => {
    await expect(add({ types: ['guide.eaten'] })).rejects.toThrow('There is no event guide.eaten.');
    for (let n = 0; n < 20; n += 1) await add({ url: `https://example.com/${n}` });
    await expect(add()).rejects.toThrow('the limit of 20 webhooks');
  });

  it('limits a tenant to 20 also if several are added at once', async () => {
    const urls = Array.from({ length: 25 }, (_each, n) => `https://example.com/${n}`);
    const added = await Promise.allSettled(urls.map((url) => add({ url })));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  it('has a URL that no other one of the tenant has', async () => {
    await add({ url: 'https://example.com/hooks' });
    const again = ['https://example.com/hooks', ' HTTPS://Example.com:443/hooks#x'].map((url) =>
      add({ url }),
    );
    for (const { reason } of (await Promise.allSettled(again)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ kind: 'conflict', details: { fields: { url: [expect.any(String)] } } });
    await add({ url: 'https://example.com/hooks', tenantId: 8 });
    expect(await listWebhooks(database, TENANT)).toHaveLength(1);
  });

  it('gets other events while it takes long to answer one', async () => {
    await add();
    receiver.answerWith(({ data }, response) => data.id === 1 || response.writeHead(204).end());
    deliver();
    await happen('guide.published', 1);
    await until('the first one has arrived', () => receiver.seen.length === 1);
    await happen('guide.published', 2);
    await until('the second one is delivered', async () => (await log(1))[0]?.outcome === 'delivered');
    expect((await log(1))[1]).toMatchObject({ outcome: null, attempts: 1, error: null });
  });

  it('gets the update if it does not want the other event of the transaction', async () => {
    await add({ types: ['guide.updated'] });
    await add({ types: ['guide.unpublished'], url: `${receiver.url}/2` });
    await add({ url: `${receiver.url}/3` });
    for (const types of [
      ['guide.updated', 'guide.unpublished'],
      ['guide.unpublished', 'guide.updated'],
    ]) {
      await database.none('delete from webhook_events');
      await database.tx(async (transaction) => {
        for (const type of types)
          await transaction.one('select queue_webhook_event($1, $2, $3, $3, $4)', [TENANT, type, 'g/1', {}]);
      });
      const queued = await database.any(
        'select d.webhook_id, e.type from webhook_deliveries d join webhook_events e on e.id = d.event_id order by 1',
      );
      expect(queued.map(({ type }) => type)).toEqual([
        'guide.updated',
        'guide.unpublished',
        'guide.unpublished',
      ]);
    }
  });

  it('holds up no change while it is removed', async () => {
    const [id] = [await add(), await add({ url: 'https://example.com/' })];
    await database.tx(async (removal) => {
      await removeWebhook(removal, { tenantId: TENANT, id });
      await database.tx(async (change) => {
        await change.none("set local lock_timeout = '2s'");
        await change.one("select queue_webhook_event($1, 'guide.published', 'g/1', 'g/1', '{}')", [TENANT]);
      });
    });
    expect(await database.any('select webhook_id from webhook_deliveries')).toEqual([{ webhook_id: 2 }]);
  });

  it('is removed with what waits, and with its tenant', async () => {
    const id = await add();
    await happen('guide.published', 1);
    await expect(removeWebhook(database, { tenantId: 8, id })).rejects.toThrow('There is no webhook');
    await removeWebhook(database, { tenantId: TENANT, id });
    await expect(log(id)).rejects.toThrow('There is no webhook');
    expect(await database.any('select * from webhook_events')).toEqual([]);
    await add();
    await happen('guide.published', 2);
    await deleteWebhooksOfTenant(database, TENANT);
    for (const table of ['webhooks', 'webhook_events', 'webhook_deliveries'])
      expect(await database.any('select * from $1~', [table])).toEqual([]);
  });
});

describe('a secret', () => {
  it('is rotated, once a day: both sign meanwhile', async () => {
    const id = await add();
    const rotate = () => rotateSecret(database, { tenantId: TENANT, id });
    const rotated = await rotate();
    await expect(rotate()).rejects.toMatchObject({ kind: 'conflict' });
    await happen('guide.published', 1);
    const worker = deliver();
    // The receiver still trusts the former one.
    await taken(1);
    receiver.trust(rotated.secret);
    await happen('guide.updated', 1);
    await taken(2);
    expect(String(receiver.taken[1]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    await worker.stop();
    await database.none("update webhooks set previous_until = now() - interval '1 second'");
    await happen('guide.unpublished', 1);
    deliver();
    await taken(3);
    const [, , last] = receiver.taken;
    const headers = last?.headers as Record<string, string>;
    expect(headers['webhook-signature']).toMatch(/^v1,[^ ]+$/);
    expect(() => new Webhook(rotated.secret).verify(`${last?.body} `, headers)).toThrow();
    expect((await listWebhooks(database, TENANT))[0]).not.toHaveProperty('secret');
    expect((await rotate()).secret).not.toBe(rotated.secret);
  });
});

describe('a receiver that is away', () => {
  it('for an hour gets everything, in order for each subject and once', async () => {
    const { url } = receiver;
    const id = await add();
    receiver.answerWith((_received, response) => response.writeHead(503).end('Busy'));
    deliver();
    for (let n = 1; n <= 5; n += 1)
      for (const guide of [1, 2, 3]) await happen('guide.updated', guide, `${n}`);
    await until('it is noticed', async () => (await listWebhooks(database, TENANT))[0]?.failing_since);
    await until('all attempts have ended', async () =>
      (await log(id)).every(({ attempts, status }) => attempts === 0 || status === 503),
    );
    // One event tries whether it is back, not all of them, and ever more rarely.
    expect(receiver.seen.length).toBeLessThanOrEqual(4);
    await database.none(
      "update webhooks set failing_since = now() - interval '1 hour', resume_at = now(); update webhook_deliveries set next_attempt_at = now() where ended_at is null",
    );
    const before = receiver.seen.length;
    await until('it is tried again', () => receiver.seen.length > before);
    await until('the pause has grown', async () => {
      const { seconds } = await database.one(
        'select extract(epoch from resume_at - now())::float8 as seconds from webhooks',
      );
      return seconds > 800 && seconds < 900;
    });
    receiver.answerWith(undefined);
    await dueNow();
    await taken(15);
    for (const guide of [1, 2, 3]) {
      const own = receiver.taken.filter(({ data }) => data.id === guide).map(({ data }) => data.text);
      expect(own).toEqual(['1', '2', '3', '4', '5']);
    }
    expect(new Set(receiver.taken.map((each) => each.id)).size).toBe(15);
    await until('all have ended', async () => (await listWebhooks(database, TENANT))[0]?.waiting === 0);
    expect((await listWebhooks(database, TENANT))[0]).toMatchObject({ id, url, failing_since: null });
  });

  it('holds up only the subject that it refuses', async () => {
    const id = await add();
    receiver.answerWith(({ data }, response) =>
      response.writeHead(data.id === 1 ? 500 : 200).end('<b>No</b>'),
    );
    deliver();
    await happen('guide.published', 1);
    await happen('guide.updated', 1);
    await happen('guide.published', 2);
    await taken(1);
    const deliveries = await until('both have been tried', async () => {
      const all = await log(id);
      return all[0]?.outcome === 'delivered' && all.at(-1)?.status === 500 && all;
    });
    expect(deliveries.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['delivered', 1],
      [null, 0],
      [null, 1],
    ]);
    receiver.answerWith(undefined);
    await dueNow();
    await taken(3);
    expect(receiver.taken.slice(1).map(({ type }) => type)).toEqual(['guide.published', 'guide.updated']);
  });

  it('for three days has what waited set aside, and the owners are told', async () => {
    const id = await add();
    const url = 'http://127.0.0.1:1/';
    await database.none('update webhooks set url = $1', [url]);
    for (const guide of [1, 2]) await happen('guide.published', guide);
    await happen('guide.updated', 1);
    await database.none(
      "update webhooks set failing_since = now() - interval '4 days'; update webhook_deliveries set give_up_at = now()",
    );
    deliver();
    // The owners are told in the same transaction.
    const isSetAside = ({ outcome }: { outcome: unknown }) => outcome === 'set-aside';
    await until('all three are set aside', async () => (await log(id)).filter(isSetAside).length === 3);
    expect(troubles).toEqual([{ tenantId: TENANT, webhookId: id, url, reason: 'set-aside' }]);
    expect((await log(id)).at(-1)).toMatchObject({ status: null, error: 'ECONNREFUSED' });
    expect((await listWebhooks(database, TENANT))[0]).toMatchObject({ set_aside: 3, waiting: 0 });
    // Events that come later have their own three days.
    await happen('guide.updated', 2);
    await dueNow();
    await until('it is tried', async () => (await log(id))[0]?.attempts === 1);
    expect((await log(id))[0]?.outcome).toBeNull();
  });

  it('an event that it refuses for three days is set aside, and the next one follows', async () => {
    const id = await add();
    receiver.answerWith(({ type }, response) =>
      response.writeHead(type === 'guide.published' ? 400 : 200).end(),
    );
    await happen('guide.published', 1);
    await happen('guide.updated', 1);
    await database.none('update webhook_deliveries set give_up_at = now() where event_id = 1');
    deliver();
    await taken(1);
    await until('both have ended', async () => (await listWebhooks(database, TENANT))[0]?.waiting === 0);
    expect((await log(id)).map(({ outcome }) => outcome)).toEqual(['delivered', 'set-aside']);
    expect(troubles).toHaveLength(1);
  });

  it('and wants no more, with 410, gets none', async () => {
    const id = await add();
    receiver.answerWith((_received, response) => response.writeHead(410).end());
    for (const guide of [1, 2]) await happen('guide.published', guide);
    deliver();
    await until('it has ended', async () => (await listWebhooks(database, TENANT))[0]?.ended_at);
    expect(troubles[0]?.reason).toBe('ended');
    await happen('guide.published', 3);
    await until('nothing waits', async () => (await listWebhooks(database, TENANT))[0]?.waiting === 0);
    expect((await log(id)).map(({ outcome }) => outcome)).toEqual(['set-aside', 'set-aside']);
    await expect(sendTest(database, { tenantId: TENANT, id })).rejects.toThrow('has ended this webhook');
    await expect(resend(database, { tenantId: TENANT, id, delivery: 1 })).rejects.toThrow(
      'has ended this webhook',
    );
  });
});

describe('an attempt', () => {
  let due: DueDelivery;

  async function finish(status?: number, delivery = due) {
    return finishAttempt(database, delivery, {
      answer: status === undefined ? { error: 'ECONNREFUSED' } : { status, text: '' },
      milliseconds: 1,
      tellOwners: async (_transaction, trouble) => void troubles.push(trouble),
    });
  }

  const secondsToNext = async (event: number): Promise<number> =>
    (
      await database.one(
        'select extract(epoch from greatest(d.next_attempt_at, w.resume_at) - now())::float8 as seconds from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.event_id = $1',
        [event],
      )
    ).seconds;

  beforeEach(async () => {
    const id = await add();
    await happen('guide.published', 1);
    await happen('guide.published', 2);
    const [{ id: second } = { id: 0 }, { id: first } = { id: 0 }] = await log(id);
    expect([first, second]).toEqual([1, 2]);
    due = {
      id: first,
      webhook_id: id,
      tenant_id: TENANT,
      url: receiver.url,
      secret: '',
      previous_secret: null,
      message_id: '',
      payload: '{}',
      attempts: 1,
    };
  });

  it('that is refused doubles the pause; sent again, it begins with the shortest', async () => {
    for (const pause of [5, 10, 20]) {
      expect(await finish(500)).toBe('postponed');
      expect(Math.round(await secondsToNext(1))).toBe(pause);
    }
    await resend(database, { tenantId: TENANT, id: due.webhook_id, delivery: due.id });
    await finish(500);
    expect(Math.round(await secondsToNext(1))).toBe(5);
  });

  it('by hand has pauses of its own also while the receiver is away', async () => {
    await database.none('update webhook_deliveries set sent_by_hand = true where id = 1');
    for (const pause of [5, 10, 20]) {
      expect(await finish(503)).toBe('postponed');
      expect(Math.round(await secondsToNext(1))).toBe(pause);
    }
  });

  it('finds a receiver that is away at least every 15 minutes, however many there were', async () => {
    await database.none('update webhook_deliveries set attempts = 20, failures = 9 where id = 1');
    await finish(undefined, { ...due, attempts: 20 });
    await database.none("update webhooks set failing_since = now() - interval '2 days'");
    for (const attempts of [21, 22]) {
      await finish(undefined, { ...due, attempts });
      expect(await secondsToNext(1)).toBeLessThanOrEqual(900);
    }
  });

  it('makes others due when the receiver is back, except those that failed by themselves or are under way', async () => {
    for (let n = 0; n < 3; n += 1) {
      await finish(503);
      await finish(204, { ...due, id: 2 });
      await database.none('update webhook_deliveries set outcome = null, ended_at = null where id = 2');
    }
    expect(Math.round(await secondsToNext(1))).toBe(20);
    expect(await secondsToNext(2)).toBeLessThanOrEqual(0);
    await finish(503);
    await database.none(
      "update webhook_deliveries set next_attempt_at = now() + interval '1 minute' where id = 2",
    );
    await finish(204);
    expect(await secondsToNext(2)).toBeGreaterThan(50);
  });

  it.each([
    ['its webhook was removed', 'delete from webhooks'],
    ['its event was forgotten', 'delete from webhook_events where id = 1'],
    [
      'it was delivered',
      "update webhook_deliveries set outcome = 'delivered', ended_at = now() where id = 1",
    ],
  ])('tells the owners nothing if %s meanwhile', async (_, happened) => {
    await database.none('update webhook_deliveries set give_up_at = now() where id = 1');
    await database.none(happened);
    for (const status of [undefined, 400]) expect(await finish(status)).toBe('obsolete');
    expect(troubles).toEqual([]);
  });

  it('waits for a removal of its webhook, and the other way round', async () => {
    await database
      .tx(async (removal) => {
        await removal.any('select from webhooks for update');
        const finished = finish(500);
        await untilBlocked(database);
        await removal.none("set local lock_timeout = '2s'");
        await removeWebhook(removal, { tenantId: TENANT, id: due.webhook_id });
        return { finished };
      })
      .then(async ({ finished }) => expect(await finished).toBe('obsolete'));
  });
});

describe('the metrics', () => {
  it('show what waits, since when, and whose receiver is away, unless the receiver has ended it', async () => {
    const metrics = createMetrics('test');
    measureDeliveries(metrics, database);
    const [away, ended] = [await add(), await add({ url: `${receiver.url}/ended` })];
    for (const guide of [1, 2, 3]) await happen('guide.updated', guide);
    await database.none(
      "update webhook_deliveries set outcome = 'delivered', ended_at = now() where event_id = 3",
    );
    await database.none("update webhook_events set created_at = now() - interval '1 hour' where id = 2");
    await database.none("update webhook_events set created_at = now() - interval '2 hours' where id = 3");
    await database.none('update webhooks set failing_since = now() where id = any($1)', [[away, ended]]);
    await database.none('update webhooks set ended_at = now() where id = $1', [ended]);
    const text = await metrics.registry.metrics();
    const measured = Object.fromEntries(
      Array.from(text.matchAll(/^(webhook\w+)\{.*\} (\S+)$/gm), ([, name, value]) => [name, Number(value)]),
    );
    expect(measured).toEqual({
      webhook_deliveries_waiting: 2,
      webhook_deliveries_oldest_seconds: expect.any(Number),
      webhooks_failing: 1,
    });
    expect(Math.floor(measured.webhook_deliveries_oldest_seconds / 3_600)).toBe(1);
  });
});

describe('the log', () => {
  it('sends an event again, with the same id and bytes, past those that wait', async () => {
    const id = await add();
    deliver();
    await happen('guide.published', 1);
    const sent = await settled(id, ({ outcome }) => outcome === 'delivered');
    receiver.answerWith(({ type }, response) =>
      response.writeHead(type === 'guide.updated' ? 500 : 200).end(),
    );
    await happen('guide.updated', 1);
    await settled(id, ({ attempts }) => attempts === 1);
    await resend(database, { tenantId: TENANT, id, delivery: sent.id });
    await taken(2);
    expect(receiver.taken[1]).toMatchObject({ id: sent.message_id, body: sent.payload });
    await until('it has ended', async () => (await log(id)).at(-1)?.outcome === 'delivered');
    expect(
      (await readDelivery(database, { tenantId: TENANT, id, delivery: sent.id })).attempt_log,
    ).toHaveLength(2);
    for (const other of [
      { tenantId: 8, id, delivery: sent.id },
      { tenantId: TENANT, id, delivery: 99 },
      { tenantId: TENANT, id: 99, delivery: sent.id },
    ]) {
      await expect(resend(database, other)).rejects.toThrow(/There is no (webhook|delivery)/);
      await expect(readDelivery(database, other)).rejects.toThrow('There is no delivery');
    }
  });

  it('sends an event again that the receiver cannot take, without holding up others', async () => {
    const id = await add();
    deliver();
    await happen('guide.published', 1);
    const { id: delivery } = await settled(id, ({ outcome }) => outcome === 'delivered');
    receiver.answerWith(({ type }, response) =>
      response.writeHead(type === 'guide.published' ? 503 : 204).end(),
    );
    const attempted = (attempts: number) =>
      until(`${attempts} attempts`, async () => {
        const last = (await log(id)).at(-1);
        return last?.attempts === attempts && last.status === 503;
      });
    await resend(database, { tenantId: TENANT, id, delivery });
    await attempted(2);
    for (const guide of [1, 2, 3]) await happen('guide.updated', guide);
    await dueNow();
    await attempted(3);
    await database.none('update webhooks set resume_at = now()');
    await taken(4);
    await until(
      'the receiver is back',
      async () => !(await listWebhooks(database, TENANT))[0]?.failing_since,
    );
  });

  it('has test events', async () => {
    const id = await add({ types: ['guide.published'] });
    await happen('guide.published', 1);
    await database.none("update webhooks set failing_since = now() - interval '1 hour'");
    const { delivery } = await sendTest(database, { tenantId: TENANT, id });
    await database.none(
      "update webhook_events set payload = '{}' where payload is null and type <> 'webhook.test'",
    );
    deliver();
    await taken(1);
    // Before what has waited longer.
    expect(receiver.taken[0]).toMatchObject({ type: 'webhook.test', data: { webhook: id } });
    expect((await readDelivery(database, { tenantId: TENANT, id, delivery })).type).toBe('webhook.test');
  });

  it('has no test event of a webhook that is removed meanwhile', async () => {
    const id = await add();
    const { tested } = await database.tx(async (removal) => {
      await removeWebhook(removal, { tenantId: TENANT, id });
      const tested = sendTest(database, { tenantId: TENANT, id }).catch(String);
      await untilBlocked(database);
      return { tested };
    });
    expect(await tested).toContain('There is no webhook');
  });

  it('forgets what was sent and answered; what waits or is sent again is written again', async () => {
    let name = 'Anna';
    const describe = async () => ({ name });
    const id = await add();
    const worker = deliver({ describe });
    receiver.answerWith(({ body }, response) => response.writeHead(200).end(body));
    await happen('guide.published', 1);
    const sent = await settled(id, ({ outcome }) => outcome === 'delivered');
    receiver.answerWith(({ body }, response) => response.writeHead(500).end(body));
    await happen('guide.updated', 1);
    const failed = await settled(id, ({ attempts }) => attempts === 1);
    expect(failed.attempt_log[0]?.answer).toContain('Anna');
    await worker.stop();
    name = 'removed';
    await forgetPayloads(database, TENANT);
    const left = await database.any(
      'select e::text, a::text from webhook_events e left join webhook_deliveries d on d.event_id = e.id left join webhook_attempts a on a.delivery_id = d.id',
    );
    expect(left).toHaveLength(2);
    expect(JSON.stringify(left)).not.toContain('Anna');
    receiver.answerWith(undefined);
    await dueNow();
    deliver({ describe });
    await taken(2);
    const reference = { tenantId: TENANT, id, delivery: sent.id };
    expect(await readDelivery(database, reference)).toMatchObject({
      outcome: 'delivered',
      payload: null,
      attempt_log: [{ status: 200, answer: null }],
    });
    await resend(database, reference);
    await taken(3);
    for (const { data } of receiver.taken.slice(1)) expect(data).toEqual({ name: 'removed' });
    expect(receiver.taken[2]?.id).toBe(sent.message_id);
  });

  it('is deleted after two weeks', async () => {
    const id = await add();
    for (const guide of [1, 2, 3]) await happen('guide.published', guide);
    // More than are deleted at a time.
    await database.none(
      "insert into webhook_events (tenant_id, type, subject, record, about) select 9, 'guide.updated', 'g', 'guides/' || n, '{}' from generate_series(1, 10001) n",
    );
    await database.none(`
      update webhook_events set created_at = now() - interval '15 days';
      update webhook_deliveries set outcome = 'delivered', ended_at = now() - interval '15 days' where id = 1;
      update webhook_deliveries set outcome = 'delivered', ended_at = now() - interval '13 days' where id = 2`);
    deliver();
    await taken(1);
    expect((await log(id)).map((delivery) => delivery.id)).toEqual([3, 2]);
    expect(await database.one('select count(*) as count from webhook_events')).toEqual({ count: 2 });
  });

  it('tells why an event cannot be described, and describes it later', async () => {
    let fails = true;
    const describe: WebhookDeliveryOptions['describe'] = async ({ about }) => {
      if (fails && about.id === 1) throw new Error('away');
      return about;
    };
    await add();
    deliver({ describe });
    for (const guide of [1, 2]) await happen('guide.published', guide);
    await taken(1);
    expect(receiver.taken[0]?.data).toEqual({ id: 2 });
    fails = false;
    await database.none('update webhook_events set write_at = now()');
    await taken(2);
  });

  it('has what could not be described for three days set aside, and the owners are told', async () => {
    const id = await add();
    for (const type of ['guide.published', 'guide.updated']) await happen(type, 1);
    await database.none('update webhook_deliveries set give_up_at = now() where id = 1');
    deliver({
      describe: async ({ type, about }) => {
        if (type === 'guide.published') throw new Error('gone for good');
        return about;
      },
    });
    await taken(1);
    await until('the other one has ended', async () => (await log(id))[0]?.outcome === 'delivered');
    expect((await log(id)).map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['delivered', 1],
      ['set-aside', 0],
    ]);
    expect(troubles).toEqual([{ tenantId: TENANT, webhookId: id, url: receiver.url, reason: 'set-aside' }]);
  });
});

describe('several instances', () => {
  it('deliver each event once, and in order', async () => {
    await add();
    for (let n = 1; n <= 10; n += 1)
      for (const guide of [1, 2, 3, 4]) await happen('guide.updated', guide, `${n}`);
    for (let n = 0; n < 3; n += 1) deliver();
    await taken(40);
    expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(40);
    for (const guide of [1, 2, 3, 4]) {
      const own = receiver.taken.filter(({ data }) => data.id === guide).map(({ data }) => Number(data.text));
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
  });

  it('take over what a killed one was sending', async () => {
    const id = await add();
    await happen('guide.published', 1);
    await database.none(
      "update webhook_events set payload = '{}'; update webhook_deliveries set attempts = 1, next_attempt_at = now() + interval '1 minute'",
    );
    deliver();
    expect((await log(id))[0]?.outcome).toBeNull();
    await dueNow();
    await taken(1);
    await until('it has ended', async () => (await log(id))[0]?.outcome === 'delivered');
    expect((await log(id))[0]?.attempts).toBe(2);
  });

  it('cut off what they are sending when they stop, without counting it against the receiver', async () => {
    const id = await add();
    receiver.answerWith(() => {});
    const worker = deliver();
    await happen('guide.published', 1);
    await until('it arrives', () => receiver.seen.length === 1);
    await worker.stop();
    expect((await log(id))[0]).toMatchObject({ outcome: null, attempts: 1, error: null });
    expect((await listWebhooks(database, TENANT))[0]?.failing_since).toBeNull();
  });
});

describe('S36', () => {
  const listening = new Set<Server>();

  afterEach(() => {
    for (const server of listening) server.close();
    listening.clear();
  });

  /** A server that sends these bytes, one each 20 ms, after it has been sent anything. */
  async function drip(bytes: string): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        let place = 0;
        const timer = setInterval(() => socket.write(bytes[place++ % bytes.length] ?? ''), 20);
        socket.once('close', () => clearInterval(timer));
      });
    });
    listening.add(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it.each([
    'http://127.0.0.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://localhost:PORT/',
    'http://0x7f.1:PORT/',
  ])('refuses to connect inside the network: %s', async (form) => {
    const { port } = new URL(receiver.url);
    const id = await add({ url: form.replace('PORT', port) });
    deliver({ config: { WEBHOOK_ALLOW_PRIVATE: 'off' } });
    await happen('guide.published', 1);
    expect((await settled(id, () => true)).error).toBe('no-public-address');
    expect(receiver.seen).toEqual([]);
  });

  it.each<[string, LookupAll, string]>([
    [
      'a name inside',
      (_name, _options, callback) => callback(null, [{ address: '10.3.4.5', family: 4 }]),
      '10.3.4.5',
    ],
    ['a name that leads nowhere', (_name, _options, callback) => callback(null, []), 'no address'],
    [
      'a name that does not exist',
      (_name, _options, callback) =>
        callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []),
      'ENOTFOUND',
    ],
  ])('S55 says the same of each, and the reason in the log only: %s', async (_, resolve, reason) => {
    const id = await add({ url: 'http://db.internal/' });
    const lines: string[] = [];
    const logger = createLogger({
      service: 'test',
      level: 'warn',
      stream: { write: (line) => void lines.push(line) },
    });
    deliver({ config: { WEBHOOK_ALLOW_PRIVATE: 'off' }, resolve, logger });
    await happen('guide.published', 1);
    const [attempt] = (await settled(id, () => true)).attempt_log;
    expect(attempt).toMatchObject({ status: null, error: 'no-public-address' });
    expect(
      await until('the log has it', () => lines.find((line) => line.includes('not delivered'))),
    ).toContain(reason);
  });

  it('connects to the address that was checked, whatever the name server answers later', async () => {
    let asked = 0;
    const id = await add({ url: `http://rebinding.example:${new URL(receiver.url).port}/` });
    deliver({
      config: { WEBHOOK_ALLOW_PRIVATE: 'off' },
      pace: { ...PACE, timeout: 300 },
      resolve: (_name, _options, callback) => {
        asked += 1;
        // An address of the Internet that no one has, then one of this machine.
        callback(null, [
          { address: asked === 1 ? '2600:ffff::1' : '127.0.0.1', family: asked === 1 ? 6 : 4 },
        ]);
      },
    });
    await happen('guide.published', 1);
    const { error } = await settled(id, () => true);
    expect(error).not.toBe('no-public-address');
    expect([asked, receiver.seen]).toEqual([1, []]);
    await dueNow();
    expect((await settled(id, ({ attempts }) => attempts === 2)).attempt_log[0]?.error).toBe(
      'no-public-address',
    );
    expect(receiver.seen).toEqual([]);
  });

  it('follows no redirect', async () => {
    const inner = await startReceiver();
    receiver.answerWith((_received, response) => response.writeHead(307, { Location: inner.url }).end());
    const id = await add();
    deliver();
    await happen('guide.published', 1);
    expect(await settled(id, () => true)).toMatchObject({ status: 307, outcome: null });
    expect(inner.seen).toEqual([]);
    await inner.stop();
  });

  it.each([
    ['its status', `HTTP/1.1 200 ${'O'.repeat(1_000)}`, null, null],
    ['its header', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(10_000)}`, null, null],
    ['its body', 'HTTP/1.1 200 OK\r\n\r\nx', 200, 'delivered'],
  ])('stops waiting for a server that drips %s', async (_, bytes, status, outcome) => {
    const id = await add({ url: await drip(bytes) });
    deliver({ pace: { ...PACE, timeout: 700 } });
    await happen('guide.published', 1);
    const [attempt] = (await settled(id, () => true)).attempt_log;
    expect(attempt).toMatchObject({ status, error: 'timeout' });
    expect(attempt?.milliseconds).toBeLessThan(3_000);
    expect((await log(id))[0]?.outcome).toBe(outcome);
  });

  it('keeps 4 kB of an answer, whatever is in it', async () => {
    receiver.answerWith((_received, response) => {
      response.writeHead(200);
      response.end(Buffer.concat([Buffer.from('\0\xff<script>'), Buffer.alloc(5_000_000, 'å')]));
    });
    const id = await add();
    deliver();
    await happen('guide.published', 1);
    const { attempt_log: attempts, outcome } = await settled(id, () => true);
    expect(outcome).toBe('delivered');
    expect(Buffer.byteLength(attempts[0]?.answer ?? '')).toBeLessThan(4_110);
    expect(attempts[0]?.answer).toMatch(/^\uFFFD.*<script>å+/);
  });
});
