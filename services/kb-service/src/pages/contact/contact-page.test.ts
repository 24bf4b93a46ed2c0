import { createHash, randomUUID } from 'node:crypto';
import { until } from '@guidepost/local-servers/testing';
import { readMailSettings } from '@guidepost/mail';
import { type MailServer, startMailServer } from '@guidepost/mail/testing';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MessageDelivery } from '../../contact/deliver-messages.ts';
import { setTarget } from '../../contact/targets.ts';
import { OPERATOR } from '../../testing/content.ts';
import { signInAs } from '../../testing/desk-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = 'help.example.com';
const CLOSED = 'closed.example.com';
const SITE = `/site/${HOST}`;
const DESK = 'desk@example.com';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let service: TestService;
let server: MailServer;
let worker: MessageDelivery;
let senders = 0;

const ANNA = { name: 'Anna', email: 'anna@example.com', subject: 'Install fails', text: 'It stops.\nWhy?' };

beforeAll(async () => {
  server = await startMailServer();
  const guides = [{ id: 31, slug: 'install', title: 'Install it', content: '<p>How to install.</p>' }];
  const environment = {
    MAIL_URL: server.url,
    MAIL_FROM: 'Example <no-reply@example.com>',
    TRUSTED_PROXIES: 'loopback',
    VOTE_LIMIT: '10000',
  };
  service = await startTestService([{ host: HOST, name: 'Help', guides }, { host: CLOSED }], environment);
  const { context, database } = service;
  const target = { host: HOST, kind: 'mail', fields: { email: DESK }, token: '' };
  await setTarget({ database, credentials: context.credentials }, OPERATOR, target);
  await service.settled(HOST);
  await service.indexed();
  worker = new MessageDelivery({
    database,
    credentials: context.credentials,
    mail: readMailSettings(environment),
    allowPrivate: true,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    pause: 20,
  });
  worker.start();
});

afterAll(async () => {
  await worker.stop();
  await service.stop();
  await server.stop();
});

beforeEach(() => service.database.none('delete from contact_messages'));

const newSender = () => {
  senders += 1;
  return `192.0.2.${senders}`;
};

interface Sending {
  sender?: string;
  path?: string;
  file?: { name: string; bytes: Uint8Array };
}

/** Sends a form as a browser does. */
async function send(fields: Record<string, string>, { sender, path = '/contact', file }: Sending = {}) {
  let request = service.request
    .post(SITE + path)
    .set('X-Forwarded-For', sender ?? newSender())
    .redirects(0);
  for (const [name, value] of Object.entries({ id: randomUUID(), ...fields }))
    request = request.field(name, value);
  return file ? request.attach('file', Buffer.from(file.bytes), file.name) : request;
}

/** Solves a challenge, as browsers do. */
async function solve(path = '/contact/challenge'): Promise<string> {
  const { body } = await service.request.get(SITE + path).expect(200);
  const { algorithm, challenge, maxnumber, salt, signature } = body;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString(
        'base64',
      );
  }
  throw new Error('The challenge has no solution.');
}

const countKept = async () =>
  Number((await service.database.one('select count(*) from contact_messages')).count);

const seePage = async (address: string) => readPage((await service.request.get(address).expect(200)).text);

describe('GET /contact', () => {
  it('asks what it is about, then offers guides about that above the form', async () => {
    const first = await service.request.get(`${SITE}/contact`).expect(200);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.text).toContain('What is it about?');
    const { text } = await service.request.get(
      `${SITE}/contact?subject=install&searched[0]=instal&page=https://x.example`,
    );
    expect(text).toContain('Do these guides answer your question?');
    expect(text).toContain(`href="${SITE}/guides/install"`);
    expect(text).toMatch(/<input type="checkbox" name="searched\[0\]" value="instal" checked>/);
    expect(text).toMatch(/<input type="checkbox" name="page" value="https:\/\/x.example" checked>/);
  });

  it('is linked on each page and where a search finds nothing', async () => {
    expect((await seePage(`${SITE}/guides/install`)).links()).toContain(`${SITE}/contact`);
    expect((await seePage(`${SITE}/search?q=xyzzy`)).links()).toContain(
      `${SITE}/contact?subject=xyzzy&searched%5B0%5D=xyzzy`,
    );
  });

  it('is not there for a knowledge base that takes no messages', async () => {
    const paths = ['/contact', '/contact/challenge'].map((path) =>
      service.request.get(`/site/${CLOSED}${path}`),
    );
    for (const { status } of await Promise.all(paths)) expect(status).toBe(404);
    for (const path of ['/contact', '/contact/messages', '/contact/answered'])
      await service.request.post(`/site/${CLOSED}${path}`).field('guide', 'install').expect(404);
    expect((await seePage(`/site/${CLOSED}`)).links()).not.toContain(`/site/${CLOSED}/contact`);
  });
});

