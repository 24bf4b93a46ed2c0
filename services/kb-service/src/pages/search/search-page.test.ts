import { type ReadPage, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setGuideProperties } from '../../reviews/set-properties.ts';
import { OPERATOR, setPublication, type TestContent } from '../../testing/content.ts';
import { CANARY, DISABLED, KEYED } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = 'manual.example.com';
const BASE = `/site/${HOST}`;

const CHAPTERS = Array.from({ length: 45 }, (_, index) => ({
  id: 101 + index,
  slug: `chapter-${index + 1}`,
  title: 'Chapter',
  content: '',
}));

/** 120,000 characters of HTML with half as many of text. */
const FILLER = '<b>word</b> '.repeat(10_000);

const MANUAL: TestContent = {
  host: HOST,
  name: 'Manual',
  categories: [
    { id: 1, slug: 'operations', name: 'Operations', position: 2 },
    { id: 2, slug: 'reference', name: 'Reference & more', position: 1 },
    { id: 3, slug: 'tuning', name: 'Tuning', parent: 1 },
    { id: 4, slug: 'hidden', name: `Hidden ${CANARY}` },
  ],
  guides: [
    {
      id: 11,
      slug: 'vacuuming',
      title: 'Routine Vacuuming',
      content: `<p>${'Before it. '.repeat(60)}</p><p>Dead rows go;\n <b>vac</b>uums say.</p><p>${'After it. '.repeat(60)}</p>`,
      categories: [1, 2],
    },
    { id: 12, slug: 'vacuum', title: 'VACUUM', content: '<p>Collects garbage.</p>', categories: [2] },
    {
      id: 13,
      slug: 'memory',
      title: 'Memory',
      content: `<p>Much of it.</p>${'<p>\n</p>'.repeat(200)}<h2>While it vacuums</h2>`,
      categories: [3],
    },
    { id: 14, slug: 'far', title: 'Far', content: `<p>Near ${FILLER} Midway. ${FILLER}</p><p>Remote</p>` },
    {
      id: 17,
      slug: 'edge',
      title: 'Edge',
      content: `<p>${'x '.repeat(3_990)}brink ${'y '.repeat(15_990)}verge ${'z '.repeat(100)}</p>`,
    },
    { id: 15, slug: 'draft', title: `Draft ${CANARY}`, content: CANARY, published: false, categories: [4] },
    { id: 16, slug: 'passing', title: 'Passing', content: '<p>Ephemeral</p>' },
    ...CHAPTERS,
  ],
};

const HOSTILE_CATEGORY = `<i>"a"</i> &amp; 'b'`;

const HOSTILE_GUIDE = {
  id: 22,
  slug: 'a',
  title: `&amp;<img src=x onerror=alert(1)> <span>span</span> "quot" .* $& amp 'lt' x'y`,
  content:
    "<p>&amp;amp;&lt;img src=x onerror=alert(1)&gt; &lt;span&gt;span&lt;/span&gt; &quot;quot&quot; .* $&amp; amp &#39;lt&#39; x'y</p>",
  categories: [21],
};

const HOSTILE: TestContent = {
  host: 'hostile.example.com',
  categories: [{ id: 21, slug: 'a', name: HOSTILE_CATEGORY }],
  guides: [HOSTILE_GUIDE],
};

const SWEDISH: TestContent = {
  host: 'handbok.example.com',
  guides: [{ id: 31, slug: 'cykel', title: 'Cyklarna', content: '<p>Två cyklar.</p>' }],
};

let service: TestService;

beforeAll(async () => {
  service = await startTestService([MANUAL, HOSTILE, SWEDISH, KEYED, DISABLED], {
    FORUM_URL: `${SWEDISH.host}=https://forum.example.com/`,
  });
  await service.change(SWEDISH.host, `update knowledge_bases set language = 'sv' where id = $1`);
  await service.indexed();
});

afterAll(() => service.stop());

