import { beforeAll, describe, expect, it } from '@jest/globals';
import { setGuideProperties } from '../../reviews/set-properties.ts';
import { OPERATOR } from '../../testing/content.ts';
import { documentGuide, useImportFixture } from '../../testing/import-fixture.ts';
import { exportDocument } from '../export/export-document.ts';
import { readSnapshot } from '../export/snapshot.ts';

const fixture = useImportFixture();
let host: string;

beforeAll(async () => {
  await fixture.database.multi(`
    insert into staff_people (email, name) values ('maja@example.com', 'Maja'), ('new@example.com', null)`);
});

async function createWithMaja(): Promise<string> {
  const created = await fixture.createNew();
  await fixture.database.none(
    `insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
     select k.id, p.id, 'author', 'root', case when p.name is not null then now() end
     from knowledge_bases k cross join staff_people p where k.host = $1`,
    [created],
  );
  return created;
}

const stored = () =>
  fixture.database.any(
    `select g.slug, p.email, r.review_months, r.reviewed_on::text
     from guide_reviews r
     join guides g on g.id = r.guide_id
     join knowledge_bases k on k.id = r.knowledge_base_id and k.host = $1
     left join staff_people p on p.id = r.owner_id
     order by g.slug`,
    [host],
  );

async function exported(owners: boolean): Promise<string> {
  return readSnapshot(fixture.database, { host }, async (snapshot) => {
    const chunks: string[] = [];
    for await (const chunk of exportDocument(snapshot, { owners, onGuide: () => {} })) chunks.push(chunk);
    return chunks.join('');
  });
}

const page = (front: string) => `---\n${front}\n---\n# Title\n\nText`;

it('front matter says owner and reviews; what it leaves out stays', async () => {
  host = await createWithMaja();
  const files = {
    'a.md': page('owner: Maja@example.com\nreview: 6 months\nreviewed: 2026-01-31'),
    'b.md': page('review: 12'),
    'c.md': page('title: C'),
  };
  const { guides, remarks } = await fixture.importFiles(host, files);
  expect([guides.created, remarks]).toEqual([3, []]);
  const a = { slug: 'a', email: 'maja@example.com', review_months: 6, reviewed_on: '2026-01-31' };
  const b = { slug: 'b', email: null, review_months: 12, reviewed_on: expect.any(String) };
  expect(await stored()).toEqual([a, b]);
  // Someone has found it right since, which the file does not know.
  await fixture.database.none(`update guide_reviews set reviewed_on = '2026-05-01' where review_months = 6`);
  await fixture.importFiles(host, { ...files, 'a.md': page('reviewed: 2026-02-01') });
  expect(await stored()).toEqual([{ ...a, reviewed_on: '2026-05-01' }, b]);
});

it('what was chosen at the desk stays until the source says something else, or with --overwrite', async () => {
  host = await createWithMaja();
  const said = 'owner: maja@example.com\nreview: 6 months\nreviewed: 2026-01-31';
  const importing = (front: string, options = {}) =>
    fixture.importFiles(host, { 'a.md': page(front), 'b.md': page('title: B') }, options);
  const first = { slug: 'a', email: 'maja@example.com', review_months: 6, reviewed_on: '2026-01-31' };
  expect((await importing(said)).properties).toBe(1);
  const chosen = { slug: 'a', email: null, review_months: 2, reviewed_on: '2026-03-01' };
  const choose = () =>
    setGuideProperties(fixture.database, OPERATOR, {
      host,
      slugs: ['a'],
      changes: { owner: null, reviewMonths: 2, reviewedOn: '2026-03-01' },
    });
  await choose();
  expect((await importing(said)).properties).toBe(0);
  expect(await stored()).toEqual([chosen]);
  await importing(said.replace('6 months', '7 months'));
  expect(await stored()).toEqual([{ ...chosen, review_months: 7 }]);
  // Also if the text has been changed here, which stays.
  await fixture.database.none('update guides set edited = true');
  await importing(said.replace('6 months', '8 months'));
  expect(await stored()).toEqual([{ ...chosen, review_months: 8 }]);
  expect((await importing(said, { overwrite: true })).properties).toBe(1);
  expect(await stored()).toEqual([{ ...first, reviewed_on: '2026-03-01' }]);
});

it('the memory of an import has no address', async () => {
  host = await createWithMaja();
  await fixture.importFiles(host, { 'a.md': page('owner: maja@example.com') });
  const rows = await fixture.database.any('select to_jsonb(r)::text as row from guide_reviews r');
  expect(rows.map(({ row }) => row).join()).not.toContain('@');
});

