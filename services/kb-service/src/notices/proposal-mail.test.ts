import { LANGUAGES } from '@guidepost/i18n';
import { createMail, createMailDelivery, type MailSettings, readMailSettings } from '@guidepost/mail';
import { type MailServer, startMailServer } from '@guidepost/mail/testing';
import { createMetrics } from '@guidepost/service-kit/process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor, Role } from '../model/permissions.ts';
import { listKnowledgeBasesById } from '../tenants/find-knowledge-base.ts';
import { setLanguages } from '../tenants/languages.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createGuide } from '../writing/drafts/create-guide.ts';
import { discardDraft, proposeDraft, returnDraft } from '../writing/drafts/propose-draft.ts';
import { editGuide } from '../writing/edit-guide.ts';
import { publishGuide, scheduleGuide } from '../writing/publishing/publish-guide.ts';
import { publishGuides } from '../writing/publishing/publish-guides.ts';
import { writeNote } from '../writing/review/notes.ts';
import { sendBackDraft } from '../writing/review/send-back.ts';
import { tellOfProposals } from './tell-of-proposals.ts';

const HOST = 'help.example.com';
const DESK = 'https://desk.example';
const ANNA = 'anna@example.com';
const EVA = 'eva@example.com';
const OLGA = 'olga@example.com';
const NOTIFICATIONS = `/desk/kb/${HOST}/notifications`;
const MORNING = new Date('2030-06-03T07:00:30Z');

let server: MailServer;
let settings: MailSettings;
let service: TestService;
let knowledgeBaseId: number;
let anna: DeskClient;
let eva: DeskClient;
let olga: DeskClient;

beforeAll(async () => {
  server = await startMailServer();
  const environment = { MAIL_URL: server.url, MAIL_FROM: 'Help <help@example.com>' };
  settings = readMailSettings(environment);
  service = await startTestService([{ host: HOST, name: 'Acme help' }], environment);
  anna = await signInAs(service, { host: HOST, role: 'author', name: 'Anna' });
  eva = await signInAs(service, { host: HOST, role: 'editor', name: 'Eva' });
  olga = await signInAs(service, { host: HOST, role: 'owner', name: 'Olga' });
  knowledgeBaseId = (await service.database.one('select id from knowledge_bases')).id;
  // It is made when it is first needed.
  await service.request.get(`/desk/proposals/${eva.personId}/gpl_x`);
});

beforeEach(async () => {
  await service.database.multi(
    `delete from guides; delete from proposal_news; delete from proposal_notices; delete from outgoing_mail;
     update knowledge_bases set language = 'en' where edition_of is null`,
  );
});

afterAll(async () => {
  await service.stop();
  await server.stop();
});

function actor({ name, personId }: DeskClient, role: Role): Actor {
  return { name, role, door: 'desk', personId, knowledgeBaseId };
}

const author = () => actor(anna, 'author');
const editor = () => actor(eva, 'editor');

/** A guide that Anna has submitted, unless someone else has. */
async function propose(title: string, by = author()): Promise<{ host: string; guideId: number }> {
  const { id: guideId } = await createGuide(service.database, by, { host: HOST, title });
  await proposeDraft(service.database, by, { host: HOST, guideId });
  return { host: HOST, guideId };
}

interface Queued {
  recipient: string;
  content: { subject: string; text: string; unsubscribe: string };
}

/** All mail that is queued after what is due is written. */
async function tell(at?: Date): Promise<Queued[]> {
  const { value } = await service.database.one(`select value from secrets where name = 'voters'`);
  const options = {
    database: service.database,
    secret: async () => value,
    mail: createMail(settings),
    deskUrl: DESK,
    listKnowledgeBases: listKnowledgeBasesById,
  };
  while (await tellOfProposals(options, at));
  return service.database.any('select recipient, content from outgoing_mail order by id');
}

const subjectsOf = (mail: readonly Queued[]) =>
  mail.map(({ recipient, content }) => `${recipient}: ${content.subject}`).toSorted();

