import { until } from '@guidepost/local-servers/testing';
import type { Executor } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirmGuides, setGuideProperties } from '../reviews/set-properties.ts';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { setLanguages } from '../tenants/languages.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { editGuide } from '../writing/edit-guide.ts';

const HOST = 'help.example.com';
const OTHER = 'other.example.com';
const DESK = `/desk/kb/${HOST}`;
const TYPE = 'application/vnd.api+json';
const MAJA = 'maja@example.com';
const ELSE = 'else@example.com';

let service: TestService;
let key: string;
let editor: DeskClient;
let maja: DeskClient;
let stranger: DeskClient;

beforeAll(async () => {
  service = await startTestService([
    {
      host: HOST,
      guides: [
        { id: 31, slug: 'install', title: 'Install', content: '<p>1</p>' },
        { id: 32, slug: 'apples', title: 'Apples' },
        { id: 33, slug: 'pears', title: 'Pears' },
        { id: 34, slug: 'hidden', title: 'Hidden', published: false },
      ],
    },
    { host: OTHER, guides: [{ id: 41, slug: 'there' }] },
  ]);
  ({ key } = await issueAccessKey(service.database, OPERATOR, { host: HOST, name: 'Robot', scope: 'write' }));
  editor = await signInAs(service, { host: HOST, role: 'editor' });
  maja = await signInAs(service, { host: HOST, role: 'author', name: 'Maja' });
  stranger = await signInAs(service, { host: OTHER, role: 'owner', name: 'Else' });
  const { id } = await service.database.one('select id from knowledge_bases where host = $1', [HOST]);
  const invited = { tenantId: id, actor: OPERATOR, email: 'invited@example.com', role: 'editor' } as const;
  await service.context.staff.people.invite(invited);
});

afterAll(() => service.stop());

const today = () => new Date().toISOString().slice(0, 10);

const request = (method: 'get' | 'patch' | 'post', path: string, as = key) =>
  service.request[method](`/jsonapi/knowledge/v1/${HOST}${path}`)
    .set({ Accept: TYPE, 'Content-Type': TYPE })
    .set(as ? { Authorization: `Bearer ${as}` } : {});

const change = (id: number, attributes: object) =>
  request('patch', `/guides/${id}`).send(
    JSON.stringify({ data: { type: 'guide', id: String(id), attributes } }),
  );

const read = async (id: number) => (await request('get', `/guides/${id}`).expect(200)).body.data.attributes;

const stored = (id: number) =>
  service.database.oneOrNone(
    'select review_months, reviewed_on::text from guide_reviews where guide_id = $1',
    [id],
  );

const lastAudit = () =>
  service.database.one('select action, subject, details from audit_entries order by id desc limit 1');

