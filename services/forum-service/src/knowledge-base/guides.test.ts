import { until } from '@guidepost/local-servers/testing';
import { createLogger } from '@guidepost/service-kit/process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type KnowledgeBaseServer,
  type Reply,
  startKnowledgeBaseServer,
  truth,
} from '../testing/knowledge-base-server.ts';
import { createGuides, createGuidesOf, type Guides } from './guides.ts';
import { createKnowledgeBase } from './knowledge-base.ts';

const HOSTILE = '<img src=x onerror=alert(1)>\u0000 tyres';

const TITLES = { 1: 'Pump the tyres', 2: 'Charge the battery', 3: HOSTILE };

const LONG = 10_000;

let server: KnowledgeBaseServer;
let logLines: string[];
let guides: Guides;

beforeAll(async () => {
  server = await startKnowledgeBaseServer(TITLES);
});

const logger = createLogger({
  service: 'forum',
  level: 'info',
  stream: { write: (line) => void logLines.push(line) },
});

beforeEach(() => {
  server.reply = truth(TITLES);
  server.take();
  logLines = [];
  guides = createGuides({ knowledgeBase: createKnowledgeBase({ url: server.url }), logger, pause: 1 });
});

afterAll(() => server.close());

const paths = () => server.take().map(({ url = '' }) => decodeURIComponent(url.replace(/^.*\/guides/, '')));

const json =
  (document: unknown): Reply =>
  (_, response) =>
    response.end(JSON.stringify(document));

/** The answer for a guide; lists are true. */
const sole =
  (answer: Reply): Reply =>
  (request, response) =>
    (request.url?.includes('q=') ? truth(TITLES) : answer)(request, response);

describe('guides of a knowledge base', () => {
  it('are found with the addresses of their pages, in two requests that count as no reading', async () => {
    const found = await guides.find(' Charge  the BATTERY? ', LONG);
    expect(found).toContainEqual({
      id: '2',
      title: 'Charge the battery',
      address: 'https://help.example.com/guides/guide-2',
    });
    const [search, ...reads] = server.take();
    expect(new URL(search?.url ?? '', server.url).searchParams.toString()).toBe(
      'fields%5Bguide%5D=title&q=charge+the+battery%3F&page%5Bsize%5D=5',
    );
    expect(search?.headers).toMatchObject({ accept: 'application/vnd.api+json', 'sec-purpose': 'prefetch' });
    expect(search?.headers).not.toHaveProperty('authorization');
    expect(reads.map(({ headers }) => headers['sec-purpose'])).toContain('prefetch');
  });

  it('are kept, and so are their addresses', async () => {
    await guides.find('battery', LONG);
    await Promise.all([guides.find('Battery ', LONG), guides.find('battery', LONG)]);
    await guides.find('charge', LONG);
    await guides.read('2');
    expect(paths()).toEqual([
      '?fields[guide]=title&q=battery&page[size]=5',
      '/2?fields[guide]=title',
      '?fields[guide]=title&q=charge&page[size]=5',
    ]);
  });

  it('are asked for once by several at the same time', async () => {
    await Promise.all([guides.find('pump', LONG), guides.find('pump', LONG)]);
    expect(paths().filter((path) => path.includes('q='))).toHaveLength(1);
  });

  it('are none for no words, without a request', async () => {
    expect(await guides.find(' \n', LONG)).toEqual([]);
    expect(server.take()).toEqual([]);
  });

  it('belong to forums by their slugs, with the key of their own knowledge base', async () => {
    const authorizations = async (urls: object, keys: object, slug: string) => {
      const guidesOf = createGuidesOf(
        { urls: new Map(Object.entries(urls)), keys: new Map(Object.entries(keys)) },
        logger,
      );
      await guidesOf({ slug, guides: '', language: 'en' })?.find('pump', LONG);
      return new Set(server.take().map(({ headers }) => headers.authorization));
    };
    const { url } = server;
    const keys = { '': 'gp_usual', demo: 'gp_demo' };
    expect(await authorizations({ '': url }, keys, 'demo')).toEqual(new Set(['Bearer gp_usual']));
    expect(await authorizations({ '': url, demo: url }, keys, 'demo')).toEqual(new Set(['Bearer gp_demo']));
    expect(await authorizations({ other: url }, keys, 'other')).toEqual(new Set([undefined]));
    expect(await authorizations({ other: url }, keys, 'demo')).toEqual(new Set());
  });

  it('are asked for in the language of the forum', async () => {
    const guidesOf = createGuidesOf({ urls: new Map([['', server.url]]), keys: new Map() }, logger);
    for (const language of ['pt-BR', 'en', 'pt-BR']) {
      await guidesOf({ slug: 'demo', guides: '', language })?.find('pump', LONG);
    }
    expect(paths()).toEqual([
      '?fields[guide]=title&language=pt-BR&q=pump&page[size]=5',
      '/1?fields[guide]=title&language=pt-BR',
      '?fields[guide]=title&language=en&q=pump&page[size]=5',
      '/1?fields[guide]=title&language=en',
    ]);
  });

  it('have titles as plain text on one line', async () => {
    const [first] = (await guides.find('img', LONG)) ?? [];
    expect(first?.title).toBe('<img src=x onerror=alert(1)> tyres');
  });

  it.each<[string, Reply]>([
    [
      'not a page on the web',
      json({ data: { id: '1', attributes: { title: 'Pump' }, links: { public: 'javascript:alert(1)' } } }),
    ],
    ['relative', json({ data: { id: '1', attributes: { title: 'Pump' }, links: { public: '/guides/a' } } })],
    [
      'with a password',
      json({ data: { id: '1', attributes: { title: 'Pump' }, links: { public: 'https://a:b@c.example' } } }),
    ],
    [
      'too long',
      json({
        data: {
          id: '1',
          attributes: { title: 'Pump' },
          links: { public: `https://c.example/${'a'.repeat(2_000)}` },
        },
      }),
    ],
    ['missing', json({ data: { id: '1', attributes: { title: 'Pump' } } })],
    ['of an unpublished guide', (_, response) => response.writeHead(404).end('{}')],
  ])('are left out if their address is %s', async (_, reply) => {
    server.reply = sole(reply);
    expect(await guides.find('pump', LONG)).toEqual([]);
  });

  it.each([
    null,
    7,
    {},
    { type: 'guide', id: 8 },
    { id: '../1', attributes: { title: 'a' } },
    { id: '1', attributes: { title: ' ' } },
  ])('are left out if they are %j', async (resource) => {
    server.reply = json({ data: [resource] });
    expect(await guides.find('pump', LONG)).toEqual([]);
  });

  it.each(['9', '../2', 'a'.repeat(200), ''])('are not read by the ID %j', async (id) => {
    expect(await guides.read(id)).toBeUndefined();
  });
});

