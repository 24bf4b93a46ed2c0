import { png } from '@guidepost/files/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setLanguages } from '../../tenants/languages.ts';
import { OPERATOR } from '../../testing/content.ts';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { uploadImage } from '../../writing/drafts/upload-image.ts';
import { editGuide } from '../../writing/edit-guide.ts';

const HOST = 'help.example.com';
const DESK = `/desk/kb/${HOST}`;
const GERMAN = `${DESK}%3Ade`;

/** Translated, translated before the source changed, begun, and two untouched. */
const [BATTERY, SCREEN, CABLE, SOUND, LIGHT] = [31, 32, 33, 34, 35] as const;

let service: TestService;
let owner: DeskClient;
let author: DeskClient;
let stranger: DeskClient;

beforeAll(async () => {
  const ids = { battery: BATTERY, screen: SCREEN, cable: CABLE, sound: SOUND, light: LIGHT };
  const guides = Object.entries(ids).map(([slug, id]) => ({
    id,
    slug,
    title: `The ${slug}`,
    content: `<p>About the ${slug}.</p>`,
    categories: [1],
    tags: [1],
  }));
  service = await startTestService([
    { host: HOST, categories: [{ id: 1, slug: 'parts' }], tags: [{ id: 1, slug: 'new' }], guides },
    { host: 'other.example.com' },
  ]);
  await setLanguages(service.database, OPERATOR, { host: HOST, languages: ['en', 'de'] });
  await translate(BATTERY, 'Der Akku', 'published');
  await translate(SCREEN, 'Der Bildschirm', 'published');
  await translate(CABLE, 'Das Kabel', 'draft');
  await changeSource(SCREEN, '<p>About the bright screen.</p>');
  owner = await signInAs(service, { host: HOST, role: 'owner' });
  author = await signInAs(service, { host: HOST, role: 'author' });
  stranger = await signInAs(service, { host: 'other.example.com', role: 'owner' });
});

afterAll(() => service.stop());

async function translate(guideId: number, title: string, state: 'draft' | 'published'): Promise<void> {
  const contentHtml = `<p>${title} im Text.</p>`;
  await editGuide(service.database, OPERATOR, { host: `${HOST}:de`, guideId, title, contentHtml, state });
}

async function changeSource(guideId: number, contentHtml: string): Promise<void> {
  await editGuide(service.database, OPERATOR, { host: HOST, guideId, contentHtml });
}

const read = async (path: string, client = owner) => (await client.get(path).expect(200)).text;

/** By guide and language: what the list says of each text, and where it leads. */
async function marks(): Promise<Record<string, string>> {
  const text = await read(`${DESK}/guides`);
  const mark =
    /href="([^"]+)\/guides\/(\d+)"[^>]*><span aria-hidden="true">([^<]+)<\/span><span class="visually-hidden">[^:<]+: ([^<]+)</g;
  return Object.fromEntries(
    [...text.matchAll(mark)].map(([, base, id, tag, state]) => [`${id} ${tag}`, `${state} ${base}`]),
  );
}

describe('the list of guides', () => {
  it('has a mark for each language, which opens the text or begins it', async () => {
    expect(await marks()).toMatchObject({
      [`${BATTERY} en`]: `Published ${DESK}`,
      [`${BATTERY} de`]: `Published ${GERMAN}`,
      [`${SCREEN} de`]: `Outdated ${GERMAN}`,
      [`${CABLE} de`]: `Draft ${GERMAN}`,
      [`${SOUND} de`]: `Not translated ${GERMAN}`,
    });
  });

  it('stands in each language, with the titles and states there', async () => {
    const text = await read(`${GERMAN}/guides?sort=title`);
    expect(text).toContain('>Der Akku</a>');
    expect(text).toContain(`<a class="chip" href="${DESK}/guides?sort=title">English</a>`);
    expect(text).not.toContain('value="create"');
    expect(text).not.toContain('value="move"');
  });

  it('has no such column while there is one language', async () => {
    expect(await read('/desk/kb/other.example.com/guides', stranger)).not.toContain('Languages');
  });
});