async function find(query: string, { host = HOST, status = 200 } = {}): Promise<ReadPage> {
  const answer = await service.request.get(`/site/${host}/search?${query}`);
  expect([answer.status, answer.type]).toEqual([status, 'text/html']);
  return readPage(answer.text.replaceAll('<mark>', '[').replaceAll('</mark>', ']'));
}

describe('GET /search', () => {
  it('shows the results of the API in the same order', async () => {
    const page = await find('q=vacuuming');
    const api = await service.get(`/knowledge/v1/${HOST}/guides?q=vacuuming`);
    const slugs = api.body.data.map(({ attributes }: { attributes: { slug: string } }) => attributes.slug);
    expect(slugs).toEqual(['vacuuming', 'vacuum', 'memory']);
    expect(page.links('results')).toEqual(slugs.map((slug: string) => `${BASE}/guides/${slug}`));
  });

  it('shows the query and the number of results', async () => {
    const page = await find('q=vacuuming');
    expect(page.texts('h1')).toEqual(['Results for “vacuuming”']);
    expect(page.texts('title')).toEqual(['Results for “vacuuming” · Manual']);
    expect(page.texts('p', 'quiet')[0]).toBe('3 results');
    expect((await find('q=garbage')).texts('p', 'quiet')[0]).toBe('1 result');
  });

  it('does not count stale results', async () => {
    const publish = (published: boolean) =>
      service.change(HOST, 'update guides set published = $2 where knowledge_base_id = $1 and id = 12', [
        published,
      ]);
    await publish(false);
    await service.database.none('delete from search_queue');
    const page = await find('q=vacuuming');
    expect([page.texts('p', 'quiet')[0], page.links('results').length]).toEqual(['2 results', 2]);
    await publish(true);
    await service.indexed();
  });

  it('marks matches in titles and excerpts, and shows the first category', async () => {
    const [first = '', second, third] = (await find('q=vacuuming')).texts('li', 'result');
    expect(first).toMatch(
      /^Routine \[Vacuuming\] Reference & more … (Before it\. )+Dead rows go; \[vacuums\] say\.( After it\.?)+ …$/,
    );
    expect(first.length).toBeLessThan(300);
    expect(second).toBe('[VACUUM] Reference & more Collects garbage.');
    expect(third).toBe('Memory Tuning Much of it. While it [vacuums]');
  });

  it.each([
    ['from the beginning', 'near', /^Far \[Near\] (word )+…$/],
    ['from the end of its beginning', 'brink', /^Edge … (x )+\[brink\]( y)* …$/],
    ['from the end of more than that', 'verge', /^Edge … (y )+\[verge\]( z)* …$/],
    ['from farther on', 'midway', /^Far … (word )+\[Midway\]\.( word)+ …$/],
    ['from the first 200,000 characters of HTML alone', 'remote', /^Far Near (word )+…$/],
  ])('shows an excerpt of a long guide, %s', async (_title, query, text) => {
    expect((await find(`q=${query}`)).texts('li', 'result')).toEqual([expect.stringMatching(text)]);
  });

  describe('a guide with a summary and search words', () => {
    const SUMMARY = 'How to take up less room & <b>more</b>.';

    beforeAll(async () => {
      const changes = { summary: SUMMARY, synonyms: ['bloat', 'shrink tables', 'Memory'] };
      await setGuideProperties(service.database, OPERATOR, { host: HOST, ids: [12], changes });
      await service.indexed();
    });

    it.each(['bloated', 'shrink+table'])('is found by a search word: %s', async (query) => {
      expect((await find(`q=${query}`)).texts('li', 'result')).toEqual([
        `VACUUM Reference & more ${SUMMARY}`,
      ]);
    });

    it('stands below those with the word in their titles', async () => {
      expect((await find('q=memory')).links('results')).toEqual([
        `${BASE}/guides/memory`,
        `${BASE}/guides/vacuum`,
      ]);
    });

    it('is quoted where its text has the words', async () => {
      expect((await find('q=garbage')).texts('li', 'result')).toEqual([
        'VACUUM Reference & more Collects [garbage].',
      ]);
    });

    it('has its summary among suggestions, and shows its search words nowhere', async () => {
      const { body } = await service.request.get(`${BASE}/search/suggestions?q=bloat`);
      expect(JSON.stringify(body)).toContain('How to take up less room');
      const answers = [body, (await service.request.get(`${BASE}/guides/vacuum`)).text];
      expect(JSON.stringify(answers)).not.toContain('shrink');
    });
  });

  it('uses the language of the knowledge base', async () => {
    const page = await find('q=cyklarnas', { host: SWEDISH.host });
    expect(page.texts('h1')).toEqual(['Sökresultat för ”cyklarnas”']);
    expect(page.texts('p', 'quiet')).toEqual(['1 träff']);
    expect(page.texts('li', 'result')).toEqual(['[Cyklarna] Två [cyklar].']);
  });

  it('has one field, with the query in it', async () => {
    const page = await find('q=+dead%20rows+');
    expect(page.all('form').map(({ attribs }) => [attribs.role, attribs.action, attribs.method])).toEqual([
      ['search', `${BASE}/search`, undefined],
    ]);
    expect(page.all('input').map(({ attribs }) => [attribs.name, attribs.value])).toEqual([
      ['q', 'dead rows'],
    ]);
    expect(page.all('input')[0]?.attribs).not.toHaveProperty('autofocus');
  });

  it('has the URL and texts for its script in the search field', async () => {
    const [form] = (await find('q=cyklar', { host: SWEDISH.host })).all('form', 'search');
    const { 'data-suggest': suggest, 'data-all': all, 'data-counts': counts } = form?.attribs ?? {};
    expect((await service.request.get(`${suggest}?q=cyklar`)).body.suggestions).toHaveLength(1);
    expect(all).toBe('Alla träffar');
    expect(JSON.parse(counts ?? '')).toEqual([0, 1, 2, 3, 4, 5].map((count) => `${count} förslag`));
  });

  it('is not indexed, and must be revalidated', async () => {
    const answer = await service.request.get(`${BASE}/search?q=vacuum`);
    const page = readPage(answer.text);
    expect(page.meta('robots')).toBe('noindex');
    expect(page.all('link').map(({ attribs }) => attribs.rel)).not.toContain('canonical');
    expect(answer.headers['cache-control']).toBe('public, no-cache');
  });

  it('is the same by host name, with its paths', async () => {
    const answer = await service.request.get('/search?q=vacuuming').set('Host', HOST);
    const page = readPage(answer.text);
    expect(page.links('results')).toEqual(['/guides/vacuuming', '/guides/vacuum', '/guides/memory']);
    expect(page.all('form')[0]?.attribs.action).toBe('/search');
  });

  it.each([KEYED.host, DISABLED.host, 'unknown.example.com'])('is not there for %s', async (host) => {
    await find('q=vacuum', { host, status: 404 });
  });

  describe('pages of 20', () => {
    const turn = async (query: string) => {
      const page = await find(query);
      return [page.all('li', 'result').length, page.texts('nav', 'pages'), page.links('pages')];
    };

    it.each([
      ['the first', 'q=chapter', 20, 'Page 1 of 3 Next', ['?q=chapter&page=2']],
      ['the next', 'q=chapter&page=2', 20, 'Previous Page 2 of 3 Next', ['?q=chapter', '?q=chapter&page=3']],
      ['the last', 'page=3&q=chapter', 5, 'Previous Page 3 of 3', ['?q=chapter&page=2']],
    ])('%s', async (_title, query, items, says, links) => {
      expect(await turn(query)).toEqual([items, [says], links.map((link) => `${BASE}/search${link}`)]);
    });

    it('keep the query', async () => {
      const [link = ''] = (await find('q=chapter+%26%3D%23%2B%3F')).links('pages');
      expect(link).toBe(`${BASE}/search?q=chapter%20%26%3D%23%2B%3F&page=2`);
    });

    it('show every guide once', async () => {
      const links = [];
      for (const number of [1, 2, 3])
        links.push(...(await find(`q=chapter&page=${number}`)).links('results'));
      expect(new Set(links).size).toBe(45);
    });

    it('have no links if there is only one', async () => {
      expect((await find('q=vacuum')).all('nav', 'pages')).toEqual([]);
    });

    it.each(['4', '0', '-1', '1.5', 'x', '', '01', '999999999', '9007199254740993'])(
      'are a 404 for page=%s',
      async (number) => {
        const page = await find(`q=chapter&page=${number}`, { status: 404 });
        expect(page.texts('h1')).toEqual(['We cannot find this page']);
      },
    );
  });

  describe('with a typing error', () => {
    it('shows the correction and marks it', async () => {
      const page = await find('q=dead+vacuumng');
      expect(page.texts('p', 'corrected')).toEqual(['Showing results for “dead vacuuming” instead.']);
      // Guides with all words come first, others with some follow.
      expect(page.texts('li', 'result')).toEqual([
        expect.stringContaining('Routine [Vacuuming]'),
        expect.stringContaining('[VACUUM]'),
        expect.stringContaining('[vacuums]'),
      ]);
    });

    it('does not mention corrections without results', async () => {
      const page = await find('q=vacuumng+%22xyzzy%22');
      expect(page.texts('p', 'corrected')).toEqual([]);
      expect(page.texts('h1')).toEqual(['No results for “vacuumng "xyzzy"”.']);
    });
  });

  describe('without all words', () => {
    it('names those that nothing contains, and shows the closest results', async () => {
      const page = await find('q=how+do+vacuums+zeppelin+blimp');
      expect(page.texts('p', 'missing')).toEqual([
        'Nothing contains “zeppelin, blimp”. The closest results:',
      ]);
      expect(page.all('li', 'result')).toHaveLength(3);
    });

    it('says nothing of words that some results lack', async () => {
      expect((await find('q=dead+vacuum')).texts('p', 'missing')).toEqual([]);
    });
  });

  describe('where nothing is found', () => {
    it.each(['xyzzy', '???', '"', '%3C%3E'])('%s: gives advice', async (query) => {
      const page = await find(`q=${query}`);
      expect(page.texts('h1')).toEqual([`No results for “${decodeURIComponent(query)}”.`]);
      expect(page.texts('p')).toEqual(['Try fewer words, or different ones.']);
      expect(page.all('input')[0]?.attribs.value).toBe(decodeURIComponent(query));
      expect(page.meta('robots')).toBe('noindex');
    });

    it('suggests top categories until there are votes, then the most helpful guides', async () => {
      const categories = await find('q=xyzzy');
      expect(categories.texts('h2')).toEqual(['One of these may help']);
      expect(categories.texts('ul', 'titles')).toEqual(['Reference & more Operations']);
      expect(categories.links('titles')).toEqual([
        `${BASE}/categories/reference`,
        `${BASE}/categories/operations`,
      ]);
      await service.request.post(`${BASE}/guides/memory/vote`).type('form').send('vote=up');
      expect((await find('q=xyzzy')).links('titles')).toEqual([`${BASE}/guides/memory`]);
    });

    it('leads to the forum, if there is one, with the query as title', async () => {
      const query = encodeURIComponent('"><script> & köp');
      const page = await find(`q=${query}`, { host: SWEDISH.host });
      expect(page.linksIn('ask-forum').flat()).toEqual([
        `Fråga i forumet → https://forum.example.com/ask?title=${query}`,
      ]);
      expect((await find('q=cyklar', { host: SWEDISH.host })).all('p', 'ask-forum')).toEqual([]);
      expect((await find(`q=${query}`)).all('p', 'ask-forum')).toEqual([]);
    });

    it('suggests nothing where there is nothing', async () => {
      expect((await find('q=xyzzy', { host: SWEDISH.host })).all('section')).toEqual([]);
    });
  });

  it.each(['', 'q', 'q=', 'q=+%20%09', 'page=x'])(
    'without words it is a field to type into: "?%s"',
    async (query) => {
      const page = await find(query);
      expect(page.texts('h1')).toEqual(['Search']);
      expect(page.all('input').map(({ attribs }) => [attribs.value, attribs.autofocus])).toEqual([['', '']]);
      expect([page.all('section'), page.all('p')]).toEqual([[], []]);
    },
  );

  it('accepts 500 characters of any length in bytes', async () => {
    expect((await find(`q=${encodeURIComponent('𝐚'.repeat(500))}`)).texts('h1')[0]).toContain(
      '𝐚'.repeat(500),
    );
  });

  it.each(['a', '𝐚', ' å'])('more than 500 characters are a friendly 400: %s', async (letters) => {
    const page = await find(`q=${encodeURIComponent(letters.repeat(501))}`, { status: 400 });
    expect(page.texts('h1')).toEqual(['That is too long to search for.']);
    expect(page.texts('p')).toEqual(['Try fewer words, or different ones.']);
    expect(page.all('input')[0]?.attribs.value?.length).toBeLessThanOrEqual(500);
  });

  it.each(['%00', 'a%ED%A0%80', '%E5', '%'])('S28 invalid text is a 400: %s', async (query) => {
    expect((await find(`q=${query}`, { status: 400 })).texts('title')[0]).toContain('Manual');
  });
});