const choose = (client: DeskClient, proposals: string) =>
  client.post(NOTIFICATIONS, { proposals, decisions: 'on', reviews: 'on' }).expect(303);

describe('mail to editors', () => {
  it('tells all who may publish at once, but not the proposer, nor authors', async () => {
    const { guideId } = await propose('How <to>');
    const mail = await tell();
    expect(subjectsOf(mail)).toEqual([
      `${EVA}: To review in Acme help: How <to>`,
      `${OLGA}: To review in Acme help: How <to>`,
    ]);
    expect(mail[0]?.content.text).toContain('Anna has submitted “How <to>” for review.');
    expect(mail[0]?.content.text).toContain(`${DESK}/desk/kb/${HOST}/guides/${guideId}`);
    await propose('By an editor', editor());
    await service.database.none(`update proposal_notices set told_at = '-infinity'`);
    expect(subjectsOf((await tell()).slice(2))).toEqual([`${OLGA}: To review in Acme help: By an editor`]);
  });

  it('arrives, with a way out', async () => {
    await propose('Sent');
    await tell();
    const delivery = createMailDelivery({
      database: service.database,
      settings,
      metrics: createMetrics('test'),
      logger: service.context.logger,
    });
    delivery.start();
    const message = await server.messageTo(EVA);
    await delivery.stop();
    expect(message.subject).toBe('To review in Acme help: Sent');
    expect(message.headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringContaining(`${DESK}/desk/proposals/${eva.personId}/`) },
    });
  });

  it('names all that follows within ten minutes in one message', async () => {
    await propose('First');
    await tell();
    for (let index = 1; index <= 25; index += 1) await propose(`More ${index}`);
    expect(await tell()).toHaveLength(2);
    await service.database.none(`update proposal_notices set told_at = now() - interval '10 minutes'`);
    const [, , next, ...others] = await tell();
    expect(others).toHaveLength(1);
    expect(next?.content.subject).toBe('Guides to review in Acme help');
    expect(next?.content.text).toContain('25 guides are in review in Acme help.');
    expect(next?.content.text.match(/More \d+ \(Anna\)/g)).toHaveLength(20);
    expect(next?.content.text).toContain(`${DESK}/desk/kb/${HOST}/guides?state=proposed`);
  });

  it.each([
    [
      'withdrawn',
      (guide: { host: string; guideId: number }) => returnDraft(service.database, author(), guide),
    ],
    [
      'discarded',
      (guide: { host: string; guideId: number }) => discardDraft(service.database, author(), guide),
    ],
  ])('does not name what was %s, also if it had been written already', async (_, end) => {
    await end(await propose('Gone at once'));
    expect(await tell()).toEqual([]);
    const gone = await propose('Gone');
    await propose('Here');
    expect((await tell())[0]?.content.text).toMatch(/Gone[\s\S]*Here/);
    await end(gone);
    const mail = await tell();
    expect(mail.map(({ recipient }) => recipient).toSorted()).toEqual([EVA, OLGA]);
    for (const { content } of mail) expect(content.subject).toBe('To review in Acme help: Here');
  });

  it('comes once a day if wanted, with all that waits', async () => {
    await choose(eva, 'daily');
    await choose(olga, 'off');
    await propose('Waiting');
    await propose('Mine', editor());
    expect(await tell(new Date())).toEqual([]);
    await service.database.none(`update proposal_notices set told_at = '2030-06-02T07:00:00Z'`);
    expect(await tell(new Date('2030-06-03T06:59:00Z'))).toEqual([]);
    const mail = await tell(MORNING);
    expect(subjectsOf(mail)).toEqual([`${EVA}: To review in Acme help: Waiting`]);
    expect(await tell(MORNING)).toHaveLength(1);
  });

  it('is not written on days on which nothing waits', async () => {
    await choose(eva, 'daily');
    await service.database.none(`update proposal_notices set told_at = '2030-06-01T07:00:00Z'`);
    expect(await tell(MORNING)).toEqual([]);
  });
});

