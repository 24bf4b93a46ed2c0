import { signIn } from '@guidepost/desk/testing';
import { png } from '@guidepost/files/testing';
import { until } from '@guidepost/local-servers/testing';
import { type Questions, signTicket, type Ticket } from '@guidepost/pairing';
import { INSTANCE, offerFirstLink } from '@guidepost/staff';
import { type FaultyProxy, startFaultyProxy } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../services/forum-service/src/tenants/accounts.ts';
import { createForum } from '../../services/forum-service/src/tenants/forum-settings.ts';
import { signInAs as signInAtForum } from '../../services/forum-service/src/testing/desk-client.ts';
import {
  type TestService as ForumService,
  startTestService as startForumService,
} from '../../services/forum-service/src/testing/test-service.ts';
import { refreshAddresses, setForum } from '../../services/kb-service/src/tenants/forum.ts';
import { OPERATOR } from '../../services/kb-service/src/testing/content.ts';
import { type DeskClient, signInAs } from '../../services/kb-service/src/testing/desk-client.ts';
import {
  type TestService as KbService,
  startTestService as startKbService,
} from '../../services/kb-service/src/testing/test-service.ts';
import { writeZip } from '../../services/kb-service/src/testing/write-zip.ts';

const HOST = 'help.example.com';
const SLUG = 'acme';
const PAIR_SECRET = 'a secret of more than 32 characters';
const KB_DESK = 'http://localhost:4010';
const FORUM_DESK = 'http://localhost:4020';
const ADDRESS = `https://forum.example/forum/${SLUG}`;

let kb: KbService;
let forum: ForumService;
let kbProxy: FaultyProxy;
let forumProxy: FaultyProxy;
/** Owns both. */
let eva: { kb: DeskClient; forum: DeskClient };
let people = 0;

beforeAll(async () => {
  // Each service needs the address of the other before that one is started.
  [kbProxy, forumProxy] = [
    await startFaultyProxy('http://127.0.0.1:9'),
    await startFaultyProxy('http://127.0.0.1:9'),
  ];
  kb = await startKbService([{ host: HOST }, { host: 'other.example.com' }], {
    PAIR_URL: forumProxy.url,
    PAIR_SECRET,
  });
  forum = await startForumService({ PAIR_URL: kbProxy.url, PAIR_SECRET });
  kbProxy.leadTo(kb.origin);
  forumProxy.leadTo(forum.origin);
  const operator = { name: 'root', role: 'owner', door: 'cli' } as const;
  for (const slug of [SLUG, 'other']) {
    const account = `Account of ${slug}`;
    await createAccount(forum.database, { name: account, allows_metadata: false, allows_keys: true });
    await createForum(forum.database, operator, {
      slug,
      account,
      name: `Forum ${slug}`,
      formal_name: slug,
      language: 'en',
      topics: ['Q'],
    });
  }
  eva = {
    kb: await signInAs(kb, { host: HOST, role: 'owner', name: 'Eva' }),
    forum: await signInAtForum(forum, { slug: SLUG, role: 'owner', name: 'Eva' }),
  };
  await signInAtForum(forum, { slug: SLUG, role: 'editor', name: 'Ed' });
});

afterAll(async () => {
  await kb.stop();
  await forum.stop();
  await kbProxy.close();
  await forumProxy.close();
});

const kbPath = (path: string) => `/desk/kb/${HOST}${path}`;
const forumPath = (path: string) => `/desk/forum/${SLUG}${path}`;

const partners = () =>
  Promise.all([
    kb.database.one('select forum, forum_url from knowledge_bases where host = $1', [HOST]),
    forum.database.one('select guides from forums where slug = $1', [SLUG]),
  ]);

async function choose(host: string, slug: string): Promise<void> {
  await eva.kb.post(kbPath('/settings/partner'), { partner: slug }).expect(303);
  await eva.forum.post(forumPath('/settings/partner'), { partner: host }).expect(303);
}

