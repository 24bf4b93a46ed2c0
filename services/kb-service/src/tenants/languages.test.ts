import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteUnusedFiles } from '../files/files.ts';
import type { Actor } from '../model/permissions.ts';
import { OPERATOR } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { purgeGuides } from '../writing/deleted/purge-guides.ts';
import { restoreGuides } from '../writing/deleted/restore-guides.ts';
import { addGuide, editGuide } from '../writing/edit-guide.ts';
import { publishGuides } from '../writing/publishing/publish-guides.ts';
import { changeAndPlaceCategory } from '../writing/structure/change-and-place-category.ts';
import { createCategory } from '../writing/structure/change-categories.ts';
import { confirmTranslation, listTranslations } from '../writing/translations/translations.ts';
import { issueAccessKey } from './access-keys.ts';
import { deleteKnowledgeBase, setProperties } from './administration.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';
import { addHostName, useHostName } from './host-names.ts';
import { listFallbacks, listLanguages, setLanguageFallbacks, setLanguages } from './languages.ts';
import { listKnowledgeBases, showKnowledgeBase } from './overviews.ts';

const BATTERY = 31;
const SCREEN = 32;

describe('the languages of a knowledge base', () => {
  let host: string;
  let german: string;
  let made = 0;
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([]);
  });

  beforeEach(async () => {
    const { database } = service;
    await database.none('delete from knowledge_bases');
    made += 1;
    host = `help-${made}.example.com`;
    german = `${host}:de`;
    await database.none(
      `insert into knowledge_bases (host, name, organization_name, access) values ($1, 'Help', 'Example Ltd', 'public')`,
      [host],
    );
    await service.change(
      host,
      `insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published)
         overriding system value
         values ($1, 31, 'battery', 'Battery', '<p>Battery</p>', 20, true), ($1, 32, 'screen', 'Screen', '', 2, true)`,
    );
    await set('en', 'de', 'pt-BR');
  });

  afterAll(() => service.stop());

  const set = (...languages: string[]) => setLanguages(service.database, OPERATOR, { host, languages });

  const translate = (host: string, guideId: number, title: string) =>
    editGuide(service.database, OPERATOR, {
      host,
      guideId,
      title,
      slug: title.toLowerCase(),
      contentHtml: `<p>${title}</p>`,
      state: 'published',
    });

  const states = async (guideId: number) => {
    const knowledgeBase = await requireKnowledgeBase(service.database, host);
    const rows = await listTranslations(service.database, knowledgeBase, [guideId]);
    return Object.fromEntries(
      rows.map(({ language, state, outdated }) => [language, outdated ? 'outdated' : state]),
    );
  };

  const title = async (language: string, guideId = BATTERY) => {
    await service.settled(host);
    const { body } = await service.get(`/knowledge/v1/${host}/guides/${guideId}?language=${language}`);
    return body.data?.attributes.title;
  };

  it('are written in canonical case, the main one first', async () => {
    expect(await set('EN', 'pt_br', 'zh-hant', 'de')).toEqual({
      changed: true,
      languages: ['en', 'pt-BR', 'zh-Hant', 'de'],
    });
    expect(await listLanguages(service.database, host)).toEqual(['en', 'pt-BR', 'zh-Hant', 'de']);
    expect(await showKnowledgeBase(service.database, host)).toMatchObject({
      languages: ['en', 'pt-BR', 'zh-Hant', 'de'],
    });
    expect(await listKnowledgeBases(service.database)).toHaveLength(1);
    expect(await set('en', 'pt-BR', 'zh-Hant', 'de')).toMatchObject({ changed: false });
  });

  it.each<[string, string[], string]>([
    ['none', [], 'invalid'],
    ['what is no language', ['en', 'qqq'], 'invalid'],
    ['a tag with extensions', ['en', 'de-u-co-phonebk'], 'invalid'],
    ['the same one twice', ['en', 'pt-br', 'pt-BR'], 'invalid'],
    ['more than sixty', ['en', ...Array.from({ length: 60 }, (_, index) => `en-${100 + index}`)], 'invalid'],
    ['another main language', ['de', 'en', 'pt-BR'], 'conflict'],
  ])('cannot be %s', async (_, languages, kind) => {
    await expect(set(...languages)).rejects.toMatchObject({ kind });
    expect(await listLanguages(service.database, host)).toEqual(['en', 'de', 'pt-BR']);
  });

  it('are removed freely without translations, and only on request with some', async () => {
    await translate(german, BATTERY, 'Akku');
    await expect(set('en', 'pt-BR')).rejects.toMatchObject({ kind: 'conflict' });
    await expect(set('en', 'de')).resolves.toMatchObject({ changed: true });
    await setLanguages(service.database, OPERATOR, { host, languages: ['en'], withTranslations: true });
    expect(await listLanguages(service.database, host)).toEqual(['en']);
    expect(await title('de')).toBe('Battery');
    await expect(requireKnowledgeBase(service.database, german)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('cannot have a main language that is one of the others', async () => {
    const name = (language: string) => setProperties(service.database, OPERATOR, { host, language });
    await expect(name('de')).rejects.toMatchObject({ kind: 'conflict' });
    await name('pt');
    expect(await listLanguages(service.database, host)).toEqual(['pt', 'de', 'pt-BR']);
  });

  it('show the main language as chosen, also when it has another name', async () => {
    const chosen = { host, language: 'de', fallbacks: ['pt-BR', 'en'] };
    await setLanguageFallbacks(service.database, OPERATOR, chosen);
    await setProperties(service.database, OPERATOR, { host, language: 'nl' });
    const { id } = await requireKnowledgeBase(service.database, host);
    expect((await listFallbacks(service.database, id)).get('de')).toEqual(['pt-BR', 'nl']);
    expect(await title('de')).toBe('Battery');
  });

  it('choose what stands in for them', async () => {
    await translate(german, BATTERY, 'Akku');
    const fallbacks = (language: string, wanted: string[] | null) =>
      setLanguageFallbacks(service.database, OPERATOR, { host, language, fallbacks: wanted });
    expect(await title('pt-BR')).toBe('Battery');
    expect(await fallbacks('pt-BR', ['de'])).toBe(true);
    expect([await title('pt-BR'), await title('pt-BR', SCREEN)]).toEqual(['Akku', undefined]);
    expect(await fallbacks('pt-BR', [])).toBe(true);
    expect(await title('pt-BR')).toBe(undefined);
    expect(await fallbacks('pt-BR', null)).toBe(true);
    expect(await fallbacks('pt-BR', null)).toBe(false);
    expect(await title('pt-BR')).toBe('Battery');
    await expect(fallbacks('en', ['de'])).rejects.toMatchObject({ kind: 'invalid' });
    await expect(fallbacks('de', ['fr'])).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('have a place for every guide, one translation at most, and its own slug', async () => {
    expect(await states(BATTERY)).toEqual({ en: 'published', de: null, 'pt-BR': null });
    await translate(german, BATTERY, 'Akku');
    await editGuide(service.database, OPERATOR, {
      host: `${host}:pt-br`,
      guideId: BATTERY,
      title: 'Bateria',
    });
    expect(await states(BATTERY)).toEqual({ en: 'published', de: 'published', 'pt-BR': 'draft' });
    await expect(
      service.database.none(
        `insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published)
           overriding system value
           select id, 31, 'again', 'Again', '', 2, false from knowledge_bases where host = $1`,
        [german],
      ),
    ).rejects.toThrow('guides_pkey');
    const { id } = await addGuide(service.database, OPERATOR, {
      host,
      title: 'New',
      state: 'published',
    });
    expect([await title('de', id), await states(id)]).toEqual([
      'New',
      { en: 'published', de: null, 'pt-BR': null },
    ]);
  });

  it('may have a slug that another guide has in another language', async () => {
    await translate(german, BATTERY, 'Power');
    await addGuide(service.database, OPERATOR, { host, title: 'Power', state: 'published' });
    await service.settled(host);
    const titleAt = async (language: string) =>
      (await service.get(`/knowledge/v1/${host}/guides/slug/power?language=${language}&include=tags`)).body
        .data;
    expect((await titleAt('de')).id).toBe(String(BATTERY));
    expect((await titleAt('en')).id).not.toBe(String(BATTERY));
    await expect(translate(german, SCREEN, 'Power')).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('are outdated after the main language was published, until they are published or confirmed', async () => {
    await translate(german, BATTERY, 'Akku');
    await translate(host, BATTERY, 'Batteries');
    expect(await states(BATTERY)).toMatchObject({ en: 'published', de: 'outdated' });
    await confirmTranslation(service.database, OPERATOR, { host: german, guideId: BATTERY });
    expect(await states(BATTERY)).toMatchObject({ de: 'published' });
    await translate(host, BATTERY, 'Battery');
    await translate(german, BATTERY, 'Akkus');
    expect(await states(BATTERY)).toMatchObject({ de: 'published' });
    await expect(
      confirmTranslation(service.database, OPERATOR, { host: german, guideId: SCREEN }),
    ).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('publish nothing that is not translated', async () => {
    const battery = { host: german, ids: [BATTERY] };
    await expect(publishGuides(service.database, OPERATOR, battery)).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(
      editGuide(service.database, OPERATOR, { host: german, guideId: BATTERY, state: 'published' }),
    ).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('share categories, which have a name in each', async () => {
    const category = await createCategory(service.database, OPERATOR, { host, name: 'Power' });
    await editGuide(service.database, OPERATOR, { host, guideId: BATTERY, categories: [category.id] });
    await translate(german, BATTERY, 'Akku');
    const names = async (language: string) => {
      await service.settled(host);
      const { body } = await service.get(
        `/knowledge/v1/${host}/guides/${BATTERY}/categories?language=${language}`,
      );
      return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
    };
    expect([await names('de'), await names('pt-BR')]).toEqual([['Power'], ['Power']]);
    const rename = (host: string, name: string) =>
      changeAndPlaceCategory(service.database, OPERATOR, { host, id: category.id, name });
    await rename(german, 'Strom');
    await rename(host, 'Energy');
    expect([await names('de'), await names('pt-BR')]).toEqual([['Strom'], ['Energy']]);
    await expect(
      editGuide(service.database, OPERATOR, { host: german, guideId: BATTERY, categories: [] }),
    ).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('go with a guide that is deleted, and come back with it', async () => {
    await translate(german, BATTERY, 'Akku');
    await deleteGuides(service.database, OPERATOR, { host, ids: [BATTERY] });
    expect([await title('de'), await title('en')]).toEqual([undefined, undefined]);
    await expect(
      restoreGuides(service.database, OPERATOR, { host: german, ids: [BATTERY] }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    await restoreGuides(service.database, OPERATOR, { host, ids: [BATTERY] });
    expect([await title('de'), await title('en'), await title('pt-BR')]).toEqual([
      'Akku',
      'Battery',
      'Battery',
    ]);
  });

  it('lose a translation that is deleted, until it is restored', async () => {
    await translate(german, BATTERY, 'Akku');
    await deleteGuides(service.database, OPERATOR, { host: german, ids: [BATTERY] });
    expect([await title('de'), await states(BATTERY)]).toMatchObject(['Battery', { de: null }]);
    await restoreGuides(service.database, OPERATOR, { host: german, ids: [BATTERY] });
    expect([await title('de'), await states(BATTERY)]).toMatchObject(['Akku', { de: 'published' }]);
  });

  it('keep to the host names and the access of the knowledge base', async () => {
    const { database } = service;
    const other = { host, name: 'docs-of-help.example.com' };
    await addHostName(database, OPERATOR, { ...other, serviceUrls: [] });
    await useHostName(database, OPERATOR, other);
    await setProperties(database, OPERATOR, { host, access: 'key', name: 'Docs' });
    for (const name of [host, 'docs-of-help.example.com']) {
      expect(await requireKnowledgeBase(database, `${name}:de`)).toMatchObject({
        host: 'docs-of-help.example.com:de',
        main_host: 'docs-of-help.example.com',
        language: 'de',
        access: 'key',
        name: 'Docs',
      });
    }
  });

  it('have the people, keys and settings of the knowledge base', async () => {
    const change = { host: german, name: 'shop' };
    await expect(issueAccessKey(service.database, OPERATOR, change)).rejects.toMatchObject({
      kind: 'conflict',
    });
    await expect(addGuide(service.database, OPERATOR, { host: german, title: 'Neu' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    const { main_id } = await requireKnowledgeBase(service.database, host);
    const editor: Actor = { name: 'Eva', role: 'editor', door: 'desk', knowledgeBaseId: main_id };
    await editGuide(service.database, editor, { host: german, guideId: BATTERY, title: 'Akku' });
    const stranger = { ...editor, knowledgeBaseId: main_id + 1_000 };
    await expect(
      editGuide(service.database, stranger, { host: german, guideId: BATTERY, title: 'Fremd' }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('keep the files of the main language that a translation shows', async () => {
    const { database } = service;
    const token = 'AAAAAAAAAAAAAAAAAAAAAA';
    await service.change(
      host,
      `insert into files (knowledge_base_id, content_hash, token, media_type, path, bytes)
         values ($1, sha256('x'), $2, 'image/png', 'a.png', 'x')`,
      [token],
    );
    const contentHtml = `<p><img src="/files/${token}.png" alt="A"></p>`;
    await editGuide(database, OPERATOR, { host: german, guideId: BATTERY, contentHtml, state: 'published' });
    await service.request.get(`/files/${token}.png`).expect(200);
    await translate(host, BATTERY, 'Unillustrated');
    // So does what a former version of it shows.
    await translate(german, BATTERY, 'Unbebildert');
    await service.request.get(`/files/${token}.png`).expect(200);
    await deleteGuides(database, OPERATOR, { host: german, ids: [BATTERY] });
    await service.request.get(`/files/${token}.png`).expect(404);
    // A deleted translation keeps it while it can be restored.
    const { id } = await requireKnowledgeBase(database, host);
    await deleteUnusedFiles(database, id);
    await restoreGuides(database, OPERATOR, { host: german, ids: [BATTERY] });
    await service.request.get(`/files/${token}.png`).expect(200);
    await deleteGuides(database, OPERATOR, { host: german, ids: [BATTERY] });
    expect(await purgeGuides(database, OPERATOR, { host: german, ids: [BATTERY] })).toMatchObject({
      files: 1,
    });
    expect(await database.any('select from files where token = $1', [token])).toEqual([]);
  });

  it('are deleted with the knowledge base', async () => {
    await translate(german, BATTERY, 'Akku');
    await deleteKnowledgeBase(service.database, OPERATOR, { host });
    expect(await service.database.any('select 1 from guides')).toEqual([]);
    expect(await service.database.any('select 1 from knowledge_bases')).toEqual([]);
  });
});