describe('over the API, a key that may write', () => {
  it('sets them, and reads them with the day of the next review', async () => {
    const before = await service.database.one('select xmin::text, edit_revision from guides where id = 31');
    const { body } = await change(31, { owner: MAJA, review_months: 1, reviewed_on: '2026-01-31' }).expect(
      200,
    );
    const properties = {
      owner: MAJA,
      review_months: 1,
      reviewed_on: '2026-01-31',
      review_on: '2026-02-28',
    };
    expect(body.data.attributes).toMatchObject(properties);
    expect(await read(31)).toMatchObject(properties);
    expect(await service.database.one('select xmin::text, edit_revision from guides where id = 31')).toEqual(
      before,
    );
    expect(await lastAudit()).toEqual({
      action: 'guide assign',
      subject: 'install',
      details: { owner: MAJA, review_months: 1, reviewed_on: '2026-01-31' },
    });
    expect(
      (await request('get', '/guides?filter[state]=all').expect(200)).body.data[0].attributes,
    ).toMatchObject(properties);
  });

  it('begins reviews today, and ends them', async () => {
    expect((await change(32, { review_months: 6 }).expect(200)).body.data.attributes).toMatchObject({
      owner: null,
      review_months: 6,
      reviewed_on: today(),
    });
    const ended = (await change(32, { review_months: null }).expect(200)).body.data.attributes;
    expect(ended).toMatchObject({ review_months: null, review_on: null, reviewed_on: today() });
  });

  it('sends back what it has read, which changes nothing', async () => {
    await change(31, { owner: 'MAJA@example.com', review_months: 1 }).expect(200);
    const { data } = (await request('get', '/guides/31').expect(200)).body;
    const entries = async () => (await service.database.one('select count(*) from audit_entries')).count;
    const before = await entries();
    await request('patch', '/guides/31').send(JSON.stringify({ data })).expect(200);
    expect(await entries()).toBe(before);
  });

  it('takes the day of a review away with the reviews, not before', async () => {
    await change(33, { review_months: 6, reviewed_on: '2026-01-31' }).expect(200);
    const { body } = await change(33, { reviewed_on: null }).expect(422);
    expect(body.errors).toEqual([
      expect.objectContaining({
        detail: 'reviewed_on cannot be null as long as the guide has reviews.',
        source: { pointer: '/data/attributes/reviewed_on' },
      }),
    ]);
    await change(33, { review_months: null, reviewed_on: null }).expect(200);
    expect(await read(33)).toMatchObject({ review_months: null, reviewed_on: null, review_on: null });
    await change(33, { review_months: 6, reviewed_on: null }).expect(200);
    expect(await read(33)).toMatchObject({ review_months: 6, reviewed_on: today() });
    await change(33, { review_months: null, reviewed_on: null }).expect(200);
  });

  it('has only what changed in the audit', async () => {
    await change(33, { owner: MAJA, review_months: 2 }).expect(200);
    await change(33, { owner: MAJA, review_months: 3 }).expect(200);
    expect(await lastAudit()).toEqual({
      action: 'guide assign',
      subject: 'pears',
      details: { review_months: 3 },
    });
    await change(33, { owner: null, review_months: null, reviewed_on: null }).expect(200);
    expect((await lastAudit()).details).toEqual({
      owner: 'none',
      review_months: 'none',
      reviewed_on: 'none',
    });
  });

  it('creates a guide with them', async () => {
    const attributes = { title: 'New', owner: MAJA, review_months: 12 };
    const answer = await request('post', '/guides').send(
      JSON.stringify({ data: { type: 'guide', attributes } }),
    );
    expect([answer.status, answer.body.data.attributes]).toEqual([201, expect.objectContaining(attributes)]);
  });

  it.each([
    ['review_months', 0],
    ['review_months', 61],
    ['review_months', 1.5],
    ['review_months', '6'],
    ['owner', 'nobody@example.com'],
    ['owner', ELSE],
    ['owner', 'invited@example.com'],
    ['owner', 'not an address'],
    ['owner', 7],
    ['reviewed_on', '2026-02-30'],
    ['reviewed_on', '9999-01-01'],
    ['reviewed_on', 'yesterday'],
  ])('gets a 422 that points to %s for %j, and changes nothing', async (attribute, value) => {
    const before = await stored(33);
    const { status, body } = await change(33, { [attribute]: value, title: 'Changed' });
    expect([status, body.errors?.[0].source]).toEqual([422, { pointer: `/data/attributes/${attribute}` }]);
    expect(await stored(33)).toEqual(before);
    expect((await read(33)).title).toBe('Pears');
  });
});

