import { createAnalyzer } from '@guidepost/search';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import { OPERATOR, setPublication, writeContent } from '../testing/content.ts';
import { EXAMPLE, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { purgeGuides } from '../writing/deleted/purge-guides.ts';
import { renameGuide } from '../writing/drafts/guide-slugs.ts';
import { findGuideByReference } from './find-guide.ts';
import { readGuideText } from './guide-text.ts';

describe('former slugs', () => {
  const { host } = EXAMPLE;
  const ROOT = `/knowledge/v1/${host}/guides`;
  const MEDIA_TYPE = 'application/vnd.api+json';

  let service: TestService;

  async function start(): Promise<void> {
    service = await startTestService([EXAMPLE, OTHER]);
    await rename('install', 'set-up');
    await rename('set-up', 'getting-started');
    await rename('refunds', 'money-back');
  }

  async function startAgain(): Promise<void> {
    await service.stop();
    await start();
  }

  beforeAll(start);
  afterAll(() => service.stop());

  async function rename(slug: string, newSlug: string): Promise<boolean> {
    const changed = await renameGuide(service.database, OPERATOR, { host, slug, newSlug });
    await service.settled(host);
    return changed;
  }

  async function publish(slug: string, published: boolean): Promise<void> {
    await setPublication(service.database, { host, slugs: [slug], published });
    await service.settled(host);
  }

  /** Follows a slug to the ID of a guide, the URL of a redirect, or a status. */
  async function follow(slug: string, query = ''): Promise<string | number> {
    const { status, headers, body } = await service.get(`${ROOT}/slug/${slug}${query}`);
    if (status === 301) return String(headers.location);
    return status === 200 ? body.data.id : status;
  }

  describe('a former slug', () => {
    it.each(['install', 'set-up'])('redirects to the current slug in one step: %s', async (slug) => {
      expect(await follow(slug)).toBe(`${ROOT}/slug/getting-started`);
      expect(await follow('getting-started')).toBe('31');
    });

    it('is answered with 301, an entity tag and no body', async () => {
      const answer = await service.get(`${ROOT}/slug/install`);
      expect(answer.status).toBe(301);
      expect(answer.text).toBe('');
      expect(answer.headers).toMatchObject({
        etag: expect.stringMatching(/^W\/"/),
        'cache-control': 'public, no-cache',
        vary: 'Accept, Accept-Encoding',
        'access-control-allow-origin': '*',
        'content-length': '0',
      });
      expect(answer.headers).not.toHaveProperty('content-type');
    });

    it('is answered the same to HEAD', async () => {
      const { status, headers } = await service.request
        .head(`${ROOT}/slug/install`)
        .set('Accept', MEDIA_TYPE);
      expect([status, headers.location]).toEqual([301, `${ROOT}/slug/getting-started`]);
    });

    it('stays a 301 when its tag is sent back', async () => {
      const { headers } = await service.get(`${ROOT}/slug/install`);
      const again = await service.get(`${ROOT}/slug/install`).set('If-None-Match', headers.etag ?? '');
      expect(again.status).toBe(301);
    });

    it.each([
      '?include=tags,categories.guides&fields[guide]=title',
      '?fields%5Bguide%5D=title%2Cslug',
      '?utm_source=%C3%A5+b&utm_source=c',
    ])('carries the query on as it was sent: %s', async (query) => {
      expect(await follow('install', query)).toBe(`${ROOT}/slug/getting-started${query}`);
    });

    it.each([
      ['Accept', '', '*/*', 406],
      ['parameters', '?include=nothing', MEDIA_TYPE, 400],
      ['parameters', '?page=2', MEDIA_TYPE, 400],
    ])('is checked after %s', async (_, query, accept, status) => {
      const answer = await service.request.get(`${ROOT}/slug/install${query}`).set('Accept', accept);
      expect(answer.status).toBe(status);
    });

    it.each([
      ['another knowledge base', '/knowledge/v1/other.example.com:8443/guides/slug/refunds'],
      ['the path of ids', `${ROOT}/install`],
    ])('means nothing to %s', async (_, path) => {
      expect((await service.get(path)).status).toBe(404);
    });

    it('of an unpublished guide is unknown', async () => {
      await publish('money-back', false);
      expect(await follow('refunds')).toBe(404);
      await publish('money-back', true);
      expect(await follow('refunds')).toBe(`${ROOT}/slug/money-back`);
    });
  });

  describe('a slug that is taken again', () => {
    afterEach(startAgain);

    it('belongs to its new guide, also after another rename', async () => {
      await rename('31', 'refunds');
      expect(await follow('refunds')).toBe('34');
      await rename('refunds', 'zebra');
      expect(await follow('refunds')).toBe(`${ROOT}/slug/zebra`);
      expect(await follow('31')).toBe(`${ROOT}/slug/zebra`);
      expect(await follow('money-back')).toBe('33');
    });

    it('still redirects while its new guide is a draft', async () => {
      await rename('apples', 'fruit');
      await rename('31', 'apples');
      await publish('apples', false);
      expect(await follow('apples')).toBe(`${ROOT}/slug/fruit`);
      await publish('apples', true);
      expect(await follow('apples')).toBe('34');
    });

    it('can be restored', async () => {
      await rename('apples', 'berries');
      await rename('berries', 'apples');
      expect(await follow('apples')).toBe('32');
      expect(await follow('berries')).toBe(`${ROOT}/slug/apples`);
    });
  });

  describe('renameGuide', () => {
    afterEach(startAgain);

    it('changes nothing if the guide has the slug', async () => {
      expect(await rename('apples', 'apples')).toBe(false);
      expect(await follow('apples')).toBe('32');
    });

    it.each([
      ['a slug that a guide has', 'apples', 'money-back', 'conflict', 'A guide money-back already exists.'],
      ['a guide that does not exist', 'nothing', 'x', 'not-found', 'There is no guide nothing.'],
      [
        'a former slug',
        'set-up',
        'x',
        'not-found',
        'There is no guide set-up; it has been renamed to getting-started.',
      ],
    ])('refuses %s', async (_, slug, newSlug, kind, message) => {
      await expect(rename(slug, newSlug)).rejects.toMatchObject({ kind, message });
      expect(await follow('apples')).toBe('32');
    });

    it('gives a slug to only one of many concurrent requests', async () => {
      const outcomes = await Promise.allSettled(
        ['apples', 'money-back', 'getting-started'].map((slug) => rename(slug, 'wanted')),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual(
        Array(2).fill(expect.objectContaining({ reason: expect.objectContaining({ kind: 'conflict' }) })),
      );
    });
  });

  describe('a guide named in a vote', () => {
    const knowledgeBaseOf = (of: string) =>
      changeKnowledgeBase(
        service.database,
        { host: of, actor: OPERATOR, action: 'import' },
        async (_, { id }) => ({
          changed: false,
          result: id,
        }),
      );

    async function find(reference: string, of = OTHER.host): Promise<number | undefined> {
      const knowledgeBaseId = await knowledgeBaseOf(of);
      const found = await findGuideByReference(service.database, { knowledgeBaseId, reference });
      return found?.id;
    }

    beforeAll(async () => {
      const knowledgeBaseId = await knowledgeBaseOf(OTHER.host);
      for (const [id, slug] of [
        [60, '53'],
        [61, 'third'],
        [62, 'draft'],
      ] as const) {
        await service.database.none(
          `insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published)
         overriding system value values ($1, $2, $3, $3, '', 2, $4)`,
          [knowledgeBaseId, id, slug, slug !== 'draft'],
        );
      }
      await renameGuide(service.database, OPERATOR, { host: OTHER.host, slug: 'third', newSlug: 'last' });
      await renameGuide(service.database, OPERATOR, { host: OTHER.host, slug: 'last', newSlug: '60' });
      await renameGuide(service.database, OPERATOR, { host: OTHER.host, slug: '60', newSlug: 'end' });
    });

    it.each([
      ['by its slug', 'install', 53],
      ['by a slug that looks like an id', '53', 60],
      ['by a former slug, before an id', '60', 61],
      ['by any of its former slugs', 'third', 61],
      ['by its id', '61', 61],
      ['unless it is not published', 'draft', undefined],
      ['unless it is not published', '62', undefined],
      ['unless it does not exist', 'nothing', undefined],
      ['unless it is of another knowledge base', '31', undefined],
      ['unless it is neither', 'IN STALL', undefined],
    ])('is found %s: %s', async (_, reference, id) => {
      expect(await find(reference)).toBe(id);
    });
  });
});

describe('a guide that was deleted', () => {
  const HOST = 'help.example.com';
  const ROOT = `/knowledge/v1/${HOST}`;

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([
      {
        host: HOST,
        categories: [{ id: 1, slug: 'start' }],
        tags: [{ id: 1, slug: 'new', name: 'New' }],
        guides: [
          { id: 1, slug: 'gone', title: 'Roses', categories: [1], tags: [1] },
          { id: 2, slug: 'kept', title: 'Roses, too' },
        ],
      },
    ]);
    await writeContent(service.database, {
      host: 'other.example.com',
      guides: [{ id: 3, slug: 'gone', title: 'Roses' }],
    });
    const { database } = service;
    await renameGuide(database, OPERATOR, { host: HOST, slug: 'gone', newSlug: 'present' });
    await renameGuide(database, OPERATOR, { host: HOST, slug: 'present', newSlug: 'gone' });
    for (const [file, guides] of [
      [1, [1]],
      [2, [1, 2]],
    ] as const) {
      await database.none(
        `insert into files (knowledge_base_id, id, content_hash, token, media_type, path, bytes)
         overriding system value
         select k.id, $2, sha256($3::text::bytea), lpad($2::text, 22, 'a'), 'image/png', $3 || '.png', 'x'
         from knowledge_bases k where k.host = $1`,
        [HOST, file, `image-${file}`],
      );
      await database.none(
        `insert into guide_files (knowledge_base_id, file_id, guide_id)
         select k.id, $2, unnest($3::bigint[]) from knowledge_bases k where k.host = $1`,
        [HOST, file, guides],
      );
    }
    await service.indexed();
    await service.get(`${ROOT}/guides/1`).expect(200);
    expect(await deleteGuides(database, OPERATOR, { host: HOST, slugs: ['gone', 'gone'] })).toEqual({
      ids: [1],
      slugs: ['gone'],
    });
    await service.settled(HOST);
    await service.indexed();
  });

  afterAll(() => service.stop());

  it.each(['/guides/1', '/guides/slug/gone', '/guides/slug/present', '/categories/1', '/tags/1'])(
    'is gone, with its otherwise empty categories and tags: %s',
    async (path) => {
      await service.get(ROOT + path).expect(404);
    },
  );

  it('is found by no search', async () => {
    const { body } = await service.get(`${ROOT}/guides?q=roses`);
    expect([body.meta.total, body.data.map(({ id }: { id: string }) => id)]).toEqual([1, ['2']]);
  });

  it('leaves images that other guides show, once it is deleted permanently', async () => {
    const files = () => service.database.any('select id from files order by id');
    expect(await files()).toEqual([{ id: 1 }, { id: 2 }]);
    await purgeGuides(service.database, OPERATOR, { host: HOST, references: ['gone'] });
    expect(await files()).toEqual([{ id: 2 }]);
  });

  it('leaves a guide with the same slug elsewhere', async () => {
    await service.get('/knowledge/v1/other.example.com/guides/slug/gone').expect(200);
  });
});

const words = (text: string) =>
  createAnalyzer('en')
    .words(text)
    .map(({ form }) => form);

describe('the searchable text of a guide', () => {
  it.each([
    ['parts of a word in elements', '<p><b>P</b>ostgreSQL</p>', [], ['postgresql']],
    ['blocks apart', '<p>one</p><p>two</p>', [], ['one', 'two']],
    ['lines apart', '<p>one<br>two</p>', [], ['one', 'two']],
    ["a note's number apart", '<p>server<sup>1</sup></p>', [], ['server', '1']],
    ['entities as their characters', '<p>caf&eacute; AT&amp;T</p>', [], ['cafe', 'at', 't']],
    ['headings by themselves', '<h2>Set <i>up</i></h2><p>Then go</p>', ['set', 'up'], ['then', 'go']],
    ['alternative texts', '<p><img src="/files/a.png" alt="A lamp">glows</p>', [], ['a', 'lamp', 'glows']],
    ['an image in a heading', '<h2><img src="/files/a.png" alt="Lamp"></h2>', ['lamp'], []],
    ['no fallback content of players', '<p>see</p><video>Sorry</video><p>it</p>', [], ['see', 'it']],
    ['nothing of attributes', '<p title="hidden" class="note">seen</p>', [], ['seen']],
    ['nothing of nothing', '', [], []],
  ])('holds %s', (_, html, headings, text) => {
    const read = readGuideText(html);
    expect([words(read.headings), words(read.text)]).toEqual([headings, text]);
  });
});
