import { LANGUAGES } from '@guidepost/i18n';
import { until } from '@guidepost/local-servers/testing';
import { createMail, createMailDelivery, type MailSettings, readMailSettings } from '@guidepost/mail';
import { type MailServer, startMailServer } from '@guidepost/mail/testing';
import type { Worker } from '@guidepost/service-kit';
import { createMetrics } from '@guidepost/service-kit/process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createIdentityHash } from '../model/identity.ts';
import { clean } from '../moderation/daily-cleaning.ts';
import { mergeDialogs } from '../moderation/merge-dialogs.ts';
import { undeleteComments } from '../moderation/undelete-comments.ts';
import { undeleteDialogs } from '../moderation/undelete-dialogs.ts';
import { createPosterSecret } from '../people/posters.ts';
import { answerDialog } from '../posts/answer-dialog.ts';
import { releaseComments } from '../posts/change-comments.ts';
import { archiveDialogs } from '../posts/change-dialogs.ts';
import { deleteComments, deleteDialogs } from '../posts/delete-posts.ts';
import { isMetadataName } from '../posts/metadata.ts';
import { ANSWERS_BY_MAIL, HONEYPOT } from '../posts/submission.ts';
import { deleteForum, setProperties } from '../tenants/administration.ts';
import { lockOutPosts } from '../tenants/change-forum.ts';
import { writeComments, writeForum, writeKey } from '../testing/content.ts';
import { DIALOG, operatorNamed } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { tellFollowers } from './tell-followers.ts';
import { writeAnswer, writeConfirmation } from './write-notices.ts';

const BO = { name: 'Bo <b>Ek</b>', useremail: 'bo@example.com' };
const BY_MAIL = { [ANSWERS_BY_MAIL]: 'on' };
const POST_LIMITS = { POST_LIMIT: '10000', POST_LIMIT_SENDER: '10000' };

let server: MailServer;
let settings: MailSettings;
let service: TestService;
const workers: Worker[] = [];
/** Each test has its own, as limits and forums are kept in memory. */
let slug: string;
let anna: { name: string; useremail: string };
let carl: typeof anna;
let network: string;
let run = 0;
let forumId: number;
let key: string;
let number = 0;

beforeAll(async () => {
  server = await startMailServer();
  const environment = { MAIL_URL: server.url, MAIL_FROM: 'Help <help@example.com>' };
  settings = readMailSettings(environment);
  service = await startTestService({ ...environment, ...POST_LIMITS, TRUSTED_PROXIES: '127.0.0.1' });
});

beforeEach(async () => {
  run += 1;
  slug = `help-${run}`;
  anna = { name: 'Anna Berg', useremail: `Anna-${run}@example.com` };
  carl = { name: 'Carl', useremail: `carl-${run}@example.com` };
  network = `10.0.${run}`;
  forumId = await writeForum(service.database, { slug });
  key = await writeKey(service.database, forumId);
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await service.database.none('truncate outgoing_mail, new_answers, followers, rate_limits');
  server.received.length = 0;
  server.recipients.length = 0;
});

afterAll(async () => {
  await service.stop();
  await server.stop();
});

const editor = () => ({ slug, actor: operatorNamed('Eva'), action: 'dialog delete' }) as const;

const options = (mail = createMail(settings)) => ({
  database: service.database,
  secret: createPosterSecret(service.database, undefined),
  mail,
  publicUrl: 'https://forum.example',
});

/** Queues all that there is to tell. */
async function tell(): Promise<void> {
  while (await tellFollowers(options()));
}

function deliver(): void {
  const { database, context } = service;
  const worker = createMailDelivery({
    database,
    settings,
    logger: context.logger,
    metrics: createMetrics('test'),
  });
  worker.start();
  workers.push(worker);
}

const form = (path: string, fields: object, sender = `${network}.1`) =>
  service.request
    .post(path)
    .set('X-Forwarded-For', sender)
    .type('form')
    .send({ ...fields });