describe('S4 marks keep markup and escaping intact', () => {
  const QUERIES = [
    'span',
    'amp',
    '<',
    'quot',
    'lt',
    '39',
    '&amp;',
    'img onerror',
    '.*',
    '$&',
    '(?:',
    '[a-z]+',
    'mark',
    '"><b>',
    "'",
  ];

  const { title } = HOSTILE_GUIDE;
  const STORED = `${title} ${HOSTILE_CATEGORY} ${title}`;

  const readHtml = async (query: string) => {
    const { text } = await service.request.get(`/site/${HOSTILE.host}/search?q=${encodeURIComponent(query)}`);
    return text;
  };

  it.each(QUERIES)('%s', async (query) => {
    const html = await readHtml(query);
    const page = readPage(html);
    // Both are part of the layout.
    expect(page.all('span')).toHaveLength(2);
    expect(['img', 'i', 'b'].flatMap((name) => page.all(name))).toEqual([]);
    expect(page.all('input')[0]?.attribs.value).toBe(query);
    expect(page.texts('h1')[0]).toContain(query);
    // Without marks, the stored text remains, escaped once.
    const results = readPage(html.replaceAll(/<\/?mark>/g, '')).texts('li', 'result');
    expect(results.filter((text) => text !== STORED)).toEqual([]);
  });

  it('and there are marks', async () => {
    const page = readPage(await readHtml('span amp quot'));
    expect(page.texts('mark').join(' ')).toBe('amp span span span quot amp amp span span span quot amp');
  });

  it('and their content is escaped, too', async () => {
    expect(await readHtml("x'y")).toContain('<mark>x&#39;y</mark>');
  });

  it('neither do suggestions', async () => {
    const page = readPage(await readHtml('xyzzy'));
    expect([page.texts('ul', 'titles'), page.all('i')]).toEqual([[HOSTILE_CATEGORY], []]);
  });
});

