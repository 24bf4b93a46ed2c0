import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setGuideProperties } from '../../reviews/set-properties.ts';
import { OPERATOR, writeContent } from '../../testing/content.ts';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { proposeDraft } from '../../writing/drafts/propose-draft.ts';
import { saveDraft } from '../../writing/drafts/save-draft.ts';

const HOST = 'help.example.com';
const DESK = `/desk/kb/${HOST}`;

let service: TestService;
let editor: DeskClient;
let author: DeskClient;
let knowledgeBaseId: number;

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
  ({ id: knowledgeBaseId } = await database.one('select id from knowledge_bases'));
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

it('the list of keys names those that do something', async () => {
  for (const client of [author, editor]) {
    const { text } = await client.get(`${DESK}/guides`).expect(200);
    const [, shown = ''] = /<dl class="shortcuts">(.*?)<\/dl>/s.exec(text) ?? [];
    const listed = [...shown.matchAll(/<kbd>([^<]+)</g)].map(([, key]) => key);
    const used = [...text.matchAll(/ data-key="([^"]+)"/g)].map(([, key]) => key);
    const always = ['j', 'k', 'o', 'Enter', 'x', 'Shift+x', '?'];
    expect(listed.toSorted()).toEqual([...used, ...always].toSorted());
    expect(shown).not.toMatch(/<dd>\s*(undefined)?<\/dd>/);
  }
});

