import { randomUUID } from 'node:crypto';
import { LANGUAGES } from '@guidepost/i18n';
import { until } from '@guidepost/local-servers/testing';
import { createMail } from '@guidepost/mail';
import { startMailServer } from '@guidepost/mail/testing';
import { createAnswerValidator } from '@guidepost/openapi/testing';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { type Receiver, startReceiver } from '@guidepost/webhooks/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createWebhookWorker } from '../service.ts';
import { knowledgeBaseWebhooks } from '../tenants/webhooks.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { startKbService } from '../testing/processes.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import {
  ACCOUNT,
  type Fault,
  startTicketSystem,
  type TicketSystem,
  TOKEN,
} from '../testing/ticket-system.ts';
import { MessageDelivery, type MessageDeliveryOptions } from './deliver-messages.ts';
import { keepMessage } from './keep-message.ts';
import { findTarget, setTarget, type TargetKind } from './targets.ts';
import { tellOfGivenUp } from './tell-of-given-up.ts';
import { closeMessage, eraseMessages, listWaitingMessages, retryMessage } from './waiting-messages.ts';

const HOST = 'help.example.com';

let service: TestService;
let system: TicketSystem;
let knowledgeBaseId: number;
let owner: DeskClient;
let workers: MessageDelivery[] = [];

beforeAll(async () => {
  service = await startTestService([{ host: HOST, name: 'Help' }], { WEBHOOK_ALLOW_PRIVATE: 'on' });
  ({ id: knowledgeBaseId } = await service.database.one('select id from knowledge_bases'));
  owner = await signInAs(service, { host: HOST, role: 'owner', name: 'Olga' });
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
    fields: { address, account: ACCOUNT, mailbox: '7' },
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
    pause: 20,
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
    expect(await readRow()).toMatchObject({ reference: '1', content: null, file: null, uncertain_kinds: [] });
    const [{ email, text } = { email: '', text: '' }] = system.tickets;
    expect(email).toBe('anna@example.com');
    for (const part of ['Install <fails>', 'instal']) expect(text).toContain(part);
    // Zendesk takes plain text.
    expect(text.includes('&lt;script&gt;')).toBe(kind !== 'zendesk');
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
      const { uncertain_kinds: uncertain, next_attempt_at: next } = await readRow();
      expect([uncertain, next.getTime() - Date.now() > 240_000]).toEqual([[kind], true]);
      await system.release();
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
    system.tickets.push({ id: 1, email: MESSAGE.email, text: `It stops. Guidepost ${marker}` });
    await service.database.none(
      `update contact_messages set attempts = 1, uncertain_kinds = array[$1], sending_until = now() + interval '1 hour'`,
      [kind],
    );
    const worker = startWorker();
    await makeDue();
    await waitFor('outcome', 'taken');
    await worker.stop();
    expect([system.tickets.length, created()]).toEqual([1, 0]);
  });

  it('takes it once where what comes next has certainly failed', async () => {
    await choose(kind);
    await keep();
    system.next('takes and fails');
    startWorker();
    await waitFor('problem', 'unclear');
    await service.database.none(`update contact_targets set credentials = credentials || '\\x00'`);
    await makeDue();
    await waitFor('problem', 'noToken');
    expect((await readRow()).uncertain_kinds).toEqual([kind]);
    await choose(kind);
    await makeDue();
    await waitFor('outcome', 'taken');
    expect([system.tickets.length, created()]).toEqual([1, 1]);
  });

  it('gets it again once a list says that it was not taken, and nothing else', async () => {
    await choose(kind);
    await keep();
    await service.database.none('update contact_messages set uncertain_kinds = array[$1]', [kind]);
    for (const text of ['<html>Sign in</html>', '[{"id": 1', '{}']) {
      system.nextList(text);
      const worker = startWorker();
      await waitFor('problem', 'unclear');
      await worker.stop();
      await service.database.none('update contact_messages set problem = null, next_attempt_at = now()');
    }
    expect(created()).toBe(0);
    startWorker();
    await waitFor('outcome', 'taken');
    expect([system.tickets.length, created()]).toEqual([1, 1]);
  });

  it('gets it again where it certainly was not taken', async () => {
    await choose(kind);
    await keep();
    system.next('refuses', 'is busy', 'redirects');
    startWorker();
    for (const problem of ['refused', 'busy', 'elsewhere']) {
      await waitFor('problem', problem);
      expect((await readRow()).uncertain_kinds).toEqual([]);
      await makeDue();
    }
    await waitFor('outcome', 'taken');
    expect([system.tickets.length, created()]).toEqual([1, 4]);
  });
});

