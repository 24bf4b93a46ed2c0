import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from '@guidepost/local-servers/testing';
import { createAnswerValidator } from '@guidepost/openapi/testing';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { type Receiver, startReceiver } from '@guidepost/webhooks/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createWebhookWorker } from '../service.ts';
import { knowledgeBaseWebhooks } from '../tenants/webhooks.ts';
import { OPERATOR } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { MessageDelivery, type MessageDeliveryOptions } from './deliver-messages.ts';
import { keepMessage } from './keep-message.ts';
import { findTarget, setTarget, type TargetKind } from './targets.ts';
import { closeMessage, eraseMessages, listWaitingMessages, retryMessage } from './waiting-messages.ts';

const HOST = 'help.example.com';
const TOKEN = 'the-token-of-the-ticket-system';

/** What a stand-in does with the next message that it gets, beside taking it or not. */
type Fault = 'takes and is silent' | 'takes and fails' | 'takes late' | 'refuses' | 'is busy' | 'redirects';

interface Ticket {
  id: number;
  text: string;
  body: string;
}

/** A ticket system that keeps what it takes, and finds it again, as the APIs of the three vendors do. */
interface TicketSystem {
  url: string;
  tickets: Ticket[];
  /** Methods and paths, in order. */
  requests: string[];
  authorizations: (string | undefined)[];
  next(...faults: Fault[]): void;
  /** Lets what comes late come. */
  release(): void;
  stop(): Promise<void>;
}

async function startTicketSystem(): Promise<TicketSystem> {
  const tickets: Ticket[] = [];
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const faults: Fault[] = [];
  let late: (() => void)[] = [];

  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const path = url.split('?')[0] ?? '';
    requests.push(`${method} ${path}`);
    authorizations.push(headers.authorization);
    const body = (await buffer(request)).toString();
    const json = (status: number, content: object, more = {}) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...more })
        .end(JSON.stringify(content));
    if (path === '/v2/oauth2/token') return void json(200, { access_token: 'access' });
    if (path === '/api/v2/uploads.json') return void json(201, { upload: { token: 'upload-1' } });
    if (method === 'GET') {
      const found = tickets.map(({ id, text }) => ({ id, description: text }));
      if (path === '/api/v2/search.json') return void json(200, { results: found });
      if (path === '/api/v2/tickets') return void json(200, found);
      return void json(200, { _embedded: { conversations: found } });
    }
    const take = () => {
      const id = tickets.length + 1;
      tickets.push({ id, text: body, body });
      const created = { id, request: { id } };
      return () => json(201, created, { 'Resource-ID': String(id) });
    };
    switch (faults.shift()) {
      case 'takes and is silent':
        return void take();
      case 'takes and fails':
        take();
        return void json(500, {});
      case 'takes late':
        return void late.push(() => take()());
      case 'refuses':
        return void json(422, { error: 'invalid' });
      case 'is busy':
        return void json(429, {}, { 'Retry-After': '1' });
      case 'redirects':
        return void response.writeHead(302, { Location: '/elsewhere' }).end();
      default:
        return void take()();
    }
  }

  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tickets,
    requests,
    authorizations,
    next: (...next) => faults.push(...next),
    release() {
      for (const come of late) come();
      late = [];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((stopped) => server.close(stopped));
    },
  };
}

let service: TestService;
let system: TicketSystem;
let knowledgeBaseId: number;
let workers: MessageDelivery[] = [];

beforeAll(async () => {
  service = await startTestService([{ host: HOST, name: 'Help' }], { WEBHOOK_ALLOW_PRIVATE: 'on' });
  ({ id: knowledgeBaseId } = await service.database.one('select id from knowledge_bases'));
});

afterAll(() => service.stop());

beforeEach(async () => {
  system = await startTicketSystem();
  await service.database.multi('delete from contact_messages; delete from contact_targets');
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await system.stop();
});

const choose = (kind: TargetKind, address = system.url) =>
  setTarget({ database: service.database, credentials: service.context.credentials }, OPERATOR, {
    host: HOST,
    kind,
    fields: { address, account: 'ada@example.com', mailbox: '7' },
    token: TOKEN,
  });

function startWorker(options: Partial<MessageDeliveryOptions> = {}): MessageDelivery {
  const worker = new MessageDelivery({
    database: service.database,
    credentials: service.context.credentials,
    mail: { to: 'nowhere' },
    allowPrivate: true,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    ...options,
  });
  worker.start();
  workers.push(worker);
  return worker;
}

