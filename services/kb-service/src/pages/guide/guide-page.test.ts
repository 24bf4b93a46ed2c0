import { catalogueOf } from '@guidepost/i18n';
import { type ReadPage, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setGuideProperties } from '../../reviews/set-properties.ts';
import { OPERATOR, type TestContent, writeContent } from '../../testing/content.ts';
import { CANARY, EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { renameGuide } from '../../writing/drafts/guide-slugs.ts';
import { prepareContent as prepare } from './content.ts';

describe('a guide', () => {
  const HOST = EXAMPLE.host;
  const BASE = `/site/${HOST}`;

  const HOSTILE = {
    id: 40,
    slug: 'hostile',
    title: `"><script>alert('&amp;')</script>`,
    content: '<p>&lt;/script&gt;&lt;!-- </p><h2>A</h2><h2>B &lt;b&gt;</h2><h3>C</h3>',
    categories: [11],
  };

  const FOREIGN = {
    id: 41,
    slug: 'foreign',
    content:
      '<p>See</p><img alt="a" src="https://cdn.example.net/a.png"><iframe src="https://player.vimeo.com/video/1"></iframe>',
  };

  const PLAYED = {
    id: 44,
    slug: 'played',
    content: '<p>Hear</p><audio src="https://player.vimeo.com/external/1.mp3" controls></audio>',
  };

  const LONG = {
    id: 42,
    slug: 'long',
    content: `<img src="/files/${'a'.repeat(22)}.png" alt="A picture"><p>${'många ord '.repeat(100)}</p>`,
  };

  const CROWDED = {
    id: 43,
    slug: 'crowded',
    content: '<p id="content"></p><p id="helpful"></p><h2>Contents</h2><h2>More</h2><h2>Search top</h2>',
    categories: [13],
  };

  const EXAMPLE_AND_MORE = {
    ...EXAMPLE,
    guides: [...(EXAMPLE.guides ?? []), HOSTILE, FOREIGN, PLAYED, LONG, CROWDED],
  };

  describe('GET /guides/:guide', () => {
    let service: TestService;

    beforeAll(async () => {
      service = await startTestService([EXAMPLE_AND_MORE]);
    });

    beforeEach(() => void service.takeStatements());

    afterAll(() => service.stop());

    async function read(slug: string): Promise<ReadPage> {
      const { status, text } = await service.request.get(`${BASE}/guides/${slug}`);
      expect(status).toBe(200);
      return readPage(text);
    }

    it('shows the guide', async () => {
      const page = await read('apples');
      expect(page.texts('h1')).toEqual(['äpples']);
      expect(page.texts('title')).toEqual(['äpples · Example Help']);
      expect(page.texts('div', 'prose')).toEqual(['apples']);
    });

    it('shows breadcrumbs of its first category', async () => {
      const page = await read('refunds');
      expect(page.links('breadcrumbs')).toEqual([
        BASE,
        `${BASE}/categories/money`,
        `${BASE}/categories/invoices`,
      ]);
      expect(page.texts('nav', 'breadcrumbs')).toEqual(['Home money invoices']);
    });

    it('shows its tags by name and the others of its category in their order', async () => {
      const page = await read('install');
      expect(page.links('tags')).toEqual([`${BASE}/tags/basics`, `${BASE}/tags/new`]);
      expect(page.links('more')).toEqual([
        `${BASE}/guides/install`,
        `${BASE}/guides/apples`,
        `${BASE}/guides/hostile`,
      ]);
      expect(page.texts('nav', 'more')[0]).toBe(`More in start Install it äpples ${HOSTILE.title}`);
    });

    it('omits empty lists of tags and neighbours', async () => {
      const page = await read('long');
      expect([page.links('tags'), page.links('more'), page.links('breadcrumbs')]).toEqual([[], [], [BASE]]);
    });

    it('shows when it was updated', async () => {
      const { updated_at } = await service.database.one('select updated_at from guides where id = 31');
      const [time] = (await read('install')).all('time');
      expect(time?.attribs.datetime).toBe(updated_at.toISOString());
      expect(time?.attribs.class).toBeUndefined();
      expect((await read('install')).texts('time')[0]).toMatch(/^Updated \d+ \w+ 20\d\d$/);
    });

    it('has a table of contents when it has three headings or more', async () => {
      expect((await read('install')).all('nav', 'contents')).toEqual([]);
      const page = await read('hostile');
      expect(page.links('contents')).toEqual(['#a', '#b-b', '#c']);
      expect(page.texts('ol')).toContain('A B <b> C');
    });

    it.each([
      ['with 500 headings lists all of them', { h2: 250, h3: 250 }, 500],
      ['with more headings lists the second level', { h2: 250, h3: 251 }, 250],
      ['with over 500 of these lists none', { h2: 501, h3: 0 }, 0],
    ])('a page %s', async (_, { h2, h3 }, listed) => {
      const write = (content: string) =>
        service.change(
          EXAMPLE.host,
          `update guides set content_html = $2 where knowledge_base_id = $1 and slug = 'apples'`,
          [content],
        );
      await write('<h2>Part</h2>'.repeat(h2) + '<h3>Step</h3>'.repeat(h3));
      const page = await read('apples');
      await write('apples');
      expect(listed ? page.links('contents') : page.all('nav', 'contents')).toHaveLength(listed);
    });

    it('has unique IDs', async () => {
      const ids = (await read('crowded')).ids;
      expect(ids.filter((id) => id.startsWith(':'))).toEqual([
        ':search-top',
        ':content',
        ':contents',
        ':helpful',
        ':missing',
        ':missing-hint',
        ':more',
      ]);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('is found by its id if no slug matches', async () => {
      expect((await read('31')).texts('h1')).toEqual(['Zebra']);
      expect((await read('32')).texts('h1')).toEqual(['äpples']);
    });

    it('redirects from a former slug', async () => {
      await renameGuide(service.database, OPERATOR, { host: HOST, slug: 'long', newSlug: 'longer' });
      await service.settled(HOST);
      const answer = await service.request.get(`${BASE}/guides/long`);
      expect([answer.status, answer.headers.location]).toEqual([301, `${BASE}/guides/longer`]);
      const byHost = await service.request.get('/guides/long?voted=up&a=%26%0D%C3%A5').set('Host', HOST);
      const { status, headers } = byHost;
      expect([status, headers.location]).toEqual([301, '/guides/longer?voted=up&a=%26%0D%C3%A5']);
      await renameGuide(service.database, OPERATOR, { host: HOST, slug: 'longer', newSlug: 'long' });
      await service.settled(HOST);
    });

    it.each(['unknown', `draft-${CANARY}`, 'Install', '%00', 'a'.repeat(300), '99999999999999999999', '<b>'])(
      'S28 is a friendly 404 for %s',
      async (slug) => {
        const { status, text } = await service.request.get(`${BASE}/guides/${slug}`);
        expect(status).toBe(404);
        const page = readPage(text);
        expect(page.texts('h1')).toEqual(['We cannot find this page']);
        expect(page.meta('robots')).toBe('noindex');
        expect(page.all('input')).toHaveLength(1);
        expect(text).not.toContain(CANARY);
      },
    );

    it('S28 is a 404 for people where the path is not UTF-8, too', async () => {
      const { status, text } = await service.request.get(`${BASE}/guides/%E5`);
      expect([status, readPage(text).texts('h1')]).toEqual([404, ['There is nothing here']]);
    });

    describe('has metadata', () => {
      it('its canonical URL, from PUBLIC_URL_TEMPLATE', async () => {
        const page = await read('31');
        const [canonical] = page.all('link').filter(({ attribs }) => attribs.rel === 'canonical');
        expect(canonical?.attribs.href).toBe('https://help.example.com/guides/31');
        expect(page.meta('og:url')).toBe('https://help.example.com/guides/31');
      });

      it('a description, cut between words', async () => {
        const description = (await read('long')).meta('description');
        expect(description).toMatch(/^många( ord många)+ ord…$/);
        expect(description?.length).toBeLessThanOrEqual(161);
        expect((await read('install')).meta('og:description')).toBe('install');
      });

      it('its summary as description, if it has one, as soon as that is saved', async () => {
        const summary = `"Many" words <& more>, ${'at length, '.repeat(20)}in short`;
        const describeGuide = (value: string | null) =>
          setGuideProperties(service.database, OPERATOR, {
            host: HOST,
            slugs: ['long'],
            changes: { summary: value },
          });
        await describeGuide(summary);
        await service.settled(HOST);
        const page = await read('long');
        expect([page.meta('description'), page.meta('og:description')]).toEqual([summary, summary]);
        expect(page.record('Article')?.description).toBe(summary);
        await describeGuide(null);
        await service.settled(HOST);
        expect((await read('long')).meta('description')).toMatch(/^många/);
      });

      it('its first image, as an absolute URL', async () => {
        expect((await read('long')).meta('og:image')).toBe(
          `https://help.example.com/files/${'a'.repeat(22)}.png`,
        );
        expect((await read('install')).meta('og:image')).toBeUndefined();
      });

      it('schema.org records for article and breadcrumbs', async () => {
        const page = await read('refunds');
        expect(page.meta('og:type')).toBe('article');
        expect(page.record('Article')).toMatchObject({
          headline: 'Refunds',
          inLanguage: 'en',
          mainEntityOfPage: 'https://help.example.com/guides/refunds',
          publisher: { '@type': 'Organization', name: 'Example Ltd' },
        });
        const items = page.record('BreadcrumbList')?.itemListElement as { name: string; item: string }[];
        expect(items.map(({ name, item }) => [name, item])).toEqual([
          ['Home', 'https://help.example.com'],
          ['money', 'https://help.example.com/categories/money'],
          ['invoices', 'https://help.example.com/categories/invoices'],
          ['Refunds', 'https://help.example.com/guides/refunds'],
        ]);
      });
    });

    it('S2 escapes text, also in records', async () => {
      const { text } = await service.request.get(`${BASE}/guides/hostile`);
      const page = readPage(text);
      expect(page.texts('h1')).toEqual([HOSTILE.title]);
      expect(page.record('Article')?.headline).toBe(HOSTILE.title);
      expect(page.record('Article')?.description).toBe('</script><!--');
      const scripts = page.all('script').filter(({ attribs }) => attribs.type !== 'application/ld+json');
      expect(scripts.map(({ attribs }) => attribs.src)).toEqual([expect.stringMatching(/^\/assets\//)]);
      expect(text).not.toContain('<!-- ');
    });

    describe('allows a browser to load', () => {
      const policy = async (slug: string): Promise<string[]> => {
        const { headers } = await service.request.get(`${BASE}/guides/${slug}`);
        return String(headers['content-security-policy']).split('; ');
      };

      it('only its own resources', async () => {
        expect(await policy('install')).toEqual([
          "default-src 'none'",
          "style-src 'self'",
          "script-src 'self'",
          "connect-src 'self'",
          "img-src 'self'",
          "form-action 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
        ]);
      });

      it('media of allowed hosts', async () => {
        expect(await policy('played')).toContain('media-src https://player.vimeo.com');
      });

      it('images from elsewhere and videos where the content has some', async () => {
        const directives = await policy('foreign');
        expect(directives).toContain("img-src 'self' https: http:");
        expect(directives).toContain('frame-src https://www.youtube-nocookie.com https://player.vimeo.com');
        expect(directives.filter((directive) => directive.startsWith('media-src'))).toEqual([]);
      });
    });

    describe('is cached', () => {
      it('without statements for repeated reads', async () => {
        // A page is not kept while changes are indexed.
        await service.indexed();
        await read('install');
        service.takeStatements();
        const [first, second] = [await service.request.get(`${BASE}/guides/install`), await read('install')];
        expect(second.texts('h1')).toEqual(['Install it']);
        expect(service.takeStatements()).toEqual([]);
        const unchanged = await service.request
          .get(`${BASE}/guides/install`)
          .set('If-None-Match', String(first.headers.etag));
        expect(unchanged.status).toBe(304);
      });

      it('until anything of its knowledge base changes', async () => {
        await read('apples');
        const call = (title: string) =>
          service.change(HOST, 'update guides set title = $2 where knowledge_base_id = $1 and id = 32', [
            title,
          ]);
        await call('Pears');
        expect((await read('apples')).texts('h1')).toEqual(['Pears']);
        expect((await read('install')).texts('nav', 'more')[0]).toContain('Pears');
        await call('äpples');
      });

      it('by host and query', async () => {
        const byHost = await service.request.get('/guides/install').set('Host', HOST);
        expect(readPage(byHost.text).links('tags')).toEqual(['/tags/basics', '/tags/new']);
        expect((await read('install')).links('tags')[0]).toBe(`${BASE}/tags/basics`);
        expect((await read('install?utm_source=x')).all('form')).toHaveLength(3);
      });

      it('but not after deletion', async () => {
        await read('foreign');
        const publish = (published: boolean) =>
          service.change(HOST, 'update guides set published = $2 where knowledge_base_id = $1 and id = 41', [
            published,
          ]);
        await publish(false);
        expect((await service.request.get(`${BASE}/guides/foreign`)).status).toBe(404);
        await publish(true);
      });
    });
  });

  describe('the picture of a guide', () => {
    it.each([
      ['beside our pages', 'https://{host}/help/{kind}/{slug}', undefined, 'https://help.example.com'],
      [
        'where files are',
        'https://{host}/{kind}/{slug}',
        'https://cdn.example.net/kb',
        'https://cdn.example.net/kb',
      ],
      ['missing if the URL is unknown', 'https://example.com/?guide={slug}', undefined, undefined],
    ])('is %s', async (_, template, filesUrl, expected) => {
      const service = await startTestService([{ ...EXAMPLE, guides: [LONG] }], {
        PUBLIC_URL_TEMPLATE: template,
        PUBLIC_FILES_URL: filesUrl,
      });
      const { text } = await service.request.get(`${BASE}/guides/long`);
      await service.stop();
      const picture = expected && `${expected}/files/${'a'.repeat(22)}.png`;
      expect(readPage(text).meta('og:image')).toBe(picture);
    });
  });
});

const prepareContent = (html: string) => prepare(html, catalogueOf('en').guides);
/** Links of headings and pictures to themselves have cases of their own. */
const withoutOwnLinks = (html: string) =>
  html.replace(/<a class="(?:anchor|enlarge)"[^>]*>(.*?)<\/a>/g, '$1');

describe('the content of a guide on its page', () => {
  it.each([
    ['a heading without an id gets one', '<h2>Turn it off</h2>', '<h2 id="turn-it-off">Turn it off</h2>'],
    ['a heading keeps the id that it has', '<h2 id="on">Turn it on</h2>', '<h2 id="on">Turn it on</h2>'],
    [
      'equal headings get different ids',
      '<h2>Steps</h2><h2>Steps</h2>',
      '<h2 id="steps">Steps</h2><h2 id="steps-1">Steps</h2>',
    ],
    [
      'an id that another element has is not given again',
      '<p id="steps">1</p><h2>Steps</h2>',
      '<p id="steps">1</p><h2 id="steps-1">Steps</h2>',
    ],
    ['an id is made of any script', '<h2>Återställ 設定</h2>', '<h2 id="återställ-設定">Återställ 設定</h2>'],
    ['a heading without letters gets none', '<h2>…</h2>', '<h2>…</h2>'],
    [
      'other headings stay as they are',
      '<h2 id="a">A</h2><h3 id="b">B</h3><h4>Note</h4>',
      '<h2 id="a">A</h2><h3 id="b">B</h3><h4>Note</h4>',
    ],
    [
      'levels of headings have no gaps for screen readers',
      '<h4>A</h4><h2 id="b">B</h2><h5>C</h5><h6>D</h6><h5>E</h5>',
      '<h4 aria-level="2">A</h4><h2 id="b">B</h2><h5 aria-level="3">C</h5><h6 aria-level="4">D</h6><h5 aria-level="3">E</h5>',
    ],
    [
      'an image without an alternative text says nothing, but in a link alone it names it',
      '<img src="/a" /><a href="b"><img src="/b" /></a><a href="c"><img src="/c" />c</a><a href="d" title="d"><img src="/d" alt="" /></a>',
      '<img alt="" src="/a" /><a aria-label="Image" href="b"><img loading="lazy" alt="" src="/b" /></a><a href="c"><img loading="lazy" alt="" src="/c" />c</a><a href="d" title="d"><img loading="lazy" src="/d" alt="" /></a>',
    ],
    [
      'frames have titles, each its own',
      '<iframe src="https://player.vimeo.com/video/1"></iframe><iframe src="https://www.youtube-nocookie.com/embed/a"></iframe><iframe title="a" src="https://player.vimeo.com/video/2"></iframe>',
      '<iframe title="Video from Vimeo" src="https://player.vimeo.com/video/1"></iframe><iframe title="Video from YouTube (2)" src="https://www.youtube-nocookie.com/embed/a"></iframe><iframe title="a" src="https://player.vimeo.com/video/2"></iframe>',
    ],
    [
      'a box without text has a name',
      '<input type="checkbox" disabled /><label><input type="checkbox" disabled /> </label><label><input type="checkbox" disabled /> a</label>',
      '<input aria-label="Task" type="checkbox" disabled /><label><input aria-label="Task" type="checkbox" disabled /> </label><label><input type="checkbox" disabled /> a</label>',
    ],
    [
      'details without a summary have one',
      '<details><summary> </summary>a</details><details><summary><em>b</em></summary></details>',
      '<details><summary> Details</summary>a</details><details><summary><em>b</em></summary></details>',
    ],
    [
      'a table gets a frame to scroll in, which the keyboard reaches',
      '<p>a</p><table><tr><td>1</td></tr></table><p>b</p>',
      '<p>a</p><div class="table" tabindex="0" role="group" aria-label="Table"><table><tr><td>1</td></tr></table></div><p>b</p>',
    ],
    [
      'a nested table scrolls with the outer one',
      '<table><tr><td><table></table></td></tr></table>',
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table><tr><td><table></table></td></tr></table></div>',
    ],
    [
      'code can be scrolled by keyboard',
      '<pre><code>a</code></pre>',
      '<pre tabindex="0" role="group" aria-label="Code"><code>a</code></pre>',
    ],
    [
      'images below the first are loaded when they are about to be seen',
      '<img src="/files/1.png" alt="" /><img src="/files/2.png" alt="" />',
      '<img src="/files/1.png" alt="" /><img loading="lazy" src="/files/2.png" alt="" />',
    ],
    [
      'the title is the only heading of the first level, also above older content',
      '<h2 id="a">A</h2><h1 id="b">B</h1><h3 id="c">C</h3>',
      '<h2 id="a">A</h2><h2 id="b">B</h2><h4 aria-level="3" id="c">C</h4>',
    ],
    ['everything else stays byte for byte', '<p>a &amp; b&nbsp;<br>c</p>', '<p>a &amp; b&nbsp;<br>c</p>'],
  ])('%s', async (_, html, expected) => {
    expect(withoutOwnLinks((await prepareContent(html)).html)).toBe(expected);
  });

  it.each([
    [
      'to itself, which is read out once',
      '<h2>A <i>b</i></h2>',
      '<h2 id="a-b"><a class="anchor" href="#a-b">A <i>b</i></a></h2>',
    ],
    [
      'with its own id',
      '<h2 id="x&quot;&amp;">A</h2>',
      '<h2 id="x&quot;&amp;"><a class="anchor" href="#x&quot;&amp;">A</a></h2>',
    ],
    ['but none beside a link in it', '<h2><a href="b">A</a></h2>', '<h2 id="a"><a href="b">A</a></h2>'],
    ['but none without words', '<h2>–</h2>', '<h2>–</h2>'],
  ])('a heading has a link %s', async (_, html, expected) => {
    expect((await prepareContent(html)).html).toBe(expected);
  });

  it.each([
    [
      'to itself',
      '<img src="/a?b&amp;c" alt="A" />',
      '<a class="enlarge" href="/a?b&amp;c"><img src="/a?b&amp;c" alt="A" /></a>',
    ],
    [
      'that has a name',
      '<img src="/a" alt="" />',
      '<a class="enlarge" href="/a" aria-label="Image"><img src="/a" alt="" /></a>',
    ],
    [
      'but none in a link',
      '<a href="b"><img src="/a" alt="A" /></a>',
      '<a href="b"><img src="/a" alt="A" /></a>',
    ],
    [
      'but none in a summary',
      '<details><summary><img src="/a" alt="A" /></summary></details>',
      '<details><summary><img src="/a" alt="A" /></summary></details>',
    ],
    ['but none if it is small', '<img src="/a" width="20" alt="A" />', '<img src="/a" width="20" alt="A" />'],
  ])('a picture has a link %s', async (_, html, expected) => {
    expect((await prepareContent(html)).html).toBe(expected);
  });

  it('lists headings of the second and third level, with their text alone', async () => {
    const html = '<h2></h2><h2>Use <code>kb &lt;x&gt;</code>\n now</h2><h3 id="b">B</h3><h4>No</h4>';
    expect((await prepareContent(html)).headings).toEqual([
      { level: 2, id: 'use-kb-x-now', text: 'Use kb <x> now' },
      { level: 3, id: 'b', text: 'B' },
    ]);
  });

  it.each([
    [
      'nothing',
      '<p>a</p><img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png" /><a href="https://a.example">b</a>',
      [],
    ],
    ['an image of the web', '<img src="https://a.example/b.png" />', ['images']],
    ['one with alt before src', '<img alt="a" src="http://a.example/b.png" />', ['images']],
    ['one of the same scheme', '<img src="//a.example/b.png" />', ['images']],
    ['a video in a frame', '<iframe src="https://player.vimeo.com/video/1"></iframe>', ['frames']],
    ['a player', '<video controls><source src="https://player.vimeo.com/a.mp4" /></video>', ['media']],
    ['no more than is there', '<pre>&lt;iframe &lt;img src="http</pre>', []],
  ])('has to load %s from elsewhere', async (_, html, foreign) => {
    expect((await prepareContent(html)).foreign).toEqual(foreign);
  });

  it('has the first stored image as its picture, with src anywhere in the tag', async () => {
    const [one, other] = ['a', 'b'].map((letter) => `/files/${letter.repeat(22)}.png`);
    const html = `<img src="https://a.example/b.png" /><img alt="a" src="${one}" /><img src="${other}" />`;
    expect((await prepareContent(html)).picture).toBe(one);
    expect((await prepareContent('<p>a</p>')).picture).toBeUndefined();
  });

  it('does not depend on chunk boundaries', async () => {
    const html = '<h2>A &amp; 😀</h2><pre id="a">b</pre><table></table><img src="/a" /><img src="/b" />';
    const { html: expected } = await prepareContent(`<p></p>${html}`);
    for (let before = 0; before < html.length; before += 1) {
      const text = 'x'.repeat(16_000 - '<p></p>'.length - before);
      const { html: prepared } = await prepareContent(`<p>${text}</p>${html}`);
      expect(prepared.replace(text, '')).toBe(expected);
    }
  });
});

describe('the neighbours in the category of a guide', () => {
  const HOST = 'help.example.com';

  /** Fourteen guides in reverse order of their IDs; the fifth is not published. */
  const SHELF: TestContent = {
    host: HOST,
    categories: [{ id: 11, slug: 'shelf' }],
    guides: Array.from({ length: 14 }, (_, index) => ({
      id: 100 - index,
      slug: `g${index + 1}`,
      published: index !== 4,
      categories: [11],
    })),
  };

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([SHELF]);
  });

  afterAll(() => service.stop());

  async function others(number: number, host = HOST): Promise<string | undefined> {
    const { text } = await service.request.get(`/guides/g${number}`).set('Host', host);
    return readPage(text).texts('nav', 'more')[0];
  }

  it.each([
    ['five on each side', 8, 'g2 g3 g4 g6 g7 g8 g9 g10 g11 g12 g13'],
    ['as many as there are before it', 2, 'g1 g2 g3 g4 g6 g7 g8'],
    ['as many as there are behind it', 13, 'g8 g9 g10 g11 g12 g13 g14'],
  ])('are %s, in their order and published', async (_, number, expected) => {
    expect(await others(number)).toBe(`More in shelf ${expected}`);
  });

  it('are ordered by ID at equal positions', async () => {
    const host = 'one-place.example.com';
    await writeContent(service.database, { ...SHELF, host });
    await service.change(host, 'update guide_categories set position = 1 where knowledge_base_id = $1');
    expect(await others(11, host)).toBe('More in shelf g14 g13 g12 g11 g10 g9 g8 g7 g6');
  });
});