/** To where the truth is. */
const redirect: Reply = (request, response) => {
  if (request.url?.includes('moved')) return truth(TITLES)(request, response);
  return response.writeHead(302, { Location: `${request.url}&moved` }).end();
};

const FAULTS: [string, Reply][] = [
  ['ends the connection', (request) => request.socket.destroy()],
  ['fails', (_, response) => response.writeHead(500).end('oops')],
  ['wants a key', (_, response) => response.writeHead(401).end('{}')],
  ['redirects', redirect],
  ['sends HTML', (_, response) => response.end('<html>')],
  ['sends another document', json({ data: { type: 'guide' } })],
  ['sends null', json(null)],
  ['sends too much', (_, response) => response.end(`{"data":["${'a'.repeat(300_000)}"]}`)],
];

describe('a knowledge base that', () => {
  it.each(FAULTS)('%s has no guides, is not asked for a while, and is found again', async (_, reply) => {
    server.reply = reply;
    for (let time = 0; time < 5; time += 1) expect(await guides.find(`pump ${time}`, LONG)).toBeUndefined();
    expect(logLines.map((line) => JSON.parse(line).msg)).toEqual(['guides are not offered for now']);
    expect(logLines.join()).not.toContain('pump');
    server.reply = truth(TITLES);
    await until('guides are found again', async () => (await guides.find('pump', LONG))?.length === 1);
    expect(JSON.parse(logLines.at(-1) ?? '').msg).toBe('guides are offered again');
  });

  it('refuses a query is asked for others', async () => {
    server.reply = (_, response) => response.writeHead(400).end('{}');
    for (let time = 0; time < 9; time += 1) expect(await guides.find(`pump ${time}`, LONG)).toBeUndefined();
    expect(logLines).toEqual([]);
  });

  it('is late delays no one for longer than they wait, and is kept', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.reply = (request, response) => released.then(() => truth(TITLES)(request, response));
    expect(await guides.find('pump', 1)).toBeUndefined();
    release();
    await until('the answer is kept', async () => (await guides.find('pump', 0))?.length === 1);
    expect(paths().filter((path) => path.includes('q='))).toHaveLength(1);
  });

  it('drips is given up after a second', async () => {
    const closed = Promise.withResolvers<void>();
    server.reply = (_, response) => {
      const dripping = setInterval(() => response.write(' '), 20);
      response.on('close', () => {
        clearInterval(dripping);
        closed.resolve();
      });
    };
    expect(await guides.find('pump', LONG)).toBeUndefined();
    await closed.promise;
  });
});