const MESSAGE = {
  name: 'Anna',
  email: 'anna@example.com',
  subject: 'Install <fails>',
  text: 'It stops. <script>alert(1)</script>',
  page: '',
  searched: ['instal'],
  read: [],
  answered: [],
  language: 'en',
};

const keep = (file?: { name: string; type: string; bytes: Uint8Array }) =>
  keepMessage(service.database, {
    knowledgeBaseId,
    digest: Buffer.from(randomUUID().replaceAll('-', '')),
    proof: undefined,
    message: MESSAGE,
    file,
  });

const readRow = () => service.database.one('select * from contact_messages');

const waitFor = (column: string, value: unknown) =>
  until(`${column} is ${value}`, async () => (await readRow())[column] === value || undefined);

/** As if the pause before the next attempt were over. */
const makeDue = () =>
  service.database.none(
    "update contact_messages set next_attempt_at = now(), sending_until = null, attempted_at = now() - interval '1 hour'",
  );

describe.each<[TargetKind, string]>([
  ['zendesk', 'POST /api/v2/requests.json'],
  ['freshdesk', 'POST /api/v2/tickets'],
  ['help-scout', 'POST /v2/conversations'],
])('%s', (kind, creates) => {
  const created = () => system.requests.filter((request) => request === creates).length;

  it('gets a message with its file, its writer and what was done before; it is deleted then', async () => {
    await choose(kind);
    await keep({ name: 'å.txt', type: 'text/plain', bytes: Buffer.from('hello') });
    startWorker();
    await waitFor('outcome', 'taken');
    expect(await readRow()).toMatchObject({ reference: '1', content: null, file: null, uncertain_at: null });
    const [{ body } = { body: '' }] = system.tickets;
    for (const part of ['anna@example.com', 'Install <fails>', 'instal']) expect(body).toContain(part);
    // Zendesk takes plain text.
    expect(body.includes('&lt;script&gt;')).toBe(kind !== 'zendesk');
  });

  it.each<Fault>(['takes and is silent', 'takes and fails', 'takes late'])(
    'takes it once where it %s',
    async (fault) => {
      await choose(kind);
      await keep();
      system.next(fault);
      // The answer of one that is silent is not waited for.
      const worker = startWorker(fault === 'takes and fails' ? {} : { timeout: 500 });
      await waitFor('problem', 'unclear');
      await worker.stop();
      const { uncertain_at: uncertain, next_attempt_at: next } = await readRow();
      expect([uncertain, next.getTime() - Date.now() > 240_000]).toEqual([kind, true]);
      system.release();
      await makeDue();
      startWorker();
      await waitFor('outcome', 'taken');
      expect([system.tickets.length, created()]).toEqual([1, 1]);
    },
  );

  it('takes it once where the sender is killed between the request and its record', async () => {
    await choose(kind);
    await keep();
    // The state that a killed sender leaves: taken there, under way here.
    const { marker } = await readRow();
    system.tickets.push({ id: 1, text: `It stops. Guidepost ${marker}`, body: '' });
    await service.database.none(
      `update contact_messages set attempts = 1, uncertain_at = $1, sending_until = now() + interval '1 hour'`,
      [kind],
    );
    const worker = startWorker();
    await makeDue();
    await waitFor('outcome', 'taken');
    await worker.stop();
    expect([system.tickets.length, created()]).toEqual([1, 0]);
  });

  it('gets it again where it certainly was not taken', async () => {
    await choose(kind);
    await keep();
    system.next('refuses', 'is busy', 'redirects');
    startWorker();
    for (const problem of ['refused', 'busy', 'elsewhere']) {
      await waitFor('problem', problem);
      expect((await readRow()).uncertain_at).toBeNull();
      await makeDue();
    }
    await waitFor('outcome', 'taken');
    expect([system.tickets.length, created()]).toEqual([1, 4]);
  });
});

