import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { setLanguages } from '../tenants/languages.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { proposeDraft } from '../writing/drafts/propose-draft.ts';
import { editGuide } from '../writing/edit-guide.ts';
import { writeNote } from '../writing/review/notes.ts';

const HOST = 'help.example.com';
const DESK = `/desk/kb/${HOST}`;
const GERMAN = `${DESK}%3Ade`;
const [BATTERY, SCREEN, GONE] = [31, 32, 39] as const;

let service: TestService;
let owner: DeskClient;
/** People who change German texts alone. */
let editor: DeskClient;
let author: DeskClient;
/** An editor of the main language alone. */
let source: DeskClient;

beforeAll(async () => {
  const guide = (id: number, slug: string) => ({
    id,
    slug,
    title: `The ${slug}`,
    content: `<p>About the ${slug}.</p>`,
    categories: [11],
    tags: [21],
  });
  service = await startTestService([
    {
      host: HOST,
      categories: [{ id: 11, slug: 'parts' }],
      tags: [{ id: 21, slug: 'new' }],
      guides: [guide(BATTERY, 'battery'), guide(SCREEN, 'screen'), guide(GONE, 'gone')],
    },
  ]);
  const { database } = service;
  await setLanguages(database, OPERATOR, { host: HOST, languages: ['en', 'de', 'fr'] });
  const translation = { host: `${HOST}:de`, guideId: BATTERY };
  await editGuide(database, OPERATOR, { ...translation, title: 'Der Akku', state: 'published' });
  await editGuide(database, OPERATOR, { host: `${HOST}:fr`, guideId: SCREEN, title: 'L’écran' });
  await editGuide(database, OPERATOR, { host: HOST, guideId: BATTERY, contentHtml: '<p>It is charged.</p>' });
  await editGuide(database, OPERATOR, { host: `${HOST}:de`, guideId: GONE, title: 'Fort' });
  await deleteGuides(database, OPERATOR, { host: HOST, ids: [GONE] });
  await database.none(
    `with voted as (
       insert into guide_votes (knowledge_base_id, guide_id, voter, address, place, vote)
       select k.id, $2, sha256('voter'), sha256('address'), 1, 'down' from knowledge_bases k where k.host = $1
       returning *
     )
     insert into guide_comments (knowledge_base_id, guide_id, voter, comment)
     select knowledge_base_id, guide_id, voter, 'Why?' from voted`,
    [HOST, BATTERY],
  );
  const guideInReview = { host: HOST, guideId: SCREEN };
  await proposeDraft(database, OPERATOR, guideInReview);
  await writeNote(database, OPERATOR, { ...guideInReview, text: 'Which screen?' });
  owner = await signInAs(service, { host: HOST, role: 'owner' });
  editor = await signInAs(service, { host: HOST, role: 'editor', languages: ['de'] });
  author = await signInAs(service, { host: HOST, role: 'author', languages: ['de'] });
  source = await signInAs(service, { host: HOST, role: 'editor', languages: ['en'], name: 'Sarah' });
});

afterAll(() => service.stop());

const read = async (path: string, client: DeskClient) => (await client.get(path).expect(200)).text;

const TABLES = [
  'guides',
  'guide_drafts',
  'guide_notes',
  'guide_categories',
  'guide_tags',
  'guide_reviews',
  'guide_comments',
  'categories',
  'tags',
  'addresses',
  'search_synonyms',
  'import_jobs',
  'deleted_guides',
] as const;

/** The texts and the structure, which no refused form may touch. */
const state = () =>
  Promise.all(
    TABLES.map((table) => service.database.any(`select xmin::text, ctid::text from ${table} order by 2`)),
  );