beforeEach(() => choose(HOST, SLUG));

afterEach(async () => {
  await kbProxy.heal();
  await forumProxy.heal();
});

describe('a help centre and a forum are chosen at the desks', () => {
  it('from those that the person owns', async () => {
    const [ofKb, ofForum] = [
      await eva.kb.get(kbPath('/settings')),
      await eva.forum.get(forumPath('/settings')),
    ];
    expect(ofKb.text).toContain(`<option value="${SLUG}" selected>Forum ${SLUG} (${SLUG})</option>`);
    expect(ofForum.text).toContain(`<option value="${HOST}" selected>`);
    expect(ofKb.text).not.toContain('Forum other');
    for (const { text } of [ofKb, ofForum]) expect(text).not.toContain('too: then colleagues');
    await eva.forum.post(forumPath('/settings/partner'), { partner: '' }).expect(303);
    expect((await eva.kb.get(kbPath('/settings'))).text).toContain('too: then colleagues');
    await choose(HOST, SLUG);
    expect(ofForum.text).not.toContain('other.example.com');
    expect(await partners()).toEqual([{ forum: SLUG, forum_url: ADDRESS }, { guides: HOST }]);
  });

  it('and not from others', async () => {
    await eva.kb.post(kbPath('/settings/partner'), { partner: 'other' }).expect(404);
    await eva.forum.post(forumPath('/settings/partner'), { partner: 'other.example.com' }).expect(404);
    const editor = await signInAs(kb, { host: HOST, role: 'editor' });
    await editor.post(kbPath('/settings/partner'), { partner: '' }).expect(403);
    expect(await partners()).toEqual([{ forum: SLUG, forum_url: ADDRESS }, { guides: HOST }]);
  });

  it('then readers are led from one to the other', async () => {
    await kb.settled(HOST);
    const { text } = await kb.request.get(`/site/${HOST}/search?q=nothingatall`);
    expect(text).toContain(`${ADDRESS}/ask?title=nothingatall`);
    await forum.settled(SLUG);
    await forum.get(`/forum/${SLUG}/guides/suggestions?q=nothingatall`).expect(200);
  });

  it('other settings of the forum leave the choice as it is', async () => {
    const { text } = await eva.forum.get(forumPath('/settings'));
    expect(text).toContain('Guides from');
    const fields = { name: 'Acme', formal_name: 'Acme', language: 'en', default_topic: 'Q', topics: 'Q' };
    const rest = { hold: 'none', accent_color: '#2456c8', host: '' };
    await eva.forum.post(forumPath('/settings'), { ...fields, ...rest, 'topics[]': 'Q' });
    expect((await partners())[1]).toEqual({ guides: HOST });
  });

  it('the command line chooses the forum, whose address is asked for later, and again when it moves', async () => {
    await choose('', '');
    await setForum(kb.database, OPERATOR, { host: HOST, slug: SLUG });
    expect((await partners())[0]).toEqual({ forum: SLUG, forum_url: null });
    const { pair } = kb.context;
    if (!pair) throw new Error('The services are not paired');
    await refreshAddresses(kb.database, pair, 'unknown');
    expect((await partners())[0]).toEqual({ forum: SLUG, forum_url: ADDRESS });
    await forumProxy.fail('refuse');
    await refreshAddresses(kb.database, pair, 'unknown');
    await expect(refreshAddresses(kb.database, pair)).rejects.toThrow('does not answer');
  });

  it('each desk works while the other service is away', async () => {
    await forumProxy.fail('refuse');
    const { text } = await eva.kb.get(kbPath('/settings')).expect(200);
    expect(text).toContain('The other service does not answer at the moment.');
    expect(text).toContain(`<code>${SLUG}</code>`);
    await eva.kb.post(kbPath('/pass')).expect(503);
    expect((await partners())[0]).toEqual({ forum: SLUG, forum_url: ADDRESS });
  });
});