describe('the editor of a translation', () => {
  it('begins with an empty text beside the source, and has drafts and a state of its own', async () => {
    const page = `${GERMAN}/guides/${SOUND}`;
    const text = await read(page);
    expect(text).toMatch(/<input id="title"[^>]* value=""/);
    expect(text).toContain('<p>About the sound.</p>');
    expect(text).toMatch(/data-start-with-source.*"source":"[^"]*About the sound/s);
    const revision = /name="revision" value="(\d+)"/.exec(text)?.[1] ?? '';
    const form = { action: 'save', title: 'Der Ton', content: '<p>Über den Ton.</p>', revision };
    await author.post(page, form).expect(303);
    expect((await marks())[`${SOUND} de`]).toBe(`Draft ${GERMAN}`);
    expect(await read(`${DESK}/guides/${SOUND}`)).toContain('value="The sound"');
    const { body } = await service.get(`/knowledge/v1/${HOST}/guides/${SOUND}?language=de`).expect(200);
    expect(body.data.attributes.title).toBe('The sound');
  });

  it('names its language, and takes the slug of the main language for a title in other letters', async () => {
    const page = `${GERMAN}/guides/${LIGHT}`;
    const text = await read(page);
    expect(text).toContain('<span class="quiet">German</span>');
    const revision = /name="revision" value="(\d+)"/.exec(text)?.[1] ?? '';
    const form = { action: 'save', title: 'Звук', content: '<p>Звук.</p>', slug: '', revision };
    await author.post(page, form).expect(303);
    expect(await read(page)).toMatch(/id="slug"[^>]* value="light"/);
  });

  it('is published and deleted in its language alone, and leaves the categories as they are', async () => {
    const page = `${GERMAN}/guides/${CABLE}`;
    const revision = /name="revision" value="(\d+)"/.exec(await read(page))?.[1] ?? '';
    const form = { action: 'publish', title: 'Das Kabel', content: '<p>Neu.</p>', revision };
    expect((await author.post(page, form)).status).toBe(403);
    await owner.post(page, form).expect(303);
    const { body } = await service.get(`/knowledge/v1/${HOST}/guides/${CABLE}?language=de`).expect(200);
    expect(body.data.attributes.title).toBe('Das Kabel');
    const count = 'select count(*) as guides from guide_categories where guide_id = $1';
    expect(await service.database.any(count, [CABLE])).toEqual([{ guides: 2 }]);
    expect(await read(`${DESK}/guides/${CABLE}`)).toContain('value="The cable"');
    const { headers } = await owner.post(page, { action: 'delete' }).expect(303);
    expect(headers.location).toContain('done=noticeTranslationDeleted');
  });

  it('says that the source has changed since, and how, until someone finds it still right', async () => {
    const page = `${GERMAN}/guides/${SCREEN}`;
    expect(await read(`${GERMAN}/guides/${BATTERY}`)).not.toContain('value="confirm"');
    expect(await read(page)).toContain('The original text (English) has changed since');
    expect(await read(`${page}/source`)).toMatch(/<ins[^>]*>.*bright/s);
    const revision = /name="revision" value="(\d+)"/.exec(await read(page))?.[1] ?? '';
    const fields = { title: 'Der Bildschirm', content: '<p>Der Bildschirm im Text.</p>', revision };
    await author.post(page, { action: 'confirm', ...fields });
    expect(await read(page)).not.toContain('value="confirm"');
    expect((await marks())[`${SCREEN} de`]).toBe(`Published ${GERMAN}`);
    await owner.get(`${page}/source`).expect(200);
  });

  it('shows pictures of the source', async () => {
    const picture = { host: HOST, guideId: BATTERY, name: 'battery.png', bytes: png() };
    const { src } = await uploadImage(service.database, OPERATOR, picture);
    for (const desk of [DESK, GERMAN]) await owner.get(desk + src).expect(200);
    await stranger.get(`/desk/kb/other.example.com${src}`).expect(404);
  });

  it('is a page of the people of the knowledge base alone', async () => {
    await owner.get(`${GERMAN}/guides/battery`).expect('Location', `${GERMAN}/guides/${BATTERY}`).expect(303);
    await stranger.get(`${GERMAN}/guides/${BATTERY}`).expect(404);
    await stranger.post(`${GERMAN}/guides/${BATTERY}`, { action: 'confirm' }).expect(404);
    await owner.get(`${DESK}%3Afr/guides`).expect(404);
  });
});