/** Changes in the main language, and of what all languages have. */
const REFUSED: [path: string, fields?: Record<string, string>][] = [
  ['guides', { action: 'create' }],
  ...['publish', 'unpublish', 'delete', 'tag', 'move'].map((action): [string, Record<string, string>] => [
    'guides',
    { action, tag: 'x', into: 'parts', [`guide[${BATTERY}]`]: '1' },
  ]),
  ...['save', 'propose', 'publish', 'unpublish', 'delete', 'withdraw', 'send-back', 'assign', 'review'].map(
    (action): [string, Record<string, string>] => [
      `guides/${SCREEN}`,
      { action, title: 'New', content: '<p>x</p>', revision: '1', owner: 'x@example.com', decision: 'No.' },
    ],
  ),
  [`guides/${SCREEN}/notes`, { action: 'note', note: 'Why?' }],
  [`guides/${SCREEN}/discard`],
  [`guides/${BATTERY}/history/1`],
  ['deleted', { guides: String(GONE) }],
  [`deleted/${GONE}`, { confirm: 'The gone' }],
  ['insights/comments/1/delete'],
  ['insights/leads-to', { words: 'zeppelin', slug: 'battery' }],
  ['structure/categories', { name: 'New' }],
  ['structure/categories/11', { name: 'Changed', guidesName: 'x', slug: 'changed' }],
  ['structure/categories/11/delete'],
  ['structure/tags', { name: 'New' }],
  ['structure/tags/21', { name: 'Changed', slug: 'changed' }],
  ['structure/addresses', { address: '/old', to: '/' }],
  ['structure/synonyms', { words: 'invoice, bill' }],
  ['structure/import'],
  ['structure/export'],
];

it('someone who is limited to a language begins with its guides', async () => {
  const begin = async (client: DeskClient) => (await client.get(DESK).expect(303)).headers.location;
  expect([await begin(author), await begin(source), await begin(owner)]).toEqual([
    `${GERMAN}/guides`,
    `${DESK}/guides`,
    `${DESK}/guides`,
  ]);
});

