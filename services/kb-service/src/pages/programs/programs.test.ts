import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { OPERATOR, type TestContent } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createWriteGuide } from '../guide/guide-markdown.ts';
import { siteOf } from '../site.ts';

const HOST = 'help.example.com';
const HOME = `https://${HOST}`;

const CONTENT: TestContent = {
  host: HOST,
  name: 'Help *me*',
  categories: [
    { id: 11, slug: 'start', name: 'Start' },
    { id: 12, slug: 'inner', name: 'Inner', parent: 11 },
  ],
  tags: [{ id: 21, slug: 'new', name: 'New' }],
  guides: [
    {
      id: 31,
      slug: 'install',
      title: 'Install # [it]',
      content: '<p>First <em>this</em>. Then that.</p><p><a href="/guides/pay">Pay</a></p>',
      categories: [11, 12],
      tags: [21],
    },
    { id: 32, slug: 'pay', title: 'Pay', content: '<p>By card.</p>', categories: [12] },
    { id: 33, slug: 'old', title: 'Old', content: '<p>Long ago.</p>', categories: [11] },
    { id: 34, slug: 'alone', title: 'Alone', content: '<p>In none.</p>' },
    { id: 35, slug: 'draft', title: 'Draft', content: '<p>Hidden</p>', published: false, categories: [11] },
  ],
};

let service: TestService;

beforeAll(async () => {
  service = await startTestService([CONTENT]);
  await service.database.none(`update guides set updated_at = '2026-11-03' where id = 31`);
  await service.database.none(`update guides set updated_at = '2020-01-01' where id = 33`);
});

afterAll(() => service.stop());

const ask = (path: string, accept = '*/*') => service.request.get(path).set({ Host: HOST, Accept: accept });

describe('a page in Markdown', () => {
  const GUIDE = `# Install \\# \\[it\\]

Source: ${HOME}/guides/install · Updated 2026-11-03 · Language en

First *this*. Then that.

[Pay](${HOME}/guides/pay)
`;

  it.each([
    ['/guides/install.md', '*/*'],
    ['/guides/install.md', 'text/html'],
    ['/guides/install', 'text/markdown'],
    ['/guides/install', 'text/markdown, text/html;q=0.9'],
    ['/guides/31.md', '*/*'],
    [`/site/${HOST}/guides/install.md`, '*/*'],
  ])('is a guide, at %s for %s', async (path, accept) => {
    const { status, headers, text } = await ask(path, accept);
    expect([status, headers['content-type'], headers.vary, text]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'Accept, Accept-Encoding',
      GUIDE,
    ]);
  });

  it('is a category with its categories and guides', async () => {
    const { text } = await ask('/categories/start.md').expect(200);
    expect(text).toBe(`# Start

Source: ${HOME}/categories/start · Language en

- [Inner](${HOME}/categories/inner)

- [Install \\# \\[it\\]](${HOME}/guides/install): First this. Then that. Pay
- [Old](${HOME}/guides/old): Long ago.
`);
  });

  it('is the guides with a tag', async () => {
    const { text } = await ask('/tags/new', 'text/markdown').expect(200);
    expect(text).toMatch(/^# Guides about New\n\nSource: .*\n\n- \[Install /);
  });

  it('is named by the page for people, which browsers still get', async () => {
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
      const { headers, text } = await ask('/guides/install', accept).expect(200);
      expect([headers['content-type'], headers.vary]).toEqual([
        'text/html; charset=utf-8',
        'Accept, Accept-Encoding',
      ]);
      expect(text).toContain('<link rel="alternate" type="text/markdown" href="/guides/install.md">');
    }
  });

  it('is kept: a client that has it gets 304', async () => {
    const { headers } = await ask('/guides/alone.md').expect(200);
    await ask('/guides/alone.md').set('If-None-Match', String(headers.etag)).expect(304);
  });

  it.each([
    '/guides/draft.md',
    '/guides/nothing.md',
    '/categories/nothing.md',
    '/guides.md',
    '/guides/install.md.md',
  ])('%s does not exist', async (path) => {
    await ask(path).expect(404);
  });
});