describe('POST /contact', () => {
  it('mails a message to the address of the owners, with what was done before, and deletes it then', async () => {
    const answer = await send(
      {
        ...ANNA,
        page: 'https://x.example/a',
        'searched[0]': 'instal',
        'read[0]': 'Install it',
        'answered[0]': 'No',
      },
      { file: { name: '../a.png', bytes: PNG } },
    );
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining('/contact?posted='),
    ]);
    expect((await service.request.get(String(answer.headers.location))).text).toContain('has been sent');
    const mail = await server.messageTo(DESK);
    expect(server.recipients).toEqual([[DESK]]);
    expect([mail.subject, mail.from?.text, mail.replyTo?.text]).toEqual([
      'Install fails',
      '"Help" <no-reply@example.com>',
      '"Anna" <anna@example.com>',
    ]);
    expect(mail.text).toMatch(
      /It stops\.\nWhy\?[\s\S]+Page: https:\/\/x\.example\/a\nSearched for:\n- instal\nRead:\n- Install it\nFeedback:\n- No/,
    );
    expect(mail.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['a.png', 'image/png'],
    ]);
    const row = await until('it is taken', async () => {
      const [kept] = await service.database.any('select * from contact_messages');
      return kept.outcome === 'taken' && kept;
    });
    expect(row).toMatchObject({ content: null, file: null, problem: null });
  });

  it('takes a message once, however often it is sent', async () => {
    const message = { ...ANNA, id: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(message)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await countKept()).toBe(1);
  });

  it.each([
    ['no name', { name: ' ' }, 'Please fill in this field.'],
    ['an address that is none', { email: 'anna' }, 'Please enter an e-mail address'],
    ['two addresses', { email: 'a@example.com, b@example.com' }, 'Please enter an e-mail address'],
    ['a text of 100 kB', { text: 'å'.repeat(50_000) }, 'This can have at most 20000 characters.'],
    ['a filled-in honeypot', { your_homepage: 'https://spam.example' }, 'has not been sent yet'],
    ['a solution that is none', { altcha: 'e30=' }, 'has not been sent yet'],
  ])('refuses %s, and keeps what was typed', async (_, wrong, said) => {
    const { status, text } = await send({ ...ANNA, ...wrong, 'read[0]': 'Kept line' });
    expect([status, await countKept()]).toEqual([400, 0]);
    const typed: Record<string, string> = { ...ANNA, ...wrong };
    expect(text).toContain(said);
    expect(text).toContain(`>\n${typed.text}</textarea>`);
    expect(text).toContain('value="Kept line" checked');
  });

  it.each([
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'This type of file'],
    ['a.html', '<!doctype html><script>alert(1)</script>', 'This type of file'],
    ['a.xml', '<?xml version="1.0"?><a/>', 'This type of file'],
    ['a.exe', 'MZ\x90\0\x03', 'This type of file'],
    ['a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'This type of file'],
    ['a.txt', '', 'a file that is not empty'],
  ])('refuses the file %s of %j', async (name, content, said) => {
    const { status, text } = await send(ANNA, { file: { name, bytes: Buffer.from(content, 'latin1') } });
    expect([status, await countKept()]).toEqual([400, 0]);
    expect(text).toContain(said);
    expect(text).toContain('Please choose your file again');
  });

  it('refuses a file of more than 10 MB, also one that is not read to its end', async () => {
    const { status, text } = await send(ANNA, {
      file: { name: 'a.txt', bytes: Buffer.alloc(10_000_001, 'a') },
    });
    expect([status, text.includes('at most 10 MB')]).toEqual([400, true]);
    const large = await send(ANNA, { file: { name: 'a.txt', bytes: Buffer.alloc(12_000_000, 'a') } });
    expect(large.status).toBe(413);
  });

  it('S24: what is typed never becomes a header, another recipient or a link', async () => {
    const hostile = {
      name: 'Anna\r\nBcc: eve@example.com <mallory@example.com>,',
      subject: 'Hi\r\nTo: eve@example.com\r\n\r\nbody',
      text: '.\r\nRCPT TO:<eve@example.com>\r\nDATA',
    };
    const before = server.received.length;
    await send({ ...ANNA, ...hostile, page: 'x\r\nCc: eve@example.com' });
    await until('the mail arrives', () => server.received.length > before);
    const mail = server.received.at(-1);
    expect(server.recipients.flat().filter((address) => address !== DESK)).toEqual([]);
    expect([mail?.subject, mail?.cc, mail?.bcc]).toEqual([
      'Hi To: eve@example.com body',
      undefined,
      undefined,
    ]);
    expect(mail?.replyTo?.value).toEqual([
      { address: 'anna@example.com', name: 'Anna Bcc: eve@example.com <mallory@example.com>,' },
    ]);
  });

  it('S50: takes five an hour from a sender, three without a solved challenge, and keeps the text of the others', async () => {
    const sender = '198.51.100.7';
    const post = (fields: object) => send({ ...ANNA, text: randomUUID(), ...fields }, { sender });
    for (let sent = 0; sent < 3; sent += 1) expect((await post({})).status).toBe(303);
    const refused = await post({ text: 'Kept text' });
    expect([refused.status, refused.headers['retry-after'] !== undefined]).toEqual([429, true]);
    expect(refused.text).toContain('>\nKept text</textarea>');
    // The refused one counts against the limit of all as well.
    expect((await post({ altcha: await solve() })).status).toBe(303);
    expect((await post({ altcha: await solve() })).status).toBe(429);
    expect(await countKept()).toBe(4);
  });

  it('takes a solution once', async () => {
    const altcha = await solve();
    expect((await send({ ...ANNA, altcha })).status).toBe(303);
    expect((await send({ ...ANNA, altcha, text: 'Another one' })).status).toBe(400);
    expect(await countKept()).toBe(1);
  });

  it('refuses forms of other sites', async () => {
    await service.request.post(`${SITE}/contact`).set('Sec-Fetch-Site', 'cross-site').field(ANNA).expect(403);
  });

  it('counts a guide that answered the question, once a day for a sender', async () => {
    const sender = newSender();
    for (let times = 0; times < 3; times += 1)
      expect((await send({ guide: 'install' }, { sender })).status).toBe(303);
    await send({ guide: '31' }, { path: '/contact/answered' });
    expect(await service.database.any('select guide_id, times from contact_deflections')).toEqual([
      { guide_id: 31, times: 2 },
    ]);
    const owner = await signInAs(service, { host: HOST, role: 'owner' });
    const { text } = await owner.get(`/desk/kb/${HOST}/insights`).expect(200);
    expect(text).toMatch(/Guides that replaced a message[\s\S]*Install it[\s\S]*>2</);
    await send({ guide: 'unknown' }).then(({ status }) => expect(status).toBe(404));
  });
});

describe('POST /contact/messages', () => {
  const post = (fields: object) => send({ ...ANNA, ...fields }, { path: '/contact/messages' });

  it('S44: takes messages of scripts of any site with a solved challenge, and no cookie', async () => {
    const { status, body, headers } = await post({ altcha: await solve() });
    expect([status, body]).toEqual([201, { state: 'received' }]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['without a challenge', {}, 'altcha'],
    ['without an id', { id: '' }, 'id'],
    ['without an address', { email: '' }, 'email'],
  ])('says in JSON what is wrong %s', async (_, fields, field) => {
    const { status, body, headers } = await post(fields);
    expect([status, headers['access-control-allow-origin']]).toEqual([400, '*']);
    expect(body).toEqual({ errors: [{ field, message: expect.any(String) }] });
  });

  it('answers JSON for bodies that are no form', async () => {
    const request = service.request.post(`${SITE}/contact/messages`).set('Content-Type', 'application/json');
    const { status, body } = await request.send('{}');
    expect([status, body]).toEqual([415, { errors: [{ message: expect.any(String) }] }]);
  });
});
