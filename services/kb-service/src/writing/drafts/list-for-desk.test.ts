import { countRowsRead } from '@guidepost/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { writeManyGuides } from '../../testing/many-guides.ts';
import { scheduleGuide } from '../publishing/publish-guide.ts';
import { createGuide } from './create-guide.ts';
import {
  countGuideStates,
  DESK_ORDERS,
  type DeskListRequest,
  listAuthors,
  listForDesk,
} from './list-for-desk.ts';
import { proposeDraft } from './propose-draft.ts';
import { saveDraft } from './save-draft.ts';

const HOST = 'help.example.com';
const LARGE = 'large.example.com';

const fixture = useEditingFixture({
  host: HOST,
  categories: [
    { id: 9_011, slug: 'first', name: 'First' },
    { id: 9_012, slug: 'second', name: 'Second' },
  ],
  tags: [{ id: 9_021, slug: 'new', name: 'New' }],
  guides: [
    { id: 9_031, slug: 'refunds', title: 'Refunds', categories: [9_011], tags: [9_021] },
    { id: 9_032, slug: 'install', title: 'Install it', categories: [9_011, 9_012] },
    { id: 9_033, slug: 'apples', title: 'äpples' },
    { id: 9_034, slug: 'hidden', title: 'Hidden', published: false },
  ],
});

beforeAll(async () => {
  const { database, editor, author, knowledgeBaseId } = fixture;
  await database.none(
    'insert into guide_vote_counts values ($1, 9031, 1, 1), ($1, 9032, 3, 1), ($1, 9033, 4, 0)',
    [knowledgeBaseId],
  );
  await database.none('insert into guide_recent_views values ($1, 9032, 7), ($1, 9033, 9)', [
    knowledgeBaseId,
  ]);
  await saveDraft(database, author, { host: HOST, guideId: 9_032, title: 'Set up', categories: [9_012] });
  await proposeDraft(database, author, { host: HOST, guideId: 9_032 });
  const publishAt = new Date('2100-01-01T00:00:00Z');
  await scheduleGuide(database, editor, { host: HOST, guideId: 9_034, publishAt });
  await createGuide(database, author, { host: HOST, title: 'Brand new', categories: [9_011] });
});

async function titles(request: Omit<DeskListRequest, 'host'>): Promise<string[]> {
  const { guides } = await listForDesk(fixture.database, { host: HOST, sort: 'title', ...request });
  return guides.map(({ title }) => title);
}

describe('the list of guides', () => {
  it.each<[string, Omit<DeskListRequest, 'host'>, string[]]>([
    ['all', {}, ['äpples', 'Brand new', 'Hidden', 'Refunds', 'Set up']],
    ['words of a title, in any case', { q: ' FUNDS re' }, ['Refunds']],
    ['words of a draft', { q: 'set up' }, ['Set up']],
    ['words of the published title', { q: 'install' }, ['Set up']],
    ['signs of patterns as such', { q: '%' }, []],
    ['published ones', { state: 'published' }, ['äpples', 'Refunds']],
    ['drafts', { state: 'draft' }, ['Brand new']],
    ['proposed ones', { state: 'proposed' }, ['Set up']],
    ['scheduled ones', { state: 'scheduled' }, ['Hidden']],
    ['a category, as drafts say', { category: { slug: 'first' } }, ['Brand new', 'Refunds']],
    ['a tag', { tag: { slug: 'new' } }, ['Refunds']],
    ['an author', { author: 'the author' }, ['Brand new', 'Set up']],
  ])('shows %s', async (_, request, expected) => {
    expect(await titles(request)).toEqual(expected);
  });

  it.each<[DeskListRequest['sort'], string[]]>([
    ['-changed', ['Brand new', 'Hidden', 'Set up']],
    ['-title', ['Set up', 'Refunds', 'Hidden', 'Brand new', 'äpples']],
    ['-helpful', ['äpples', 'Set up', 'Refunds']],
    ['helpful', ['Refunds', 'Set up', 'äpples']],
    ['-views', ['äpples', 'Set up', 'Hidden', 'Refunds', 'Brand new']],
    ['views', ['Brand new', 'Refunds', 'Hidden', 'Set up', 'äpples']],
  ])('is sorted by %s', async (sort, expected) => {
    expect((await titles({ sort })).slice(0, expected.length)).toEqual(expected);
  });

  it('tells what is needed to work on them', async () => {
    const { guides } = await listForDesk(fixture.database, { host: HOST, q: 'install' });
    expect(guides).toEqual([
      {
        id: 9_032,
        revision: expect.any(Number),
        slug: 'install',
        title: 'Set up',
        state: 'proposed',
        published: true,
        hasChanges: true,
        isDue: false,
        publishAt: null,
        changedAt: expect.any(Date),
        changedBy: 'the author',
        upvotes: 3,
        downvotes: 1,
        views: 7,
        categories: ['Second'],
      },
    ]);
  });

  it('has counts and authors', async () => {
    expect(await countGuideStates(fixture.database, { host: HOST })).toEqual({
      all: 5,
      published: 2,
      draft: 1,
      proposed: 1,
      scheduled: 1,
      changed: 3,
    });
    expect(await listAuthors(fixture.database, { host: HOST })).toEqual(['the author', 'the editor']);
  });

  it('does not exist for an unknown category', async () => {
    await expect(titles({ category: { slug: 'x' } })).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('among 10,000 guides', () => {
  beforeAll(async () => {
    const id = await writeManyGuides(fixture.database, LARGE, 10_000);
    await fixture.database.none(
      `insert into guide_recent_views (knowledge_base_id, guide_id, views)
       select $1, g.id, 1 + g.id * 7 % 500 from guides g where g.knowledge_base_id = $1`,
      [id],
    );
    await fixture.database.none('analyze');
  }, 120_000);

  const requests = [
    ...DESK_ORDERS.map((sort) => ({ sort })),
    { q: 'guide 77' },
    { category: { slug: 'c-5' } },
    { tag: { slug: 't-5' } },
    { state: 'published', page: 100 },
  ] as const;

  /** A page reads each guide, its draft and its votes once, and is then a matter of 10 ms. */
  const MOST_ROWS = 100_000;

  it.each(requests)('a page reads few rows: %j', async (request) => {
    const rows = await countRowsRead(fixture.url, async (database) => {
      const { guides } = await listForDesk(database, { host: LARGE, ...request });
      expect(guides.length).toBeGreaterThan(0);
    });
    expect(rows).toBeLessThan(MOST_ROWS);
  });

  it('counts read few rows', async () => {
    const rows = await countRowsRead(fixture.url, (database) => countGuideStates(database, { host: LARGE }));
    expect(rows).toBeLessThan(MOST_ROWS);
  });
});
