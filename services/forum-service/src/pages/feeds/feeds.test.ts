import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { FOR_EDITORS, NEVER_PUBLIC, writeExample } from '../../testing/example.ts';
import { readXml } from '../../testing/fuzzing/fuzzed-api.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const FEEDS = ['/forum/help/feed.atom', '/forum/help/1/feed.atom'];

interface Entry {
  id: string;
  title: string;
  updated: string;
  author: object;
  content: string;
}

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  await writeExample(service);
  const plain = await writeForum(database, { slug: 'plain' });
  await writeDialogs(database, plain, [
    { id: 101, title: 'Older', topic: 'P', text: 'a <b>\nc', pub_date: '2026-03-01T10:00:00Z' },
    { id: 102, title: 'Newer', pub_date: '2026-03-02T10:00:00Z' },
  ]);
  await writeForum(database, { slug: 'empty' });
});

afterAll(() => service.stop());

const parse = (text: string) =>
  readXml(text) as { feed: { id: string; updated: string; title: string; entry?: Entry | Entry[] } };

const entriesOf = async (path: string): Promise<Entry[]> =>
  [parse((await service.get(path).expect(200)).text).feed.entry ?? []].flat();

describe('the feed of a forum', () => {
  it('lists its newest dialogs with everything that readers show', async () => {
    const { text } = await service.get('/forum/plain/feed.atom').expect(200);
    const { feed } = parse(text);
    expect(feed).toMatchObject({
      id: 'https://forum.example/forum/plain/feed.atom',
      title: 'plain',
      updated: '2026-03-02T10:00:00Z',
    });
    expect(await entriesOf('/forum/plain/feed.atom')).toMatchObject([
      { id: 'https://forum.example/forum/plain/102', title: 'Newer' },
      {
        id: 'https://forum.example/forum/plain/101',
        title: 'Older',
        published: '2026-03-01T10:00:00Z',
        updated: '2026-03-01T10:00:00Z',
        author: { name: 'Anna' },
        content: '<p>a &lt;b&gt;<br>c</p>',
      },
    ]);
  });

  it('links to itself and to the pages', async () => {
    const { text } = await service.get('/forum/plain/feed.atom');
    for (const link of [
      '<link rel="self" type="application/atom+xml" href="https://forum.example/forum/plain/feed.atom"/>',
      '<link rel="alternate" type="text/html" href="https://forum.example/forum/plain"/>',
      '<link rel="alternate" type="text/html" href="https://forum.example/forum/plain/101"/>',
      '<category term="P" label="Problems"/>',
    ])
      expect(text).toContain(link);
  });

  it('is empty without posts', async () => {
    const { text } = await service.get('/forum/empty/feed.atom').expect(200);
    expect(parse(text).feed.updated).toBe('1970-01-01T00:00:00Z');
    expect(await entriesOf('/forum/empty/feed.atom')).toEqual([]);
  });
});

describe('the feed of a dialog', () => {
  it('lists its newest comments, then the dialog', async () => {
    expect((await entriesOf('/forum/help/1/feed.atom')).map(({ id }) => id)).toEqual([
      'https://forum.example/forum/help/1/comments/11',
      'https://forum.example/forum/help/1',
    ]);
  });

  it('exists for archived dialogs, too', async () => {
    await service.get('/forum/help/2/feed.atom').expect(200).expect('X-Robots-Tag', 'noindex');
  });

  it.each(['9', 'x'])('is a 404 without a dialog %s', async (id) => {
    await service.get(`/forum/help/${id}/feed.atom`).expect(404);
  });
});

describe.each(FEEDS)('GET %s', (path) => {
  it('is well-formed to two parsers whatever people write (S21)', async () => {
    const entries = await entriesOf(path);
    expect(entries).not.toEqual([]);
    for (const { title, content } of entries) expect([title, content].join()).toContain('a]]>b');
  });

  it('is an Atom feed with conditional requests, not framed or indexed', async () => {
    const { headers } = await service
      .get(path)
      .expect(200)
      .expect('Content-Type', 'application/atom+xml; charset=utf-8')
      .expect('X-Content-Type-Options', 'nosniff')
      .expect('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    await service.get(path).set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('contains nothing hidden, and no e-mail address (S3, S27)', async () => {
    const { text } = await service.get(path);
    for (const hidden of [FOR_EDITORS, NEVER_PUBLIC, '@example.com']) expect(text).not.toContain(hidden);
  });

  it('is the same whatever Host says (S14)', async () => {
    const spoofed = await service.get(path).set('Host', 'evil.example');
    expect(spoofed.text).toBe((await service.get(path)).text);
  });
});
