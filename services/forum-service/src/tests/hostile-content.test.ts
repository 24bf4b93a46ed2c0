import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE_MARKUP, readByParsers } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importForum } from '../archive/import/import-forum.ts';
import { createPosterSecret } from '../people/posters.ts';
import { writeForum } from '../testing/content.ts';
import { ask, crawl } from '../testing/crawl.ts';
import { findDangers } from '../testing/dangers.ts';
import { writeExample } from '../testing/example.ts';
import { readXml } from '../testing/fuzzing/fuzzed-api.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('hostile content', () => {
  /** Some of each kind of attack; tests of the renderer use all of them. */
  const SOME = HOSTILE_MARKUP.filter((_, index) => index % 6 === 0);

  /** Elements that texts may contain, so that the harmless forum has them too. */
  const FILES = 'https://a.example/x.png https://a.example/x.mp4 https://a.example/x.mp3 https://a.example/';

  interface Post {
    title: string;
    text: string;
    name: string;
  }

  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    folder = await mkdtemp(join(tmpdir(), 'guidepost-hostile-'));
    await fill('harmless', [{ title: 'Title', text: `Text\n\n${FILES}\nText`, name: 'Name' }]);
    const hostile = SOME.map(([, markup], index) => ({
      title: oneLine(`${index} ${markup}`),
      text: withoutControls(markup),
      name: oneLine(markup).slice(0, 100),
    }));
    await fill('hostile', hostile);
    await service.indexed();
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
    await service.stop();
  });

  const withoutControls = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ');
  const oneLine = (text: string) =>
    text
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, 200)
      .trim();

  /** Half of the dialogs are posted, half imported, each with an identical comment. */
  async function fill(slug: string, posts: Post[]): Promise<void> {
    await writeForum(service.database, { slug });
    const useremail = 'anna@example.com';
    for (const { title, text, name } of posts) {
      const fields = { title: `${title}.`.slice(-200), text, name, useremail, topic: 'Q' };
      const { headers } = await service.request.post(`/api/${slug}`).send(fields).expect(201);
      const id = /(\d+)\.json$/.exec(String(headers.location))?.[1];
      await service.request.post(`/api/comment/${slug}/${id}`).send({ name, text, useremail }).expect(201);
    }
    const lines = posts.map((post) => ({
      ...post,
      topic: 'P',
      state: post.name,
      work_title: post.name,
      tags: [{ name: post.name.replaceAll(',', ' '), is_public: true }],
      comments: [{ ...post, title: undefined, work_title: post.name }],
    }));
    const path = join(folder, `${slug}.ndjson`);
    await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    const secret = createPosterSecret(service.database, undefined);
    const { signal } = new AbortController();
    expect(
      await importForum(service.database, { slug, path, secret, publicUrl: 'https://forum.example', signal }),
    ).toMatchObject({ refused: 0 });
  }

  /** Elements, attributes and link targets of a page, by parser. */
  function materialOf(html: string): string[] {
    const elements = readByParsers(html).flatMap(([, read]) => read);
    return elements.flatMap(({ name, attributes }) =>
      Object.entries(attributes)
        .map(([attribute, value]) => {
          const leads = ['href', 'src', 'action', 'formaction', 'data', 'srcset', 'content'].includes(
            attribute,
          );
          const scheme = leads ? /^[\s\p{Cc}]*[a-z]+:(?!\/\/)/iu.exec(value)?.[0] : undefined;
          return [name, attribute, ...(scheme === undefined ? [] : [scheme])].join(' ');
        })
        .concat(name),
    );
  }

  async function pagesOf(slug: string, query: string): Promise<Map<string, string>> {
    const beginnings = [`/forum/${slug}`, `/forum/${slug}/search?q=${encodeURIComponent(query)}`];
    const responses = await crawl(service.get, beginnings);
    return new Map(
      [...responses].flatMap(([path, { headers, text }]) =>
        path.startsWith(`/forum/${slug}`) && headers['content-type']?.startsWith('text/html')
          ? [[path, text]]
          : [],
      ),
    );
  }

  interface HostileRecord {
    uri: string;
    comments_uri?: string;
    text: string;
    title?: string;
    state?: string | null;
    user: { first_name: string; work_title: string | null };
  }

  async function recordsAt(path: string): Promise<HostileRecord[]> {
    const { text } = await ask(service.get, path);
    if (!path.includes('.xml')) return [JSON.parse(text)].flat();
    const { response } = readXml(text) as { response: { resource: HostileRecord | HostileRecord[] } };
    return [response.resource].flat();
  }

  /** Anything dangerous in a record, wherever a client inserts it. */
  function dangersIn({ text, title, state, user }: HostileRecord): unknown[] {
    const plain = [title, state, user.first_name, user.work_title].map((value) => value ?? '');
    return [...findDangers(text), ...plain.flatMap(readByParsers).flatMap(([, elements]) => elements)];
  }

  describe('S2 hostile posts', () => {
    it.each([
      '/api/hostile.json?limit=1000',
      '/api/hostile.xml?limit=1000',
      '/api/popular/hostile.json?limit=1000',
      '/api/search/hostile/svg.json?limit=1000',
      '/api/search/hostile/svg.xml?limit=1000',
    ])('are harmless wherever a client inserts the response: %s', async (path) => {
      const list = await recordsAt(path);
      expect(list.some(({ user }) => user.work_title?.includes('< '))).toBe(true);
      expect(list.flatMap(dangersIn)).toEqual([]);
    });

    it('are harmless one by one, and so are their comments', async () => {
      const list = await recordsAt('/api/hostile.json?limit=1000');
      expect(list).toHaveLength(SOME.length * 2);
      for (const { uri, comments_uri = '' } of list) {
        for (const address of [uri, comments_uri]) {
          const records = await recordsAt(new URL(address).pathname);
          expect(records.flatMap(dangersIn)).toEqual([]);
        }
      }
    });

    it('add no elements to pages that harmless posts do not (S11)', async () => {
      const allowed = new Set([...(await pagesOf('harmless', 'text')).values()].flatMap(materialOf));
      const pages = await pagesOf('hostile', 'img');
      expect(pages.size).toBeGreaterThan(SOME.length * 2);
      const strange = [...pages].flatMap(([path, html]) =>
        materialOf(html)
          .filter((material) => !allowed.has(material))
          .map((material) => `${path}: ${material}`),
      );
      expect(strange).toEqual([]);
    });

    it('are harmless in feeds, which are well-formed to two parsers (S21)', async () => {
      const { text } = await ask(service.get, '/forum/hostile/feed.atom');
      const { feed } = readXml(text) as { feed: { entry: { title: string; content: string }[] } };
      expect(feed.entry).toHaveLength(SOME.length * 2);
      expect(feed.entry.flatMap(({ content }) => findDangers(content))).toEqual([]);
      const titles = new Set(feed.entry.map(({ title }) => title));
      expect(SOME.some(([, markup], index) => titles.has(oneLine(`${index} ${markup}`)))).toBe(true);
    });

    it('would be detected', () => {
      expect(materialOf('<p onclick="x"><a href=" JavaScript:x">a</a></p>')).toEqual(
        expect.arrayContaining(['p onclick', 'a href  JavaScript:']),
      );
    });
  });

  describe('S11 query parameters', () => {
    it('add no elements to pages that repeat them', async () => {
      const paths = [
        '/forum/harmless/search?q=X',
        '/forum/harmless/tags/X',
        '/forum/harmless/states/X',
        '/forum/X',
        '/X',
      ];
      for (const path of paths) {
        const material = async (value: string) => {
          const { text } = await ask(service.get, path.replace('X', encodeURIComponent(value)));
          return new Set(materialOf(text));
        };
        // Pages that find nothing, and pages that find something.
        const allowed = new Set([...(await material('xyzzy')), ...(await material('text'))]);
        for (const [name, markup] of SOME) {
          const strange = [...(await material(markup))].filter((one) => !allowed.has(one));
          expect([path, name, strange]).toEqual([path, name, []]);
        }
      }
    });
  });
});