describe('delivery', () => {
  it('takes a message once, by whichever of several instances', async () => {
    await choose('freshdesk');
    for (let messages = 0; messages < 10; messages += 1) await keep();
    for (let instances = 0; instances < 3; instances += 1) startWorker();
    await until('all are taken', async () => {
      const { count } = await service.database.one(
        'select count(*) from contact_messages where ended_at is not null',
      );
      return Number(count) === 10 || undefined;
    });
    expect(system.tickets).toHaveLength(10);
  });

  it.each([
    ['nothing inside the network', { allowPrivate: false }, 'elsewhere'],
    [
      'no name that leads there',
      {
        allowPrivate: false,
        resolve: (_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
          callback(null, [{ address: '10.0.0.1', family: 4 }]),
      },
      'elsewhere',
    ],
  ])('S36, S50: asks %s', async (_, options, problem) => {
    await choose('freshdesk', 'resolve' in options ? 'https://acme.freshdesk.invalid' : system.url);
    await keep();
    startWorker(options as Partial<MessageDeliveryOptions>);
    await waitFor('problem', problem);
    expect(system.requests).toEqual([]);
  });

  it('S50: stores tokens encrypted, and says so where the secret has changed', async () => {
    await choose('freshdesk');
    const { credentials } = await service.database.one('select credentials from contact_targets');
    expect(credentials.toString('latin1')).not.toContain(TOKEN);
    expect(JSON.stringify(await findTarget(service.database, knowledgeBaseId))).not.toContain(TOKEN);
    await service.database.none(`update contact_targets set credentials = credentials || '\\x00'`);
    await keep();
    startWorker();
    await waitFor('problem', 'noToken');
    expect(system.requests).toEqual([]);
  });

  it('keeps a token only for the address that it was entered for', async () => {
    await choose('freshdesk');
    const again = (address: string) =>
      setTarget({ database: service.database, credentials: service.context.credentials }, OPERATOR, {
        host: HOST,
        kind: 'freshdesk',
        fields: { address },
        token: '',
      });
    await again(system.url);
    await expect(again('https://evil.example')).rejects.toMatchObject({
      details: { fields: { token: [expect.any(String)] } },
    });
  });

  it('gives up after three days, until someone has it tried again, deletes it, or its writer is erased', async () => {
    await choose('freshdesk');
    await keep();
    await keep();
    await keep();
    await service.database.none("update contact_messages set give_up_at = now() - interval '1 second'");
    const list = () => listWaitingMessages(service.database, { knowledgeBaseId });
    const [first, second] = await list();
    expect(first).toMatchObject({ given_up: true, email: 'anna@example.com' });
    startWorker();
    await retryMessage(service.database, OPERATOR, { host: HOST, id: Number(first?.id) });
    await until('the first is taken', async () => (await list()).length === 2 || undefined);
    await closeMessage(service.database, OPERATOR, { host: HOST, id: Number(second?.id) });
    expect(await eraseMessages(service.database, OPERATOR, { host: HOST, email: 'Anna@example.com' })).toBe(
      1,
    );
    expect([await list(), system.tickets.length]).toEqual([[], 1]);
  });
});

describe('webhooks', () => {
  let receiver: Receiver;

  beforeEach(async () => {
    receiver = await startReceiver();
  });

  afterEach(() => receiver.stop());

  it('get contact.created once, with the file; without any, the message waits', async () => {
    await setTarget({ database: service.database, credentials: service.context.credentials }, OPERATOR, {
      host: HOST,
      kind: 'webhook',
      fields: {},
      token: '',
    });
    await keep({ name: 'a.txt', type: 'text/plain', bytes: Buffer.from('hello') });
    startWorker();
    await waitFor('problem', 'noWebhook');
    const webhooks = knowledgeBaseWebhooks(service.database);
    const { secret } = await webhooks.add(
      { host: HOST, actor: OPERATOR },
      { url: receiver.url, types: ['contact.created'] },
    );
    receiver.trust(secret);
    const sender = createWebhookWorker(service.context);
    sender.start();
    await makeDue();
    await until('it arrives', () => receiver.taken[0]);
    await makeDue();
    await waitFor('outcome', 'taken');
    await sender.stop();
    const documented = createAnswerValidator((await service.request.get('/openapi.json')).body);
    expect(receiver.taken.flatMap(({ body }) => documented.mistakesOfEvent(JSON.parse(body)))).toEqual([]);
    expect(receiver.taken.map(({ type, data }) => [type, data])).toEqual([
      [
        'contact.created',
        expect.objectContaining({
          type: 'message',
          attributes: expect.objectContaining({
            email: 'anna@example.com',
            searched: ['instal'],
            file: { name: 'a.txt', type: 'text/plain', size: 5, content: 'aGVsbG8=' },
          }),
        }),
      ],
    ]);
  });
});
