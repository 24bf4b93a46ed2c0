import { LANGUAGES } from '@guidepost/i18n';
import { createMail, createMailDelivery, type MailSettings, readMailSettings } from '@guidepost/mail';
import { type MailServer, startMailServer } from '@guidepost/mail/testing';
import type { Worker } from '@guidepost/service-kit';
import { createMetrics } from '@guidepost/service-kit/process';
import type { Role } from '@guidepost/staff';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { personOf } from '../model/person.ts';
import { assignDialogs } from '../moderation/assign-dialogs.ts';
import { mergeDialogs } from '../moderation/merge-dialogs.ts';
import { createPosterSecret } from '../people/posters.ts';
import { erasePerson } from '../personal-data/erase-person.ts';
import { setWaiting } from '../posts/change-dialogs.ts';
import { deleteComments, deleteDialogs } from '../posts/delete-posts.ts';
import { setProperties } from '../tenants/administration.ts';
import { lockOutPosts } from '../tenants/change-forum.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { commandsOn } from '../testing/command-fixture.ts';
import { writeForum, writeKey } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { COMMENT, DIALOG, operatorNamed, REPORT } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { chooseNotices } from './choose-notices.ts';
import { type Choice, createNotices } from './notices.ts';
import { sumUpNext } from './sum-up.ts';
import { tellStaff } from './tell-staff.ts';
import { writeNews, writeSum } from './write-notices.ts';

const AT_ONCE: Choice = { posts: 'at-once', reports: 'at-once', assigned: false };
const DAILY: Choice = { posts: 'daily', reports: 'daily', assigned: false };
const DESK = 'https://desk.example';
const DAY = 86_400_000;
const OPERATOR = { name: 'operator', role: 'owner', door: 'cli' } as const;

let server: MailServer;
let settings: MailSettings;
let service: TestService;
const workers: Worker[] = [];
let slug: string;
let forumId: number;
let key: string;
let eva: Staff;
let run = 0;
let number = 0;
let people = 0;

interface Staff {
  id: number;
  email: string;
}

beforeAll(async () => {
  server = await startMailServer();
  const environment = { MAIL_URL: server.url, MAIL_FROM: 'Help <help@example.com>' };
  settings = readMailSettings(environment);
  service = await startTestService({ ...environment, RATE_LIMITS: 'off' });
});

beforeEach(async () => {
  run += 1;
  slug = `help-${run}`;
  forumId = await writeForum(service.database, { slug });
  key = await writeKey(service.database, forumId);
  eva = await join('editor');
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await service.database.none('truncate outgoing_mail, new_for_staff, staff_notices');
  server.received.length = 0;
  server.recipients.length = 0;
});

afterAll(async () => {
  await service.stop();
  await server.stop();
});

const options = () => ({
  database: service.database,
  secret: createPosterSecret(service.database, undefined),
  mail: createMail(settings),
  publicUrl: 'https://forum.example',
  deskUrl: DESK,
});

/** Someone who works on the forum, without ever signing in. */
async function join(role: Role): Promise<Staff> {
  people += 1;
  return service.database.one<Staff>(
    `with person as (
       insert into staff_people (email, name) values ($2, $2) returning id, email
     ),
     member as (
       insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
       select f.account_id, p.id, $3, '', now() from forums f cross join person p where f.slug = $1
     )
     table person`,
    [slug, `staff-${people}@example.com`, role],
  );
}

const requireOwn = () => requireForum(service.database, slug);

const choose = ({ id: colleague }: Staff, choice: Partial<Choice>) =>
  chooseNotices(service.database, moderation('staff notify'), { colleague, ...choice });

/** Queues all that there is to tell at once. */
async function tell(): Promise<void> {
  while (await tellStaff(options()));
}

async function sumUp(at?: Date): Promise<void> {
  while (await sumUpNext(options(), at));
}

/** A minute after the daily messages of some day from now on. */
const morning = (days = 1) => new Date((Math.floor(Date.now() / DAY) + days) * DAY + (7 * 60 + 1) * 60_000);

/** @returns the id of what was posted */
async function post(path: string, body: object): Promise<number> {
  const { status, headers } = await service.request.post(`/api/${path}`).send(body);
  expect([path, status]).toEqual([path, 201]);
  return Number(/(\d+)(\.json)?$/.exec(String(headers.location))?.[1]);
}

function ask(fields: object = {}): Promise<number> {
  number += 1;
  return post(slug, { ...DIALOG, title: `Question ${number}`, ...fields });
}