describe('the search of the list of guides', () => {
  it.each([
    ['a word of a title', 'q=roses', [32]],
    ['a word of a text', 'q=back', [31]],
    ['the name of its category', 'q=garden', [32]],
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

describe('saved views', () => {
  const VIEWS = `${DESK}/guides/views`;

  afterEach(() => service.database.none('delete from staff_views'));

  const save = (client: DeskClient, fields: Record<string, string>) =>
    client.post(VIEWS, { action: 'save', query: 'category=money', ...fields });

  /** By name: the address and the number of each tab above the list. */
  async function tabs(
    client = editor,
    query = '',
  ): Promise<[name: string, address: string, count: string][]> {
    const tab =
      /<li><a href="([^"]+)"(?: aria-current="page")?>([^<]+?)(?: <span class="count">(\d+)<\/span>)?<\/a><\/li>/g;
    const [, nav = ''] = /<nav class="tabs"(.+?)<\/nav>/s.exec(await open(query, client)) ?? [];
    return [...nav.matchAll(tab)].map(([, address = '', name = '', count = '']) => [name, address, count]);
  }

  const ids = async () =>
    (await service.database.any<{ id: number }>('select id from staff_views order by id')).map(
      ({ id }) => id,
    );

  it('keep filters, words and order by name: for oneself, or for all', async () => {
    const query = 'q=refunds&category=money&sort=title&page=2&unknown=1';
    const { headers } = await save(author, { name: ' Money  matters ', query }).expect(303);
    expect(headers.location).toBe(`${DESK}/guides?q=refunds&category=money&sort=title&done=noticeSaved`);
    await save(editor, { name: 'To review', query: 'due=on', shared: 'on' }).expect(303);
    const all = ['All', `${DESK}/guides`, ''];
    const shared = ['To review', `${DESK}/guides?due=on`, '1'];
    // The first has words, which would have to be searched for a number.
    const own = ['Money matters', `${DESK}/guides?q=refunds&amp;category=money&amp;sort=title`, ''];
    expect(await tabs(author)).toEqual([all, shared, own]);
    expect(await tabs(editor)).toEqual([all, shared]);
    expect(await listed('due=on')).toEqual([33]);
    expect(await open('due=on')).toContain(`<a href="${DESK}/guides?due=on" aria-current="page">To review`);
  });

  it('of all that name the reader are of each reader', async () => {
    await save(editor, { name: 'Mine', query: 'owner=me', shared: 'on' }).expect(303);
    expect([(await tabs(author))[1]?.[2], (await tabs(editor))[1]?.[2]]).toEqual(['1', '0']);
  });

  it('can be saved unless nothing is filtered, or the view is one already', async () => {
    expect(await open('')).not.toContain('Save as a view');
    expect(await open('due=on')).toContain('Save as a view');
    await save(editor, { name: 'Due', query: 'due=on' }).expect(303);
    expect(await open('due=on')).not.toContain('Save as a view');
    for (const query of ['', 'page=2', 'unknown=1']) await save(editor, { name: 'None', query }).expect(400);
    await save(editor, { name: 'Long', query: `q=${'a'.repeat(3_000)}` }).expect(400);
    expect(await ids()).toHaveLength(1);
  });

  it('are renamed and deleted, with an undo', async () => {
    await save(editor, { name: 'First', shared: 'on' }).expect(303);
    const [view = 0] = await ids();
    await editor.post(VIEWS, { action: 'rename', view: String(view), name: 'Second' }).expect(303);
    expect((await tabs())[1]?.[0]).toBe('Second');
    const { headers } = await editor.post(VIEWS, { action: 'delete', view: String(view) }).expect(303);
    expect(await tabs()).toEqual([]);
    const { text } = await editor.get(headers.location ?? '').expect(200);
    expect(text).toContain('The view has been deleted.');
    const fields = [
      ...text.matchAll(/<input type="hidden" name="(action|name|query|shared)" value="([^"]*)">/g),
    ];
    await editor.post(VIEWS, Object.fromEntries(fields.map(([, name, value]) => [name, value]))).expect(303);
    expect((await tabs(author))[1]?.[0]).toBe('Second');
  });

  it('of all are changed by editors, those of others by no one', async () => {
    await save(author, { name: 'Shared', shared: 'on' }).expect(403);
    await save(editor, { name: 'Shared', shared: 'on' }).expect(303);
    await save(editor, { name: 'Own' }).expect(303);
    const [shared = 0, own = 0] = await ids();
    for (const action of ['rename', 'delete']) {
      await author.post(VIEWS, { action, view: String(shared), name: 'Changed' }).expect(403);
      for (const view of [String(own), '999', 'x', '9'.repeat(30), ''])
        await author.post(VIEWS, { action, view, name: 'Changed' }).expect(404);
    }
    expect((await author.get(VIEWS).expect(200)).text).not.toMatch(/Own<|value="rename"/);
    expect((await tabs()).map(([name]) => name)).toEqual(['All', 'Shared', 'Own']);
  });

  it('have a name of their own, and what was typed is shown again with what is wrong', async () => {
    await save(editor, { name: 'Taken' }).expect(303);
    await save(editor, { name: 'Taken', shared: 'on' }).expect(303);
    const { text } = await save(editor, { name: 'Taken', query: 'due=on' }).expect(422);
    expect(text).toContain('There is already a view with this name.');
    expect(text).toContain('<input type="hidden" name="query" value="due=on">');
    await save(editor, { name: ' ' }).expect(422);
    await save(editor, { name: 'a'.repeat(201) }).expect(422);
    await save(editor, { name: 'Other' }).expect(303);
    const [, , other = 0] = await ids();
    const renamed = await editor
      .post(VIEWS, { action: 'rename', view: String(other), name: 'Taken' })
      .expect(422);
    expect(renamed.text).toContain('There is already a view with this name.');
    await editor.post(VIEWS, { action: 'rename', view: String(other), name: 'Other' }).expect(303);
  });

  it('are fifty at most for each person and for all; another one is refused', async () => {
    await service.database.none(
      `insert into staff_views (tenant_id, person_id, list, name, query)
       select $1, p, 'guides', 'View ' || n, 'due=on' from generate_series(1, 50) n, unnest(array[$2, null::bigint]) p`,
      [knowledgeBaseId, editor.personId],
    );
    for (const shared of [{}, { shared: 'on' }]) {
      const { text } = await save(editor, { name: 'One more', ...shared }).expect(422);
      expect(text).toContain('50 views is the most. Delete one that is no longer needed.');
    }
    await save(author, { name: 'My first' }).expect(303);
    // Counting all would make the list slow.
    expect((await tabs()).filter(([, , count]) => count !== '')).toHaveLength(10);
  });

  it('are escaped, whatever their name', async () => {
    const name = '"><script>alert(1)</script>';
    await save(editor, { name, query: 'due=on' }).expect(303);
    for (const text of [await open(''), (await editor.get(VIEWS)).text]) {
      expect(text).not.toContain('<script>alert');
      expect(text).toContain('&lt;script&gt;alert(1)');
    }
  });

  it('go with the person', async () => {
    const guest = await signInAs(service, { host: HOST, role: 'author', name: 'Guest' });
    await save(guest, { name: 'Gone' }).expect(303);
    await service.context.staff.people.remove({
      tenantId: knowledgeBaseId,
      actor: OPERATOR,
      person: guest.personId,
    });
    expect(await ids()).toEqual([]);
  });
});

describe('a list without guides', () => {
  it('says how to write the first one, and editors where to import them', async () => {
    const host = 'empty.example.com';
    await writeContent(service.database, { host });
    const shown = async (role: 'author' | 'editor' | 'owner', query = '') => {
      const person = await signInAs(service, { host, role, name: `First ${role}` });
      return (await person.get(`/desk/kb/${host}/guides${query}`).expect(200)).text;
    };
    const [forAuthor, forEditor] = [await shown('author'), await shown('editor')];
    for (const text of [forAuthor, forEditor])
      expect(text).toContain('There are no guides yet. Write the first');
    // There is nothing to filter.
    expect(forAuthor).not.toContain('role="search"');
    expect(forAuthor).not.toContain('/structure/import');
    expect(forEditor).toContain(`href="/desk/kb/${host}/structure/import"`);
    const searched = await shown('owner', '?q=xyzzy');
    expect(searched).not.toContain('id="category"');
    expect(searched).toContain('No guide matches.');
    expect(searched).toContain('Clear filters');
    expect(searched).toContain('role="search"');
  });
});