describe('summary and search words over the API', () => {
  const summary = 'Where apples come from.';
  const synonyms = ['fruit', 'pomme de terre'];

  it('a key that may write sets and reads them; they publish nothing, and no review begins', async () => {
    const before = await service.database.one(
      'select updated_at, changed_at, edit_revision, edited from guides where id = 32',
    );
    const sent = { summary: ` ${summary}\n`, synonyms: [...synonyms, ' fruit', ''] };
    const { body } = await change(32, sent).expect(200);
    expect(body.data.attributes).toMatchObject({ summary, synonyms, review_months: null, owner: null });
    expect(await lastAudit()).toEqual({
      action: 'guide describe',
      subject: 'apples',
      details: { summary, synonyms },
    });
    expect(
      await service.database.one(
        'select updated_at, changed_at, edit_revision, edited from guides where id = 32',
      ),
    ).toEqual(before);
  });

  it('with keys that may only read, or none, answers have neither', async () => {
    const { key: reading } = await issueAccessKey(service.database, OPERATOR, { host: HOST, name: 'Reader' });
    for (const as of ['', reading]) {
      const { text } = await request('get', '/guides/32', as).expect(200);
      expect(text).toContain('Apples');
      expect(text).not.toMatch(/summary|synonyms|pomme/);
    }
    const { text } = await service.request
      .get(`/knowledge/v1/${HOST}/guides`)
      .set('Accept', TYPE)
      .expect(200);
    expect(text).not.toMatch(/summary|synonyms|pomme/);
  });

  it('null and an empty list take them away, and what is missing stays', async () => {
    await change(32, { title: 'Apples' }).expect(200);
    expect(await read(32)).toMatchObject({ summary, synonyms });
    await change(32, { summary: null, synonyms: [] }).expect(200);
    expect(await read(32)).toMatchObject({ summary: null, synonyms: [] });
    expect((await lastAudit()).details).toEqual({ summary: 'none', synonyms: 'none' });
  });

  it.each([
    ['summary', 'a'.repeat(301), ''],
    ['summary', ['a'], ''],
    ['synonyms', 'a', ''],
    ['synonyms', null, ''],
    ['synonyms', [7], '/0'],
    ['synonyms', ['a'.repeat(101)], '/0'],
    ['synonyms', Array.from({ length: 51 }, (_, index) => `w${index}`), ''],
    [
      'synonyms',
      [
        '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26',
        'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y',
      ],
      '',
    ],
  ])('a 422 points to %s where it cannot be %j', async (attribute, value, item) => {
    const { status, body } = await change(32, { [attribute]: value });
    expect([status, body.errors?.[0].source]).toEqual([
      422,
      { pointer: `/data/attributes/${attribute}${item}` },
    ]);
    expect(await read(32)).toMatchObject({ summary: null, synonyms: [] });
  });
});