describe('delivery', () => {
  it('takes a message once where the service is killed before it has recorded the answer', async () => {
    await choose('freshdesk');
    await keep();
    system.next('takes and is silent');
    const { child, output, exit } = startKbService({
      KB_DATABASE_URL: service.url,
      WEBHOOK_ALLOW_PRIVATE: 'on',
    });
    output.resume();
    await until('it is taken', () => system.tickets[0]);
    child.kill('SIGKILL');
    await exit;
    expect(await readRow()).toMatchObject({ outcome: null, uncertain_kinds: ['freshdesk'] });
    await makeDue();
    startWorker();
    await waitFor('outcome', 'taken');
    expect(system.requests).toEqual(['POST /api/v2/tickets', 'GET /api/v2/tickets']);
    expect(system.tickets).toHaveLength(1);
  });

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

  describe('tells the owners of what was given up', () => {
    const DESK = 'https://desk.example';
    const giveUp = () =>
      service.database.none("update contact_messages set give_up_at = now() - interval '1 second'");
    const aDayLater = () =>
      service.database.none(
        "update contact_messages set told_at = told_at - interval '1 day', give_up_at = give_up_at - interval '1 day'",
      );

    /** The mail that is written now. */
    async function tell(): Promise<{ recipient: string; content: { subject: string; text: string } }[]> {
      await service.database.none('delete from outgoing_mail');
      const from = { name: 'Help', address: 'kb@example.com' };
      const mail = createMail({ to: 'folder', folder: '/nowhere', from });
      while (await tellOfGivenUp({ database: service.database, mail, deskUrl: DESK }));
      return service.database.any('select recipient, content from outgoing_mail');
    }

    beforeAll(async () => {
      await signInAs(service, { host: HOST, role: 'editor', name: 'Eva' });
    });

    it('once a day, with the number of all', async () => {
      await keep();
      await keep();
      expect(await tell()).toEqual([]);
      await giveUp();
      const [letter, ...others] = await tell();
      expect([letter?.recipient, others]).toEqual(['olga@example.com', []]);
      expect(letter?.content.subject).toBe('Messages of readers of Help were not delivered');
      expect(letter?.content.text).toContain('2 messages that readers wrote in Help');
      expect(letter?.content.text).toContain(`${DESK}/desk/kb/${HOST}/messages`);
      await keep();
      await giveUp();
      expect(await tell()).toEqual([]);
      await aDayLater();
      expect((await tell())[0]?.content.text).toContain('3 messages');
      await aDayLater();
      expect(await tell()).toEqual([]);
      const [first] = await listWaitingMessages(service.database, { knowledgeBaseId });
      await retryMessage(service.database, OPERATOR, { host: HOST, id: Number(first?.id) });
      expect(await tell()).toEqual([]);
      await giveUp();
      expect(await tell()).toHaveLength(1);
    });

    it('in the language of the knowledge base', async () => {
      await keep();
      await giveUp();
      const subjects = new Set<string>();
      for (const language of LANGUAGES) {
        await service.database.none('update contact_messages set told_at = null');
        await service.database.none('update knowledge_bases set language = $1', [language]);
        const [letter] = await tell();
        expect(letter?.content.text).toMatch(/^[^{}]*1[^{}]*Help[^{}]*$/);
        subjects.add(letter?.content.subject ?? '');
      }
      await service.database.none("update knowledge_bases set language = 'en'");
      expect(subjects.size).toBe(LANGUAGES.length);
    });
  });

  it('tries all again once the target has changed, also what was given up; forgets after a week', async () => {
    await keep();
    await service.database.none(
      "update contact_messages set outcome = 'closed', ended_at = now() - interval '8 days', content = null",
    );
    await keep();
    await service.database.none("update contact_messages set give_up_at = now() - interval '1 day'");
    await choose('zendesk');
    startWorker();
    await until('it is taken', () => system.tickets[0]);
    await waitFor('outcome', 'taken');
  });

  it('does not wait for a mail server for longer than a message is held', async () => {
    const server = await startMailServer();
    const release = server.holdUp('help@example.com');
    const target = { host: HOST, kind: 'mail', fields: { email: 'help@example.com' }, token: '' };
    await setTarget(
      { database: service.database, credentials: service.context.credentials },
      OPERATOR,
      target,
    );
    await keep();
    const mail = {
      to: 'server',
      url: server.url,
      from: { name: 'Help', address: 'kb@example.com' },
    } as const;
    const worker = startWorker({ mail, longestAttempt: 300 });
    await waitFor('problem', 'noMail');
    release();
    await worker.stop();
    await server.stop();
  });
});