it.each([
  ['owner: none\nreview: none', null, null],
  ['owner:\nreview:\nreviewed:', null, null],
  ['owner: ""', null, 6],
  ['review: None', 'maja@example.com', null],
  ['title: A', 'maja@example.com', 6],
])('%j takes away what it names', async (front, email, review_months) => {
  host = await createWithMaja();
  await fixture.importFiles(host, {
    'a.md': page('owner: maja@example.com\nreview: 6\nreviewed: 2026-01-31'),
  });
  const { remarks, findings } = await fixture.importFiles(host, { 'a.md': page(front) });
  expect([remarks, findings.unknownKeys]).toEqual([[], new Map()]);
  expect(await stored()).toEqual([{ slug: 'a', email, review_months, reviewed_on: '2026-01-31' }]);
});

it('the audit counts the guides whose properties an import has changed', async () => {
  host = await createWithMaja();
  await fixture.importFiles(host, { 'a.md': page('review: 6'), 'b.md': page('title: B') });
  await fixture.importFiles(host, { 'a.md': page('review: 5'), 'b.md': page('title: B') });
  await fixture.importFiles(host, { 'a.md': page('review: 5'), 'b.md': page('title: B') });
  const entries = await fixture.database.any(
    `select action, details from audit_entries where host = $1 and action = 'import' order by id`,
    [host],
  );
  expect(entries.map(({ details }) => details)).toEqual([{ properties: 1 }, { properties: 1 }]);
});

it('a person who may not write here is named in the report, and the guide has no owner', async () => {
  host = await createWithMaja();
  const { guides, remarks } = await fixture.importFiles(host, {
    'a.md': page('owner: nobody@example.com'),
    'b.md': page('owner: new@example.com\nreview: 1 month'),
  });
  expect(guides.created).toBe(2);
  expect(remarks).toEqual([
    'a.md: the owner nobody@example.com may not write here',
    'b.md: the owner new@example.com is invited, but has not accepted yet',
  ]);
  expect(await stored()).toEqual([
    { slug: 'b', email: null, review_months: 1, reviewed_on: expect.any(String) },
  ]);
});

it.each([
  [
    'owner: Team Blue',
    'owner is not read: Team Blue is not the e-mail address of a person who may write here',
  ],
  ['review: soon', 'review is not read: soon is not a number of months from 1 to 60, such as "6 months"'],
  [
    'review: 61 months',
    'review is not read: 61 months is not a number of months from 1 to 60, such as "6 months"',
  ],
  [
    'reviewed: 9999-01-01',
    'reviewed is not read: 9999-01-01 is not a day such as 2026-01-31, not in the future',
  ],
])('a guide with %s is imported, with a remark', async (front, remark) => {
  host = await fixture.createNew();
  const { guides, remarks } = await fixture.importFiles(host, { 'a.md': page(`title: A\n${front}`) });
  expect([guides.created, remarks]).toEqual([1, [`a.md: line 3: ${remark}`]]);
});