describe('the desk of a language', () => {
  it.each(['settings', 'structure/addresses', 'structure/import', 'keys', 'audit', 'settings/languages'])(
    'leads to the one of all languages: %s',
    async (path) => {
      const { headers } = await owner.get(`${GERMAN}/${path}`).expect(303);
      expect(headers.location).toBe(`${DESK}/${path}`);
    },
  );

  it('changes nothing that concerns all languages', async () => {
    const tags = () => service.database.any('select id from tags');
    const before = await tags();
    await owner.post(`${GERMAN}/structure/tags`, { name: 'New' }).expect(409);
    await owner.post(`${GERMAN}/guides`, { action: 'create' }).expect(422);
    expect(await tags()).toEqual(before);
  });

  it.each(['insights', `guides/${BATTERY}/insights`])('counts for itself: %s', async (path) => {
    const text = await read(`${GERMAN}/${path}?days=7`);
    expect(text).toContain(`<a class="chip" href="${DESK}/${path}?days=7">English</a>`);
    expect(text).toContain(`aria-current="page">German</a>`);
  });
});

describe('categories, tags and synonyms of a language', () => {
  it('are marked until they have a name of their own, and have nothing that moves or ends them', async () => {
    const text = await read(`${GERMAN}/structure`);
    expect(text).toContain(`<a class="chip" href="${DESK}/structure">English</a>`);
    expect(text.match(/Not translated/g)).toHaveLength(2);
    expect(text).not.toMatch(/data-move|name="parent"|structure\/(categories|tags)"/);
    expect(await read(`${DESK}/structure`)).not.toContain('Not translated');
  });

  it('have names, a description and an address there, beside those of the main language', async () => {
    const page = `${GERMAN}/structure/categories/1`;
    const text = await read(page);
    expect(text).toContain(
      'Original text (English): <span lang="en"><strong>parts</strong> · parts guides</span>',
    );
    expect(text).not.toMatch(/name="(icon|parent|formerParent|order|into|confirm)"/);
    const fields = { name: 'Teile', guidesName: 'Über Teile', slug: 'teile', description: 'Für alle' };
    await owner.post(page, fields).expect(303);
    await owner.post(`${GERMAN}/structure/tags/1`, { name: 'Neu', slug: 'neu' }).expect(303);
    expect(await read(`${GERMAN}/structure`)).not.toContain('Not translated');
    const paths = ['/categories', '/categories?language=de', '/tags?language=de'];
    const answers = paths.map((path) => service.get(`/knowledge/v1/${HOST}${path}`));
    const [main, german, tags] = (await Promise.all(answers)).map(({ body }) => body.data[0]?.attributes);
    expect(main).toMatchObject({ name: 'parts', slug: 'parts' });
    expect(german).toMatchObject({ name: 'Teile', slug: 'teile' });
    expect(await read(page)).toMatch(/<textarea[^>]*>\s*Für alle<\/textarea>/);
    expect(tags).toMatchObject({ name: 'Neu', slug: 'neu' });
    const former = await service.request.get(`/site/${HOST}/de/categories/parts`);
    expect(former.headers.location).toMatch(/\/de\/categories\/teile$/);
  });

  it('are refused beside the fields, with the name of the main language still there', async () => {
    const page = `${GERMAN}/structure/categories/1`;
    const { status, text } = await owner.post(page, { name: ' ', guidesName: '', slug: 'teile' });
    expect([status, text.includes('aria-invalid="true"'), text.includes('<strong>parts</strong>')]).toEqual([
      422,
      true,
      true,
    ]);
  });

  it.each([
    ['categories/1', { name: 'Teile', slug: 'teile', icon: 'book' }],
    ['categories/1', { name: 'Teile', slug: 'teile', parent: '1', formerParent: '' }],
    ['categories/1/merge', { into: '1', confirm: 'Teile' }],
    ['categories/1/delete', { confirm: 'Teile' }],
    ['categories/1/move', { place: '1' }],
    ['categories/1/guides', { order: '32,31' }],
    ['categories', { name: 'Neu' }],
    ['tags/1/delete', { confirm: 'Neu' }],
    ['tags/1/merge', { into: '1', confirm: 'Neu' }],
    ['addresses', { address: '/alt', to: '/' }],
  ])('keep what concerns all languages: %s %j', async (path, fields) => {
    await owner.post(`${GERMAN}/structure/${path}`, fields).expect(409);
  });

  it('are changed by those who may change the structure', async () => {
    for (const path of ['structure', 'structure/categories/1', 'structure/tags/1', 'structure/synonyms'])
      await author.get(`${GERMAN}/${path}`).expect(403);
    await author.post(`${GERMAN}/structure/categories/1`, { name: 'x', slug: 'x' }).expect(403);
  });

  it('find words that mean the same in their language alone', async () => {
    await owner.post(`${GERMAN}/structure/synonyms`, { words: 'akku, batterie' }).expect(303);
    expect(await read(`${GERMAN}/structure/synonyms`)).toContain('akku, batterie');
    expect(await read(`${DESK}/structure/synonyms`)).not.toContain('akku');
  });
});

describe('the languages in the settings', () => {
  const page = `${DESK}/settings/languages`;
  const languages = async () =>
    (
      await service.database.any<{ language: string }>(
        `select language from knowledge_bases where host like $1 order by language_place nulls first`,
        [`${HOST}%`],
      )
    ).map(({ language }) => language);

  it('are added by their tags and names, and give the editor their direction', async () => {
    await owner.post(page, { action: 'add', language: 'arabic' }).expect(303);
    expect(await read(`${DESK}%3Aar/guides/${BATTERY}`)).toContain('"text":{"lang":"ar","dir":"rtl"}');
    await owner.post(page, { action: 'remove', language: 'ar' }).expect(303);
    await owner.post(page, { action: 'add', language: 'pt_br' }).expect(303);
    expect(await languages()).toEqual(['en', 'de', 'pt-BR']);
    expect(await read(page)).toContain('Brazilian Portuguese');
  });

  it('are ordered by arrows, the main one first', async () => {
    const { headers } = await owner.post(page, { move: 'pt-BR:-1' }).expect(303);
    expect(await languages()).toEqual(['en', 'pt-BR', 'de']);
    expect(await read(String(headers.location))).toMatch(/value="pt-BR:1" autofocus/);
    for (const move of ['pt-BR:-1', 'en:1', 'fr:1', 'de']) await owner.post(page, { move }).expect(303);
    expect(await languages()).toEqual(['en', 'pt-BR', 'de']);
  });

  it('have languages that stand in for missing texts, which are chosen by their tags', async () => {
    const choose = (fields: Record<string, string>) => owner.post(page, { language: 'pt-BR', ...fields });
    expect(await read(page)).toContain('Missing texts are shown in English');
    await choose({ action: 'fallbacks', fallbacks: 'DE, en' }).expect(303);
    expect(await read(page)).toContain('Missing texts are shown in German, English');
    expect(await read(`${page}?fallbacks=pt-BR`)).toContain('value="de, en"');
    await choose({ action: 'fallbacks', fallbacks: '' }).expect(303);
    expect(await read(page)).toContain('Guides without a translation are not shown');
    const { status, text } = await choose({ action: 'fallbacks', fallbacks: 'fr' });
    expect([status, text.includes('value="fr"'), text.includes('Enter tags of other languages')]).toEqual([
      422,
      true,
      true,
    ]);
    await choose({ action: 'default' }).expect(303);
    expect(await read(page)).not.toContain('Guides without a translation are not shown');
  });

  it.each(['de', 'nonsense!', ''])('are refused beside the field: %j', async (language) => {
    const { status, text } = await owner.post(page, { action: 'add', language });
    expect(status).toBe(422);
    expect(text).toContain('aria-invalid="true"');
  });

  it('are removed at once, or once their tag is typed if there are translations', async () => {
    await owner.post(page, { action: 'remove', language: 'pt-BR' }).expect(303);
    for (const typed of [{}, { confirm: 'en' }]) {
      const { status, text } = await owner.post(page, { action: 'remove', language: 'de', ...typed });
      expect([409, 422]).toContain(status);
      expect(text).toContain('name="confirm"');
      expect(await languages()).toEqual(['en', 'de']);
    }
    expect((await owner.post(page, { action: 'remove', language: 'en' })).status).toBe(422);
    await owner.post(page, { action: 'remove', language: 'de', confirm: 'de' }).expect(303);
    expect(await languages()).toEqual(['en']);
  });
});