describe('S3 unpublished content', () => {
  it.each([CANARY, 'canary', 'canery', 'draft', 'hidden'])('is not found: %s', async (query) => {
    const { text } = await service.request.get(`${BASE}/search?q=xyzzy${encodeURIComponent(query)}`);
    expect(text.replaceAll(query, '')).not.toContain(CANARY);
    const page = await find(`q=${encodeURIComponent(query)}`);
    expect(page.texts('h1')).toEqual([`No results for “${query}”.`]);
  });

  it('is like an unknown word beside others', async () => {
    const page = await find(`q=${CANARY}+vacuum`);
    expect(page.links('results')).toEqual((await find('q=xyzzy+vacuum')).links('results'));
    expect(page.links('results')).not.toEqual([]);
    expect(page.texts('li', 'result').join()).not.toContain(CANARY);
  });

  it('disappears at once from results and corrections', async () => {
    const published = (yes: boolean) =>
      setPublication(service.database, { host: HOST, slugs: ['passing'], published: yes });
    expect((await find('q=ephemeral')).links('results')).toEqual([`${BASE}/guides/passing`]);
    await published(false);
    for (const query of ['ephemeral', 'ephemerl']) {
      const page = await find(`q=${query}`);
      expect(page.texts('h1')).toEqual([`No results for “${query}”.`]);
      expect(page.texts('p', 'corrected')).toEqual([]);
    }
    // Guides are checked again, whatever the index contains.
    await service.database.none('truncate search_queue');
    expect((await find('q=ephemeral')).texts('h1')).toEqual(['No results for “ephemeral”.']);
    await published(true);
    await service.indexed();
    expect((await find('q=ephemerl')).links('results')).toEqual([`${BASE}/guides/passing`]);
  });
});

