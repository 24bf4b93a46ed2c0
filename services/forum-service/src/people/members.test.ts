import { createMailDelivery, readMailSettings } from '@guidepost/mail';
import { type MailServer, startMailServer } from '@guidepost/mail/testing';
import { createMetrics } from '@guidepost/service-kit/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type request from 'supertest';
import { writeForum } from '../testing/content.ts';
import { askForLink, cookieOf, follow, linkTo, type SignedIn, signIn } from '../testing/signed-in.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const ANNA = { slug: 'help', email: 'Anna@Example.com', name: 'Anna Berg' };
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

let server: MailServer;
let environment: { MAIL_URL: string; MAIL_FROM: string };
let service: TestService;
let forumId: number;
let otherId: number;
let anna: SignedIn;

beforeAll(async () => {
  server = await startMailServer();
  environment = { MAIL_URL: server.url, MAIL_FROM: 'Help <help@example.com>' };
  service = await startTestService({ ...environment, TRUSTED_PROXIES: '127.0.0.1' });
  forumId = await writeForum(service.database, { slug: 'help' });
  otherId = await writeForum(service.database, { slug: 'other', language: 'sv' });
  anna = await signIn(service, ANNA);
});

afterAll(async () => {
  await service.stop();
  await server.stop();
});

/** Presses the button of the page that a link leads to. */
const confirm = (cookie: string, { name = ANNA.name, slug = 'help', headers = SAME_ORIGIN }: Pressed = {}) =>
  service.request
    .post(`/forum/${slug}/sign-in/confirm`)
    .set({ ...headers, Cookie: cookie })
    .type('form')
    .send({ name });

interface Pressed {
  name?: string;
  slug?: string;
  headers?: Record<string, string>;
}

/** The cookie after following a new link. */
async function newLink(email: string, sender?: string): Promise<string> {
  await askForLink(service, 'help', email, sender).expect(200);
  return follow(service, await linkTo(service, email));
}

const sessions = async () => (await service.database.any('select id from member_sessions')).length;