describe('llms.txt', () => {
  it('has each published guide once, by its first category, old ones last', async () => {
    const { status, headers, text } = await ask('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe(`# Help \\*me\\*

> Guides and answers from Example Ltd.

MCP: ${HOME}/mcp

## Start

- [Install \\# \\[it\\]](${HOME}/guides/install.md): First this.

## Inner

- [Pay](${HOME}/guides/pay.md): By card.

## More guides

- [Alone](${HOME}/guides/alone.md): In none.

## Optional

- [Old](${HOME}/guides/old.md): Long ago.
`);
  });

  it('has a text with all of them, in the same order', async () => {
    const { text } = await ask('/llms-full.txt').expect(200);
    expect(text.match(/^# .*/gm)).toEqual(['# Install \\# \\[it\\]', '# Old', '# Pay', '# Alone']);
    expect(text).not.toContain('Hidden');
  });
});

it('keeps guides that are read, not those that are read with all others', async () => {
  const write = createWriteGuide(service.context);
  const knowledgeBase = await service.context.knowledgeBases.find(HOST);
  if (!knowledgeBase) throw new Error('There is none.');
  const read = async (digest: string, text: string, isOneOfMany: boolean) => {
    const facts = { id: 1, slug: 'a', title: 'A', updated_at: new Date(), shown_from: 0 };
    const guide = { ...facts, content_html: `<p>${text}</p>`, content_digest: digest };
    return (await write(siteOf(knowledgeBase, ''), guide, { isOneOfMany })).text.trim();
  };
  expect(await read('first', 'one', false)).toBe('one');
  expect(await read('first', 'two', true)).toBe('one');
  expect(await read('second', 'one', true)).toBe('one');
  expect(await read('second', 'two', false)).toBe('two');
});

describe('a knowledge base with more than fits', () => {
  const LARGE = 'large.example.com';

  it('has only its categories in llms.txt, and no text of everything', async () => {
    const guides = Array.from({ length: 400 }, (_, index) => ({
      id: 1_000 + index,
      slug: `g-${index}`,
      title: `${'Long title '.repeat(15)}${index}`,
      content: `<p>${'word '.repeat(3_000)}</p>`,
      categories: [91],
    }));
    const large = { host: LARGE, categories: [{ id: 91, slug: 'many', name: 'Many' }], guides };
    const other = await startTestService([large]);
    const read = (path: string) => other.request.get(path).set('Host', LARGE);
    expect((await read('/llms.txt').expect(200)).text).toMatch(
      /\n## All guides\n\n- \[Many\]\(https:\/\/large\.example\.com\/categories\/many\.md\)\n$/,
    );
    const { text } = await read('/llms-full.txt').expect(404);
    expect(text).toContain(`https://${LARGE}/llms.txt`);
    await other.stop();
  });
});

describe('a text of everything with more than a megabyte', () => {
  const host = 'long.example.com';
  const guides = Array.from({ length: 24 }, (_, index) => ({
    id: 2_000 + index,
    slug: `long-${index}`,
    title: `Long ${index}`,
    content: `<p>${'word '.repeat(10_000)}</p>`,
  }));
  let other: TestService;

  beforeAll(async () => {
    other = await startTestService([{ host, guides }]);
  });

  afterAll(() => other.stop());

  const read = () => other.request.get('/llms-full.txt').set('Host', host);

  it('waits until fewer large answers are made', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const others = [1, 2, 3, 4].map(() => other.context.withLargeBodySlot(() => end));
    let isSent = false;
    const sent = read().then((answer) => {
      isSent = true;
      return answer;
    });
    // It answers others meanwhile.
    await other.request.get('/llms.txt').set('Host', host).expect(200);
    expect(isSent).toBe(false);
    resolve();
    await Promise.all(others);
    expect((await sent).status).toBe(200);
  });

  it('is sent as it is written, with an entity tag that changes with any guide', async () => {
    const { headers, text } = await read().expect(200);
    expect(headers).toMatchObject({
      'transfer-encoding': 'chunked',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(text.match(/^# .*/gm)).toEqual(guides.map(({ title }) => `# ${title}`));
    expect(text.match(/\n\n---\n\n/g)).toHaveLength(23);
    const tag = String(headers.etag);
    await read().set('If-None-Match', tag).expect(304, '');
    const change = { host, actor: OPERATOR, action: 'import' } as const;
    await changeKnowledgeBase(other.database, change, async (transaction) => {
      await transaction.none(`update guides set content_html = '<p>Short</p>' where id = 2005`);
      return { changed: true, result: undefined };
    });
    expect((await read().set('If-None-Match', tag).expect(200)).text).toContain('\nShort\n');
  });
});