it('S15 search terms are never logged', async () => {
  const words = 'confidential query of mine';
  const loud = await startTestService([MANUAL], { LOG_LEVEL: 'trace' });
  const ask = () => loud.request.get(`${BASE}/search?q=${encodeURIComponent(words)}`);
  await ask();
  await loud.database.none('alter table search_tenants rename to search_tenants_elsewhere');
  expect((await ask()).status).toBe(503);
  await loud.stop();
  expect(loud.logLines.length).toBeGreaterThan(2);
  expect(loud.logLines.filter((line) => /confidential|query of/.test(decodeURIComponent(line)))).toEqual([]);
});

describe('S25 while search fails', () => {
  beforeAll(() => service.database.none('alter table search_tenants rename to search_tenants_elsewhere'));
  afterAll(() => service.database.none('alter table search_tenants_elsewhere rename to search_tenants'));

  it('a search is an error page with Retry-After', async () => {
    const answer = await service.request.get(`${BASE}/search?q=vacuum`);
    const page = readPage(answer.text);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(page.texts('title')).toEqual(['Something went wrong · Manual']);
  });

  it.each(['/search', '/search?q=', '/guides/vacuum', '', '/guides'])(
    'everything else works: %s',
    async (path) => {
      expect((await service.request.get(BASE + path)).status).toBe(200);
    },
  );
});

