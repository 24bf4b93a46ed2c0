import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';

import { join } from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGES } from '@guidepost/i18n';
import { createTestDatabase, until } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, SHARED_MIGRATIONS } from '@guidepost/postgres';
import type { Worker } from '@guidepost/service-kit';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { migrateTestDatabase, openTestDatabase } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createKeptMail,
  createMail,
  createMailDelivery,
  createStaffMail,
  linksAreLate,
  MAIL_MIGRATIONS,
  type MailConfig,
  type MailSettings,
  type Message,
  mailOfTenant,
  readMailSettings,
  withdrawMail,
  withdrawMailTo,
  writeLetter,
} from './index.ts';
import { type MailServer, startMailServer } from './testing/index.ts';

const FROM = 'Example Help <help@example.com>';
const MESSAGE = {
  tenantId: 1,
  cause: 'a',
  to: 'anna@example.com',
  subject: 'S',
  text: 'T',
  html: '<p>T</p>',
};

let database: Database;
let drop: () => Promise<void>;
let server: MailServer;
let settings: MailSettings;
let workers: Worker[] = [];
let logLines: string[] = [];

beforeAll(async () => {
  const prepare = (url: string) => migrateTestDatabase(url, [MAIL_MIGRATIONS, SHARED_MIGRATIONS]);
  const created = await createTestDatabase({ template: 'mail', prepare });
  drop = created.drop;
  database = openTestDatabase(created.url);
});

beforeEach(async () => {
  await database.none('truncate outgoing_mail restart identity');
  logLines = [];
  server = await startMailServer();
  settings = readMailSettings({ MAIL_URL: server.url, MAIL_FROM: FROM });
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await server.stop();
});

afterAll(async () => {
  await closeDatabase(database);
  await drop();
});

function connectionsOf(from: Server): Promise<number> {
  return promisify<number>((done) => from.getConnections(done))();
}

function deliver(to: MailSettings = settings): void {
  const logger = createLogger({
    service: 'test',
    level: 'info',
    stream: { write: (line) => void logLines.push(line) },
  });
  const worker = createMailDelivery({ database, settings: to, logger, metrics: createMetrics('test') });
  worker.start();
  workers.push(worker);
}

const queue = (message: Partial<Message> = {}) =>
  createMail(settings).queue(database, { ...MESSAGE, ...message });

const rows = () =>
  database.any('select cause, attempts, outcome, recipient, content from outgoing_mail order by id');

/** Waits for this many attempts that failed. */
const failed = (attempts: number) =>
  until('attempts have failed', () => logLines.join().split('was not sent').length > attempts);

const minutesToNext = () =>
  database.map<number>(
    'select ceil(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from outgoing_mail order by id',
    [],
    (row) => row.minutes,
  );

/** Minutes until each is tried again, once the delivery has ended and with it every attempt under way. */
async function waits(): Promise<number[]> {
  await workers.pop()?.stop();
  return minutesToNext();
}

const ended = (outcome: string) =>
  until(`every message is ${outcome}`, async () =>
    (await rows()).every((row) => row.outcome === outcome && row.recipient === null && row.content === null),
  );