describe('mail to the proposer', () => {
  it('tells who has returned a guide, with the notes', async () => {
    const guide = await propose('Too long');
    await tell();
    await service.database.none('delete from outgoing_mail');
    const passage = { quote: 'Press the button', before: '', after: '' };
    await writeNote(service.database, editor(), { ...guide, text: 'Which one?', passage });
    await sendBackDraft(service.database, editor(), { ...guide, note: 'Shorter,\nplease.' });
    const mail = await tell();
    expect(subjectsOf(mail)).toEqual([`${ANNA}: Returned in Acme help: Too long`]);
    expect(mail[0]?.content.text).toMatch(
      /Eva has returned “Too long” to you\.[\s\S]*Eva wrote:\s+> Press the button\s+Which one\?[\s\S]*Shorter,\s+please\./,
    );
  });

  it.each<[string, (guide: { host: string; guideId: number }) => Promise<unknown>]>([
    ['alone', (guide) => publishGuide(service.database, editor(), guide)],
    [
      'with others',
      ({ guideId }) => publishGuides(service.database, editor(), { host: HOST, ids: [guideId] }),
    ],
    [
      'after it was scheduled',
      async (guide) => {
        await scheduleGuide(service.database, editor(), {
          ...guide,
          publishAt: new Date(Date.now() + 60_000),
        });
        return publishGuide(service.database, editor(), guide);
      },
    ],
  ])('tells that a guide was published %s', async (_, publish) => {
    await publish(await propose('Good'));
    expect(subjectsOf(await tell())).toEqual([`${ANNA}: Published in Acme help: Good`]);
  });

  it('tells people neither what they do themselves nor what they do not want to know', async () => {
    await publishGuide(service.database, editor(), await propose('Own', editor()));
    await returnDraft(service.database, author(), await propose('Withdrawn'));
    await anna.post(NOTIFICATIONS, { reviews: 'on' }).expect(303);
    await publishGuide(service.database, editor(), await propose('Unwanted'));
    expect(await tell()).toEqual([]);
  });
});

describe('what someone has chosen', () => {
  it('is shown, and editors alone choose about guides to review', async () => {
    expect((await eva.get(NOTIFICATIONS)).text).toContain('name="proposals" value="at-once" checked');
    expect((await anna.get(NOTIFICATIONS)).text).not.toContain('name="proposals"');
    await choose(eva, 'daily');
    expect((await eva.get(NOTIFICATIONS)).text).toContain('name="proposals" value="daily" checked');
    await eva.post(NOTIFICATIONS, { proposals: 'hourly' }).expect(400);
  });

  it('withdraws what is queued', async () => {
    await propose('Queued');
    await tell();
    await choose(eva, 'off');
    expect((await tell()).map(({ recipient }) => recipient)).toEqual([OLGA]);
  });

  it('ends with the link in each message, from anywhere', async () => {
    await propose('Enough');
    const stop = (await tell()).find(({ recipient }) => recipient === EVA)?.content.unsubscribe ?? '';
    const { pathname } = new URL(stop);
    expect((await service.request.get(pathname).expect(200)).text).toContain('<button>Stop mail</button>');
    await service.request.post(pathname).type('form').send('List-Unsubscribe=One-Click').expect(200);
    await service.request.get(pathname).expect(404);
    expect((await tell()).map(({ recipient }) => recipient)).toEqual([OLGA]);
    await propose('More');
    await service.database.none(`update proposal_notices set told_at = '-infinity'`);
    expect((await tell()).map(({ recipient }) => recipient)).toEqual([OLGA, OLGA]);
    expect((await eva.get(NOTIFICATIONS)).text).toContain('name="proposals" value="off" checked');
    const wrong = pathname.replace(/.{4}$/, 'AAAA');
    await service.request.post(wrong).expect(404);
    await service.request.post(pathname.replace('/proposals/', '/reviews/')).expect(404);
  });

  it('goes with the person', async () => {
    const kim = await signInAs(service, { host: HOST, role: 'editor', name: 'Kim' });
    await choose(kim, 'at-once');
    await service.database.none('delete from outgoing_mail');
    await propose('Left');
    expect(await tell()).toHaveLength(3);
    const person = { tenantId: knowledgeBaseId, actor: OPERATOR, person: 'kim@example.com' };
    await service.context.staff.people.remove(person);
    expect(await tell()).toHaveLength(2);
    const chosen = 'select from proposal_notices where person_id = $1';
    expect(await service.database.any(chosen, [kim.personId])).toEqual([]);
  });
});

