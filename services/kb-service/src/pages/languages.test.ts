import { CLIENTS } from '@guidepost/mcp/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { setProperties } from '../tenants/administration.ts';
import { setLanguages } from '../tenants/languages.ts';
import { setWidgetRules } from '../tenants/widget.ts';
import { OPERATOR } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { editGuide } from '../writing/edit-guide.ts';

const HOST = 'help.example.com';
const LANGUAGES = ['en', 'de', 'pt-BR', 'ar', 'zh-Hant'] as const;

/** Ids of guides in the order of the acceptance matrix. */
const TRANSLATED = 31;
const MISSING = 32;
const DRAFT = 33;
const UNPUBLISHED = 34;
const ONLY_GERMAN = 35;

const WORDS: Record<string, string> = {
  de: 'akku',
  'pt-BR': 'bateria',
  ar: 'battariya',
  'zh-Hant': 'dianchi',
};

describe('pages in several languages', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(
      [
        {
          host: HOST,
          categories: [{ id: 1, slug: 'power', name: 'Power' }],
          tags: [{ id: 1, slug: 'new', name: 'New' }],
          guides: [
            {
              id: TRANSLATED,
              slug: 'battery',
              title: 'Battery',
              content: '<p>Charge the battery. <a href="/guides/screen">Screen</a></p>',
              categories: [1],
              tags: [1],
            },
            {
              id: MISSING,
              slug: 'screen',
              title: 'Screen',
              content: '<p>The display shines.</p>',
              categories: [1],
            },
            { id: DRAFT, slug: 'cable', title: 'Cable', categories: [1] },
            { id: UNPUBLISHED, slug: 'sound', title: 'Sound', published: false },
            { id: ONLY_GERMAN, slug: 'german', title: 'Hidden', published: false },
          ],
        },
        { host: 'one.example.com', guides: [{ id: 41, slug: 'one' }] },
      ],
      { PUBLIC_URL_TEMPLATE: 'https://{host}/{kind}/{slug}' },
    );
    await setLanguages(service.database, OPERATOR, { host: HOST, languages: LANGUAGES });
    const write = (language: string, guideId: number, word: string, state: 'draft' | 'published') =>
      editGuide(service.database, OPERATOR, {
        host: `${HOST}:${language.toLowerCase()}`,
        guideId,
        title: word.charAt(0).toUpperCase() + word.slice(1),
        slug: word,
        contentHtml: `<p>Text ${word} <a href="/guides/screen">zum Bild</a></p>`,
        state,
      });
    for (const [language, word] of Object.entries(WORDS)) {
      await write(language, TRANSLATED, word, 'published');
      await write(language, DRAFT, `geheim-${word}`, 'draft');
    }
    await write('de', ONLY_GERMAN, 'nurdeutsch', 'published');
    await service.settled(HOST);
    await service.indexed();
  });

  afterAll(() => service.stop());

  const get = (path: string) => service.request.get(path).set('Host', HOST).set('Accept', 'text/html');
  const page = async (path: string) => (await get(path).expect(200)).text;
  const baseOf = (language: string) => (language === 'en' ? '' : `/${language.toLowerCase()}`);
  const links = (html: string) =>
    Array.from(
      html.matchAll(/<li><a href="([^"]*)" hreflang="([^"]*)" lang/g),
      ([, path = '', tag = '']) => ({ path, tag }),
    );

  it.each([
    ['/', 'en', 'ltr'],
    ['/de', 'de', 'ltr'],
    ['/pt-br', 'pt-BR', 'ltr'],
    ['/ar/guides/battariya', 'ar', 'rtl'],
    ['/zh-hant/guides', 'zh-Hant', 'ltr'],
    [`/site/${HOST}/de/guides/akku`, 'de', 'ltr'],
  ])('%s is in %s, written %s', async (path, language, direction) => {
    expect(await page(path)).toContain(`<html lang="${language}" dir="${direction}">`);
  });

  it.each([
    ['/DE', '/de'],
    ['/Pt-BR/guides/bateria?x=1', '/pt-br/guides/bateria?x=1'],
    [`/site/${HOST}/DE/guides`, `/site/${HOST}/de/guides`],
    ['/en', '/'],
    ['/en/guides/battery', '/guides/battery'],
    [`/site/${HOST}/en`, `/site/${HOST}`],
  ])('%s leads to %s', async (path, location) => {
    expect((await get(path).expect(301)).headers.location).toBe(location);
  });

  it.each(['/fr', '/de-ch', '/xx/guides/battery', '/de/nothing', '/de/guides/nothing'])(
    '%s is nothing',
    async (path) => {
      await get(path).expect(404);
    },
  );

  it('are those of the widget, each the nearest one to that of a page', async () => {
    const start = async (language: string) => (await get(`/widget/start?language=${language}`)).body;
    expect(await start('de-AT')).toMatchObject({ language: 'de', guideLanguage: 'de', home: '/de' });
    expect(await start('pt_PT')).toMatchObject({ language: 'pt', guideLanguage: 'pt-BR', home: '/pt-br' });
    expect(await start('ar')).toMatchObject({ language: 'en', home: '/ar', direction: 'rtl' });
    for (const other of ['', 'fr', 'zh-CN', 'English'])
      expect(await start(other)).toMatchObject({ guideLanguage: 'en', home: '/' });
    const moved = await get('/widget/guides/battery?language=de').expect(301);
    expect(moved.headers.location).toBe('/widget/guides/akku?language=de');
    const { body } = await get('/widget/guides/akku?language=de').expect(200);
    expect(body).toMatchObject({
      title: 'Akku',
      votes: { up: expect.stringMatching(/31\/upvote\?language=de$/) },
    });
    expect(JSON.stringify(body.content)).toContain('{"href":"/de/guides/screen","data-guide":"screen"}');
    const standIn = await get('/widget/guides/screen?language=ar');
    expect(standIn.body).toMatchObject({ language: 'en', direction: 'ltr', notice: expect.any(String) });
    const { found } = (await get('/widget/search?q=akku&language=de')).body;
    expect(found).toMatchObject([{ slug: 'akku', path: '/de/guides/akku' }]);
  });

  it('show a guide in the language, with its links, under its own slug', async () => {
    const html = await page('/de/guides/akku');
    expect(html).toContain('<h1>Akku</h1>');
    expect(html).toContain('<a href="/de/guides/screen">zum Bild</a>');
    expect(html).toContain('<link rel="canonical" href="https://help.example.com/de/guides/akku">');
    expect(html).toContain('<a href="/de/categories/power"');
    expect(await page(`/site/${HOST}/de/guides/akku`)).toContain(`href="/site/${HOST}/de/guides/screen"`);
    expect((await get('/de/guides/battery').expect(301)).headers.location).toBe('/de/guides/akku');
    expect((await get('/de/guides/bateria').expect(301)).headers.location).toBe('/de/guides/akku');
    expect((await get('/guides/akku').expect(301)).headers.location).toBe('/guides/battery');
  });

  it('show the text of another language in place of a missing translation, and say so', async () => {
    const html = await page('/de/guides/screen');
    expect(html).toContain(
      'Diese Anleitung gibt es noch nicht auf Deutsch. Sie wird auf Englisch angezeigt.',
    );
    expect(html).toContain('<h1 lang="en" dir="ltr">Screen</h1>');
    expect(html).toContain('<div class="prose" lang="en" dir="ltr">');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<link rel="canonical" href="https://help.example.com/guides/screen">');
    expect(await page('/ar/guides/screen')).toContain('<h1 lang="en" dir="ltr">Screen</h1>');
  });

  it('name the language of each title that stands in, and of none in their own', async () => {
    const standIn = '<a href="/ar/guides/screen" lang="en" dir="ltr">Screen</a>';
    for (const path of ['/ar', '/ar/guides', '/ar/categories/power', '/ar/guides/battariya']) {
      const html = await page(path);
      expect(html).toContain(standIn);
      expect(html).toMatch(/<a href="\/ar\/guides\/battariya"( aria-current="page")?>/);
    }
    expect((await get('/ar/guides/nothing').expect(404)).text).toContain('<a href="/ar/categories/power">');
    const { body } = await get('/widget/search?q=display&language=ar');
    expect(body.found).toMatchObject([{ slug: 'screen', standIn: { language: 'en', direction: 'ltr' } }]);
    const { suggestions } = (await get('/ar/search/suggestions?q=display')).body;
    expect(suggestions).toMatchObject([{ standIn: { language: 'en', direction: 'ltr' } }]);
    expect(await page('/guides')).not.toContain(' lang="en" dir="ltr">Screen');
  });

  it('are in Markdown, too, which says whose language a text is and where it is from', async () => {
    expect(await page('/de/guides/akku.md')).toMatch(
      /^# Akku\n\nSource: https:\/\/help\.example\.com\/de\/guides\/akku · Updated .* · Language de\n\nText akku \[zum Bild\]\(https:\/\/help\.example\.com\/de\/guides\/screen\)\n$/,
    );
    expect(await page('/de/guides/screen.md')).toMatch(
      /^# Screen\n\nSource: https:\/\/help\.example\.com\/guides\/screen · Updated .* · Language en\n/,
    );
    expect((await get('/de/guides/battery.md').expect(301)).headers.location).toBe('/de/guides/akku.md');
    const outline = await page('/de/llms.txt');
    expect(outline.match(/(?<=\/)[\w-]+(?=\.md\))/g)).toEqual(['akku', 'screen', 'cable', 'nurdeutsch']);
    expect((await page('/de/llms-full.txt')).match(/^# .*/gm)).toEqual([
      '# Akku',
      '# Screen',
      '# Cable',
      '# Nurdeutsch',
    ]);
  });

  it('are read by programs at the URLs of their pages', async () => {
    const client = await CLIENTS.pinned(`${service.origin}/site/${HOST}/mcp`);
    const read = async (path: string) =>
      (await client.call('read_guide', { guide: `https://${HOST}${path}` })).structuredContent;
    expect(await read('/de/guides/akku.md')).toMatchObject({ title: 'Akku', language: 'de' });
    expect(await read('/de/guides/battery')).toMatchObject({ title: 'Akku', language: 'de' });
    expect(await read('/guides/battery')).toMatchObject({ title: 'Battery', language: 'en' });
    await client.close();
  });

  it('name each published translation to search engines, the same in all of them', async () => {
    const alternates = async (path: string) =>
      Array.from(
        (await page(path)).matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g),
        ([, tag, address]) => [tag, address],
      );
    const expected = [
      ['en', 'https://help.example.com/guides/battery'],
      ['de', 'https://help.example.com/de/guides/akku'],
      ['pt-BR', 'https://help.example.com/pt-br/guides/bateria'],
      ['ar', 'https://help.example.com/ar/guides/battariya'],
      ['zh-Hant', 'https://help.example.com/zh-hant/guides/dianchi'],
      ['x-default', 'https://help.example.com/guides/battery'],
    ];
    for (const path of ['/guides/battery', '/de/guides/akku', '/ar/guides/battariya'])
      expect(await alternates(path)).toEqual(expected);
    expect(await alternates('/guides/screen')).toEqual([
      ['en', 'https://help.example.com/guides/screen'],
      ['x-default', 'https://help.example.com/guides/screen'],
    ]);
  });

  it('lead from any language to any, never to a 404', async () => {
    const places = [
      '',
      '/guides',
      '/search?q=battery',
      '/categories/power',
      '/tags/new',
      '/guides/battery',
      '/guides/screen',
      '/guides/cable',
    ];
    const met = new Set<string>();
    for (const place of places) {
      for (const { path } of links(await page(place || '/'))) {
        met.add(path);
        const there = await page(path);
        expect(links(there).map(({ tag }) => tag)).toEqual(LANGUAGES);
        for (const { path: back } of links(there)) met.add(back);
      }
    }
    for (const { path } of links(await page('/de/guides/nurdeutsch'))) met.add(path);
    for (const path of met) await get(path).expect(200);
    expect(met).toContain('/pt-br/guides/bateria');
  });

  it('are suggested by the widget in its language, by the slugs of the main one', async () => {
    await setWidgetRules(service.database, OPERATOR, {
      host: HOST,
      text: '/pay battery screen\n/new tag:new',
    });
    await service.settled(HOST);
    const { body } = await service.request.get(`/site/${HOST}/widget/start?language=de-AT`).expect(200);
    const akku = { slug: 'akku', title: 'Akku' };
    const standIn = { language: 'en', direction: 'ltr' };
    expect(body.rules).toEqual([
      { path: '/pay', guides: [akku, { slug: 'screen', title: 'Screen', standIn }] },
      { path: '/new', guides: [akku] },
    ]);
  });

  it('hide drafts and what is not published, in every language and everywhere', async () => {
    for (const language of LANGUAGES) {
      const base = baseOf(language);
      const places = [
        '',
        '/guides',
        '/categories/power',
        '/tags/new',
        '/search?q=geheim',
        '/search?q=Sound',
        '/sitemap.xml',
        '/guides/cable',
        '/guides/cable.md',
        '/llms.txt',
        '/llms-full.txt',
      ];
      for (const place of places)
        expect(await page(`${base}${place}` || '/')).not.toMatch(/geheim-|>Sound<|Hidden/);
      await get(`${base}/guides/sound`).expect(404);
      await get(`${base}/guides/geheim-${WORDS[language] ?? 'x'}`).expect(404);
      await get(`${base}/guides/nurdeutsch`).expect(language === 'de' ? 200 : 404);
    }
  });

  it.each(['key', 'disabled'] as const)(
    'S3: are closed in every language while access is %s; a key opens the API alone',
    async (access) => {
      const api = `/knowledge/v1/${HOST}`;
      const read = (path: string, headers: Record<string, string> = {}) =>
        service.request.get(path).set({ Host: HOST, Accept: 'application/vnd.api+json', ...headers });
      const known = await read(`${api}/guides/${TRANSLATED}?language=de`).expect(200);
      await setProperties(service.database, OPERATOR, { host: HOST, access });
      const { key } = await issueAccessKey(service.database, OPERATOR, { host: HOST, name: access });
      await service.settled(HOST);
      try {
        for (const language of LANGUAGES) {
          const base = baseOf(language);
          const slug = WORDS[language] ?? 'battery';
          const pages = [
            '/',
            '/guides',
            `/guides/${slug}`,
            '/guides/screen',
            `/guides/${slug}.md`,
            '/categories/power',
          ];
          const lists = [
            `/search?q=${slug}`,
            `/search/suggestions?q=${slug}`,
            '/sitemap.xml',
            '/llms.txt',
            '/llms-full.txt',
          ];
          for (const path of [...pages, ...lists]) {
            for (const site of [base, `/site/${HOST}${base}`]) {
              const answer = await get(`${site}${path}`.replace(/(?<=.)\/$/, ''));
              // Under its host name is what the service shows of others.
              const isFront = path === '/' && site === '';
              expect([path, answer.status]).toEqual([path, isFront ? 200 : 404]);
              expect(answer.text).not.toMatch(
                /<h1>(?:Akku|Bateria|Battery|Screen)|guides\/(?:akku|bateria|screen)/,
              );
            }
          }
          const asked = [
            '/guides?',
            `/guides/${TRANSLATED}?`,
            `/guides/slug/${slug}?`,
            `/guides?q=${slug}&`,
            '/categories?',
          ];
          for (const path of asked) {
            const address = `${api}${path}language=${language}`;
            const without = await read(address, { 'If-None-Match': known.headers.etag ?? '' });
            expect([path, without.status]).toEqual([path, access === 'key' ? 401 : 403]);
            const { status, headers, body } = await read(address, { Authorization: `Bearer ${key}` });
            expect([path, status]).toEqual([path, access === 'key' ? 200 : 403]);
            expect(access === 'disabled' || headers['cache-control'] === 'private, no-cache').toBe(true);
            expect(JSON.stringify(body)).not.toMatch(/geheim-|"Sound"|"Hidden"/);
          }
        }
      } finally {
        await setProperties(service.database, OPERATOR, { host: HOST, access: 'public' });
        await service.settled(HOST);
      }
      expect((await read(`${api}/guides/${TRANSLATED}?language=de`)).headers.etag).toBe(known.headers.etag);
    },
  );

  it('search the language first, then what stands in, marked with its name', async () => {
    const found = async (path: string) =>
      Array.from((await page(path)).matchAll(/<h2[^>]*><a href="([^"]*)">/g), ([, address]) => address);
    expect(await found('/de/search?q=akku')).toEqual(['/de/guides/akku']);
    expect(await found('/de/search?q=display')).toEqual(['/de/guides/screen']);
    expect(await page('/de/search?q=display')).toContain(
      '<p class="quiet stand-in" lang="en" dir="ltr">English</p>',
    );
    expect(await page('/ar/search?q=display')).toMatch(
      /<h2 lang="en" dir="ltr"><a[^>]*>.*Screen[\s\S]*<p lang="en" dir="ltr">The <mark>display/,
    );
    expect(await page('/de/search?q=akku')).not.toContain('stand-in" lang');
    // The index of another language knows the word.
    expect(await found('/de/search?q=bateria')).toEqual(['/de/guides/akku']);
    expect(await found('/search?q=akku')).toEqual(['/guides/battery']);
    expect(await found('/search?q=nurdeutsch')).toEqual([]);
    for (const order of ['', '&sort=title']) {
      const titles = async (query: string) =>
        (await service.get(`/knowledge/v1/${HOST}/guides?q=${query}${order}`)).body.data.map(
          ({ attributes, meta }: { attributes: { title: string }; meta: { language: string } }) =>
            `${meta.language} ${attributes.title}`,
        );
      expect(await titles('display&language=de')).toEqual(['en Screen']);
      expect(await titles('akku&language=de')).toEqual(['de Akku']);
      expect(await titles('bateria&language=de')).toEqual(['de Akku']);
    }
  });

  it('have a sitemap for each language, valid and reciprocal', async () => {
    expect((await get('/robots.txt')).text.match(/^Sitemap: .*$/gm)).toEqual(
      LANGUAGES.map((language) => `Sitemap: https://help.example.com${baseOf(language)}/sitemap.xml`),
    );
    const entries = new Map<string, string[]>();
    for (const language of LANGUAGES) {
      const xml = await page(`${baseOf(language)}/sitemap.xml`);
      expect(() => new SaxesParser({ xmlns: true }).write(xml).close()).not.toThrow();
      for (const [, address = '', rest = ''] of xml.matchAll(/<url><loc>([^<]*)<\/loc>(.*?)<\/url>/g))
        entries.set(
          address,
          Array.from(rest.matchAll(/hreflang="[^"]*" href="([^"]*)"/g), ([, other = '']) => other),
        );
    }
    expect(entries.get('https://help.example.com/de/guides/akku')).toHaveLength(5);
    expect([...entries.keys()]).not.toContain('https://help.example.com/de/guides/screen');
    for (const [address, others] of entries) {
      expect(others).toContain(address);
      for (const other of others) expect(entries.get(other)).toEqual(others);
    }
  });

  it('count votes for the guide, also without a script', async () => {
    const answer = await service.request
      .post('/de/guides/akku/vote')
      .set('Host', HOST)
      .type('form')
      .send({ vote: 'up' })
      .expect(303);
    expect(answer.headers.location).toMatch(/^\/de\/guides\/akku\?voted=/);
    expect(await page(answer.headers.location?.replace(/#.*/, '') ?? '')).toContain('role="status"');
    expect(await page('/')).toContain('<a href="/guides/battery"');
    expect(await page('/de/guides/akku')).toContain(
      `data-votes="/knowledge/v1/${HOST}/guides/${TRANSLATED}/" data-query="?language=de"`,
    );
  });

  it('offer the language of a browser on the first page alone', async () => {
    expect(await page('/')).toContain('data-offer="Diese Seite auf Deutsch"');
    expect(await page('/de')).not.toContain('data-offer');
    expect(await page('/guides')).not.toContain('data-offer');
  });

  it('show nothing of it where there is one language', async () => {
    const html = (await service.request.get('/guides/one').set('Host', 'one.example.com')).text;
    expect(html).not.toMatch(/hreflang|class="languages"|data-query/);
    const xml = (await service.request.get('/sitemap.xml').set('Host', 'one.example.com')).text;
    expect(xml).not.toContain('xhtml');
  });
});