describe('a message', () => {
  it('arrives once, from the configured sender, and is then forgotten but for its cause', async () => {
    await queue();
    deliver();
    const mail = await server.messageTo('anna@example.com');
    expect(mail.from?.value).toEqual([{ name: 'Example Help', address: 'help@example.com' }]);
    expect([mail.subject, mail.text, mail.html]).toEqual(['S', 'T', '<p>T</p>']);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.messageId).toMatch(/^<[0-9a-f]{64}@example\.com>$/);
    await ended('sent');
    await queue();
    expect(await rows()).toEqual([
      { cause: 'a', attempts: 1, outcome: 'sent', recipient: null, content: null },
    ]);
  });

  it('has no header fields of lists and threads by itself', async () => {
    await queue();
    deliver();
    const { headers } = await server.messageTo('anna@example.com');
    const fields = ['references', 'in-reply-to', 'list', 'list-unsubscribe', 'list-unsubscribe-post'];
    expect(fields.filter((name) => headers.has(name))).toEqual([]);
  });

  it('belongs to a thread and can be unsubscribed from in one click', async () => {
    const url = `https://forum.example/forum/${'long-'.repeat(20)}/unfollow/1/gpl_x`;
    await queue({ thread: 'dialog-2.forum-1', unsubscribe: url });
    await queue({ cause: 'b', to: 'bo@example.com', thread: 'dialog-2.forum-1' });
    deliver();
    const mails = await Promise.all(['anna@example.com', 'bo@example.com'].map(server.messageTo));
    for (const { references, inReplyTo, messageId } of mails) {
      expect([references, inReplyTo]).toEqual(Array(2).fill('<dialog-2.forum-1@example.com>'));
      expect(messageId).not.toBe(references);
    }
    const lines = mails[0]?.headerLines.filter(({ key }) => key.startsWith('list-')).map(({ line }) => line);
    expect(lines?.map((line) => line.replaceAll(/\r?\n/g, ''))).toEqual([
      `List-Unsubscribe: <${url}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]);
  });

  it('is withdrawn with what it is about, or with its recipient, until it is sent', async () => {
    const abouts = ['forums/1/dialogs/2/a', 'forums/1/dialogs/2', 'forums/1/dialogs/22/c', undefined];
    for (const [n, about] of abouts.entries()) await queue({ cause: `${n}`, ...(about && { about }) });
    await queue({ cause: 'other', about: 'forums/1/x', to: 'ANNA@example.com' });
    await queue({ cause: 'bo', about: 'forums/1/x', to: 'bo@example.com' });
    const withdrawn = await withdrawMail(database, ['forums/1/dialogs/2', 'forums/3']);
    expect(withdrawn.map(({ about }) => about).toSorted()).toEqual(abouts.slice(0, 2).toSorted());
    await withdrawMailTo(database, { about: 'forums/1', email: 'anna@example.com' });
    expect((await rows()).map(({ cause }) => cause)).toEqual(['3', 'bo']);
    await queue({ cause: 'other forum', about: 'forums/10/x' });
    deliver();
    await ended('sent');
    expect(await withdrawMail(database, ['forums'])).toEqual([]);
  });

  it('has the same id if it is queued again, which does not tell its cause', async () => {
    const ids = async () =>
      (await database.any('select message_id from outgoing_mail order by id')).map((row) => row.message_id);
    const about = 'forums/1';
    for (const cause of ['a', 'b']) await queue({ cause, about });
    const before = await ids();
    await withdrawMail(database, [about]);
    for (const cause of ['a', 'b']) await queue({ cause, about });
    expect(await ids()).toEqual(before);
    expect(new Set(before).size).toBe(2);
    expect(before[0]).not.toContain(createHash('sha256').update('a').digest('hex'));
  });

  it('with a link that ends goes before others, and not at all after its end', async () => {
    for (let n = 0; n < 12; n += 1) await queue({ cause: `${n}`, to: `${n}@example.com` });
    for (const [to, minutes] of [
      ['late@example.com', -1],
      ['link@example.com', 15],
    ] as const)
      await queue({ cause: to, to, expiresAt: new Date(Date.now() + minutes * 60_000) });
    deliver();
    await until('all have ended', async () => (await rows()).every(({ outcome }) => outcome));
    expect(server.recipients).toHaveLength(13);
    expect(server.recipients.slice(0, 5)).toContainEqual(['link@example.com']);
    expect((await rows()).filter(({ outcome }) => outcome === 'expired')).toMatchObject([
      { cause: 'late@example.com', recipient: null, content: null },
    ]);
  });

  it('does not exist if the transaction that causes it fails', async () => {
    const failing = database.tx(async (transaction) => {
      await createMail(settings).queue(transaction, MESSAGE);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  it('is sent once by several instances', async () => {
    for (let n = 0; n < 40; n += 1) await queue({ cause: `${n}`, to: `${n}@example.com` });
    for (let instance = 0; instance < 3; instance += 1) deliver();
    await ended('sent');
    expect(server.recipients.flat().toSorted()).toEqual(
      Array.from({ length: 40 }, (_, n) => `${n}@example.com`).toSorted(),
    );
  });

  it.each([
    ['a subject with line breaks', { subject: 'a\r\nBcc: eve@example.com\r\n\r\nb' }],
    ['an address that looks like two', { to: 'anna@example.com,eve@example.com' }],
    ['a name in the address', { to: 'Anna <eve@example.com>' }],
  ])('has one recipient despite %s (S37)', async (_, message) => {
    await queue({ ...message, cause: 'hostile' });
    await queue({ to: 'last@example.com' });
    deliver();
    await server.messageTo('last@example.com');
    expect(server.recipients.flat().filter((address) => address.startsWith('eve'))).toEqual([]);
  });
});

describe('S52 a message that is on its way', () => {
  /** Stops all statements of the delivery, as an outage does, until the result is called. */
  async function loseDatabase(): Promise<() => Promise<void>> {
    await database.none('alter table outgoing_mail rename to lost_mail');
    return () => database.none('alter table lost_mail rename to outgoing_mail').then(() => {});
  }

  const underWay = () => until('it is being sent', async () => (await rows())[0]?.attempts === 1);

  it('is kept for its instance as long as that lives, and is then sent by another', async () => {
    const release = server.holdUp(MESSAGE.to);
    await queue();
    deliver();
    await underWay();
    await database.none('update outgoing_mail set next_attempt_at = now()');
    await until('it is renewed', async () => (await minutesToNext())[0] === 1);
    release();
    await ended('sent');
    expect(await rows()).toMatchObject([{ attempts: 1 }]);

    await database.none(
      `update outgoing_mail set ended_at = null, outcome = null, recipient = $1, content = '{}', next_attempt_at = now()`,
      [MESSAGE.to],
    );
    await until('it is sent again', () => server.received.length === 2);
  });

  it('is not sent again once its success is known, even if that could not be recorded at once', async () => {
    const release = server.holdUp(MESSAGE.to);
    await queue();
    deliver();
    await underWay();
    const restore = await loseDatabase();
    release();
    await server.messageTo(MESSAGE.to);
    await until('recording it fails', () => logLines.join().includes('is recorded later'));
    await until('polling fails', () => logLines.join().includes('mail cannot be sent at the moment'));
    await restore();
    await ended('sent');
    expect(server.received).toHaveLength(1);
    await queue({ cause: 'next', to: 'next@example.com' });
    await server.messageTo('next@example.com');
  });

  it('is not sent after its link has ended, and the next person who asks is told that links are late', async () => {
    server.holdUp(MESSAGE.to);
    expect(await linksAreLate(database, 1)).toBe(false);
    await queue({ expiresAt: new Date(Date.now() + 1_500) });
    deliver();
    await ended('expired');
    expect(server.received).toEqual([]);
    expect(await linksAreLate(database, 1)).toBe(true);
    expect(await linksAreLate(database, 2)).toBe(false);
  });
});

describe('a server that does not take a message', () => {
  it('gets it later, under the same id, if that may help', async () => {
    await queue();
    server.refuse(451);
    deliver();
    await failed(1);
    expect(await waits()).toEqual([1]);
    server.refuse(undefined);
    await database.none('update outgoing_mail set next_attempt_at = now()');
    deliver();
    await ended('sent');
    expect(server.received).toHaveLength(1);
    expect(logLines.join()).not.toContain('anna@example.com');
  });

  it('in time does not hold up messages to others', async () => {
    const release = server.holdUp(MESSAGE.to);
    await queue();
    deliver();
    await until('the message is being sent', async () => (await rows())[0]?.attempts === 1);
    await queue({ cause: 'b', to: 'bo@example.com' });
    await server.messageTo('bo@example.com');
    release();
    await server.messageTo(MESSAGE.to);
    expect(server.recipients).toEqual([['bo@example.com'], [MESSAGE.to]]);
  });

  it('does not hold up the end of the service', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}).write('220 silent\r\n'));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await queue();
    deliver(readMailSettings({ MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: FROM }));
    await until('a connection is open', () => connectionsOf(silent));
    expect(await minutesToNext()).toEqual([1]);
    await workers.pop()?.stop();
    expect(await rows()).toMatchObject([{ outcome: null, recipient: 'anna@example.com' }]);
    silent.close();
  });

  it('is not asked again after a refusal', async () => {
    await queue();
    server.refuse(550);
    deliver();
    await ended('refused');
    expect(server.received).toEqual([]);
  });

  it('is not asked again after three days', async () => {
    await queue();
    await database.none("update outgoing_mail set created_at = now() - interval '73 hours'");
    deliver();
    await ended('expired');
    expect(server.received).toEqual([]);
  });

  it('is asked again after pauses that grow to four hours', async () => {
    for (let n = 0; n < 10; n += 1) {
      await queue({ cause: `${n}` });
      await database.none('update outgoing_mail set attempts = $1 where cause = $2', [n, `${n}`]);
    }
    server.refuse(451);
    deliver();
    await failed(10);
    expect(await waits()).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
  });
});

describe('the mail of a tenant', () => {
  it('is counted apart from that of others', async () => {
    const own = MESSAGE.tenantId;
    await queue();
    await queue({ cause: 'b' });
    await queue({ cause: 'c', tenantId: own + 1 });
    const none = { waiting: 0, failing_since: null, refused: 0 };
    expect(await mailOfTenant(database, own)).toEqual({ ...none, waiting: 2 });
    const since = new Date('2026-01-02T03:04:00Z');
    await database.none("update outgoing_mail set attempts = 1, created_at = $1 where cause <> 'b'", [since]);
    expect(await mailOfTenant(database, own)).toEqual({ ...none, waiting: 2, failing_since: since });
    await database.none(
      `update outgoing_mail set outcome = 'refused', ended_at = now(), recipient = null, content = null
       where cause <> 'b'`,
    );
    expect(await mailOfTenant(database, own)).toEqual({ ...none, waiting: 1, refused: 1 });
    expect(await mailOfTenant(database, own + 2)).toEqual(none);
  });
});

describe('without a server', () => {
  it('messages lie in a folder that only its owner reads', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'mail-')), 'outbox');
    const toFolder = readMailSettings({ MAIL_OUTBOX: folder });
    await createMail(toFolder).queue(database, MESSAGE);
    deliver(toFolder);
    await ended('sent');
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-1\.eml$/);
    expect(await readFile(join(folder, name), 'utf8')).toMatch(/^To: anna@example\.com$/m);
    const modes = [folder, join(folder, name)].map(async (path) => (await stat(path)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
    expect(logLines.join()).toContain(folder);
    await rm(join(folder, '..'), { recursive: true });
  });

  it('messages in the folder can be read at a desk of this machine, each tenant its own, if that is turned on', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'mail-')), 'outbox');
    const desk = 'http://localhost:4010';
    const shown = { MAIL_OUTBOX: folder, MAIL_OUTBOX_PAGE: 'on' } as const;
    const settings = readMailSettings(shown);
    const kept = createKeptMail(settings, desk);
    expect(await kept?.list(1)).toEqual([]);
    const mail = createMail(settings);
    await mail.queue(database, { ...MESSAGE, subject: '<b>S</b>', text: 'T\nhttps://desk.example.com/a' });
    await mail.queue(database, { ...MESSAGE, tenantId: 11, cause: 'b', subject: 'Of another' });
    deliver(settings);
    await ended('sent');
    const secret = { to: 'a', subject: 'Outside', text: 'secret', date: new Date() };
    const written = '2026-11-29T10-00-00.000Z';
    await writeFile(join(folder, '..', 'outside.json'), JSON.stringify(secret));
    await symlink(join(folder, '..', 'outside.json'), join(folder, `${written}-8.1.json`));
    await mkdir(join(folder, `${written}-9.1.json`));
    for (const [name, content] of [
      ['notes.json', JSON.stringify(secret)],
      [`${written}-1.1.json`, '{"to"'],
      [`${written}-2.1.json`, 'null'],
      [`${written}-3.1.json`, JSON.stringify({ ...secret, date: 'once' })],
    ] as const)
      await writeFile(join(folder, name), content);
    const expected = { to: 'anna@example.com', subject: '<b>S</b>', text: 'T\nhttps://desk.example.com/a' };
    expect(await kept?.list(1)).toEqual([{ ...expected, date: expect.any(Date) }]);
    expect((await kept?.list(11))?.map(({ subject }) => subject)).toEqual(['Of another']);
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.11.json'));
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    await rm(join(folder, '..'), { recursive: true });
  });

  it.each<[MailConfig, string]>([
    [{ MAIL_OUTBOX: '/mail' }, 'http://localhost:4010'],
    [{ MAIL_OUTBOX: '/mail', MAIL_OUTBOX_PAGE: 'off' }, 'http://localhost:4010'],
    [{ MAIL_OUTBOX: '/mail', MAIL_OUTBOX_PAGE: 'on' }, 'https://desk.example.com'],
    [{ MAIL_OUTBOX: '/mail', MAIL_OUTBOX_PAGE: 'on' }, 'https://localhost.example.com'],
    [{ MAIL_OUTBOX_PAGE: 'on' }, 'http://localhost:4010'],
    [
      { MAIL_OUTBOX: '/mail', MAIL_OUTBOX_PAGE: 'on', MAIL_URL: 'smtp://a', MAIL_FROM: 'a@b.c' },
      'http://localhost',
    ],
  ])('no desk shows messages with %j at %s', (config, desk) => {
    expect(createKeptMail(readMailSettings(config), desk)).toBeUndefined();
  });

  it('and without a folder nothing is kept, and the log says so', async () => {
    const nowhere = readMailSettings({});
    await createMail(nowhere).queue(database, MESSAGE);
    deliver(nowhere);
    expect(await rows()).toEqual([]);
    expect(logLines.join()).toContain('no mail is sent: MAIL_URL is not set');
  });
});

describe('settings', () => {
  it.each<[MailConfig, string]>([
    [{ MAIL_URL: 'smtp://h' }, 'MAIL_FROM is not set: MAIL_URL needs a sender'],
    [{ MAIL_URL: 'smtp://h', MAIL_FROM: 'Help' }, 'MAIL_FROM must be like'],
    [{ MAIL_URL: 'smtp://h', MAIL_FROM: 'a@example.com, b@example.com' }, 'MAIL_FROM must be like'],
    [{ MAIL_OUTBOX: '/x', MAIL_FROM: 'nobody' }, 'MAIL_FROM must be like'],
  ])('%j is refused', (config, message) => {
    expect(() => readMailSettings(config)).toThrow(message);
  });
});

describe('mail to staff', () => {
  const describeTenant = async () => ({ name: 'Käse & <b>Co</b>', language: 'en' });
  const staffMail = (language = 'en') =>
    createStaffMail({
      mail: createMail(settings),
      deskUrl: 'https://desk.example.com',
      describeTenant: async () => ({ ...(await describeTenant()), language }),
    });
  const link = (purpose: 'invitation' | 'password', token = purpose) => ({
    url: `https://desk.example.com/desk/links/${token}`,
    purpose,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const to = 'anna@example.com';

  it('invites', async () => {
    await staffMail().sendLink(database, {
      tenantId: 1,
      personId: 5,
      by: 'Bo',
      to,
      link: link('invitation'),
    });
    deliver();
    const mail = await server.messageTo(to);
    expect(mail.subject).toBe('Invitation to Käse & <b>Co</b>');
    expect(mail.text).toBe(
      [
        'Bo has invited you to work on Käse & <b>Co</b>.',
        'Accept the invitation:\nhttps://desk.example.com/desk/links/invitation',
        '-- \nThe link works once, within 72 hours.',
        'If you did not expect this message, you can ignore it.',
        'This message was sent automatically. Replies to it are not read.\n',
      ].join('\n\n'),
    );
    expect(mail.html).toContain('Bo has invited you to work on Käse &amp; &lt;b&gt;Co&lt;/b&gt;.');
    expect(mail.html).toContain('<html lang="en" dir="ltr">');
  });

  it.each([
    ['invitation', 'bo@example.com', 'You have been invited to work on Käse & <b>Co</b>.'],
    ['invitation', 'Käse & <b>Co</b>', 'You have been invited to work on Käse & <b>Co</b>.'],
    ['password', 'bo@example.com', 'Here is a link to choose a new password for Käse & <b>Co</b>.'],
  ] as const)(
    'of an %s by %s names neither an e-mail address nor the tenant twice',
    async (purpose, by, sentence) => {
      await staffMail().sendLink(database, { tenantId: 1, personId: 5, by, to, link: link(purpose) });
      const { text } = await database.one("select content ->> 'text' as text from outgoing_mail");
      expect(text.split('\n')[0]).toBe(sentence);
      expect(text).not.toContain('bo@');
    },
  );

  it('replaces a link that is still on its way, is withdrawn when the person is removed, and is sent at most five times a day', async () => {
    const send = (token: string) =>
      staffMail().sendLink(database, {
        tenantId: 1,
        personId: 5,
        by: 'Bo',
        to,
        link: link('password', token as 'password'),
      });
    await send('one');
    expect(await send('two')).toBe(true);
    expect(await rows()).toHaveLength(1);
    await staffMail().withdraw(database, { tenantId: 1, personId: 50 });
    expect(await rows()).toHaveLength(1);
    await staffMail().withdraw(database, { tenantId: 1, personId: 5 });
    expect(await rows()).toEqual([]);
    deliver();
    for (let n = 0; n < 5; n += 1) {
      expect(await send(`sent ${n}`)).toBe(true);
      await ended('sent');
    }
    expect(await send('sixth')).toBe(false);
    expect(server.received).toHaveLength(5);
  });

  it('leads to a new password that someone has asked for, beside the links of owners', async () => {
    const asked = (token: string) =>
      staffMail().sendReset(database, {
        tenantId: 1,
        personId: 5,
        to,
        link: link('password', token as 'password'),
      });
    deliver();
    for (let n = 0; n < 5; n += 1) await asked(`asked ${n}`);
    await ended('sent');
    expect(server.received[0]?.text).toBe(
      [
        'Someone has asked for a new password for your account at Käse & <b>Co</b>. If it was you, follow the link.',
        'Choose a new password:\nhttps://desk.example.com/desk/links/asked 0',
        '-- \nThe link works once, within 30 minutes.',
        'If it was not you, you can ignore this message: your password stays as it is.',
        'This message was sent automatically. Replies to it are not read.\n',
      ].join('\n\n'),
    );
    await workers.pop()?.stop();
    const owners = { tenantId: 1, personId: 5, by: 'Bo', to, link: link('password') };
    expect(await staffMail().sendLink(database, owners)).toBe(true);
    await asked('again');
    await staffMail().withdraw(database, { tenantId: 1, personId: 5 });
    expect((await rows()).filter(({ outcome }) => outcome === null)).toEqual([]);
  });

  it('leads to a new password, to a provider, and warns of guesses', async () => {
    await staffMail().sendLink(database, { tenantId: 1, personId: 5, by: 'Bo', to, link: link('password') });
    await staffMail().tellOfProvider(database, { tenantId: 1, personId: 5, to });
    await staffMail().leadToProvider(database, { tenantId: 1, personId: 5, to });
    await staffMail().warnOfGuesses(database, { tenantId: 1, personId: 5, to });
    deliver();
    await ended('sent');
    expect(server.received.map(({ subject }) => subject).toSorted()).toEqual([
      'Choose a new password for Käse & <b>Co</b>',
      'Failed attempts to sign in to Käse & <b>Co</b>',
      'How you sign in to Käse & <b>Co</b> has changed',
      'Sign in to Käse & <b>Co</b>',
    ]);
    expect(server.received.map(({ text }) => text).join()).toContain('https://desk.example.com/desk\n');
  });

  it('is written in the language of the tenant, and in English where that is not supported', async () => {
    for (const language of [...LANGUAGES, 'et']) {
      const mail = staffMail(language);
      const personId = 100 + language.charCodeAt(0) * 128 + language.charCodeAt(1);
      const written = { tenantId: 1, personId, by: 'Bo', to, link: link('password', language as 'password') };
      await mail.sendLink(database, written);
    }
    const contents = await database.map(
      'select content from outgoing_mail order by id',
      [],
      (row) => row.content,
    );
    const subjects = contents.map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(subjects.length - 1);
    expect(contents.at(-1)).toEqual({
      ...contents[LANGUAGES.indexOf('en')],
      text: expect.any(String),
      html: expect.stringContaining('lang="en"'),
    });
    expect(writeLetter({ language: 'pt-BR', subject: 's', paragraphs: [], notes: [] }).html).toContain(
      'lang="pt"',
    );
    for (const { subject, text, html } of contents)
      expect(subject + text + html).not.toMatch(/\{\w+\}|undefined/);
  });
});
