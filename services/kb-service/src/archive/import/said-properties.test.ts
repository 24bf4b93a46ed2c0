import { beforeAll, expect, it } from '@jest/globals';
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

it('a person who may not write here is named in the report, and the guide has no owner', async () => {
  host = await createWithMaja();
  const { guides, remarks } = await fixture.importFiles(host, {
    'a.md': page('owner: nobody@example.com'),
    'b.md': page('owner: new@example.com\nreview: 1 month'),
  });
  expect(guides.created).toBe(2);
  expect(remarks).toEqual([
    'a.md: the owner nobody@example.com may not write here',
    'b.md: the owner new@example.com may not write here',
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