describe('hostile values', () => {
  /** Raw values; each has caused a 500 somewhere. */
  const VALUES = {
    'U+0000': '%00',
    'a lone surrogate': '%ED%A0%80',
    'no UTF-8': '%FF%FE',
    'Latin-1': 'K%F6ln',
    'broken percent-encoding': '%E0%A4%A',
    'a percent sign': '%',
    'an id beyond 2^53': '9007199254740993',
    'an id beyond 2^64': '99999999999999999999999',
    'a negative number': '-1',
    'a fraction': '1.5',
    'an exponent': '1e3',
    'another digit': '%D9%A1',
    'a direction mark': '%E2%80%AE',
    'a slash': '%2F..%2F..',
    'a prototype': '__proto__',
    'a statement': "'%20or%201=1--",
    'a long one': 'a'.repeat(5_000),
    nothing: '',
  };

  const PATHS = [
    '/api/?.json',
    '/api/help/?.xml',
    '/api/popular/help/?.json',
    '/api/popular/?.json',
    '/api/dialog/help/?.json',
    '/api/dialog/?/1.json',
    '/api/comment/help/?.json',
    '/api/comment/help/?/11.json',
    '/api/comment/help/1/?.json',
    '/api/properties/?.xml',
    '/api/taglist/?.json',
    '/api/tag/help/?.json',
    '/api/avatar/help/?/A.svg',
    '/api/?',
  ];

  /** Nothing below these has such a name. */
  const PAGES = [
    '/forum/?',
    '/forum/?/1',
    '/forum/help/?',
    '/forum/help/1/comments/?',
    '/forum/help/tags/?',
    '/forum/help/states/?',
    '/forum/help/?/feed.atom',
    '/api/file/help/?',
    '/?',
    '/?.xml',
  ];

  const PARAMETERS = ['start', 'limit', 'sort', 'include', 'callback', 'tags', 'key', '_', 'filter[a][b]'];
  const PAGE_PARAMETERS = ['q', 'page', 'key'];
  const POSTS = [
    '/api/?',
    '/api/comment/help/?',
    '/api/vote/help/?',
    '/api/report-dialog/help/?',
    '/api/report-comment/?/1',
  ];

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    await writeExample(service);
  });

  afterAll(() => service.stop());

  describe.each(Object.entries(VALUES))('S28 %s', (_title, value) => {
    it.each(PATHS)('is a 404 in the path %s', async (path) => {
      expect([401, 404]).toContain((await service.get(path.replace('?', value))).status);
    });

    it.each(PAGES)('is a 404, or redirects to the parent page: %s', async (path) => {
      const { status } = await service.get(path.replace('?', value));
      expect(value === '' ? [200, 301, 308, 404, 405] : [404]).toContain(status);
    });

    it('is a search or a 404', async () => {
      expect([200, 404]).toContain((await service.get(`/api/search/help/${value}.json`)).status);
    });

    it.each(POSTS)('is a 404 for posts: %s', async (path) => {
      const sent = await service.request.post(path.replace('?', value)).send({ name: 'A' });
      expect([400, 404, 405]).toContain(sent.status);
    });

    it.each(PARAMETERS)('is refused or ignored as the parameter %s', async (name) => {
      for (const path of ['/api/help.json', '/api/search/help/a.json', '/api/comment/help/1.xml']) {
        const answer = await service.get(`${path}?${name}=${value}`);
        expect([200, 400, 401]).toContain(answer.status);
      }
    });

    it.each(PAGE_PARAMETERS)('is refused or ignored as the parameter %s of a page', async (name) => {
      for (const path of ['/forum/help', '/forum/help/search']) {
        const answer = await service.get(`${path}?${name}=${value}`);
        expect([200, 400, 404]).toContain(answer.status);
      }
    });
  });

  describe('S28 invalid text', () => {
    it.each(['start', 'sort', 'include', 'callback', 'tags'])(
      'is a 400 as the parameter %s',
      async (name) => {
        for (const value of ['%00', 'a%00', '%ED%A0%80']) {
          const answer = await service.get(`/api/search/help/a.json?${name}=${value}`);
          expect([value, answer.status]).toEqual([value, 400]);
        }
      },
    );
  });

  describe('S19 parameters that resemble object properties', () => {
    it.each([
      '__proto__[limit]=1',
      'constructor[prototype][limit]=1',
      'limit[__proto__]=1',
      'toString=1&valueOf=2&hasOwnProperty=3',
      'limit[]=1&limit[]=2',
    ])('are ignored: %s', async (query) => {
      const answer = await service.get(`/api/help.json?${query}`).expect(200);
      expect(answer.text).toBe((await service.get('/api/help.json')).text);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });

    it('are ignored by the thousands', async () => {
      const many = Array.from({ length: 2_000 }, (_, index) => `${index}=1`).join('&');
      await service.get(`/api/help.json?${many}`).expect(200);
    });

    it('count once when repeated', async () => {
      const { body } = await service.get('/api/help.json?limit=0&limit=5').expect(200);
      expect(body).toEqual([]);
    });
  });
});
