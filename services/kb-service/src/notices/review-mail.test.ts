import { createMail, readMailSettings } from '@guidepost/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setGuideProperties } from '../reviews/set-properties.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { remindNext } from './remind-owners.ts';

const HOST = 'help.example.com';
const SECOND = 'hjalp.example.com';
const MAJA = 'maja@example.com';

/** Two Mondays, before and after mail is written. */
const MONDAY = '2030-06-03';
const BEFORE = new Date(`${MONDAY}T06:59:00Z`);
const AFTER = new Date(`${MONDAY}T07:00:30Z`);
const NEXT_WEEK = new Date('2030-06-10T08:00:00Z');

/** Milliseconds. */
const WEEK = 7 * 24 * 60 * 60 * 1_000;

let service: TestService;
let maja: DeskClient;
let bo: DeskClient;

beforeAll(async () => {
  service = await startTestService(
    [
      {
        host: HOST,
        guides: [
          { id: 31, slug: 'install', title: 'Install <it>' },
          { id: 32, slug: 'apples', title: 'Apples' },
          { id: 33, slug: 'pears', title: 'Pears' },
        ],
      },
      { host: SECOND, guides: [{ id: 41, slug: 'there', title: 'Där' }] },
    ],
    { MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Help <help@example.com>' },
  );
  maja = await signInAs(service, { host: HOST, role: 'author', name: 'Maja' });
  bo = await signInAs(service, { host: HOST, role: 'owner', name: 'Bo' });
  const { database } = service;
  await database.none(`update knowledge_bases set language = 'sv' where host = $1`, [SECOND]);
  await database.none(
    `insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
     select id, $2, 'editor', 'root', now() from knowledge_bases where host = $1`,
    [SECOND, maja.personId],
  );
});

afterAll(() => service.stop());

beforeEach(async () => {
  await service.database.multi(
    'delete from guide_reviews; delete from review_notices; delete from outgoing_mail',
  );
});

/** @param day of the next review */
async function own(host: string, id: number, { day = MONDAY, owner = MAJA } = {}): Promise<void> {
  const changes = { owner, reviewMonths: 12 };
  await setGuideProperties(service.database, OPERATOR, { host, ids: [id], changes });
  await service.database.none(
    `update guide_reviews set reviewed_on = $2::date - interval '12 months' where guide_id = $1`,
    [id, day],
  );
}

const options = () => ({
  database: service.database,
  secret: async () => 'secret',
  mail: createMail(readMailSettings({ MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'help@example.com' })),
  deskUrl: 'https://desk.example.com',
});

async function remind(
  at: Date,
): Promise<{ recipient: string; content: { subject: string; text: string } }[]> {
  while (await remindNext(options(), at)) {}
  return service.database.any('select recipient, content from outgoing_mail order by id');
}

describe('the weekly mail', () => {
  it('names what is due, once to each owner', async () => {
    await own(HOST, 31);
    await own(HOST, 32, { day: '2030-06-04' });
    await own(HOST, 33, { owner: 'bo@example.com', day: '2029-01-01' });
    const sent = await remind(AFTER);
    expect(sent.map(({ recipient }) => recipient)).toEqual([MAJA, 'bo@example.com']);
    const [{ content } = { content: { subject: '', text: '' } }] = sent;
    expect(content.subject).toBe('Guides due for review');
    expect(content.text).toContain(`1 guide of yours in`);
    expect(content.text).toContain(`Install <it>:\nhttps://desk.example.com/desk/kb/${HOST}/guides/31`);
    expect(content.text).not.toMatch(/Apples|Pears|bo@example/);
    expect(await remind(AFTER)).toHaveLength(2);
    expect(await remindNext(options(), AFTER)).toBe(false);
  });

  it('comes on Mondays from 07:00 UTC, again as long as something is due', async () => {
    await own(HOST, 31);
    expect(await remind(BEFORE)).toEqual([]);
    expect(await remind(AFTER)).toHaveLength(1);
    expect(await remind(NEXT_WEEK)).toHaveLength(2);
  });

  it('leaves what someone is given during the week to the next Monday', async () => {
    await own(HOST, 31, { day: '2020-01-01' });
    await own(HOST, 32, { owner: 'bo@example.com', day: '2020-01-01' });
    await service.database.none(`update guide_reviews set changed_at = now() - interval '8 days'`);
    const changes = { owner: MAJA };
    await setGuideProperties(service.database, OPERATOR, { host: HOST, ids: [32], changes });
    const now = new Date();
    const [mail, ...more] = await remind(now);
    expect(more).toEqual([]);
    expect([mail?.recipient, mail?.content.text]).toEqual([MAJA, expect.not.stringContaining('Apples')]);
    const [, next] = await remind(new Date(now.getTime() + WEEK));
    expect(next?.content.text).toMatch(/Install[\s\S]+Apples/);
  });

  it('begins on the next Monday for someone who turns it on', async () => {
    await own(HOST, 31, { day: '2020-01-01' });
    await service.database.none(`update guide_reviews set changed_at = now() - interval '8 days'`);
    const notifications = `/desk/kb/${HOST}/notifications`;
    await maja.post(notifications).expect(303);
    await maja.post(notifications, { reviews: 'on' }).expect(303);
    const now = new Date();
    expect(await remind(now)).toEqual([]);
    expect(await remind(new Date(now.getTime() + WEEK))).toHaveLength(1);
  });

  it('is one message for all knowledge bases, in the language of the first', async () => {
    await own(SECOND, 41);
    expect((await remind(AFTER))[0]?.content.subject).toBe('Guider att se över');
    await service.database.multi('delete from review_notices; delete from outgoing_mail');
    await own(HOST, 31);
    const sent = await remind(AFTER);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.content.text).toMatch(/Install <it>[\s\S]+Där/);
  });

  it('is not sent for a knowledge base that moves away', async () => {
    await own(HOST, 31);
    await service.database.none(
      `insert into tenant_moves (tenant_id, id, target, state)
       select id, gen_random_uuid(), 'x', 'moved' from knowledge_bases where host = $1`,
      [HOST],
    );
    expect(await remind(AFTER)).toEqual([]);
    await service.database.none('delete from tenant_moves');
  });

  it('is written about one knowledge base although another was turned off and on since', async () => {
    await own(HOST, 31);
    await own(SECOND, 41);
    await service.database.none(
      `insert into review_notices (knowledge_base_id, person_id, told_until)
       select k.id, $2, $3 from knowledge_bases k where k.host = $1`,
      [SECOND, maja.personId, AFTER],
    );
    const [mail] = await remind(AFTER);
    expect(mail?.content.text).toContain('Install');
    expect(mail?.content.text).not.toContain('Där');
  });

  it('is withdrawn when its owner leaves, and written again about what remains', async () => {
    await own(HOST, 31);
    await own(SECOND, 41);
    await remind(AFTER);
    const { id } = await service.database.one('select id from knowledge_bases where host = $1', [HOST]);
    await service.context.staff.people.invite({
      tenantId: id,
      actor: OPERATOR,
      email: 'kim@example.com',
      role: 'author',
    });
    await service.database.none(`update staff_memberships set accepted_at = now() where accepted_at is null`);
    await own(HOST, 33, { owner: 'kim@example.com' });
    await service.database.none(
      `insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
       select k.id, p.id, 'editor', 'root', now() from knowledge_bases k, staff_people p
       where k.host = $1 and p.email = 'kim@example.com'`,
      [SECOND],
    );
    await service.database.none('delete from guide_reviews where guide_id = 41');
    await own(SECOND, 41, { owner: 'kim@example.com' });
    await remind(AFTER);
    await service.context.staff.people.remove({ tenantId: id, actor: OPERATOR, person: 'kim@example.com' });
    const sent = await remind(AFTER);
    expect(sent.map(({ recipient }) => recipient)).toEqual([MAJA, 'kim@example.com']);
    expect(sent[1]?.content.text).toContain('Där');
    expect(sent[1]?.content.text).not.toContain('Pears');
  });
});

