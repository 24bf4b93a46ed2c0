import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setLanguages } from '../tenants/languages.ts';
import { OPERATOR } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { editGuide } from '../writing/edit-guide.ts';
import { unpublishGuides } from '../writing/publishing/publish-guides.ts';

const HOST = 'help.example.com';
const API = `/knowledge/v1/${HOST}`;

/** Translated into most languages, into one, as a draft, not at all and unpublished, and only in German. */
const BATTERY = 31;
const SCREEN = 32;
const CABLE = 33;
const SOUND = 34;
const SECRET = 35;

const TRANSLATIONS = [
  ['de', BATTERY, 'Akku', 'published'],
  ['pt', BATTERY, 'Bateria', 'published'],
  ['pt-BR', BATTERY, 'Bateria do Brasil', 'published'],
  ['zh-Hans', BATTERY, '电池', 'published'],
  ['pt', SCREEN, 'Ecrã', 'published'],
  ['de', CABLE, 'Kabel geheim', 'draft'],
  ['de', SECRET, 'Nur auf Deutsch', 'published'],
] as const;

describe('guides in several languages', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([
      {
        host: HOST,
        categories: [
          { id: 1, slug: 'power' },
          { id: 2, slug: 'picture' },
          { id: 3, slug: 'german-only' },
        ],
        tags: [{ id: 1, slug: 'new' }],
        guides: [
          { id: BATTERY, slug: 'battery', title: 'Battery', categories: [1], tags: [1] },
          { id: SCREEN, slug: 'screen', title: 'Screen', categories: [2] },
          { id: CABLE, slug: 'cable', title: 'Cable', categories: [1] },
          { id: SOUND, slug: 'sound', title: 'Sound', published: false, categories: [1] },
          { id: SECRET, slug: 'secret', title: 'Secret', published: false, categories: [3] },
        ],
      },
      { host: 'one.example.com', language: 'sv', guides: [{ id: 41, slug: 'ett', title: 'Ett' }] },
    ]);
    await setLanguages(service.database, OPERATOR, {
      host: HOST,
      languages: ['en', 'de', 'pt', 'pt-br', 'zh-hant', 'zh-Hans'],
    });
    for (const [language, guideId, title, state] of TRANSLATIONS) {
      await editGuide(service.database, OPERATOR, {
        host: `${HOST}:${language.toLowerCase()}`,
        guideId,
        title,
        slug: language === 'zh-Hans' ? 'dianchi' : title.toLowerCase().replaceAll(' ', '-').replace('ã', 'a'),
        contentHtml: `<p>${title}</p>`,
        state,
      });
    }
    await service.settled(HOST);
  });

  afterAll(() => service.stop());

  const titles = (body: { data: { attributes: { title: string } }[] }) =>
    body.data.map(({ attributes }) => attributes.title);

  it.each([
    ['en', 'en', ['Battery', 'Screen', 'Cable']],
    ['de', 'de, en', ['Akku', 'Screen', 'Cable', 'Nur auf Deutsch']],
    ['DE', 'de, en', ['Akku', 'Screen', 'Cable', 'Nur auf Deutsch']],
    ['de-CH', 'de, en', ['Akku', 'Screen', 'Cable', 'Nur auf Deutsch']],
    ['pt-BR', 'pt-BR, pt, en', ['Bateria do Brasil', 'Ecrã', 'Cable']],
    ['pt_BR', 'pt-BR, pt, en', ['Bateria do Brasil', 'Ecrã', 'Cable']],
    ['pt-AO', 'pt, en', ['Bateria', 'Ecrã', 'Cable']],
    ['zh-CN', 'zh-Hans, en', ['电池', 'Screen', 'Cable']],
    ['zh-TW', 'en', ['Battery', 'Screen', 'Cable']],
    ['fi', 'en', ['Battery', 'Screen', 'Cable']],
  ])('?language=%s answers in %s', async (language, header, expected) => {
    const answer = await service.get(`${API}/guides?language=${language}`);
    expect(answer.headers['content-language']).toBe(header);
    expect(titles(answer.body)).toEqual(expected);
    expect(answer.body.meta.total).toBe(expected.length);
  });

  it('names the language of each text, and those that are published', async () => {
    const { body } = await service.get(`${API}/guides?language=pt-BR`);
    expect(body.data.map(({ meta }: { meta: unknown }) => meta)).toEqual([
      { language: 'pt-BR', languages: ['en', 'de', 'pt', 'pt-BR', 'zh-Hans'] },
      { language: 'pt', languages: ['en', 'pt'] },
      { language: 'en', languages: ['en'] },
    ]);
    expect(body.meta).toMatchObject({
      language: 'pt-BR',
      languages: ['en', 'de', 'pt', 'pt-BR', 'zh-Hant', 'zh-Hans'],
    });
  });

  it('reads a guide by its id, or by its slug in any language', async () => {
    for (const path of [
      `guides/${BATTERY}`,
      'guides/slug/akku',
      'guides/slug/battery',
      'guides/slug/bateria',
    ]) {
      const { body, headers } = await service.get(`${API}/${path}?language=de`);
      expect(body.data.attributes).toEqual({ title: 'Akku', slug: 'akku', content_html: '<p>Akku</p>' });
      expect(body.meta).toEqual({ language: 'de', languages: ['en', 'de', 'pt', 'pt-BR', 'zh-Hans'] });
      expect(headers['content-language']).toBe('de');
      expect(body.data.links).toEqual({
        self: `${API}/guides/${BATTERY}?language=de`,
        public: 'https://help.example.com/de/guides/akku',
      });
    }
  });

  it('includes what belongs to a guide, and the guides of categories, in the language', async () => {
    const { body } = await service.get(`${API}/categories/1?language=de&include=guides,knowledge_base`);
    expect(
      titles({
        data: body.included
          .map(({ data }: { data: unknown }) => data)
          .filter(({ type }: { type: string }) => type === 'guide'),
      }),
    ).toEqual(['Akku', 'Cable']);
    const whole = await service.get(`${API}?language=de&include=guides`);
    expect(whole.body.included).toHaveLength(4);
    expect(whole.body.data).toMatchObject({ attributes: { host: HOST } });
    expect(whole.body.data.id).toBe((await service.get(API)).body.data.id);
  });

  it('shows categories whose guides a language has, or another stands in for', async () => {
    const slugs = async (language: string) =>
      (await service.get(`${API}/categories?language=${language}`)).body.data.map(
        ({ attributes }: { attributes: { slug: string } }) => attributes.slug,
      );
    expect(await slugs('de')).toEqual(['power', 'picture', 'german-only']);
    expect(await slugs('pt')).toEqual(['power', 'picture']);
    expect(await slugs('en')).toEqual(['power', 'picture']);
  });

  it('hides drafts and what is published nowhere, in every language', async () => {
    for (const language of ['en', 'de', 'pt', 'pt-BR', 'zh-Hant', 'zh-Hans']) {
      const answers = await Promise.all([
        service.get(`${API}/guides?language=${language}`),
        service.get(`${API}/guides/${CABLE}?language=${language}`),
        service.get(`${API}?include=guides,categories,tags&language=${language}`),
      ]);
      for (const { text } of answers) expect(text).not.toMatch(/geheim|Sound/);
      await service.get(`${API}/guides/${SOUND}?language=${language}`).expect(404);
      await service.get(`${API}/guides/slug/kabel-geheim?language=${language}`).expect(404);
      await service.get(`${API}/guides/${SECRET}?language=${language}`).expect(language === 'de' ? 200 : 404);
    }
  });

  it('counts one vote for a guide, whatever the language', async () => {
    const vote = (path: string) =>
      service.request.post(`${API}/guides/${path}`).set('Accept', 'application/vnd.api+json');
    const { body } = await vote('akku/upvote?language=de').expect(200);
    expect(body).toMatchObject({ data: { attributes: { title: 'Akku' } }, meta: { upvotes: 1, vote: 'up' } });
    expect((await vote('battery/upvote')).body.meta).toMatchObject({ upvotes: 1, vote: 'up' });
  });

  it('answers as before without the parameter', async () => {
    for (const path of ['', '/guides', `/guides/${BATTERY}`, '/categories', '/tags']) {
      const plain = await service.get(API + path);
      expect(plain.headers).not.toHaveProperty('content-language');
      expect(plain.text).not.toContain('language');
    }
    await service.get(`${API}/guides/slug/akku`).expect(404);
    await service.get(`/knowledge/v1/${HOST}:de/guides`).expect(404);
  });

  it('has other entity tags in other languages, and the same for the same text', async () => {
    const tag = async (query: string) => (await service.get(`${API}/guides/${BATTERY}${query}`)).headers.etag;
    const tags = await Promise.all(['', '?language=en', '?language=de', '?language=pt'].map(tag));
    expect(new Set(tags).size).toBe(4);
    expect(await tag('?language=de-AT')).toBe(tags[2]);
  });

  it.each(['', 'd', 'de-u-co-phonebk', 'x-private', 'qqq', 'de--CH', 'deutsch und mehr', '%00'])(
    'refuses %j, which is no language',
    async (language) => {
      const { status, body } = await service.get(`${API}/guides?language=${language}`);
      expect(status).toBe(400);
      expect(body.errors[0]).toMatchObject({ code: 'invalid_parameter', source: { parameter: 'language' } });
    },
  );

  it('answers in the one language of a knowledge base that has no other', async () => {
    const { body, headers } = await service.get('/knowledge/v1/one.example.com/guides/41?language=de');
    expect(headers['content-language']).toBe('sv');
    expect(body.meta).toEqual({ language: 'sv', languages: ['sv'] });
  });

  it('lists by the titles that readers see, in as many statements as without a language', async () => {
    const rename = async (title: string) => {
      await editGuide(service.database, OPERATOR, { host: `${HOST}:pt`, guideId: SCREEN, title });
      await service.settled(HOST);
    };
    const list = async (size: number, language = '') => {
      service.takeStatements();
      const { body } = await service
        .get(`${API}/guides?sort=title&page[size]=${size}${language}`)
        .expect(200);
      return { titles: titles(body), statements: service.takeStatements().length };
    };
    await rename('Aparelho');
    await list(8);
    expect((await list(8, '&language=pt-BR')).titles).toEqual(['Aparelho', 'Bateria do Brasil', 'Cable']);
    const [without, inLanguage] = [await list(9), await list(9, '&language=pt-BR')];
    expect(inLanguage.statements).toBe(without.statements);
    await rename('Ecrã');
    expect((await list(9, '&language=pt-BR')).titles).toEqual(['Bateria do Brasil', 'Cable', 'Ecrã']);
  });

  it('shows another text as soon as one is unpublished, and none when the last one is', async () => {
    const title = async (language: string) =>
      (await service.get(`${API}/guides/${SCREEN}?language=${language}`)).body.data?.attributes.title;
    expect([await title('pt-BR'), await title('de')]).toEqual(['Ecrã', 'Screen']);
    await unpublishGuides(service.database, OPERATOR, { host: `${HOST}:pt`, ids: [SCREEN] });
    await service.settled(HOST);
    expect([await title('pt-BR'), await title('de')]).toEqual(['Screen', 'Screen']);
    await unpublishGuides(service.database, OPERATOR, { host: HOST, ids: [SCREEN] });
    await service.settled(HOST);
    expect([await title('pt-BR'), await title('de')]).toEqual([undefined, undefined]);
    expect((await service.get(`${API}/categories?language=de`)).text).not.toContain('picture');
  });
});