function comment(dialogId: number, fields: object = {}): Promise<number> {
  number += 1;
  return post(`comment/${slug}/${dialogId}?key=${key}`, { ...COMMENT, text: `Comment ${number}`, ...fields });
}

interface Queued {
  recipient: string;
  content: { subject: string; text: string; unsubscribe: string };
}

const queued = () => service.database.any<Queued>('select recipient, content from outgoing_mail order by id');

const subjects = async () => (await queued()).map(({ content }) => content.subject);

const forget = () => service.database.none('delete from outgoing_mail');

const moderation = <Action extends string>(action: Action) =>
  ({ slug, actor: operatorNamed('Olga'), action }) as const;

async function hold(): Promise<void> {
  await setProperties(service.database, slug, { hold: 'new' });
  await service.settled(slug);
}

function deliver(): void {
  const { database, context } = service;
  const { logger } = context;
  const worker = createMailDelivery({ database, settings, logger, metrics: createMetrics('test') });
  worker.start();
  workers.push(worker);
}

async function stopPath(): Promise<string> {
  const [mail] = await queued();
  return new URL(mail?.content.unsubscribe ?? '').pathname;
}

describe('the page of notifications', () => {
  it('keeps what people choose for themselves, and is linked from the Account page', async () => {
    const arne = await signInAs(service, { slug, role: 'author' });
    const page = `/desk/forum/${slug}/notifications`;
    expect((await arne.get('/desk/account').expect(200)).text).toContain(`href="${page}"`);
    await arne.post(page, { posts: 'daily', reports: 'at-once', assigned: 'on' }).expect(303);
    const { text } = await arne.get(page).expect(200);
    const checked = text.matchAll(/name="(\w+)" value="([\w-]+)" checked/g);
    expect(Array.from(checked, ([, name, value]) => [name, value])).toEqual([
      ['posts', 'daily'],
      ['reports', 'at-once'],
      ['assigned', 'on'],
    ]);
    await arne.post(page, { posts: 'hourly', reports: 'off' }).expect(400);
    expect(await changes()).toEqual([
      {
        door: 'desk',
        details: { person: arne.personId, posts: 'daily', reports: 'at-once', assigned: true },
      },
    ]);
    expect(await service.database.any('select person_id, posts from staff_notices')).toEqual([
      { person_id: arne.personId, posts: 'daily' },
    ]);
    const other = `other-${run}`;
    await writeForum(service.database, { slug: other });
    await arne.get(`/desk/forum/${other}/notifications`).expect(404);
    await arne.post(`/desk/forum/${other}/notifications`, { posts: 'daily', reports: 'off' }).expect(404);
  });
});