describe('the way out', () => {
  const stopOf = ({ text }: { text: string }) =>
    new URL(/https:\S+\/desk\/reviews\/\S+/.exec(text)?.[0] ?? '').pathname;

  /** A link that the service itself has signed. */
  async function link(): Promise<string> {
    await own(HOST, 31);
    while (await remindNext({ ...options(), secret: await serviceSecret() }, AFTER)) {}
    const { content } = await service.database.one('select content from outgoing_mail');
    expect(content.unsubscribe).toContain('/desk/reviews/');
    await service.database.multi('delete from review_notices');
    return stopOf(content);
  }

  async function serviceSecret() {
    // It is made when it is first needed.
    await service.request.get(`/desk/reviews/${maja.personId}/gpl_x`);
    const { value } = await service.database.one(`select value from secrets where name = 'voters'`);
    return async () => value;
  }

  it('asks first, and takes a POST from anywhere', async () => {
    const path = await link();
    const page = await service.request.get(path).expect(200);
    expect(page.text).toContain('<button>Stop mail</button>');
    expect(await service.database.any('select from review_notices')).toEqual([]);
    await service.request.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await service.database.any('select from outgoing_mail')).toEqual([]);
    await service.request.post(path).expect(200);
    await service.request.get(path).expect(404);
    expect(await remind(AFTER)).toEqual([]);
  });

  it.each(['gpl_wrong', 'gpl_'.padEnd(47, 'A'), '%00'])('does not take the token %s', async (token) => {
    const path = `/desk/reviews/${maja.personId}/${token}`;
    expect((await service.request.get(path)).status).toBe(404);
    expect((await service.request.post(path)).status).toBe(404);
  });

  it('is on the Account page, too', async () => {
    const notifications = `/desk/kb/${HOST}/notifications`;
    const weekly = /name="reviews" value="on"[^>]* checked/;
    expect((await maja.get('/desk/account').expect(200)).text).toContain(notifications);
    const { text } = await maja.get(notifications).expect(200);
    expect(text).toMatch(weekly);
    expect(text).toContain('Mail goes to maja@example.com.');
    await maja.post(notifications).expect(303);
    expect((await maja.get(notifications)).text).not.toMatch(weekly);
    await own(HOST, 31);
    await own(HOST, 32, { owner: 'bo@example.com' });
    expect((await remind(AFTER)).map(({ recipient }) => recipient)).toEqual(['bo@example.com']);
    await maja.post(notifications, { reviews: 'on' }).expect(303);
    expect(await remind(AFTER)).toHaveLength(2);
    expect((await bo.get(notifications)).text).toMatch(weekly);
  });
});