describe('the desk', () => {
  const CONTACT = `/desk/kb/${HOST}/settings/contact`;
  const MESSAGES = `/desk/kb/${HOST}/messages`;

  it('sets where messages go, says what is wrong, and never shows a token', async () => {
    const typed = {
      kind: 'zendesk',
      'zendesk.address': 'http://acme.zendesk.com',
      'zendesk.account': '',
      'zendesk.token': TOKEN,
    };
    const wrong = await owner.post(CONTACT, typed);
    expect([wrong.status, wrong.text.includes(TOKEN)]).toEqual([422, false]);
    for (const part of [
      'value="http://acme.zendesk.com"',
      'Enter an address that begins with https://.',
      'Please fill in this field.',
    ])
      expect(wrong.text).toContain(part);
    await owner.post(CONTACT, { kind: 'nowhere' }).expect(422);
    const right = { ...typed, 'zendesk.address': system.url, 'zendesk.account': ACCOUNT };
    await owner.post(CONTACT, right).expect(303);
    const { text } = await owner.get(CONTACT).expect(200);
    expect(text).toContain(`value="${system.url}"`);
    expect(text).toContain('A token is stored.');
    expect(text).not.toContain(TOKEN);
    await owner.post(CONTACT, { ...right, 'zendesk.token': '' }).expect(303);
    await keep();
    startWorker();
    await waitFor('outcome', 'taken');
    await owner.post(CONTACT, { kind: 'off' }).expect(303);
    expect(await findTarget(service.database, knowledgeBaseId)).toMatchObject({ kind: 'off' });
  });

  it('lists messages with the reason; someone has them tried again, or takes care of them', async () => {
    await choose('freshdesk');
    await keep({ name: 'å.txt', type: 'text/plain', bytes: Buffer.from('hello') });
    system.next('refuses');
    const worker = startWorker();
    await waitFor('problem', 'refused');
    await worker.stop();
    const { id } = await readRow();
    const list = await owner.get(MESSAGES).expect(200);
    for (const part of [
      'Install &lt;fails&gt;',
      'anna@example.com',
      'The ticket system refused the message.',
    ])
      expect(list.text).toContain(part);
    const { text } = await owner.get(`${MESSAGES}/${id}`).expect(200);
    for (const part of ['It stops. &lt;script&gt;', 'Searched for:\n- instal', 'invalid'])
      expect(text).toContain(part);
    const file = await owner.get(`${MESSAGES}/${id}/file`).expect(200);
    expect([file.text, file.headers['content-disposition']]).toEqual([
      'hello',
      expect.stringMatching(/^attachment; filename/),
    ]);
    expect(file.headers['content-security-policy']).toContain('sandbox');
    await owner.post(`${MESSAGES}/${id}`, { action: 'retry' }).expect(303);
    expect(await readRow()).toMatchObject({ attempts: 0 });
    await owner.post(`${MESSAGES}/${id}`, { action: 'close' }).expect(303);
    expect(await readRow()).toMatchObject({ outcome: 'closed', content: null, file: null });
    await owner.get(`${MESSAGES}/${id}`).expect(404);
    expect((await owner.get(MESSAGES)).text).toContain('All messages have been delivered.');
  });
});