describe('summary and search words', () => {
  const described = async () =>
    fixture.database.any(
      `select g.slug, g.summary, g.synonyms
       from guides g
       join knowledge_bases k on k.id = g.knowledge_base_id and k.host = $1
       order by g.slug`,
      [host],
    );
  const LONG = `${'many words '.repeat(40)}`;

  it.each([
    ['summary: "In  short"', 'In short', []],
    ['description: In short\nkeywords: [one, two words, one]', 'In short', ['one', 'two words']],
    ['keywords: one,, two words ', null, ['one', 'two words']],
    ['summary: Ours\ndescription: In short\nkeywords: [one]\nsynonyms: other', 'Ours', ['other']],
    ['Description: none\nsynonyms: none', 'none', ['none']],
    ['description:\nkeywords: []', null, []],
    [`description: ${LONG}`, `${'many words '.repeat(27).trim()}…`, []],
    [
      `keywords: ['', ${'a'.repeat(101)}, ${Array.from({ length: 60 }, (_, index) => `w${index}`)}]`,
      null,
      Array.from({ length: 50 }, (_, index) => `w${index}`),
    ],
  ])('front matter has them: %j', async (front, summary, synonyms) => {
    host = await fixture.createNew();
    const { remarks, findings } = await fixture.importFiles(host, { 'a.md': page(front) });
    expect([remarks, findings.unknownKeys]).toEqual([[], new Map()]);
    expect(await described()).toEqual([{ slug: 'a', summary, synonyms }]);
  });

  it.each([
    ['description: [a, b]', 'description is not read: [a, b] is not a text of at most 300 characters'],
    [
      'keywords: {a: b}',
      'keywords is not read: {a: b} is not at most 50 words or phrases of at most 100 characters',
    ],
  ])('a guide with %s is imported without', async (front, remark) => {
    host = await fixture.createNew();
    const { remarks } = await fixture.importFiles(host, { 'a.md': page(front) });
    expect(remarks).toEqual([`a.md: line 2: ${remark}`]);
    expect(await described()).toEqual([{ slug: 'a', summary: null, synonyms: [] }]);
  });

  it('the second import changes nothing, and leaves what was written here', async () => {
    host = await fixture.createNew();
    const front = 'description: In short\nkeywords: [one, two]';
    const revision = async () =>
      (await fixture.database.one('select revision from knowledge_bases where host = $1', [host])).revision;
    expect((await fixture.importFiles(host, { 'a.md': page(front) })).properties).toBe(1);
    const before = await revision();
    expect((await fixture.importFiles(host, { 'a.md': page(front) })).properties).toBe(0);
    expect(await revision()).toBe(before);
    const changes = { summary: 'Ours', synonyms: ['ours'] };
    await setGuideProperties(fixture.database, OPERATOR, { host, slugs: ['a'], changes });
    await fixture.importFiles(host, { 'a.md': page(front) });
    expect(await described()).toEqual([{ slug: 'a', ...changes }]);
    await fixture.importFiles(host, { 'a.md': page(front.replace('one', 'three')) });
    expect(await described()).toEqual([{ slug: 'a', summary: 'Ours', synonyms: ['three', 'two'] }]);
  });

  it('what was written here before the source says any stays, unless it is overwritten', async () => {
    host = await fixture.createNew();
    await fixture.importFiles(host, { 'a.md': page('title: A') });
    const changes = { summary: 'Ours', synonyms: ['ours'] };
    await setGuideProperties(fixture.database, OPERATOR, { host, slugs: ['a'], changes });
    const front = 'description: In short\nkeywords: []';
    await fixture.importFiles(host, { 'a.md': page(front) });
    expect(await described()).toEqual([{ slug: 'a', ...changes }]);
    await fixture.importFiles(host, { 'a.md': page(front) }, { overwrite: true });
    expect(await described()).toEqual([{ slug: 'a', summary: 'In short', synonyms: [] }]);
  });

  it('readers see the summary of an import that changes nothing else', async () => {
    host = await fixture.createNew();
    const guide = documentGuide('a', {});
    await fixture.importJson(host, { guides: [guide] });
    const { id, revision } = await fixture.database.one(
      'select id, revision from knowledge_bases where host = $1',
      [host],
    );
    await fixture.database.none('update guides set source_hash = null where knowledge_base_id = $1', [id]);
    await fixture.importJson(host, { guides: [{ ...guide, summary: 'In short' }] });
    const after = await fixture.database.one('select revision from knowledge_bases where id = $1', [id]);
    expect(after.revision).toBeGreaterThan(revision);
  });

  it('an export has them, and an import takes them back', async () => {
    host = await fixture.createNew();
    const guides = [
      documentGuide('a', { summary: 'In short', synonyms: ['one', 'two words'] }),
      documentGuide('b', {}),
    ];
    await fixture.importJson(host, { guides });
    const own = await exported(false);
    expect(own).toContain('"summary":"In short","synonyms":["one","two words"]}');
    expect(own.match(/"summary"/g)).toHaveLength(1);
    const before = await described();
    host = await fixture.createNew();
    await fixture.importJson(host, JSON.parse(own));
    expect(await described()).toEqual(before);
  });
});

it('an export has reviews, and owners on request; an import takes both back', async () => {
  host = await createWithMaja();
  const { remarks } = await fixture.importJson(host, {
    guides: [
      documentGuide('a', { owner: 'maja@example.com', review: '1 month', reviewed: '2026-01-31' }),
      documentGuide('b', { owner: 7, review: 6 }),
    ],
  });
  expect(remarks).toEqual([
    expect.stringMatching(/guides\[1\]\.owner is not read: 7 is not the e-mail address/),
  ]);
  const own = await exported(true);
  expect(own).toContain('"owner":"maja@example.com","review":"1 month","reviewed":"2026-01-31"}');
  expect(await exported(false)).toBe(own.replace('"owner":"maja@example.com",', ''));
  host = await createWithMaja();
  await fixture.importJson(host, JSON.parse(own));
  expect((await exported(true)).split('"guides"')[1]).toBe(own.split('"guides"')[1]);
});
