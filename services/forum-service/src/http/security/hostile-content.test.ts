import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE_MARKUP, readByParsers } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importForum } from '../../archive/import/import-forum.ts';
import { createPosterSecret } from '../../posters/poster-secret.ts';
import { writeForum } from '../../testing/content.ts';
import { ask, crawl } from '../../testing/crawl.ts';
import { findDangers } from '../../testing/dangers.ts';
import { readXml } from '../../testing/read-xml.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

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
      const allowed = await material('nothing like that');
      for (const [name, markup] of SOME) {
        const strange = [...(await material(markup))].filter((one) => !allowed.has(one));
        expect([path, name, strange]).toEqual([path, name, []]);
      }
    }
  });
});