/** Asks as a person on the page of the forum. @returns the id of the dialog */
async function ask(fields: object = {}, sender?: string): Promise<number> {
  number += 1;
  const title = `How do I start ${number}?`;
  const { status, headers } = await form(`/api/${slug}`, { ...DIALOG, ...anna, title, ...fields }, sender);
  expect(status).toBe(303);
  return Number(/\/forum\/[^/]+\/(\d+)/.exec(String(headers.location))?.[1]);
}

async function comment(dialogId: number, fields: object = {}): Promise<number> {
  number += 1;
  await service.request
    .post(`/api/comment/${slug}/${dialogId}?key=${key}`)
    .send({ ...BO, text: `Answer ${number}`, ...fields })
    .expect(201);
  return (await service.database.one('select max(id) as id from comments where forum_id = $1', [forumId])).id;
}

const followers = () => service.database.any('select dialog_id, email, confirmed from followers order by id');

interface Queued {
  id: number;
  cause: string;
  recipient: string;
  content: { subject: string; text: string; html: string; unsubscribe?: string };
}

const queued = () =>
  service.database.any<Queued>('select id, cause, recipient, content from outgoing_mail order by id');

const recipients = async () => (await queued()).map(({ recipient }) => recipient);

const pathIn = (text = '') => /https:\/\/forum\.example(\/forum\/\S+\/gpl_\S+)/.exec(text)?.[1] ?? '';

const forget = () => service.database.none('delete from outgoing_mail');

/** Confirms by the newest mail. */
async function confirm(): Promise<void> {
  const mails = await queued();
  await service.request.post(pathIn(mails.at(-1)?.content.text)).expect(200);
  await forget();
}

async function askAndConfirm(fields: object = {}): Promise<number> {
  const id = await ask({ ...BY_MAIL, ...fields });
  await confirm();
  return id;
}

/** More followers of a dialog, all confirmed. */
async function writeFollowers(dialogId: number, count: number): Promise<void> {
  await service.database.none(
    `insert into followers (forum_id, dialog_id, email, person, confirmed)
     select $1, $2, 'follower-' || n || '@example.com', sha256(n::text::bytea), true from generate_series(1, $3) n`,
    [forumId, dialogId, count],
  );
}

let other: string;