describe('GET /search/suggestions', () => {
  async function suggestionsFor(query: string, host = HOST) {
    const answer = await service.request.get(`/site/${host}/search/suggestions?${query}`);
    expect([answer.status, answer.type]).toEqual([200, 'application/json']);
    return answer.body.suggestions as { path: string; title: object[]; excerpt: { parts: object[] } }[];
  }

  it('are the first five results, with the passages that match', async () => {
    expect((await suggestionsFor('q=chapter')).map(({ path }) => path)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `${BASE}/guides/chapter-${number}`),
    );
    expect(await suggestionsFor('q=garbage')).toEqual([
      {
        path: `${BASE}/guides/vacuum`,
        title: [{ text: 'VACUUM', marked: false }],
        excerpt: {
          parts: [
            { text: 'Collects ', marked: false },
            { text: 'garbage', marked: true },
            { text: '.', marked: false },
          ],
          cutBefore: false,
          cutAfter: false,
        },
      },
    ]);
    const [{ excerpt } = { excerpt: { parts: [] } }] = await suggestionsFor('q=dead+rows');
    expect(JSON.stringify(excerpt.parts).length).toBeLessThan(400);
  });

  it.each(['', 'q=', 'q=+', 'q=%3F%3F%3F', 'q=xyzzy', `q=${'a'.repeat(501)}`])(
    'are none for ?%s',
    async (query) => {
      expect(await suggestionsFor(query)).toEqual([]);
    },
  );

  it('are not indexed as pages, and must be revalidated', async () => {
    const { headers } = await service.request.get(`${BASE}/search/suggestions?q=vacuum`);
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual([
      'public, no-cache',
      'nosniff',
    ]);
  });

  it.each([KEYED.host, DISABLED.host, 'unknown.example.com'])('are not there for %s', async (host) => {
    expect((await service.request.get(`/site/${host}/search/suggestions?q=vacuum`)).status).toBe(404);
  });
});