describe('webhooks', () => {
  let receiver: Receiver;
  let sender: ReturnType<typeof createWebhookWorker>;

  beforeEach(async () => {
    receiver = await startReceiver();
    await service.database.multi('delete from webhooks; delete from webhook_events');
    await setTarget({ database: service.database, credentials: service.context.credentials }, OPERATOR, {
      host: HOST,
      kind: 'webhook',
      fields: {},
      token: '',
    });
    sender = createWebhookWorker({ ...service.context, metrics: createMetrics('test') });
  });

  afterEach(async () => {
    await sender.stop();
    await receiver.stop();
  });

  const addWebhook = (path = '') =>
    knowledgeBaseWebhooks(service.database).add(
      { host: HOST, actor: OPERATOR },
      { url: receiver.url + path, types: ['contact.created'] },
    );

  it('get contact.created once, with the file; without any, the message waits', async () => {
    await keep({ name: 'a.txt', type: 'text/plain', bytes: Buffer.from('hello') });
    startWorker();
    await waitFor('problem', 'noWebhook');
    receiver.trust((await addWebhook()).secret);
    sender.start();
    await makeDue();
    await until('it arrives', () => receiver.taken[0]);
    await makeDue();
    await waitFor('outcome', 'taken');
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
    // The log keeps that it was sent, and forgets what.
    expect(await service.database.any('select payload, write_at from webhook_events')).toEqual([
      { payload: null, write_at: Number.POSITIVE_INFINITY },
    ]);
  });

  it('that their receivers have ended hold up nothing: others get the message', async () => {
    await addWebhook();
    await keep();
    receiver.answerWith((_, response) => response.writeHead(410).end());
    startWorker();
    sender.start();
    await until(
      'it has ended',
      async () => (await service.database.one('select ended_at from webhooks')).ended_at,
    );
    await retryMessage(service.database, OPERATOR, { host: HOST, id: Number((await readRow()).id) });
    await waitFor('problem', 'noWebhook');
    expect(await service.database.any('select outcome from webhook_deliveries')).toEqual([
      { outcome: 'set-aside' },
    ]);
    receiver.answerWith(undefined);
    await addWebhook('/other');
    await makeDue();
    await until('it arrives', () => receiver.taken[0]);
    await makeDue();
    await waitFor('outcome', 'taken');
  });

  it('get what was set aside again with the message, and nothing once it is closed or erased', async () => {
    await addWebhook();
    await keep();
    startWorker();
    await waitFor('problem', 'webhookWaits');
    const setAside = "update webhook_deliveries set outcome = 'set-aside', ended_at = now()";
    await service.database.none(setAside);
    const { id } = await readRow();
    await retryMessage(service.database, OPERATOR, { host: HOST, id: Number(id) });
    const read = () => service.database.any('select outcome, sent_by_hand from webhook_deliveries');
    expect(await read()).toEqual([{ outcome: null, sent_by_hand: true }]);
    await closeMessage(service.database, OPERATOR, { host: HOST, id: Number(id) });
    expect(await read()).toEqual([]);
    await service.database.none('delete from contact_messages');
    await keep();
    await waitFor('problem', 'webhookWaits');
    await eraseMessages(service.database, OPERATOR, { host: HOST, email: MESSAGE.email });
    expect(await service.database.any('select id from webhook_events')).toEqual([]);
  });
});