describe('forum staff notify', () => {
  it('shows and changes what someone is mailed, as the page does', async () => {
    const { forum, answerOf, release } = commandsOn(service.url);
    const command = ['staff', 'notify', slug, eva.email.toUpperCase()];
    const expected = { slug, ...eva, posts: 'off', reports: 'off', assigned: false };
    expect(await answerOf(...command)).toEqual(expected);
    expect(await answerOf(...command, '--posts', 'daily')).toEqual({
      ...expected,
      posts: 'daily',
      changed: true,
    });
    expect((await forum(...command, '--reports', 'at-once', '--by', 'Olga')).stdout).toBe(
      `Mail to ${eva.email} about ${slug}: posts daily, reports at-once, assigned off.\n`,
    );
    expect(await answerOf(...command, '--reports', 'at-once')).toMatchObject({ changed: false });
    expect(await forum('staff', 'notify', slug, 'bo@example.com', '--posts', 'daily')).toMatchObject({
      code: 1,
      stderr: `bo@example.com is not on the team of ${slug}.\n`,
    });
    release();
    expect(await changes()).toEqual([
      { door: 'cli', details: { person: eva.id, posts: 'daily', reports: 'off', assigned: false } },
      { door: 'cli', details: { person: eva.id, posts: 'daily', reports: 'at-once', assigned: false } },
    ]);
  });

  it('is for operators: people at the desk choose for themselves', async () => {
    const { account_id: accountId } = await requireOwn();
    const actor = { name: 'Olga', role: 'owner', door: 'desk', personId: eva.id + 1, accountId } as const;
    const chosen = chooseNotices(
      service.database,
      { ...moderation('staff notify'), actor },
      { colleague: eva.id, ...DAILY },
    );
    await expect(chosen).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

/** Entries of the audit log about notifications. */
const changes = () =>
  service.database.any(
    "select door, details from audit_entries where forum_id = $1 and action = 'staff notify' order by id",
    [forumId],
  );

describe('mail about what is assigned', () => {
  const assign = (ids: number[], assignee: Staff | null, action = moderation('dialog assign')) =>
    assignDialogs({ database: service.database, notices: createNotices(options()) }, action, {
      ids,
      assignee: assignee?.id ?? null,
    });

  beforeEach(() => service.database.none('update forums set name = $2 where id = $1', [forumId, 'Help']));

  it('goes to colleagues who want it, not for what they take themselves', async () => {
    const id = await ask({ title: 'How?' });
    await assign([id], eva);
    await assign([id], null);
    await choose(eva, { assigned: true });
    const { account_id: accountId } = await requireOwn();
    const actor = { name: 'Eva', role: 'editor', door: 'desk', personId: eva.id, accountId } as const;
    await assign([id], eva, { ...moderation('dialog assign'), actor });
    await assign([id], null);
    expect(await queued()).toEqual([]);
    await assign([id], eva);
    const [mail] = await queued();
    expect(mail?.recipient).toBe(eva.email);
    expect(mail?.content.subject).toBe('Assigned to you in Help: How?');
    expect(mail?.content.text).toContain(`Olga has assigned a post to you:\n\nHow?`);
    expect(mail?.content.text).toContain(`${DESK}/desk/forum/${slug}/dialogs/${id}`);
    await assign([id], eva);
    expect(await queued()).toHaveLength(1);
  });

  it('is one message about several, and is withdrawn with the dialog and the choice', async () => {
    await choose(eva, { assigned: true, posts: 'daily' });
    const ids = [await ask(), await ask(), await ask()];
    await assign(ids, eva);
    expect((await queued()).map(({ content }) => [content.subject, content.text])).toEqual([
      ['Posts assigned to you in Help', expect.stringContaining(`/desk/forum/${slug}/queue?assignee=me`)],
    ]);
    await forget();
    await assign(ids, null);
    await assign(ids.slice(0, 1), eva);
    await deleteDialogs(service.database, moderation('dialog delete'), ids.slice(0, 1));
    expect(await queued()).toEqual([]);
    await assign(ids.slice(1, 2), eva);
    await service.request.post(await stopPath()).expect(200);
    expect(await queued()).toEqual([]);
    await assign(ids.slice(2), eva);
    expect(await queued()).toEqual([]);
  });
});

describe('mail at once', () => {
  it('arrives in the language of the forum with a link to the desk, and says nothing of others', async () => {
    await service.database.none("update forums set language = 'sv', name = 'Hjälp' where id = $1", [forumId]);
    const olga = await join('owner');
    await choose(eva, AT_ONCE);
    await choose(olga, { posts: 'off', reports: 'at-once' });
    const id = await ask({ title: 'How?', text: 'First.\n\nThen.', name: 'Bo', useremail: 'bo@example.com' });
    await tell();
    deliver();
    const mail = await server.messageTo(eva.email);
    expect(server.recipients).toEqual([[eva.email]]);
    expect(mail.subject).toBe('Nytt inlägg i Hjälp: How?');
    expect(mail.from?.value).toEqual([{ name: 'Hjälp', address: 'help@example.com' }]);
    const url = /https:\/\/forum\.example\/\S+gpl_\S+/.exec(mail.text ?? '')?.[0];
    expect(mail.text).toBe(
      [
        'Bo skrev inlägget ”How?”:',
        'First.',
        'Then.',
        `Öppna inlägget:\n${DESK}/desk/forum/${slug}/dialogs/${id}`,
        '-- \nDet här meddelandet skickades automatiskt. Svar på det läses inte.',
        `Sluta få mejl om nya inlägg och anmälningar:\n${url}\n`,
      ].join('\n\n'),
    );
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.references).toBe(`<dialog-${id}.forum-${forumId}@example.com>`);
    expect(JSON.stringify([...mail.headers])).toContain('List-Unsubscribe=One-Click');
    expect(`${mail.text}${mail.html}`).not.toMatch(/\w@example\.com/);
  });

  it.each<[string, () => Promise<unknown>, RegExp[]]>([
    ['a dialog', () => ask({ title: 'A' }), [/^New post in .*: A$/]],
    [
      'a comment',
      async () => comment(await ask({ title: 'A' })),
      [/^New post in .*: A$/, /^New comment in .*: A$/],
    ],
    [
      'a report',
      async () => post(`report-dialog/${slug}/${await ask({ title: 'A' })}`, REPORT),
      [/^New/, /^Post reported in .*: A$/],
    ],
    ['an official answer', async () => comment(await ask(), { is_org_reply: true }), []],
    ['an own post', () => ask({ useremail: eva.email.toUpperCase() }), []],
    ['a held post', async () => hold().then(() => ask({ title: 'A' })), [/^Held for review in .*: A$/]],
    [
      'what was dealt with',
      async () => {
        const id = await ask();
        await setWaiting(service.database, moderation('dialog done'), { ids: [id], waiting: false });
      },
      [],
    ],
    [
      'what was deleted',
      async () => deleteDialogs(service.database, moderation('dialog delete'), [await ask()]),
      [],
    ],
  ])('tells of %s', async (_, act, expected) => {
    await choose(eva, AT_ONCE);
    await act();
    await tell();
    expect(await subjects()).toEqual(expected.map((subject) => expect.stringMatching(subject)));
  });

  it.each<[string, (id: number, commentId: number) => Promise<unknown>, { left: number; next: number }]>([
    [
      'a deleted dialog',
      (id) => deleteDialogs(service.database, moderation('dialog delete'), [id]),
      { left: 0, next: 1 },
    ],
    [
      'a deleted comment',
      (_, id) => deleteComments(service.database, moderation('comment delete'), [id]),
      { left: 1, next: 2 },
    ],
    [
      'the comments of a dialog that was merged',
      async (dialogId, id) => {
        const merge = { ids: [dialogId], into: await ask(), publicUrl: 'https://forum.example' };
        const { comment_ids } = await mergeDialogs(service.database, moderation('dialog merge'), merge);
        const [comment_id = 0] = comment_ids;
        expect(await queued()).toHaveLength(2);
        await deleteComments(service.database, moderation('comment delete'), [id, comment_id]);
      },
      { left: 0, next: 2 },
    ],
    ['someone who is removed', () => remove(), { left: 0, next: 0 }],
    [
      'someone who chooses none',
      async () => service.request.post(await stopPath()).expect(200),
      { left: 0, next: 0 },
    ],
  ])('is withdrawn with %s', async (_, act, { left, next }) => {
    await choose(eva, AT_ONCE);
    const id = await ask();
    const commentId = await comment(id);
    await tell();
    expect(await queued()).toHaveLength(2);
    await act(id, commentId);
    expect(await queued()).toHaveLength(left);
    await ask();
    await tell();
    expect(await queued()).toHaveLength(next);
  });

  it('is at most ten messages an hour; one more sums up the rest', async () => {
    await choose(eva, AT_ONCE);
    for (let count = 0; count < 13; count += 1) await ask({ title: `Spam ${count}` });
    await tell();
    expect(await queued()).toHaveLength(10);
    await forget();
    await sumUp();
    expect(await queued()).toEqual([]);
    await service.database.none("update staff_notices set hour_began = now() - interval '1 hour'");
    await ask({ title: 'Late' });
    await Promise.all([tell(), tell()]);
    await Promise.all([sumUp(), sumUp()]);
    const [summary, ...others] = await queued();
    expect(others).toEqual([]);
    expect(summary?.content.subject).toMatch(/^New posts in/);
    expect(summary?.content.text).toMatch(/New posts: 4\n/);
    expect(
      Array.from(summary?.content.text.matchAll(/^(Spam \d+|Late):/gm) ?? [], ([, title]) => title),
    ).toEqual(['Spam 10', 'Spam 11', 'Spam 12', 'Late']);
    await ask({ title: 'Next' });
    await tell();
    expect((await subjects())[1]).toMatch(/: Next$/);
  });

  it('reaches more people than are told at a time, each once', async () => {
    await service.database.none(
      `with people as (
         insert into staff_people (email, name)
         select 'crowd-' || n || '@example.com', 'Crowd' from generate_series(1, 101) n
         returning id
       ),
       members as (
         insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
         select f.account_id, p.id, 'editor', '', now() from people p, forums f where f.slug = $1
         returning tenant_id, person_id
       )
       insert into staff_notices (forum_id, tenant_id, person_id, posts, reports)
       select f.id, m.tenant_id, m.person_id, 'at-once', 'off' from members m, forums f where f.slug = $1`,
      [slug],
    );
    await ask();
    expect([await tellStaff(options()), (await queued()).length]).toEqual([true, 100]);
    expect([await tellStaff(options()), (await queued()).length]).toEqual([true, 101]);
    expect(await tellStaff(options())).toBe(false);
    expect(new Set((await queued()).map(({ recipient }) => recipient)).size).toBe(101);
  });

  it('is withdrawn when it is turned off, and what is still wanted is summed up', async () => {
    await choose(eva, AT_ONCE);
    const dialog = await ask({ title: 'Waiting' });
    await post(`report-dialog/${slug}/${dialog}`, REPORT);
    await tell();
    expect(await queued()).toHaveLength(2);
    await choose(eva, { posts: 'off', reports: 'at-once' });
    expect(await queued()).toEqual([]);
    await sumUp();
    const [summary, ...others] = await queued();
    expect(others).toEqual([]);
    expect(summary?.content.text).toMatch(/^New reports: 1$/m);
    expect(summary?.content.text).not.toMatch(/^New posts/m);
    await choose(eva, { posts: 'off', reports: 'off' });
    await sumUp();
    await sumUp(morning());
    expect(await queued()).toEqual([]);
  });

  it('is composed again when someone whom it may quote is erased, also after days', async () => {
    await choose(eva, AT_ONCE);
    await ask({ title: 'By Bo', useremail: 'bo@example.com' });
    await ask({ title: 'By Carl', useremail: 'carl@example.com' });
    await datePost('By Carl', new Date(Date.now() - 2 * DAY));
    await service.database.none("update new_for_staff set created_at = created_at - interval '2 days'");
    await tell();
    await eraseBo();
    expect(await queued()).toEqual([]);
    await sumUp();
    const [summary, ...others] = await queued();
    expect(others).toEqual([]);
    expect(summary?.content.subject).toMatch(/^New posts in/);
    expect(summary?.content.text).toMatch(/^By Carl:$/m);
  });

  it('waits for an erasure or deletion of its forum, but its worker does not', async () => {
    await choose(eva, { posts: 'at-once', reports: 'daily' });
    await post(`report-dialog/${slug}/${await ask()}`, REPORT);
    await service.database.tx(async (transaction) => {
      await lockOutPosts(transaction, forumId);
      await tell();
      await sumUp(morning());
    });
    expect(await queued()).toEqual([]);
    await tell();
    await sumUp(morning());
    expect(await queued()).toHaveLength(2);
  });
});

/** Dates a dialog as if it had been posted then. */
const datePost = (title: string, at: Date) =>
  service.database.none(
    'update dialogs set pub_date = $3, waiting_since = $3 where forum_id = $1 and title = $2',
    [forumId, title, at],
  );

async function eraseBo(): Promise<void> {
  const { signal } = new AbortController();
  const person = personOf('bo@example.com');
  await erasePerson(service.database, { moderation: moderation('erase'), person, signal });
}

async function remove(): Promise<void> {
  const { account_id: tenantId } = await requireOwn();
  await join('owner');
  await service.context.staff.people.remove({ tenantId, actor: OPERATOR, person: eva.email });
}

describe('the daily message', () => {
  it('tells once, over several instances and after any time, what is new and what waits', async () => {
    await choose(eva, DAILY);
    const olga = await join('owner');
    await choose(olga, { posts: 'off', reports: 'daily' });
    const id = await ask({ title: 'First?' });
    await comment(id);
    await comment(id, { useremail: eva.email });
    await post(`report-dialog/${slug}/${id}`, REPORT);
    await hold();
    await ask({ title: 'Held?' });
    await tell();
    await sumUp();
    expect(await queued()).toEqual([]);
    await Promise.all([sumUp(morning(3)), sumUp(morning(3))]);
    await sumUp(morning(3));
    const mails = await queued();
    expect(mails.map(({ recipient }) => recipient)).toEqual([eva.email, olga.email]);
    expect(mails[0]?.content.subject).toMatch(/^Daily summary of/);
    expect(mails[0]?.content.text.split('\n\n').slice(0, -2)).toEqual([
      'New posts: 3',
      'New reports: 1',
      'Open reports: 1',
      'Waiting for more than a day: 2',
      `First?:\n${DESK}/desk/forum/${slug}/dialogs/${id}`,
      expect.stringMatching(/^Held\?:\n/),
      `Open the queue:\n${DESK}/desk/forum/${slug}/queue`,
    ]);
    expect(mails[1]?.content.text).toMatch(/^New reports: 1\n\nOpen reports: 1\n\nFirst\?:/);
    await forget();
    await sumUp(morning(4));
    expect((await queued())[0]?.content.text).toMatch(
      /^Open reports: 1\n\nWaiting for more than a day: 2\n\nOpen/,
    );
  });

  it('that is composed again after an erasure covers as much as all that were withdrawn', async () => {
    await choose(eva, DAILY);
    await ask({ title: 'First?' });
    await sumUp(morning(1));
    await ask({ title: 'Second?' });
    await ask({ title: 'By Bo', useremail: 'bo@example.com' });
    for (const title of ['Second?', 'By Bo']) await datePost(title, morning(1));
    await sumUp(morning(2));
    expect((await queued()).map(({ content }) => /^New posts: \d/m.exec(content.text)?.[0])).toEqual([
      'New posts: 1',
      'New posts: 2',
    ]);
    await eraseBo();
    expect(await queued()).toEqual([]);
    await sumUp(morning(2));
    const mails = await queued();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.content.text.match(/^New posts: \d|^.+:$/gm)).toEqual([
      'New posts: 3',
      'First?:',
      'Second?:',
      'By Bo:',
      expect.any(String),
      expect.any(String),
    ]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['when nothing waits', async () => {}],
    [
      'about another forum',
      async () => {
        await writeForum(service.database, { slug: `else-${run}` });
        await post(`else-${run}`, DIALOG);
      },
    ],
    ['to someone who is removed', async () => ask().then(remove)],
  ])('is not sent %s', async (_, act) => {
    await choose(eva, DAILY);
    await act();
    await sumUp(morning());
    expect(await queued()).toEqual([]);
  });
});

describe('the link that stops mail', () => {
  it('asks on GET, and turns all mail of the forum off on POST, without a session', async () => {
    await choose(eva, { posts: 'at-once', reports: 'daily' });
    await ask();
    await tell();
    const path = await stopPath();
    for (const method of ['get', 'head'] as const) await service.request[method](path).expect(200);
    expect((await service.get(path)).text).toContain('<form class="sending" method="post">');
    const choice = () => service.database.one('select posts, reports from staff_notices');
    expect(await choice()).toEqual({ posts: 'at-once', reports: 'daily' });
    const forged = path.replace(`/${eva.id}/`, `/${eva.id + 1}/`);
    await service.request.post(forged).expect(404);
    await service.request.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await choice()).toEqual({ posts: 'off', reports: 'off' });
    await service.get(path).expect(404);
    await service.request.post(path).expect(200);
  });
});

describe('the messages', () => {
  it('show staff where a link leads, which may be why a post is held', async () => {
    await choose(eva, AT_ONCE);
    await hold();
    await service.request
      .post(`/forum/${slug}/ask`)
      .type('form')
      .send({ ...DIALOG, text: '[Invoice](https://evil.example)' })
      .expect(303);
    await tell();
    expect((await queued())[0]?.content.text).toContain('\n\n[Invoice](https://evil.example)\n\n');
  });

  it('say something else in each language, with nothing left to fill in', () => {
    const news = { forum: 'Help', title: 'How?', author_name: 'Bo', text: 'So?' };
    const sum = { posts: 1, reports: 1, open_reports: 1, waiting_long: 1, dialogs: [] };
    const links = {
      desk: 'https://d.example',
      stop: 'https://s.example',
      queue: 'https://q.example',
      dialog: String,
    };
    const letters = LANGUAGES.map((language) =>
      [
        writeNews({ ...news, language, held: false }, { ...links, kind: 'post' }),
        writeNews({ ...news, language, held: false }, { ...links, kind: 'comment' }),
        writeNews({ ...news, language, held: true }, { ...links, kind: 'post' }),
        writeNews({ ...news, language, held: false }, { ...links, kind: 'report' }),
        writeSum({ forum: 'Help', language }, sum, { ...links, isDaily: true }),
        writeSum({ forum: 'Help', language }, sum, { ...links, isDaily: false }),
      ].map(({ subject, text }) => `${subject}\n${text}`),
    );
    expect(new Set(letters.map((each) => each.join())).size).toBe(LANGUAGES.length);
    for (const each of letters) expect(new Set(each).size).toBe(each.length);
    expect(JSON.stringify(letters)).not.toMatch(/\{\w+\}|undefined/);
  });
});