const ticketIn = (text: string) => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';

const arrive = (ticket: string, origin: string = kb.origin) =>
  forum.request.post('/desk/arrive').set('Origin', origin).type('form').send({ ticket });

/** Works on both, and is signed in at the help centre. */
async function colleague(): Promise<{ client: DeskClient; email: string }> {
  people += 1;
  const name = `Colleague ${people}`;
  const client = await signInAs(kb, { host: HOST, role: 'author', name });
  await signInAtForum(forum, { slug: SLUG, role: 'editor', name });
  await forum.database.none(
    'delete from staff_sessions where person_id = (select id from staff_people where name = $1)',
    [name],
  );
  return { client, email: `colleague.${people}@example.com` };
}

async function pass(): Promise<{ client: DeskClient; email: string; cookie: string }> {
  const person = await colleague();
  const { text } = await person.client.post(kbPath('/pass')).expect(200);
  const { headers } = await arrive(ticketIn(text)).expect(303);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return { ...person, cookie };
}

const queue = (cookie: string) => forum.request.get(forumPath('/queue')).set('Cookie', cookie);

const age = (seconds: number) =>
  forum.database.none(
    'update staff_sessions set origin_checked_at = now() - $1 * interval $2 where origin_session is not null',
    [seconds, '1 second'],
  );