describe('S32 a sign-in link', () => {
  it('reaches its address, in the language of the forum, and says nothing that anybody typed', async () => {
    const { database, context } = service;
    const metrics = createMetrics('test');
    const delivery = createMailDelivery({
      database,
      settings: readMailSettings(environment),
      logger: context.logger,
      metrics,
    });
    await askForLink(service, 'other', 'sv@example.com').expect(200);
    const ends =
      'select round(extract(epoch from expires_at - created_at))::int as seconds from outgoing_mail where recipient = $1';
    expect(await database.one(ends, ['sv@example.com'])).toEqual({ seconds: 900 });
    delivery.start();
    const { subject, text = '' } = await server.messageTo('sv@example.com');
    await delivery.stop();
    expect(subject).toBe('Logga in i other');
    expect(text).toMatch(
      /^Någon vill logga in i other .*\n\nLogga in:\nhttps:\/\/forum\.example\/forum\/other\/sign-in\/gpl_/,
    );
    expect(text).not.toContain('sv@example.com');
  });

  it('changes nothing when a mail scanner opens it, and leaves no token in the address', async () => {
    await askForLink(service, 'help', 'scanned@example.com').expect(200);
    const link = await linkTo(service, 'scanned@example.com');
    const before = await sessions();
    const { headers } = await service.get(link).expect(303);
    expect(headers).toMatchObject({
      location: '/forum/help/sign-in/confirm',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    const shown = await service
      .get('/forum/help/sign-in/confirm')
      .set('Cookie', cookieOf(headers))
      .expect(200);
    expect(shown.text).toContain('scanned@example.com');
    expect(shown.text).not.toContain('gpl_');
    expect(await sessions()).toBe(before);
    await service.get(link).expect(303);
    await confirm(cookieOf(headers)).expect(303);
    expect(await sessions()).toBe(before + 1);
  });

  it.each([
    ['12', '/forum/help/12'],
    ['ask', '/forum/help/ask'],
    ['', '/forum/help/me'],
    ['//evil.example', '/forum/help/me'],
    ['../other', '/forum/help/me'],
  ])('leads on to where its reader came from: %j', async (next, path) => {
    const { headers: sent } = await service.request
      .post(`/forum/help/sign-in?${new URLSearchParams({ next })}`)
      .set({ ...SAME_ORIGIN, 'X-Forwarded-For': '192.0.2.99' })
      .type('form')
      .send({ email: 'goes-on@example.com' })
      .expect(200);
    const link = await follow(service, await linkTo(service, 'goes-on@example.com'));
    const { headers } = await confirm(`${link}; ${cookieOf(sent)}`).expect(303);
    expect(headers.location).toBe(path);
  });

  it('works once, even when the button is pressed twice at the same time', async () => {
    const cookie = await newLink('twice@example.com');
    const answers = await Promise.all([confirm(cookie), confirm(cookie)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404]);
  });

  it.each<[string, () => Promise<request.Response>]>([
    [
      'used',
      async () => {
        const cookie = await newLink('used@example.com');
        await confirm(cookie).expect(303);
        return confirm(cookie);
      },
    ],
    [
      'older than 15 minutes',
      async () => {
        const cookie = await newLink('late@example.com');
        await service.database.none(`update member_links set created_at = now() - interval '15 minutes'`);
        return confirm(cookie);
      },
    ],
    [
      'of another forum',
      async () =>
        confirm((await newLink('elsewhere@example.com')).replace(/link-\d+/, `link-${otherId}`), {
          slug: 'other',
        }),
    ],
    ['made up', async () => confirm(`__Host-guidepost-member-link-${forumId}=gpl_${'a'.repeat(43)}`)],
    ['missing', async () => confirm('')],
  ])('that is %s does not sign in, and all are answered alike', async (_, press) => {
    const { status, text, headers } = await press();
    expect([status, text]).toEqual([
      404,
      expect.stringMatching(/This link no longer works|Länken fungerar inte längre/),
    ]);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('is asked for as often as posts are sent', async () => {
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => askForLink(service, 'help', 'often@example.com', '10.3.0.1')),
    );
    expect(
      answers
        .map(({ status }) => status)
        .toSorted()
        .at(-1),
    ).toBe(429);
  });

  it('begins a session in a cookie that scripts and other hosts cannot touch', async () => {
    const { headers } = await confirm(await newLink('cookie@example.com')).expect(303);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-guidepost-member-\d+=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
  });

  it('is in no log, and only its hash is stored', async () => {
    await askForLink(service, 'help', 'logged@example.com').expect(200);
    const link = await linkTo(service, 'logged@example.com');
    const token = link.slice(link.indexOf('gpl_'));
    await service.get(link);
    expect(service.logLines.join('')).not.toContain(token);
    expect(JSON.stringify(await service.database.any('select * from member_links'))).not.toContain(token);
  });

  it('is mailed five times a day to an address, and 20 times for a sender, which no answer tells', async () => {
    const mails = async () =>
      (await service.database.any(`select id from outgoing_mail where cause like 'sign-in:%'`)).length;
    const before = await mails();
    const asked = [
      ...Array.from({ length: 7 }, (_, n) => ['five@example.com', `10.1.0.${n}`]),
      ...Array.from({ length: 23 }, (_, n) => [`address-${n}@example.com`, '10.2.0.1']),
    ];
    const answers = [];
    for (const [email = '', sender] of asked) answers.push(await askForLink(service, 'help', email, sender));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await mails()).toBe(before + 25);
  });

  it('S52 says that mail is late if a link could not be sent in its time', async () => {
    const LATE = 'Mail was late in the last hour.';
    const ask = async (email: string) => (await askForLink(service, 'help', email).expect(200)).text;
    expect(await ask('early@example.com')).not.toContain(LATE);
    await service.database.none(
      `update outgoing_mail set outcome = 'expired', ended_at = now(), recipient = null, content = null
       where id = (select max(id) from outgoing_mail where cause like 'sign-in:%')`,
    );
    expect(await ask('again@example.com')).toContain(LATE);
  });
});

describe('S31 a session', () => {
  it('counts on pages alone, whose answers no cache keeps', async () => {
    const { headers, text } = await anna.get('/forum/help').expect(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'Accept-Encoding, Cookie' });
    expect(text).toContain('My posts');
    const anybody = await service.get('/forum/help').expect(200);
    expect(anybody.headers).toMatchObject({ 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
    expect(anybody.text).toContain('Sign in');
    expect(anybody.text).not.toContain('My posts');
  });

  it('gets no page that was kept for another person, and leaves none behind', async () => {
    for (let times = 0; times < 3; times += 1) await service.get('/forum/help/dialogs').expect(200);
    const { headers } = await service.get('/forum/help/dialogs');
    const mine = await anna.get('/forum/help/dialogs').set('If-None-Match', String(headers.etag)).expect(200);
    expect(mine.text).toContain('My posts');
    expect((await service.get('/forum/help/dialogs')).headers.etag).toBe(headers.etag);
  });

  it.each([
    '/api/help.json',
    '/api/help.json?callback=f',
    '/api/properties/help.json',
    '/forum/help/feed.atom',
    '/forum/help/sitemap.xml',
    '/forum/help/search/suggestions?q=a',
  ])('changes nothing about %s', async (path) => {
    service.takeStatements();
    const [mine, anybodys] = [await anna.get(path), await service.get(path)];
    expect([mine.status, mine.text, mine.headers.etag, mine.headers['cache-control']]).toEqual([
      anybodys.status,
      anybodys.text,
      anybodys.headers.etag,
      anybodys.headers['cache-control'],
    ]);
    expect(service.takeStatements().filter((statement) => statement.includes('member_sessions'))).toEqual([]);
  });

  it('is looked for by no request without its cookie', async () => {
    service.takeStatements();
    await service.get('/forum/help/sign-in').set('Cookie', 'theme=dark').expect(200);
    expect(service.takeStatements()).toEqual([]);
  });

  it.each([
    ['after 30 days without use', `last_used_at = now() - interval '30 days'`],
    ['after 180 days', `created_at = now() - interval '180 days'`],
  ])('ends %s', async (_, set) => {
    const carl = await signIn(service, { slug: 'help', email: 'carl@example.com', name: 'Carl' });
    await carl.get('/forum/help/me').expect(200);
    await service.database.none(
      `update member_sessions s set ${set} from confirmed_addresses a
       where a.person = s.person and a.email = 'carl@example.com'`,
    );
    expect((await carl.get('/forum/help/me').expect(303)).headers.location).toBe('/forum/help/sign-in');
    await service.database.none('truncate rate_limits');
  });

  it.each([
    ['for less than an hour', 'is not noted', '59 minutes', undefined],
    ['for an hour', 'is noted', '61 minutes', undefined],
    ['for an hour', 'is not noted while its forum moves', '61 minutes', 'read-only'],
  ])('that was not used %s stays open, and its use %s', async (_, noted, idle, move) => {
    const { database } = service;
    const kurt = await signIn(service, { slug: 'help', email: 'kurt@example.com', name: 'Kurt' });
    await database.none(
      `update member_sessions s set last_used_at = now() - $1::interval from confirmed_addresses a
       where a.person = s.person and a.email = 'kurt@example.com'`,
      [idle],
    );
    if (move)
      await database.none(
        `insert into tenant_moves (tenant_id, id, target, state)
         select account_id, gen_random_uuid(), 'x', $2 from forums where id = $1`,
        [forumId, move],
      );
    await kurt.get('/forum/help/me').expect(200);
    await database.none('truncate tenant_moves, rate_limits');
    expect(
      await database.one(
        `select max(s.last_used_at) > now() - interval '1 minute' as noted
         from member_sessions s, confirmed_addresses a where a.person = s.person and a.email = 'kurt@example.com'`,
      ),
    ).toEqual({ noted: noted === 'is noted' });
  });

  it('has the name that its member last chose', async () => {
    const lena = await signIn(service, { slug: 'help', email: 'lena@example.com', name: 'Lena' });
    await lena.send('/forum/help/me/account', { name: ' Lena Å. ' }).expect(303);
    expect((await lena.get('/forum/help/me/account').expect(200)).text).toContain('value="Lena Å."');
    expect((await lena.send('/forum/help/me/account', { name: '' }).expect(422)).text).not.toContain('Lena');
    expect((await anna.get('/forum/help/me/account').expect(200)).text).toContain('value="Anna Berg"');
  });

  it('ends by itself, or with all others', async () => {
    const [one, two, three] = [
      await signIn(service, { slug: 'help', email: 'dora@example.com', name: 'Dora' }),
      await signIn(service, { slug: 'help', email: 'dora@example.com', name: 'Dora' }),
      await signIn(service, { slug: 'help', email: 'dora@example.com', name: 'Dora' }),
    ];
    const { headers } = await one.send('/forum/help/me/sign-out').expect(303);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-guidepost-member-\d+=; Max-Age=0; /),
    ]);
    await one.get('/forum/help/me').expect(303);
    await two.get('/forum/help/me').expect(200);
    await two.send('/forum/help/me/sign-out', { session: 'all' }).expect(303);
    await three.get('/forum/help/me').expect(303);
    await anna.get('/forum/help/me').expect(200);
  });

  it('ends when its browser signs in again', async () => {
    const gerd = await signIn(service, { slug: 'help', email: 'gerd@example.com', name: 'Gerd' });
    const link = await newLink('gerd2@example.com');
    await confirm(`${gerd.cookie}; ${link}`).expect(303);
    await gerd.get('/forum/help/me').expect(303);
  });

  it('downloads what is stored about its member five times a minute', async () => {
    const hans = await signIn(service, { slug: 'help', email: 'hans@example.com', name: 'Hans' });
    const statuses = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await hans.get('/forum/help/me/data')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await anna.get('/forum/help/me/data').expect(200);
  });

  it('of one forum opens nothing in another', async () => {
    const borrowed = anna.cookie.replace(/member-\d+/, `member-${otherId}`);
    await service.get('/forum/other/me').set('Cookie', borrowed).expect(303);
  });
});