it.each(LANGUAGES)('is written in %s', async (language) => {
  await service.database.none('update knowledge_bases set language = $1', [language]);
  const guide = await propose('Titel');
  const waiting = await tell();
  await sendBackDraft(service.database, editor(), { ...guide, note: 'Hm.' });
  const mail = [...waiting, ...(await tell())];
  expect(mail).toHaveLength(3);
  for (const { content } of mail) {
    expect(`${content.subject} ${content.text}`).toMatch(/^.*Titel[^{}]*$/s);
    expect(content.text).toContain(`${DESK}/desk/kb/${HOST}/guides/${guide.guideId}`);
  }
});

describe('a translation', () => {
  afterAll(() =>
    setLanguages(service.database, OPERATOR, { host: HOST, languages: ['en'], withTranslations: true }),
  );

  it('is told of as guides are, to the people of the whole knowledge base, with the address of its desk', async () => {
    await setLanguages(service.database, OPERATOR, { host: HOST, languages: ['en', 'de'] });
    await choose(olga, 'off');
    const { id: guideId } = await createGuide(service.database, author(), { host: HOST, title: 'Begin' });
    const translation = { host: `${HOST}:de`, guideId };
    await editGuide(service.database, author(), { ...translation, title: 'Anfangen', state: 'proposed' });
    const mail = await tell();
    expect(subjectsOf(mail)).toEqual([`${EVA}: Zu prüfen in Acme help: Anfangen · Deutsch`]);
    expect(mail[0]?.content.text).toContain(`${DESK}/desk/kb/${HOST}%3Ade/guides/${guideId}`);
    await publishGuide(service.database, editor(), translation);
    expect(subjectsOf((await tell()).slice(1))).toEqual([`${ANNA}: Veröffentlicht in Acme help: Anfangen`]);
  });

  it('is in the daily list with its language, for those who may publish in it', async () => {
    await setLanguages(service.database, OPERATOR, { host: HOST, languages: ['en', 'de', 'sv'] });
    const limit = (client: DeskClient, languages: string[] | null) =>
      service.context.staff.people.changeLanguages({
        tenantId: knowledgeBaseId,
        actor: OPERATOR,
        person: client.personId,
        languages,
      });
    const kim = await signInAs(service, { host: HOST, role: 'editor', name: 'Kim', languages: ['sv'] });
    await limit(eva, ['en', 'de']);
    for (const person of [eva, olga, kim]) await choose(person, 'daily');
    const { guideId } = await propose('Begin');
    const propositions = { de: 'Anfangen', sv: 'Börja' };
    for (const [tag, title] of Object.entries(propositions))
      await editGuide(service.database, author(), {
        host: `${HOST}:${tag}`,
        guideId,
        title,
        state: 'proposed',
      });
    await service.database.none(`update proposal_notices set told_at = '2030-06-02T07:00:00Z'`);
    for (let told = 0; told < 3; told += 1) await tell(MORNING);
    const texts = Object.fromEntries(
      (await tell(MORNING)).map(({ recipient, content }) => [
        recipient,
        `${content.subject}\n${content.text}`,
      ]),
    );
    expect(texts[EVA]).toMatch(
      /2 guides are in review[\s\S]*Begin · English[\s\S]*Anfangen · German \(Anna\)/,
    );
    expect(texts[EVA]).toContain(`${DESK}/desk/kb/${HOST}%3Ade/guides/${guideId}`);
    expect(texts[EVA]).not.toContain('Börja');
    expect(texts[OLGA]).toMatch(/3 guides are in review[\s\S]*Börja · Swedish/);
    expect(texts['kim@example.com']).toContain('To review in Acme help: Börja · Swedish');
    await limit(eva, null);
  });
});
