import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setGuideProperties } from '../../reviews/set-properties.ts';
import { OPERATOR } from '../../testing/content.ts';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { proposeDraft } from '../../writing/drafts/propose-draft.ts';
import { saveDraft } from '../../writing/drafts/save-draft.ts';

const HOST = 'help.example.com';
const DESK = `/desk/kb/${HOST}`;

let service: TestService;
let editor: DeskClient;
let author: DeskClient;

beforeAll(async () => {
  service = await startTestService([
    {
      host: HOST,
      categories: [
        { id: 11, slug: 'money', name: 'Money' },
        { id: 12, slug: 'garden', name: 'Garden' },
      ],
      tags: [{ id: 21, slug: 'new', name: 'New' }],
      guides: [
        {
          id: 31,
          slug: 'refunds',
          title: 'Refunds',
          content: '<p>How to get money back</p>',
          categories: [11],
        },
        {
          id: 32,
          slug: 'roses',
          title: 'Growing roses',
          content: '<p>Water them</p>',
          categories: [12],
          tags: [21],
        },
        { id: 33, slug: 'invoices', title: 'Invoices', content: '<p>See refunds, too</p>', categories: [11] },
        {
          id: 34,
          slug: 'secret',
          title: 'Price list',
          content: '<p>A discombobulated one</p>',
          published: false,
        },
      ],
    },
  ]);
  const { database } = service;
  editor = await signInAs(service, { host: HOST, role: 'editor', name: 'Edith' });
  author = await signInAs(service, { host: HOST, role: 'author', name: 'Otto' });
  const { id: knowledgeBaseId } = await database.one('select id from knowledge_bases');
  const actor = {
    name: 'Otto',
    role: 'author',
    door: 'desk',
    personId: author.personId,
    knowledgeBaseId,
  } as const;
  const draft = {
    host: HOST,
    guideId: 32,
    title: 'Growing roses',
    contentHtml: '<p>Prune the hydrangeas</p>',
  };
  await saveDraft(database, actor, draft);
  await proposeDraft(database, actor, { host: HOST, guideId: 32 });
  await setGuideProperties(database, OPERATOR, {
    host: HOST,
    ids: [33],
    changes: { owner: 'otto@example.com', reviewMonths: 1, reviewedOn: '2020-01-31' },
  });
  await service.indexed();
});

afterAll(() => service.stop());

async function open(query: string, client = editor): Promise<string> {
  return (await client.get(`${DESK}/guides?${query}`).expect(200)).text;
}