describe('S33 someone who is limited to other languages', () => {
  it.each(REFUSED.map(([path, fields = {}]) => [path, fields] as const))(
    'changes nothing: %s %j',
    async (path, fields) => {
      const before = await state();
      const { status, text } = await editor.post(`${DESK}/${path}`, fields);
      expect(status).toBe(403);
      expect(text).toContain('an owner has limited you to');
      expect(await state()).toEqual(before);
    },
  );

  it('changes nothing by script', async () => {
    const before = await state();
    const { status, body } = await editor.send(`${DESK}/guides/${SCREEN}/draft`, { title: 'x' });
    expect([status, await state()]).toEqual([403, before]);
    expect(body.error.message).toContain('limited you to other languages');
    expect((await editor.send(`${DESK}/categories`, { name: 'New', parent: null })).status).toBe(403);
  });

  it('reads the text, with the reason why it cannot be changed, and nothing that would change it', async () => {
    const text = await read(`${DESK}/guides/${SCREEN}`, editor);
    expect(text).toContain('You can read the texts in this language, but not change them');
    expect(text).toContain('<p>About the screen.</p>');
    expect(text).toContain('Which screen?');
    expect(text).toMatch(/<p class="label">Categories<\/p><span>parts</);
    expect(text).not.toMatch(/<textarea|<input(?! type="hidden")|name="action"|id="guide"/);
    expect(await read(`${GERMAN}/guides/${SCREEN}`, source)).toMatch(/You can read[\s\S]*About the screen/);
    expect(await read(`${GERMAN}/guides/${BATTERY}`, source)).toContain('has changed since');
  });

  it('is offered nothing in lists that would be refused', async () => {
    const list = await read(`${DESK}/guides`, editor);
    expect(list).not.toMatch(/value="(create|publish|delete|tag|move)"|\/deleted"|\/structure/);
    expect(list).not.toContain('class="waiting"');
    expect(await read(`${DESK}/guides`, owner)).toMatch(/value="create"[\s\S]*value="move"/);
    const history = await read(`${DESK}/guides/${BATTERY}/history/1`, editor);
    expect(history).not.toContain('Restore version');
    for (const path of ['structure', 'structure/import', 'structure/synonyms', 'deleted'])
      await editor.get(`${DESK}/${path}`).expect(403);
  });

  it.each(['structure/import/1/progress', 'messages/1/file'])(
    'reads nothing of all languages: %s',
    async (path) => {
      for (const base of [DESK, GERMAN])
        for (const client of [editor, source]) await client.get(`${base}/${path}`).expect(403);
      await owner.get(`${DESK}/${path}`).expect(404);
    },
  );

  it('reads no messages of readers', async () => {
    for (const path of ['messages', 'messages/1']) await source.get(`${DESK}/${path}`).expect(403);
    expect((await source.post(`${DESK}/messages/1`, { action: 'close' })).status).toBe(403);
  });

  it.each([
    ['deletes', 'guides', { action: 'delete', [`guide[${BATTERY}]`]: 'on' }],
    ['restores', 'deleted', { guides: String(GONE) }],
    ['permanently deletes', `deleted/${GONE}`, { confirm: 'The gone' }],
  ])('%s no guide with a text in another language', async (_, path, fields) => {
    const before = await state();
    const { status, text } = await source.post(`${DESK}/${path}`, fields);
    expect([status, text]).toEqual([403, expect.stringContaining('an owner has limited you to')]);
    expect(await state()).toEqual(before);
  });

  it('is not offered to delete a guide with a text in another language, and told so in the list', async () => {
    for (const path of ['guides', `guides/${BATTERY}`])
      expect(await read(`${DESK}/${path}`, source)).not.toContain('value="delete"');
    const { text } = await source.post(`${DESK}/guides`, { action: 'delete', [`guide[${BATTERY}]`]: 'on' });
    expect(text).toMatch(/an owner has limited you to[\s\S]*data-opener>The battery</);
  });

  it('deletes, restores and permanently deletes a guide without translations', async () => {
    const { headers } = await source.post(`${DESK}/guides`, { action: 'create', title: 'Alone' });
    const id = /\/guides\/(\d+)/.exec(String(headers.location))?.[1] ?? '';
    const deletion = { action: 'delete', [`guide[${id}]`]: 'on' };
    for (const page of ['guides', `guides/${id}`])
      expect(await read(`${DESK}/${page}`, source)).toContain('value="delete"');
    await source.post(`${DESK}/guides`, deletion).expect(303);
    await source.post(`${DESK}/deleted`, { guides: id }).expect(303);
    await source.post(`${DESK}/guides`, deletion).expect(303);
    const { title, slug } = await service.database.one(
      'select title, slug from deleted_guides where guide_id = $1',
      [id],
    );
    await source.post(`${DESK}/deleted/${id}`, { confirm: title || slug }).expect(303);
  });

  it('works in their own language as the role says', async () => {
    const page = `${GERMAN}/guides/${SCREEN}`;
    const revision = /name="revision" value="(\d+)"/.exec(await read(page, author))?.[1] ?? '';
    const form = { title: 'Der Bildschirm', content: '<p>Hell.</p>', revision };
    await author.post(page, { action: 'propose', ...form }).expect(303);
    expect((await author.post(page, { action: 'send-back' })).status).toBe(403);
    expect(await read(`${GERMAN}/guides`, editor)).toContain('class="waiting"');
    const chosen = { action: 'publish', [`guide[${SCREEN}]`]: 'on' };
    await editor.post(`${GERMAN}/guides`, chosen).expect(303);
    expect((await source.post(`${GERMAN}/guides`, { ...chosen, action: 'unpublish' })).status).toBe(403);
    expect(await read(`${GERMAN}/guides/${SCREEN}`, editor)).toContain('value="unpublish"');
  });

  it('begins, tags and moves guides with the main language, which leaves the structure to others', async () => {
    const list = await read(`${DESK}/guides`, source);
    expect(list).toMatch(/value="create"[\s\S]*value="tag"[\s\S]*value="move"/);
    expect(list).not.toContain(`${DESK}/structure`);
    await source.post(`${DESK}/guides`, { action: 'create', title: 'New' }).expect(303);
    const chosen = { action: 'tag', tag: 'Small', [`guide[${BATTERY}]`]: 'on' };
    await source.post(`${DESK}/guides`, chosen).expect(303);
    expect((await source.post(`${DESK}/structure/tags`, { name: 'New' })).status).toBe(403);
  });
});

describe('the list of guides', () => {
  const titles = async (query: string, base = DESK) =>
    [...(await read(`${base}/guides?${query}`, owner)).matchAll(/data-opener>([^<]+)</g)].map(
      ([, title]) => title,
    );

  it.each([
    ['de:outdated', ['The battery']],
    ['de:published', ['The screen']],
    ['fr:draft', ['The screen']],
    ['fr:missing', ['The battery']],
    ['fr:proposed', []],
  ])('shows the guides whose translation is in a state: %s', async (translation, expected) => {
    expect(await titles(`translation=${translation}&tag=new`)).toEqual(expected);
  });

  it('says so in a chip, also beside other filters and in each language', async () => {
    const text = await read(`${DESK}/guides?translation=de:outdated&state=published`, owner);
    expect(text).toMatch(/aria-current="true"><span class="kind">Translations<\/span> German: Outdated/);
    expect(text).toContain('<option value="de:outdated" selected>German: Outdated</option>');
    expect(await titles('translation=de:outdated', GERMAN)).toEqual(['Der Akku']);
  });

  it.each(['sv:missing', 'en:missing', 'de:gone', 'de'])('takes %s for no filter', async (translation) => {
    expect(await titles(`translation=${translation}&tag=new`)).toHaveLength(2);
  });
});

describe('the people', () => {
  const page = `${DESK}/people`;
  const languages = () => `${page}/${source.personId}/languages`;
  const limits = async (email: string) =>
    (
      await service.database.one(
        'select m.languages from staff_memberships m join staff_people p on p.id = m.person_id where p.email = $1',
        [email],
      )
    ).languages;

  it('are invited for some languages', async () => {
    const person = { email: 'new@example.com', role: 'author', limited: 'on' };
    await owner.post(page, { ...person, 'language[fr]': 'on', 'language[de]': 'on' }).expect(200);
    expect(await limits('new@example.com')).toEqual(['de', 'fr']);
    expect(await read(page, owner)).toMatch(/new@example\.com<\/td>[\s\S]*<span>German, French <a/);
  });

  it.each([
    ['none', 'author', {}, 'Choose at least one language'],
    ['another', 'author', { 'language[sv]': 'on' }, 'no longer exists here'],
    ['some for an owner', 'owner', { 'language[de]': 'on' }, 'Owners work in all languages'],
  ])('are not invited for %s; what was typed stays', async (_, role, fields, reason) => {
    const answer = await owner.post(page, { email: 'no@example.com', role, limited: 'on', ...fields });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(reason);
    expect(answer.text).toMatch(/value="no@example\.com"[\s\S]*name="limited" value="on" checked/);
  });

  it('get other languages, or all', async () => {
    expect(await read(languages(), owner)).toMatch(/name="language\[en\]" value="on" checked/);
    await owner.post(languages(), { limited: 'on', 'language[en]': 'on', 'language[fr]': 'on' }).expect(303);
    expect(await limits('sarah@example.com')).toEqual(['en', 'fr']);
    expect(await read(`${DESK}/audit`, owner)).toContain('Languages: English, French');
    expect((await owner.post(languages(), { limited: 'on' })).status).toBe(422);
    await owner.post(languages(), { limited: '' }).expect(303);
    expect(await limits('sarah@example.com')).toBeNull();
    expect(await read(page, owner)).toMatch(/sarah@example\.com<\/td>[\s\S]*<span>All languages <a/);
  });

  it('are not shown their languages where there is one, nor owners a way to limit them', async () => {
    await owner.get(`${page}/${owner.personId + 1_000}/languages`).expect(404);
    expect((await owner.post(`${page}/${owner.personId}/languages`, { limited: 'on' })).status).toBe(422);
    expect(await read(page, owner)).not.toContain(`${page}/${owner.personId}/languages`);
  });

  it('lose a language with it, and never get others for it', async () => {
    const { database } = service;
    const email = 'new@example.com';
    await setLanguages(database, OPERATOR, { host: HOST, languages: ['en', 'de'], withTranslations: true });
    expect(await limits(email)).toEqual(['de']);
    await setLanguages(database, OPERATOR, { host: HOST, languages: ['en'], withTranslations: true });
    expect(await limits(email)).toEqual([]);
    await service.context.revisions.catchUp((await requireKnowledgeBase(database, HOST)).id);
    expect((await editor.post(`${DESK}/guides`, { action: 'create' })).status).toBe(403);
    expect(await read(page, owner)).toMatch(/new@example\.com<\/td>[\s\S]*<span>none <a/);
    await owner.post(`${page}/${editor.personId}/languages`, { limited: '' }).expect(303);
    await editor.post(`${DESK}/guides`, { action: 'create' }).expect(303);
  });
});