describe('a person who works on both passes from one desk to the other', () => {
  it('with a form that is sent to the other desk, and both audit logs say so', async () => {
    const { client, email, cookie } = await pass();
    const { text, headers } = await client.post(kbPath('/pass'));
    expect(text).toContain(`<form method="post" action="${FORUM_DESK}/desk/arrive" data-submit>`);
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${FORUM_DESK}`);
    expect(headers['referrer-policy']).toBe('strict-origin');
    const { text: page } = await queue(cookie).expect(200);
    expect(page).toContain('Help centre');
    const [left] = await kb.database.any(
      "select action, subject from audit_entries where action like 'staff pass' order by id desc limit 1",
    );
    expect(left).toEqual({ action: 'staff pass', subject: email });
    const { text: history } = await eva.forum.get(forumPath('/audit'));
    expect(history).toContain('Came from the other desk');
  });

  it('with the role that she has there, and for the forums of one account only', async () => {
    const { cookie } = await pass();
    await forum.request.get(forumPath('/settings')).set('Cookie', cookie).expect(403);
    await forum.request.get('/desk/forum/other/queue').set('Cookie', cookie).expect(404);
  });

  it('and back without a ticket', async () => {
    const { cookie } = await pass();
    const { text: page } = await queue(cookie);
    const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const { text } = await forum.request
      .post(forumPath('/pass'))
      .set({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
      .type('form')
      .send({ token });
    expect(text).toContain(`<form method="get" action="${KB_DESK}/desk/kb/${HOST}" data-submit>`);
    expect(ticketIn(text)).toBe('');
  });

  it('but has the account at the first desk', async () => {
    const { cookie } = await pass();
    const { text: account } = await forum.request.get('/desk/account').set('Cookie', cookie);
    expect(account).toContain('You came from the other desk.');
    const token = /name="token" value="([^"]+)"/.exec(account)?.[1] ?? '';
    for (const path of ['password', 'name', 'sessions', 'passkeys/1/remove']) {
      const { text } = await forum.request
        .post(`/desk/account/${path}`)
        .set({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
        .type('form')
        .send({ token, password: 'a new long password', name: 'Mallory', session: 'others' })
        .expect(403);
      expect(text).toContain('You came from the other desk.');
    }
    await forum.request.get('/desk/account/passkeys').set('Cookie', cookie).expect(403);
  });

  it('whose own session at the other desk stays', async () => {
    const { text } = await eva.kb.post(kbPath('/pass'));
    const { headers } = await arrive(ticketIn(text)).set('Cookie', eva.forum.cookie).expect(303);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers.location).toBe(forumPath(''));
  });
});

/** Follows the link of an invitation, and chooses a name and a password. */
async function follow(service: KbService | ForumService, url: string, name: string): Promise<string> {
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }, kind: string) =>
    [headers['set-cookie']]
      .flat()
      .map(String)
      .find((each) => each.includes(kind))
      ?.split(';')[0] ?? '';
  const followed = await service.request.get(new URL(url).pathname).expect(303);
  const accepted = await service.request
    .post('/desk/welcome')
    .set({ Cookie: cookieOf(followed, '-link='), 'Sec-Fetch-Site': 'same-origin' })
    .type('form')
    .send({ name, password: 'correct horse battery' })
    .expect(303);
  return cookieOf(accepted, 'guidepost-kb=') || cookieOf(accepted, 'guidepost-forum=');
}

const linkIn = (text: string) => /http:[^"<\s]+\/desk\/links\/[\w-]+/.exec(text)?.[0] ?? '';

/** Passes with a cookie of the help centre. @returns the cookie of the forum */
async function passWith(cookie: string, host: string): Promise<string> {
  const { text } = await kb.request.get(`/desk/kb/${host}/guides`).set('Cookie', cookie).expect(200);
  const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const { text: form } = await kb.request
    .post(`/desk/kb/${host}/pass`)
    .set({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
    .type('form')
    .send({ token })
    .expect(200);
  const { headers } = await arrive(ticketIn(form)).expect(303);
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

describe('an invitation to both desks', () => {
  const invited = async (email: string) =>
    (
      await Promise.all(
        [kb, forum].map(({ database }) =>
          database.any(
            `select m.role, m.accepted_at is not null as accepted
             from staff_memberships m join staff_people p on p.id = m.person_id where p.email = $1`,
            [email],
          ),
        ),
      )
    ).flat();

  const invite = (email: string) =>
    eva.kb.post(kbPath('/people'), { email, role: 'author', partner_role: 'editor' });

  it('is one link, with which the person passes from one to the other', async () => {
    const { text: page } = await eva.kb.get(kbPath('/people')).expect(200);
    expect(page).toContain(`Also to Forum ${SLUG} <span class="quiet">(Forum)</span>`);
    expect((await eva.forum.get(forumPath('/people'))).text).toContain(
      '<span class="quiet">(Help centre)</span>',
    );
    const { text } = await invite('nora@example.com').expect(200);
    expect(text).toContain(`nora@example.com is also invited to Forum ${SLUG}`);
    const [here, there] = await invited('nora@example.com');
    expect([here, there]).toEqual([
      { role: 'author', accepted: false },
      { role: 'editor', accepted: false },
    ]);
    const cookie = await passWith(await follow(kb, linkIn(text), 'Nora'), HOST);
    await queue(cookie).expect(200);
    await forum.request.get(forumPath('/settings')).set('Cookie', cookie).expect(403);
    expect((await invited('nora@example.com')).every(({ accepted }) => accepted)).toBe(true);
    const entries = await forum.database.any(
      "select done_by, action, details->>'partner' as partner from audit_entries order by id desc limit 3",
    );
    expect(entries).toEqual([
      { done_by: 'nora@example.com', action: 'staff arrive', partner: null },
      { done_by: 'nora@example.com', action: 'staff accept', partner: null },
      { done_by: 'Eva', action: 'staff invite', partner: HOST },
    ]);
    expect((await eva.forum.get(forumPath('/people'))).text).toContain('Nora');
    expect((await eva.kb.get(kbPath('/audit'))).text).toContain('nora@example.com');
  });

  it('leaves the forum as it is if the person works here already', async () => {
    await eva.kb.post(kbPath('/people'), { email: 'olaf@example.com', role: 'author' }).expect(200);
    await invite('olaf@example.com').expect(422);
    expect(await invited('olaf@example.com')).toEqual([{ role: 'author', accepted: false }]);
  });

  it('says so if the person works there already', async () => {
    await eva.forum.post(forumPath('/people'), { email: 'pia@example.com', role: 'owner' }).expect(200);
    expect((await invite('pia@example.com').expect(200)).text).toContain('already works on');
    expect(await invited('pia@example.com')).toEqual([
      { role: 'author', accepted: false },
      { role: 'owner', accepted: false },
    ]);
  });

  it('is one to this desk while the other service is away, and says what did not happen', async () => {
    await forumProxy.fail('refuse');
    expect((await eva.kb.get(kbPath('/people')).expect(200)).text).not.toContain('partner_role');
    const { text } = await invite('rita@example.com').expect(200);
    expect(text).toContain('since the other service does not answer');
    expect(linkIn(text)).not.toBe('');
    expect(await invited('rita@example.com')).toHaveLength(1);
  });

  it('is not offered where only one has chosen the other', async () => {
    await eva.forum.post(forumPath('/settings/partner'), { partner: '' }).expect(303);
    expect((await eva.kb.get(kbPath('/people'))).text).not.toContain('partner_role');
    expect((await invite('sven@example.com').expect(200)).text).toContain('do not belong together');
    expect(await invited('sven@example.com')).toHaveLength(1);
  });

  it.each<[what: string, change: Partial<Questions['invite']>]>([
    ['for a forum that has not chosen the help centre', { key: 'other' }],
    ['from a help centre that the forum has not chosen', { partner: 'other.example.com' }],
    ['for a forum that is not there', { key: 'nothing' }],
    ['of someone who is not there', { by: 'mallory@example.com' }],
    ['of someone who owns only the help centre', { by: 'ed@example.com' }],
    ['with a role that is none', { role: 'root' }],
    ['of an address that is none', { email: 'x' }],
  ])('S43: %s is refused', async (_, change) => {
    const before = await forum.database.any(
      'select person_id, tenant_id from staff_memberships order by 1, 2',
    );
    const question = {
      key: SLUG,
      partner: HOST,
      email: 'tom@example.com',
      role: 'author',
      by: 'eva@example.com',
    };
    expect(await kb.context.pair?.ask('invite', { ...question, ...change })).toEqual({ outcome: 'refused' });
    expect(
      await forum.database.any('select person_id, tenant_id from staff_memberships order by 1, 2'),
    ).toEqual(before);
  });
});

describe('the session ends', () => {
  it('with the first one', async () => {
    const { client, cookie } = await pass();
    await client.post('/desk/sign-out').expect(303);
    await age(11);
    expect((await queue(cookie)).headers.location).toContain('/desk/sign-in');
  });

  it('when the person is removed at the first desk', async () => {
    const { client, cookie } = await pass();
    const { id: tenantId } = await kb.database.one('select id from knowledge_bases where host = $1', [HOST]);
    await kb.context.staff.people.remove({ tenantId, actor: OPERATOR, person: client.personId });
    await age(11);
    expect((await queue(cookie)).headers.location).toContain('/desk/sign-in');
  });

  it('when the two no longer belong together', async () => {
    const { cookie } = await pass();
    await choose('', '');
    expect((await queue(cookie)).headers.location).toContain('/desk/sign-in');
  });

  it('ten minutes after the first service went away, and not before', async () => {
    const { cookie } = await pass();
    await kbProxy.fail('refuse');
    await age(599);
    await queue(cookie).expect(200);
    await age(601);
    expect((await queue(cookie)).headers.location).toContain('/desk/sign-in');
    await kbProxy.heal();
    await queue(cookie).expect(200);
  });
});

describe('S43: a ticket is refused', () => {
  const claims = async (change: Partial<Ticket> = {}): Promise<Ticket> => {
    const { client, email } = await colleague();
    const { id: session } = await kb.database.one(
      'select max(id) as id from staff_sessions where person_id = $1',
      [client.personId],
    );
    const pairing = { host: HOST, slug: SLUG };
    return { from: 'kb', to: 'forum', desk: kb.origin, email, session, ...pairing, ...change };
  };
  const made = async (change: Partial<Ticket>, now?: number) =>
    signTicket(PAIR_SECRET, await claims(change), now);

  it.each<[string, () => Promise<string>, string | undefined]>([
    ['that is forged', async () => signTicket('x'.repeat(40), await claims()), undefined],
    ['that is late', () => made({}, Date.now() - 31_000), 'the ticket is too old'],
    ['for the other desk', () => made({ to: 'kb' }), 'the ticket is for another desk'],
    [
      'from another site',
      () => made({ desk: 'https://evil.example' }),
      'the ticket was sent by another site',
    ],
    ['of someone without a role there', () => made({ email: 'mallory@example.com' }), 'no role here'],
    [
      'of a session that is not there',
      () => made({ session: 999_999 }),
      'the session at the other desk has ended',
    ],
    [
      'of the session of another person',
      () => made({ session: 1 }),
      'the session at the other desk has ended',
    ],
    ['for a forum that has another help centre', () => made({ slug: 'other' }), undefined],
    ['from a help centre that the forum has not', () => made({ host: 'other.example.com' }), undefined],
  ])('%s', async (what, ticket, reason) => {
    const text = await ticket();
    const sessions = () => forum.database.one('select count(*)::integer as n from staff_sessions', []);
    const before = await sessions();
    const { headers, text: page } = await arrive(text).expect(403);
    expect(page.includes('do not belong together')).toBe(what.includes('help centre'));
    expect(headers['set-cookie']).toBeUndefined();
    expect(await sessions()).toEqual(before);
    const entries = await forum.database.any(
      "select details->>'reason' as reason from audit_entries where action = 'staff refuse' order by id desc limit 1",
    );
    expect(entries).toEqual(reason === undefined ? entries : [{ reason }]);
  });

  it('that was used before', async () => {
    const text = await made({});
    await arrive(text).expect(303);
    await arrive(text).expect(403);
  });

  it('by GET, and without the services being paired there is no door', async () => {
    await forum.request.get(`/desk/arrive?ticket=${await made({})}`).expect(405);
    const alone = await startForumService();
    for (const path of ['/desk/arrive', '/desk/pair'])
      expect((await alone.request.get(path)).status).toBe(404);
    await alone.stop();
  });

  it('and the secret is in no log', async () => {
    await pass();
    expect([...kb.logLines, ...forum.logLines].join()).not.toContain(PAIR_SECRET);
  });
});

describe('someone who may begins in the browser', () => {
  const NEW = { name: 'Acme Help', language: 'sv', accent_color: '#0a7d5c' };

  /** May make help centres, or forums; works on nothing yet. */
  async function creator(service: 'kb' | 'forum', name: string): Promise<DeskClient> {
    const { context, request } = service === 'kb' ? kb : forum;
    return signIn({ service, staff: context.staff, request }, { tenantId: INSTANCE, role: 'owner', name });
  }

  const known = async (service: KbService | ForumService, table: string, column: string) =>
    (await service.database.any(`select ${column} as key from ${table} order by 1`)).map(({ key }) => key);

  it('with a help centre and its forum, which belong together from the start', async () => {
    const maria = await creator('kb', 'Maria');
    const { text: beginning } = await maria.get('/desk').expect(200);
    expect(beginning).toContain('Where do you want to begin?');
    expect(beginning).toContain('href="/desk/new"');
    expect((await maria.get('/desk/new')).text).toContain('name="forum"');
    const typed = { ...NEW, address: 'Help.Maria.example', forum: 'maria' };
    const made = await maria.post('/desk/new', typed).expect(303);
    expect(made.headers.location).toBe('/desk/kb/help.maria.example/guides');
    const { text: settings } = await maria.get('/desk/kb/help.maria.example/settings').expect(200);
    expect(settings).toContain('<option value="maria" selected>Acme Help (maria)</option>');
    expect(settings).toContain('value="#0a7d5c"');
    const { text } = await maria.post('/desk/kb/help.maria.example/pass').expect(200);
    const { headers } = await arrive(ticketIn(text)).expect(303);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const { text: page } = await forum.request
      .get('/desk/forum/maria/settings')
      .set('Cookie', cookie)
      .expect(200);
    expect(page).toContain('<option value="help.maria.example" selected>');
    await forum.request.get('/desk/new').set('Cookie', cookie).expect(404);
  });

  it('with a help centre while the forum service is away', async () => {
    const otto = await creator('kb', 'Otto');
    await forumProxy.fail('refuse');
    expect((await otto.get('/desk/new')).text).not.toContain('name="forum"');
    await otto.post('/desk/new', { ...NEW, address: 'help.otto.example' }).expect(303);
    await otto.get('/desk/kb/help.otto.example/guides').expect(200);
  });

  it('with a forum, even if another account has its name', async () => {
    const nils = await creator('forum', 'Nils');
    for (const address of ['nils', 'nils-2']) {
      const made = await nils.post('/desk/new', { ...NEW, name: 'Account of acme', address }).expect(303);
      expect(made.headers.location).toBe(`/desk/forum/${address}/queue`);
      await nils.get(`/desk/forum/${address}/settings`).expect(200);
    }
  });

  it.each<[string, 'kb' | 'forum', Record<string, string>]>([
    ['the host of another', 'kb', { address: HOST }],
    ['something else than a host', 'kb', { address: 'not a host' }],
    ['no name', 'kb', { name: ' ', address: 'help.none.example' }],
    ['a colour that is none', 'kb', { accent_color: 'green', address: 'help.none.example' }],
    ['a language that is none', 'kb', { language: 'xyz', address: 'help.none.example' }],
    ['the forum of another', 'kb', { address: 'help.none.example', forum: SLUG }],
    ['a forum that cannot be', 'kb', { address: 'help.none.example', forum: 'Ä' }],
    ['the address of another', 'forum', { address: SLUG }],
    ['an address that the API reserves', 'forum', { address: 'search' }],
    ['an address that cannot be', 'forum', { address: 'a b' }],
  ])('but not with %s', async (_, service, typed) => {
    people += 1;
    const person = await creator(service, `Typist ${people}`);
    const before = [await known(kb, 'knowledge_bases', 'host'), await known(forum, 'accounts', 'name')];
    const { text } = await person.post('/desk/new', { ...NEW, ...typed }).expect(422);
    expect(text).toContain('aria-invalid="true"');
    expect(text).toContain(`value="${typed.name ?? NEW.name}"`.replace('value=" "', 'value=""'));
    expect([await known(kb, 'knowledge_bases', 'host'), await known(forum, 'accounts', 'name')]).toEqual(
      before,
    );
  });

  it('and no one else', async () => {
    for (const [client, service] of [
      [eva.kb, kb],
      [eva.forum, forum],
    ] as const) {
      await client.get('/desk/new').expect(404);
      await client.post('/desk/new', { ...NEW, address: 'help.eva.example' }).expect(404);
      expect((await service.request.get('/desk/new')).headers.location).toContain('/desk/sign-in');
    }
  });
});

describe('with no shell', () => {
  it('a help centre and a forum are made, filled, paired and shown to a colleague in less than forty steps', async () => {
    let steps = 0;
    const step = <Result>(work: PromiseLike<Result>): PromiseLike<Result> => {
      steps += 1;
      return work;
    };
    const host = 'help.lena.example';
    const base = `/desk/kb/${host}`;
    const { context, request } = kb;
    const lena = await signIn(
      { service: 'kb', staff: context.staff, request },
      { tenantId: INSTANCE, role: 'owner', name: 'Lena' },
    );
    await step(lena.get('/desk').expect(200));
    await step(lena.get('/desk/new').expect(200));
    const typed = {
      name: 'Lena Help',
      language: 'en',
      accent_color: '#0a7d5c',
      address: host,
      forum: 'lena',
    };
    await step(lena.post('/desk/new', typed).expect(303));

    await step(lena.get(`${base}/structure/import`).expect(200));
    const archive = writeZip([
      { name: 'manual/install.md', content: '# Install\n\n![plan](plan.png)' },
      { name: 'manual/plan.png', content: png() },
    ]);
    const uploaded = await step(
      request
        .post(`${base}/structure/import`)
        .set({ Cookie: lena.cookie, 'Sec-Fetch-Site': 'same-origin' })
        .field('token', lena.token)
        .attach('file', archive, 'manual.zip')
        .expect(303),
    );
    const job = String(uploaded.headers.location);
    const untilState = (state: string) =>
      until(`it is ${state}`, async () => (await lena.get(`${job}/progress`)).body.state === state);
    await untilState('checked');
    await step(lena.get(job).expect(200));
    await step(lena.post(job, { action: 'import' }).expect(303));
    await untilState('imported');

    await step(lena.get(`${base}/people`).expect(200));
    const invitation = { email: 'mia@example.com', role: 'editor', partner_role: 'editor' };
    const { text } = await step(lena.post(`${base}/people`, invitation).expect(200));
    // The link, its form, the desk, and the button that leads to the other one, which sends a form.
    steps += 5;
    const mia = await follow(kb, linkIn(text), 'Mia');
    const page = await step(request.get(`${base}/guides`).set('Cookie', mia).expect(200));
    expect(page.text).toContain('Install');
    const guest = await passWith(mia, host);
    await step(forum.request.get('/desk/forum/lena/queue').set('Cookie', guest).expect(200));

    await kb.settled(host);
    const read = await step(request.get(`/site/${host}/guides/install`).expect(200));
    expect(read.text).toContain('<img');
    await step(forum.request.get('/forum/lena').expect(200));
    expect(steps).toBeLessThan(40);
  });
});

describe('the first person of an empty service', () => {
  it('follows the link in its log, and no one after that', async () => {
    const empty = await startForumService();
    const { staff, database } = empty.context;
    const offer = () => offerFirstLink(database, { deskUrl: FORUM_DESK, isEmpty: async () => true });
    const former = await offer();
    const link = await offer();
    const token = link?.url.split('/').at(-1) ?? '';
    await expect(staff.links.show(former?.url.split('/').at(-1) ?? '')).rejects.toThrow('already been used');
    expect(await staff.links.show(token)).toMatchObject({ asksAddress: true, role: 'owner' });
    const account = { name: 'Ada', password: 'correct horse battery', sender: '192.0.2.1', userAgent: '' };
    await expect(staff.links.accept(token, { ...account, email: 'ada' })).rejects.toMatchObject({
      details: { fields: { email: [expect.any(String)] } },
    });
    const secret = await staff.links.accept(token, { ...account, email: 'ada@example.com' });
    expect(await staff.sessions.find(secret)).toMatchObject({
      person: { email: 'ada@example.com', name: 'Ada' },
      memberships: [{ tenantId: INSTANCE, role: 'owner' }],
    });
    expect(await offer()).toBeUndefined();
    await empty.stop();
  });

  it('does not, once there are others', async () => {
    const empty = await startForumService();
    const { staff, database } = empty.context;
    const link = await offerFirstLink(database, { deskUrl: FORUM_DESK, isEmpty: async () => true });
    await staff.people.invite({
      tenantId: INSTANCE,
      actor: OPERATOR,
      email: 'bo@example.com',
      role: 'owner',
    });
    await expect(staff.links.show(link?.url.split('/').at(-1) ?? '')).rejects.toThrow('already been used');
    expect(
      await offerFirstLink(database, { deskUrl: FORUM_DESK, isEmpty: async () => false }),
    ).toBeUndefined();
    await empty.stop();
  });
});