describe('a person who wants answers by mail', () => {
  it.each([
    ['a post', {}, (_id: number) => `/api/${slug}`],
    ['a comment', {}, (id: number) => `/api/comment/${slug}/${id}`],
    ['a post that is held', { hold: 'links' as const }, (_id: number) => `/api/${slug}`],
  ])('is told to look for the mail after %s, whatever the address (S37)', async (_what, settings, pathOf) => {
    const id = await askAndConfirm();
    await setProperties(service.database, slug, settings);
    for (const [fields, says] of [
      [BY_MAIL, true],
      [{}, false],
    ] as const) {
      number += 1;
      const post = {
        ...DIALOG,
        ...anna,
        title: `Why ${number}?`,
        text: `https://a.example/${number}`,
        ...fields,
      };
      const { headers } = await form(pathOf(id), post).expect(303);
      const page = await service
        .get(String(headers.location).replace('https://forum.example', ''))
        .redirects(1);
      expect([page.status, page.text.includes('Check your mail')]).toEqual([200, says]);
    }
  });

  it('confirms the address once, by a button, and then gets them (S37)', async () => {
    const dialogId = await ask(BY_MAIL);
    expect(await followers()).toEqual([{ dialog_id: dialogId, email: anna.useremail, confirmed: false }]);
    deliver();
    const mail = await server.messageTo(anna.useremail);
    expect(mail.subject).toBe(`Confirm your e-mail address for ${slug}`);
    const said = `${mail.subject}${mail.text}${mail.html}`;
    expect(['Anna', 'start', 'manual'].filter((word) => said.includes(word))).toEqual([]);
    const path = pathIn(mail.text);
    const before = await followers();
    for (const method of ['get', 'head', 'get'] as const) await service.request[method](path).expect(200);
    expect(await followers()).toEqual(before);
    const page = await service.get(path);
    expect(page.text).toContain('<form class="sending" method="post">');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    await service.request.post(path).expect(200);
    expect(await followers()).toEqual([{ dialog_id: dialogId, email: anna.useremail, confirmed: true }]);
    const id = await comment(dialogId, { text: 'Press <b>the</b> button.\n\nThen wait.' });
    await tell();
    const answer = await until('the answer arrives', () => server.received[1]);
    expect(server.recipients).toEqual([[anna.useremail], [anna.useremail]]);
    expect(answer.subject).toMatch(/^Re: How do I start \d+\?$/);
    const stop = pathIn(answer.text);
    expect(answer.text).toBe(
      [
        `Bo <b>Ek</b> answered “${answer.subject?.slice(4)}”:`,
        'Press <b>the</b> button.',
        'Then wait.',
        `Read it in the forum:\nhttps://forum.example/forum/${slug}/${dialogId}/comments/${id}`,
        '-- \nThis message was sent automatically. Replies to it are not read.',
        `Stop mail about this post:\nhttps://forum.example${stop}\n`,
      ].join('\n\n'),
    );
    expect(answer.html).toContain('Bo &lt;b&gt;Ek&lt;/b&gt; answered “How do I start');
    expect([mail.from?.text, answer.from?.text]).toEqual(Array(2).fill(`"${slug}" <help@example.com>`));
    expect(answer.html).toContain('Press &lt;b&gt;the&lt;/b&gt; button.');
    expect([answer.references, answer.inReplyTo]).toEqual(
      Array(2).fill(`<dialog-${dialogId}.forum-${forumId}@example.com>`),
    );
    expect(answer.headers.get('auto-submitted')).toBe('auto-generated');
    const lists = answer.headerLines.filter(({ key: name }) => name.startsWith('list-'));
    expect(lists.map(({ line }) => line.replaceAll(/\r?\n/g, ''))).toEqual([
      `List-Unsubscribe: <https://forum.example${stop}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]);
    expect(service.logLines.join('')).not.toContain(/gpl_([\w-]{43})/.exec(path)?.[1]);
  });

  it('confirms an address for all posts that wait for it, in any spelling', async () => {
    const ids = [await ask(BY_MAIL), await ask({ ...BY_MAIL, useremail: anna.useremail.toUpperCase() })];
    await ask({ ...BY_MAIL, ...carl });
    const [first] = await queued();
    await service.request.post(pathIn(first?.content.text)).expect(200);
    const confirmed = (await followers()).map((row) => row.confirmed);
    expect(confirmed).toEqual([true, true, false]);
    expect((await followers()).filter((row) => row.confirmed).map((row) => row.dialog_id)).toEqual(ids);
  });

  it('is asked again for each post without a session, which anybody could have sent', async () => {
    const first = await askAndConfirm();
    const second = await ask(BY_MAIL, `${network}.66`);
    await comment(second);
    await tell();
    expect((await queued()).map(({ content }) => content.subject)).toEqual([
      `Confirm your e-mail address for ${slug}`,
    ]);
    expect((await followers()).filter((row) => row.confirmed).map((row) => row.dialog_id)).toEqual([first]);
  });

  it('follows by a comment, too', async () => {
    const dialogId = await ask();
    await form(`/api/comment/${slug}/${dialogId}`, { ...carl, ...BY_MAIL, text: 'Me too' }).expect(303);
    await confirm();
    await comment(dialogId);
    await tell();
    expect(await recipients()).toEqual([carl.useremail]);
  });

  it('stops mail about one dialog in one click, without a session (S37)', async () => {
    const [first, second] = [await askAndConfirm(), await askAndConfirm()];
    await writeFollowers(first, 1);
    for (const id of [first, second]) await comment(id);
    await tell();
    const mails = (await queued()).filter(({ recipient }) => recipient === anna.useremail);
    const [stop, another] = mails.map(({ content }) => pathIn(content.unsubscribe));
    await service.get(stop ?? '').expect(200);
    expect(await followers()).toHaveLength(3);
    const mixed = another?.replace(/\/\d+\//, /\/\d+\//.exec(stop ?? '')?.[0] ?? '') ?? '';
    await service.request.post(mixed).expect(404);
    await service.request
      .post(stop ?? '')
      .type('form')
      .send('List-Unsubscribe=One-Click')
      .expect(200);
    expect((await followers()).map((row) => [row.dialog_id, row.email])).toEqual([
      [second, anna.useremail],
      [first, 'follower-1@example.com'],
    ]);
    await service.get(stop ?? '').expect(404);
    await service.request.post(stop ?? '').expect(200);
    expect(await followers()).toHaveLength(2);
    await forget();
    for (const id of [first, second]) await comment(id);
    await tell();
    expect((await recipients()).toSorted()).toEqual([anna.useremail, 'follower-1@example.com'].toSorted());
  });

  it.each<[string, (path: string) => string | Promise<string>]>([
    ['unknown', (path) => path.replace(/.{5}$/, 'aaaaa')],
    ['malformed', (path) => `${path}x`],
    ['of another forum', (path) => path.replace(slug, other)],
    [
      'used',
      async (path) => {
        await service.request.post(path).expect(200);
        return path;
      },
    ],
    [
      'older than 72 hours',
      async (path) => {
        await service.database.none("update followers set followed_at = now() - interval '73 hours'");
        return path;
      },
    ],
    [
      'replaced by a newer one',
      async (path) => {
        const [row] = await followers();
        await form(`/api/comment/${slug}/${row?.dialog_id}`, { ...anna, ...BY_MAIL, text: 'And?' }).expect(
          303,
        );
        return path;
      },
    ],
  ])('is told in a friendly way that a link is %s', async (_, change) => {
    other = `other-${run}`;
    await writeForum(service.database, { slug: other });
    await ask(BY_MAIL);
    const [mail] = await queued();
    const path = await change(pathIn(mail?.content.text));
    const before = await followers();
    for (const method of ['get', 'post'] as const) {
      const { status, text } = await service.request[method](path);
      expect([status, text.includes('This link no longer works')]).toEqual([404, true]);
    }
    expect(await followers()).toEqual(before);
  });
});

describe('mail to confirm an address (S37)', () => {
  it('is sent five times a day to one address', async () => {
    for (let n = 0; n < 8; n += 1) await ask(BY_MAIL, `${network}.${n}`);
    expect(await queued()).toHaveLength(5);
    expect(await followers()).toHaveLength(8);
  });

  it('is sent twenty times a day for one sender, which leaves others free', async () => {
    for (let n = 0; n < 25; n += 1) await ask({ ...BY_MAIL, useremail: `p${n}-${run}@example.com` });
    expect(await queued()).toHaveLength(20);
    for (let n = 0; n < 5; n += 1) await ask({ ...BY_MAIL, ...carl });
    expect(await queued()).toHaveLength(20);
    for (let n = 0; n < 5; n += 1) await ask({ ...BY_MAIL, ...carl }, `${network}.99`);
    expect(await queued()).toHaveLength(25);
  });

  it.each([
    [
      'a program',
      () =>
        service.request
          .post(`/api/${slug}`)
          .send({ ...DIALOG, ...anna, ...BY_MAIL })
          .expect(201),
    ],
    [
      'a form with a key',
      () => form(`/api/${slug}?key=${key}`, { ...DIALOG, ...anna, ...BY_MAIL }).expect(303),
    ],
    ['a bot', () => form(`/api/${slug}`, { ...DIALOG, ...anna, ...BY_MAIL, [HONEYPOT]: 'x' }).expect(303)],
    ['a form without the mark', () => form(`/api/${slug}`, { ...DIALOG, ...anna }).expect(303)],
    ['another value', () => form(`/api/${slug}`, { ...DIALOG, ...anna, [ANSWERS_BY_MAIL]: '' }).expect(303)],
  ])('is not sent for %s', async (_, post) => {
    await post();
    expect([await followers(), await queued()]).toEqual([[], []]);
  });
});

describe('an answer', () => {
  const hold = async (hold: 'links' | 'none') => {
    await setProperties(service.database, slug, { hold });
    await service.settled(slug);
  };

  async function heldComment(dialogId: number): Promise<number> {
    await hold('links');
    const text = 'See https://example.com';
    await form(`/api/comment/${slug}/${dialogId}`, { ...BO, text }).expect(303);
    return (
      await service.database.one('select max(id) as id from comments where forum_id = $1 and held', [forumId])
    ).id;
  }

  it.each<[string, number, (dialogId: number) => Promise<unknown>]>([
    ['by the API', 1, (id) => comment(id)],
    ['by a page', 1, (id) => form(`/api/comment/${slug}/${id}`, { ...BO, text: 'So.' }).expect(303)],
    ['by its own author', 0, (id) => comment(id, { useremail: anna.useremail.toUpperCase() })],
    ['that is held', 0, heldComment],
    [
      'that is released',
      1,
      async (id) => releaseComments(service.database, editor(), [await heldComment(id)]),
    ],
    ['that was imported', 0, (id) => writeComments(service.database, forumId, [{ id: 7, dialog_id: id }])],
    [
      'at the desk',
      1,
      async (dialogId) => {
        const person = Buffer.alloc(32);
        const author = {
          identity: { poster: person, claim: null, person },
          email: 'eva@example.com',
          name: 'Eva',
        };
        const origin = { sender: '192.0.2.9', claimed: '192.0.2.9' };
        await answerDialog(service.database, editor(), {
          dialogId,
          text: 'So.',
          author,
          origin,
          publicUrl: 'https://forum.example',
        });
      },
    ],
    [
      'that is deleted meanwhile',
      0,
      async (id) => deleteComments(service.database, editor(), [await comment(id)]),
    ],
    [
      'that is held meanwhile',
      0,
      async (id) => {
        await comment(id);
        await service.database.none('update comments set held = true');
      },
    ],
    [
      'in a dialog that is archived meanwhile',
      0,
      async (id) => {
        await comment(id);
        await archiveDialogs(service.database, editor(), [id]);
      },
    ],
    [
      'in a dialog that is deleted meanwhile',
      0,
      async (id) => {
        await comment(id);
        await deleteDialogs(service.database, editor(), [id]);
      },
    ],
  ])('%s is mailed to %d of one follower', async (_, expected, post) => {
    const dialogId = await askAndConfirm();
    await post(dialogId);
    await tell();
    expect(await recipients()).toEqual(Array(expected).fill(anna.useremail));
    expect(await service.database.any('select * from new_answers')).toEqual([]);
  });

  it('is not mailed to who has not confirmed', async () => {
    const id = await ask(BY_MAIL);
    await forget();
    await comment(id);
    await tell();
    expect(await queued()).toEqual([]);
  });

  it('is noted only for dialogs with followers', async () => {
    await comment(await ask());
    expect(await service.database.any('select * from new_answers')).toEqual([]);
  });

  it('is mailed to each of many once, by several instances, also if one fails or starts over', async () => {
    const id = await ask();
    await writeFollowers(id, 250);
    await comment(id);
    let calls = 0;
    const failing = createMail(settings);
    const mail = {
      ...failing,
      queue: async (...message: Parameters<typeof failing.queue>) => {
        calls += 1;
        if (calls === 150) throw new Error('killed');
        await failing.queue(...message);
      },
    };
    await tellFollowers(options(mail));
    await expect(tellFollowers(options(mail))).rejects.toThrow('killed');
    await Promise.all([tell(), tell(), tell()]);
    const all = Array.from({ length: 250 }, (_, n) => `follower-${n + 1}@example.com`).toSorted();
    expect((await recipients()).toSorted()).toEqual(all);
    await service.database.none(
      'insert into new_answers (forum_id, dialog_id, comment_id) select forum_id, dialog_id, id from comments where forum_id = $1',
      [forumId],
    );
    await tell();
    expect(await recipients()).toHaveLength(250);
  });

  it('is not mailed while its forum is being deleted, which others do not wait for', async () => {
    const busy = forumId;
    await comment(await askAndConfirm());
    slug = `other-${run}`;
    forumId = await writeForum(service.database, { slug });
    key = await writeKey(service.database, forumId);
    const id = await ask();
    await writeFollowers(id, 1);
    await comment(id);
    await service.database.tx(async (transaction) => {
      await lockOutPosts(transaction, busy);
      await tell();
    });
    expect(await recipients()).toEqual(['follower-1@example.com']);
    await tell();
    expect(await recipients()).toEqual(['follower-1@example.com', anna.useremail]);
  });

  it('shows each follower no address but their own (S37)', async () => {
    const id = await askAndConfirm();
    await writeFollowers(id, 3);
    await comment(id);
    await tell();
    const mails = await queued();
    expect(mails).toHaveLength(4);
    for (const { recipient, content } of mails) {
      const others = [...mails.map((mail) => mail.recipient), BO.useremail].filter(
        (one) => one !== recipient,
      );
      expect(others.filter((one) => JSON.stringify(content).includes(one))).toEqual([]);
    }
  });

  it('is posted by as many statements with 1,000 followers as with none', async () => {
    await comment(await ask());
    const counts: string[][] = [];
    for (const count of [0, 1_000]) {
      const id = await ask();
      await writeFollowers(id, count);
      service.takeStatements();
      await comment(id);
      counts.push(service.takeStatements());
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(await service.database.one('select count(*) from new_answers')).toEqual({ count: 1 });
  });
});

describe('what is deleted', () => {
  const counts = () =>
    service.database.one(
      'select (select count(*) from followers) as followers, (select count(*) from outgoing_mail) as mail',
    );

  it.each<[string, (dialogId: number, commentId: number) => Promise<unknown>, object]>([
    ['a comment', (_, id) => deleteComments(service.database, editor(), [id]), { followers: 2, mail: 1 }],
    [
      'a comment of a dialog that was merged',
      async (dialogId, id) => {
        const merge = { ids: [dialogId], into: await ask(), publicUrl: 'https://forum.example' };
        await mergeDialogs(service.database, { ...editor(), action: 'dialog merge' }, merge);
        await deleteComments(service.database, editor(), [id]);
      },
      { followers: 2, mail: 1 },
    ],
    ['a dialog', (id) => deleteDialogs(service.database, editor(), [id]), { followers: 1, mail: 1 }],
    ['a forum', () => deleteForum(service.database, slug), { followers: 0, mail: 0 }],
  ])('takes its followers and unsent mail with it: %s', async (_, remove, left) => {
    const dialogs = [await askAndConfirm(), await ask(BY_MAIL)];
    const ids: number[] = [];
    for (const id of dialogs) ids.push(await comment(id));
    await tell();
    expect(await counts()).toEqual({ followers: 2, mail: 2 });
    await remove(dialogs[0] ?? 0, ids[0] ?? 0);
    expect(await counts()).toEqual(left);
  });

  it('and restored is not followed by those who stopped its mail meanwhile', async () => {
    const dialogId = await askAndConfirm();
    await writeFollowers(dialogId, 1);
    await comment(dialogId);
    await tell();
    const [{ content } = { content: { unsubscribe: '' } }] = (await queued()).filter(
      ({ recipient }) => recipient === anna.useremail,
    );
    await deleteDialogs(service.database, editor(), [dialogId]);
    await service.request.post(pathIn(content.unsubscribe)).expect(200);
    await undeleteDialogs(service.database, { ...editor(), action: 'dialog undelete' }, [dialogId]);
    expect((await followers()).map(({ email }) => email)).toEqual(['follower-1@example.com']);
  });

  it.each([
    ['comment', deleteComments, undeleteComments],
    ['dialog', deleteDialogs, undeleteDialogs],
  ] as const)('and restored is told of once: a %s', async (kind, remove, restore) => {
    const dialogId = await askAndConfirm();
    await comment(dialogId);
    await tell();
    // Delivered.
    await forget();
    const queuedId = await comment(dialogId);
    await tell();
    const comments = [queuedId, await comment(dialogId)];
    const ids = kind === 'comment' ? comments : [dialogId];
    await remove(service.database, editor(), ids);
    await tell();
    expect(await queued()).toEqual([]);
    await restore(service.database, { ...editor(), action: `${kind} undelete` }, ids);
    await tell();
    expect((await queued()).map(({ cause }) => cause.split(':')[2])).toEqual(comments.map(String));
  });

  it('and restored is no longer told of after a week, when it is forgotten who has been told', async () => {
    const dialogId = await askAndConfirm();
    await writeFollowers(dialogId, 1);
    const commentId = await comment(dialogId);
    await tell();
    await service.database.none("update comments set pub_date = now() - interval '8 days' where id = $1", [
      commentId,
    ]);
    await service.database.none('delete from outgoing_mail where recipient = $1', [anna.useremail]);
    await deleteComments(service.database, editor(), [commentId]);
    await undeleteComments(service.database, { ...editor(), action: 'comment undelete' }, [commentId]);
    await tell();
    expect(await queued()).toEqual([]);
  });

  it('is followed no more after 72 hours without a confirmation', async () => {
    await askAndConfirm();
    await ask({ ...BY_MAIL, ...carl });
    await service.database.none("update followers set followed_at = now() - interval '73 hours'");
    await clean(service.context.database);
    expect((await followers()).map(({ email }) => email)).toEqual([anna.useremail]);
  });
});

describe('the field', () => {
  const FIELD = `name="${ANSWERS_BY_MAIL}"`;
  const pages = async (of: TestService, dialogId: number) => {
    const paths = [`/forum/${slug}`, `/forum/${slug}/ask`, `/forum/${slug}/${dialogId}`];
    const texts = await Promise.all(paths.map(async (path) => (await of.get(path).expect(200)).text));
    return texts.map((text) => text.split(FIELD).length - 1);
  };

  it('is on the forms for dialogs and comments, and on no other', async () => {
    const id = await ask();
    await service.settled(slug);
    expect(await pages(service, id)).toEqual([1, 1, 1]);
    expect((await service.get(`/forum/${slug}/${id}/report`)).text).not.toContain(FIELD);
  });

  it('stays with a form that was refused', async () => {
    const { status, text } = await form(`/api/${slug}`, { ...DIALOG, ...anna, ...BY_MAIL, title: '' });
    expect(status).toBe(400);
    expect(text).toContain(`<input type="hidden" ${FIELD} value="on">`);
  });

  it('is not there while no mail is sent, and is ignored', async () => {
    const silent = await startTestService(POST_LIMITS);
    try {
      await writeForum(silent.database, { slug });
      const { headers } = await silent.request
        .post(`/api/${slug}`)
        .type('form')
        .send({ ...DIALOG, ...anna, ...BY_MAIL });
      const id = Number(/\/forum\/[^/]+\/(\d+)/.exec(String(headers.location))?.[1]);
      await silent.settled(slug);
      expect(await pages(silent, id)).toEqual([0, 0, 0]);
      expect(await silent.database.any('select * from followers')).toEqual([]);
    } finally {
      await silent.stop();
    }
  });

  it('is not part of the API: unknown where unknown names are refused, and in no document', async () => {
    const { database, request } = service;
    const body = { ...DIALOG, ...anna, ...BY_MAIL };
    await request.post(`/api/${slug}`).send(body).expect(201);
    await database.none(
      "insert into metadata_fields (forum_id, name, type, maximum) values ($1, 'phone', 'text', 9)",
      [forumId],
    );
    await setProperties(database, slug, { formal_name: 'New' });
    await service.settled(slug);
    const { status, body: messages } = await request.post(`/api/${slug}`).send({ ...body, title: 'Other' });
    expect([status, messages]).toEqual([
      400,
      { [ANSWERS_BY_MAIL]: ['There is no such field in this forum.'] },
    ]);
    const documents = ['/openapi.json', `/api/${slug}.json`, `/api/properties/${slug}.json`];
    for (const path of documents) {
      const { status: found, text } = await service.get(path);
      expect([path, found, text.includes(ANSWERS_BY_MAIL)]).toEqual([path, 200, false]);
    }
    expect(isMetadataName(ANSWERS_BY_MAIL)).toBe(false);
  });
});

describe('letters', () => {
  const answer = { forum: 'Help', title: 'T', author_name: 'Bo', text: 'Text', markdown: false };
  const links = { comment: 'https://c.example', stop: 'https://s.example' };

  it('are written in every language', () => {
    const letters = LANGUAGES.map((language) => [
      writeConfirmation({ language, name: 'Help' }, 'https://l.example'),
      writeAnswer({ ...answer, language }, links),
    ]);
    const texts = letters.map((pair) => pair.map(({ subject, text }) => subject + text).join());
    expect(new Set(texts).size).toBe(LANGUAGES.length);
    expect(JSON.stringify(letters)).not.toMatch(/\{\w+\}|undefined/);
  });

  it('quote Markdown without emphasis, and say where links lead', () => {
    const text =
      'Press **Start**, see [the *guide*](https://a.example/) or https://b.example/.\n\n![The button](https://a.example/b.png)';
    const letter = writeAnswer({ ...answer, language: 'en', text, markdown: true }, links);
    expect(letter.text).toContain(
      '\n\nPress Start, see the guide (https://a.example/) or https://b.example/.\n\nThe button (https://a.example/b.png)\n\n',
    );
  });

  it('keep the signs of lists and quotes, in which steps are told', () => {
    const text = '1. Unplug it.\n2. Wait:\n   - a *minute*\n\n> Is it safe?\n\nYes.';
    const letter = writeAnswer({ ...answer, language: 'en', text, markdown: true }, links);
    expect(letter.text).toContain('\n\n1. Unplug it.\n\n2. Wait:\n\n- a minute\n\n> Is it safe?\n\nYes.\n\n');
  });

  it('quote at most 2,000 characters', () => {
    const text = '😀'.repeat(2_001);
    const letter = writeAnswer({ ...answer, language: 'en', text }, links);
    expect(letter.text.split('\n\n')[1]).toBe(`${'😀'.repeat(2_000)} …`);
  });

  it.each([
    ['a line break in a title', { title: 'a\r\nBcc: eve@example.com' }],
    ['one in a name', { author_name: 'a\r\nBcc: eve@example.com' }],
  ])('have no field of others because of %s', async (_, hostile) => {
    const letter = writeAnswer({ ...answer, language: 'en', ...hostile }, links);
    const message = { tenantId: 1, cause: 'hostile', to: anna.useremail, ...letter };
    await createMail(settings).queue(service.database, message);
    deliver();
    const mail = await server.messageTo(anna.useremail);
    expect([mail.bcc, server.recipients]).toEqual([undefined, [[anna.useremail]]]);
  });

  it('know who follows by a hash that differs between forums', async () => {
    const secret = await createPosterSecret(service.database, undefined)();
    await askAndConfirm();
    expect(await service.database.any('select * from confirmed_addresses')).toEqual([]);
    const { person } = await service.database.one('select person from followers');
    expect(person).toEqual(createIdentityHash(secret, forumId)('person', anna.useremail.toLowerCase()));
    expect(person).not.toEqual(
      createIdentityHash(secret, forumId + 1)('person', anna.useremail.toLowerCase()),
    );
  });
});