async function listed(query: string, client = editor): Promise<number[]> {
  return [...(await open(query, client)).matchAll(/name="guide\[(\d+)\]/g)].map(([, id]) => Number(id));
}

describe('the search of the list of guides', () => {
  it.each([
    ['a word of a title', 'q=roses', [32]],
    ['a word of a text', 'q=get+money', [31]],
    ['another form of a word, as readers’ search does', 'q=refunding', [31, 33]],
    ['a word that only a draft of a published guide has', 'q=hydrangea', [32]],
    ['a word that only an unpublished guide has', 'q=discombobulated', [34]],
    ['a typing error', 'q=invocies', [33]],
    ['a typing error in a word of a draft', 'q=hydrangaes', [32]],
    ['a typing error in a word of an unpublished guide', 'q=discombobulatde', [34]],
    ['what is published of a guide with a draft', 'q=water', [32]],
    ['a part of a word in a title', 'q=nvoic', [33]],
    ['nothing for nonsense', 'q=xyzzy', []],
    ['signs alone', 'q=%25', []],
  ])('finds %s: %s', async (_, query, ids) => {
    expect(await listed(query)).toEqual(ids);
  });

  it('lists the most relevant first when something is typed; a chosen order wins', async () => {
    expect(await listed('q=refunds')).toEqual([31, 33]);
    expect(await listed('q=refunds&sort=title')).toEqual([33, 31]);
    expect(await listed('q=refunds&sort=-title')).toEqual([31, 33]);
    expect(await listed('sort=title')).toEqual([32, 33, 34, 31]);
    expect(await listed('sort=relevance')).toEqual(await listed(''));
  });

  it('says which words it has searched instead', async () => {
    expect(await open('q=hydrangaes')).toContain('Showing results for “hydrangeas” instead.');
    expect(await open('q=hydrangeas')).not.toContain('instead.');
  });

  it('finds a title that is not indexed yet', async () => {
    const { headers } = await author
      .post(`${DESK}/guides`, { action: 'create', title: 'Fresh tulips' })
      .expect(303);
    const id = Number(headers.location?.split('/').at(-1)?.split('?')[0]);
    expect(await listed('q=tulips')).toEqual([id]);
    await service.indexed();
    expect(await listed('q=tulip')).toEqual([id]);
    await editor.post(`${DESK}/guides/${id}`, { action: 'delete' }).expect(303);
    expect(await listed('q=tulips')).toEqual([]);
  });

  it('shows readers nothing of drafts and unpublished guides (S3)', async () => {
    for (const words of ['hydrangeas', 'hydrangaes', 'discombobulated', 'discombobulatde', 'prune']) {
      const { body } = await service.get(`/knowledge/v1/${HOST}/guides?q=${words}`).expect(200);
      expect(body).toMatchObject({ data: [], meta: { total: 0 } });
      expect(JSON.stringify(body.meta)).not.toContain('corrected');
      const { text } = await service.get(`/site/${HOST}/search?q=${words}`);
      expect(text).not.toMatch(/Price list|Growing roses|instead\./);
    }
  });
});

describe('the filters of the list of guides', () => {
  it.each([
    ['state', 'state=published', [31, 33]],
    ['category', 'category=money', [31, 33]],
    ['tag', 'tag=new', [32]],
    ['author', 'author=Otto', [32]],
    ['owner', () => `owner=${author.personId}`, [33]],
    ['due for review', 'due=on', [33]],
    ['in review', 'state=proposed', [32]],
    ['several, and words', 'category=money&due=on&q=refunds', [33]],
  ])('%s', async (_, query, ids) => {
    const address = typeof query === 'string' ? query : query();
    expect((await listed(address)).toSorted()).toEqual(ids);
  });

  it('by owner knows who asks', async () => {
    expect([await listed('owner=me', author), await listed('owner=me')]).toEqual([[33], []]);
    // As the addresses of bookmarks from before had it.
    expect(await listed('mine=on', author)).toEqual([33]);
  });

  it('are chips, each a link to the list without it', async () => {
    const query = `q=refunds&state=published&category=money&tag=new&author=Otto&owner=${author.personId}&due=on&sort=title`;
    const text = await open(query);
    const chips = [...text.matchAll(/<a class="chip" href="([^"]+)" aria-current="true">/g)].map(
      ([, href = '']) => [...new URL(href.replaceAll('&amp;', '&'), 'http://x').searchParams.keys()].join(),
    );
    const all = ['q', 'state', 'category', 'tag', 'author', 'owner', 'due', 'sort'];
    const without = (name: string) => all.filter((each) => each !== name).join();
    expect(chips.toSorted()).toEqual(
      all
        .filter((name) => name !== 'q')
        .map(without)
        .toSorted(),
    );
    expect(text).toContain(`href="${DESK}/guides">Clear filters</a>`);
  });

  it('“due for review” and “in review” are chips to choose', async () => {
    const text = await open('category=money');
    expect(text).toContain(
      `<a class="chip" href="${DESK}/guides?category=money&amp;due=on">Due for review</a>`,
    );
    expect(text).toContain(
      `<a class="chip" href="${DESK}/guides?state=proposed&amp;category=money">In review</a>`,
    );
  });

  it('are kept while something else is searched or chosen', async () => {
    const text = await open('due=on&sort=title');
    expect(text).toContain('<input type="hidden" name="due" value="on">');
    expect(text).toContain('<input type="hidden" name="sort" value="title">');
  });

  it('that have gone count for nothing', async () => {
    const all = await listed('');
    expect(await listed('category=gone&tag=gone&owner=999999&state=gone&sort=gone&page=x')).toEqual(all);
    expect(await listed(`owner=${'9'.repeat(30)}`)).toEqual(all);
  });

  it('are escaped', async () => {
    const text = await open(`author=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain('<script>alert');
  });
});