describe('a translation', () => {
  const GERMAN = `${HOST}:de`;

  beforeAll(async () => {
    await setLanguages(service.database, OPERATOR, { host: HOST, languages: ['en', 'de'] });
    await editGuide(service.database, OPERATOR, {
      host: GERMAN,
      guideId: 31,
      title: 'Einbauen',
      state: 'published',
    });
  });

  afterAll(() =>
    setLanguages(service.database, OPERATOR, { host: HOST, languages: ['en'], withTranslations: true }),
  );

  it('has the owner and the reviews of the guide in all languages, over the API, too', async () => {
    await change(31, { owner: null, review_months: null, reviewed_on: null }).expect(200);
    const attributes = { owner: MAJA, review_months: 3, reviewed_on: '2026-01-31', summary: 'Kurz' };
    const sent = { data: { type: 'guide', id: '31', attributes } };
    const path = '/guides/31/translations/de';
    const { body } = await request('patch', path).send(JSON.stringify(sent)).expect(200);
    expect(body.data.attributes).toMatchObject({ title: 'Einbauen', ...attributes });
    expect(await read(31)).toMatchObject({ ...attributes, summary: null, review_on: '2026-04-30' });
    expect(await lastAudit()).toMatchObject({ details: { owner: MAJA, language: 'de' } });
    const unknown = { data: { type: 'guide', id: '31', attributes: { owner: ELSE } } };
    const refused = await request('patch', path).send(JSON.stringify(unknown)).expect(422);
    expect(refused.body.errors[0].source).toEqual({ pointer: '/data/attributes/owner' });
  });

  it('is due in the list of its language as in the main one', async () => {
    const { text } = await maja.get(`/desk/kb/${HOST}%3Ade/guides?due=on&owner=me`).expect(200);
    expect(text).toContain('>Einbauen</a>');
  });

  it('is confirmed by itself, and the review of the guide by its name without a language', async () => {
    await expect(
      confirmGuides(service.database, OPERATOR, { host: GERMAN, ids: [31] }),
    ).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('two changes at once', () => {
  const waiting = () =>
    service.database.one(
      `select exists (
         select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
       ) as waits`,
    );

  /** Makes a change beside another one, which then waits for it. */
  async function meanwhile(
    work: (transaction: Executor) => Promise<unknown>,
    other: () => PromiseLike<unknown>,
  ) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await service.database.tx(async (transaction) => {
      await work(transaction);
      resolve(other());
      await until('the other waits', async () => (await waiting()).waits);
    });
    return promise;
  }

  it('do not undo each other', async () => {
    await change(33, { owner: MAJA, review_months: 3, reviewed_on: '2020-01-01' }).expect(200);
    await meanwhile(
      (transaction) =>
        transaction.none('update guide_reviews set review_months = 5 where guide_id = $1', [33]),
      () => change(33, { owner: null }).then(({ status }) => expect(status).toBe(200)),
    );
    expect(await read(33)).toMatchObject({ owner: null, review_months: 5, reviewed_on: '2020-01-01' });
  });

  it('leave no owner if that person leaves meanwhile', async () => {
    const kim = await signInAs(service, { host: HOST, role: 'author', name: 'Kim' });
    await change(33, { owner: 'kim@example.com', review_months: 3 }).expect(200);
    const leave = (transaction: Executor) =>
      transaction.none('delete from staff_memberships where person_id = $1', [kim.personId]);
    await meanwhile(leave, () =>
      change(33, { review_months: 4 }).then(({ status }) => expect(status).toBe(200)),
    );
    expect(await read(33)).toMatchObject({ owner: null, review_months: 4 });
  });

  it('refuse an owner who leaves meanwhile', async () => {
    const lou = await signInAs(service, { host: HOST, role: 'author', name: 'Lou' });
    const leave = (transaction: Executor) =>
      transaction.none('delete from staff_memberships where person_id = $1', [lou.personId]);
    await meanwhile(leave, () =>
      change(33, { owner: 'lou@example.com' }).then(({ status, body }) =>
        expect([status, body.errors?.[0].source]).toEqual([422, { pointer: '/data/attributes/owner' }]),
      ),
    );
    await change(33, { owner: null, review_months: null, reviewed_on: null }).expect(200);
  });
});

it('readers see neither, and no entity tag changes', async () => {
  const addresses = [
    `/knowledge/v1/${HOST}/guides`,
    `/knowledge/v1/${HOST}/guides/33`,
    `/jsonapi/knowledge/v1/${HOST}/guides/33`,
    `/site/${HOST}/guides/pears`,
  ];
  const answers = () =>
    Promise.all(
      addresses.map(async (address) => {
        const accept = address.startsWith('/site') ? 'text/html' : TYPE;
        const { status, text, headers } = await service.request.get(address).set('Accept', accept);
        return [status, text, headers.etag];
      }),
    );
  const before = await answers();
  await change(33, { owner: MAJA, review_months: 3, reviewed_on: '2020-01-01' }).expect(200);
  expect(await answers()).toEqual(before);
  expect(JSON.stringify(before)).not.toContain('review');
});

describe('at the desk', () => {
  const editing = (id: number) => `${DESK}/guides/${id}`;
  const send = async (client: DeskClient, id: number, fields: Record<string, string>) => {
    const { text } = await client.get(editing(id)).expect(200);
    const shown = ['revision', 'title', 'slug'].map((name) => {
      const [, value = ''] = new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text) ?? [];
      return [name, value] as const;
    });
    const { content_html: content } = await read(id);
    return client.post(editing(id), { ...Object.fromEntries(shown), content, ...fields });
  };

  it('an editor chooses them; the guide is not published by that', async () => {
    const saved = await send(editor, 34, { action: 'assign', owner: MAJA, reviewMonths: '6' });
    expect(saved.status).toBe(303);
    const { text } = await editor.get(editing(34)).expect(200);
    expect(text).toContain(`<option value="${MAJA}" selected>Maja</option>`);
    expect(text).toMatch(/Next review: \d+ \w+ \d{4}/);
    expect(text).not.toContain(ELSE);
    expect(await stored(34)).toEqual({ review_months: 6, reviewed_on: today() });
    expect((await service.database.one('select published from guides where id = 34')).published).toBe(false);
  });

  it('a key that changes them does not publish what someone is still writing', async () => {
    await send(editor, 33, { action: 'save', title: 'Pears and more' });
    const published = () => service.database.one('select title from guides where id = 33');
    const answer = await change(33, { owner: MAJA, review_months: 3 }).expect(200);
    expect(answer.body.data.attributes).toMatchObject({ owner: MAJA, review_months: 3 });
    expect(await published()).toEqual({ title: 'Pears' });
    await change(33, { owner: null, review_months: null }).expect(200);
    await send(editor, 33, { action: 'discard' });
  });

  it('a page that was opened before another change does not undo it', async () => {
    const shown = { 'shown-owner': '', 'shown-reviewMonths': '' };
    await send(editor, 34, { action: 'save', owner: '', reviewMonths: '', ...shown });
    expect(await stored(34)).toMatchObject({ review_months: 6 });
    expect((await editor.get(editing(34))).text).toContain(`<option value="${MAJA}" selected>`);
  });

  it.each([
    ['reviewMonths', '0', 'a whole number of months'],
    ['reviewMonths', 'soon', 'a whole number of months'],
    ['owner', ELSE, 'someone who may write here'],
  ])('says what is wrong with %s %s, and keeps what was typed', async (field, value, message) => {
    const answer = await send(editor, 34, { action: 'assign', [field]: value, title: 'Typed' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(message);
    expect(answer.text).toContain('value="Typed"');
  });

  it('an author sees the owner, cannot choose one, and says that a guide is still right', async () => {
    await change(32, { owner: MAJA, review_months: 2, reviewed_on: '2020-01-01' }).expect(200);
    const { text } = await maja.get(editing(32)).expect(200);
    expect(text).toContain('Owner: Maja');
    expect(text).not.toContain('name="owner"');
    expect((await send(maja, 32, { action: 'assign', owner: '' })).status).toBe(403);
    const answer = await send(maja, 32, { action: 'review' });
    expect(answer.status).toBe(303);
    expect(await stored(32)).toEqual({ review_months: 2, reviewed_on: today() });
    expect(await lastAudit()).toMatchObject({ action: 'guide review', subject: 'apples' });
  });

  it('an author chooses no other day than today', async () => {
    const author = { name: 'Maja', role: 'author', door: 'desk' } as const;
    const choose = (reviewedOn: string) =>
      setGuideProperties(service.database, author, { host: HOST, ids: [32], changes: { reviewedOn } });
    await expect(choose('2020-01-01')).rejects.toMatchObject({ kind: 'forbidden' });
    await choose(today());
  });

  it.each([
    ['review', {}, 'The next review has moved on.', MAJA],
    ['assign', { 'shown-owner': MAJA, owner: '' }, 'Saved.', null],
  ])('the button for %s saves no text, and keeps what is typed', async (action, fields, notice, owner) => {
    await change(32, { owner: MAJA, review_months: 2, reviewed_on: '2020-01-01' }).expect(200);
    const before = await service.database.one('select edit_revision, title from guides where id = 32');
    const typed = { title: 'Typed & more', slug: 'typed', tags: 'One, Two', content: '<p>Typed</p>' };
    const answer = await send(editor, 32, { action, ...typed, ...fields });
    expect(answer.status).toBe(200);
    for (const part of [
      notice,
      'value="Typed &amp; more"',
      'value="typed"',
      'value="One, Two"',
      '&lt;p&gt;Typed',
    ])
      expect(answer.text).toContain(part);
    expect(await service.database.one('select edit_revision, title from guides where id = 32')).toEqual(
      before,
    );
    expect(await service.database.any('select from guide_drafts where guide_id = 32')).toEqual([]);
    expect(await read(32)).toMatchObject({ owner, review_months: 2 });
    expect((await read(32)).reviewed_on).toBe(action === 'review' ? today() : '2020-01-01');
  });

  it('an owner who is chosen and not saved stays chosen on the page', async () => {
    await change(32, { owner: null, review_months: 2, reviewed_on: '2020-01-01' }).expect(200);
    const answer = await send(editor, 32, { action: 'review', owner: MAJA, 'shown-owner': '' });
    expect(answer.text).toContain(`<option value="${MAJA}" selected>`);
    expect(answer.text).toContain('name="shown-owner" value=""');
    expect(await read(32)).toMatchObject({ owner: null, reviewed_on: today() });
  });

  it('people of the same name are shown with their addresses', async () => {
    const second = await signInAs(service, { host: HOST, role: 'author', name: 'Second' });
    await service.database.none(`update staff_people set name = 'Maja' where id = $1`, [second.personId]);
    await change(32, { owner: 'second@example.com' }).expect(200);
    const { text } = await editor.get(editing(32)).expect(200);
    expect(text).toContain(`<option value="${MAJA}">Maja (${MAJA})</option>`);
    expect(text).toContain('<option value="second@example.com" selected>Maja (second@example.com)</option>');
    expect(text).toContain(
      '<button class="second" name="action" value="assign">Save owner and review</button>',
    );
    expect((await maja.get(editing(32))).text).toContain('Owner: Maja (second@example.com)');
    await change(32, { owner: null }).expect(200);
    await service.database.none('delete from staff_memberships where person_id = $1', [second.personId]);
  });

  it('an editor describes a guide, which publishes no draft', async () => {
    const typed = { summary: 'Pears, & <more>.', synonyms: 'Williams, conference ,' };
    const shown = { 'shown-summary': '', 'shown-synonyms': '' };
    const before = await service.database.one('select edit_revision, title from guides where id = 33');
    expect((await send(editor, 33, { action: 'assign', ...typed, ...shown })).status).toBe(303);
    const { text } = await editor.get(editing(33)).expect(200);
    expect(text).toContain('\nPears, &amp; &lt;more&gt;.</textarea>');
    expect(text).toContain('\nWilliams, conference</textarea>');
    expect(await read(33)).toMatchObject({ synonyms: ['Williams', 'conference'] });
    expect(await service.database.one('select edit_revision, title from guides where id = 33')).toEqual(
      before,
    );
  });

  it.each([
    ['summary', 'a'.repeat(301), 'at most 300 characters'],
    ['synonyms', 'a'.repeat(101), 'at most 50 words or phrases'],
  ])('a %s that is too long is refused, and stays as typed', async (field, value, message) => {
    const answer = await send(editor, 33, { action: 'assign', [field]: value, [`shown-${field}`]: '' });
    expect(answer.status).toBe(422);
    for (const part of [message, value]) expect(answer.text).toContain(part);
  });

  it('an author describes a guide until readers see it', async () => {
    const described = { summary: 'By Maja', 'shown-summary': '' };
    expect((await maja.get(editing(33))).text).not.toContain('name="summary"');
    expect((await maja.get(editing(33))).text).toContain('Williams, conference');
    expect((await send(maja, 33, { action: 'assign', ...described })).status).toBe(403);
    expect((await maja.get(editing(34))).text).toContain('name="summary"');
    expect((await send(maja, 34, { action: 'save', ...described })).status).toBe(303);
    expect(await service.database.one('select summary from guides where id = 34')).toEqual({
      summary: 'By Maja',
    });
  });

  it('the list shows what is due, and one’s own guides', async () => {
    await change(31, { owner: MAJA, review_months: 1, reviewed_on: '2020-01-31' }).expect(200);
    await change(33, { owner: null, review_months: 1, reviewed_on: '2020-01-31' }).expect(200);
    const listed = async (client: DeskClient, query: string) => {
      const { text } = await client.get(`${DESK}/guides?sort=title&${query}`).expect(200);
      return [...text.matchAll(/name="guide\[(\d+)\]/g)].map(([, id]) => Number(id));
    };
    expect(await listed(maja, 'due=on')).toEqual([31, 33]);
    expect(await listed(maja, 'due=on&mine=on')).toEqual([31]);
    expect(await listed(editor, 'mine=on')).toEqual([]);
    expect((await editor.get(`${DESK}/guides?due=on`)).text.match(/Due for review<\/span>/g)).toHaveLength(2);
    expect((await stranger.get(`/desk/kb/${OTHER}/guides?due=on`)).text).not.toContain('name="guide[');
  });
});

it('an owner who leaves leaves the guide without one, and its reviews', async () => {
  await change(33, { owner: MAJA, review_months: 4 }).expect(200);
  const { id } = await service.database.one('select id from knowledge_bases where host = $1', [HOST]);
  await service.context.staff.people.remove({ tenantId: id, actor: OPERATOR, person: MAJA });
  expect(await read(33)).toMatchObject({ owner: null, review_months: 4 });
  const { people } = await service.database.one(
    'select count(*) as people from staff_people where email = $1',
    [MAJA],
  );
  expect(people).toBe(0);
});
