import { withDatabaseAway } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestContent } from '../testing/content.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const ROOT = '/knowledge/v1/help.example.com/guides';

const LARGE: TestContent = {
  host: 'large.example.com',
  categories: [{ id: 61, slug: 'all' }],
  guides: [62, 63, 64].map((id) => ({ id, slug: id === 62 ? 'a' : `b${id}`, categories: [61] })),
};

describe('POST /knowledge/v1/:host/guides/:guide/upvote and /downvote', () => {
  let service: TestService;

  const vote = (path: string, agent = 'one') =>
    service.request.post(path).set({ Accept: MEDIA_TYPE, 'User-Agent': agent });
  const metaOf = async (path: string, agent?: string) => (await vote(`${ROOT}/${path}`, agent)).body.meta;
  const countVotes = async () => (await service.database.one('select count(*) from guide_votes')).count;

  beforeAll(async () => {
    const guides = [...(EXAMPLE.guides ?? []), { id: 36, slug: 'slug' }, { id: 37, slug: 'upvote' }];
    service = await startTestService([{ ...EXAMPLE, guides }, OTHER, DISABLED, KEYED, LARGE], {
      RATE_LIMITS: 'off',
    });
  });

  beforeEach(() => service.database.none('truncate guide_votes, guide_vote_counts, guide_comments'));

  afterAll(() => service.stop());

  describe('the answer', () => {
    it.each([
      ['upvote', { upvotes: 1, downvotes: 0, vote: 'up' }],
      ['downvote', { upvotes: 0, downvotes: 1, vote: 'down' }],
    ])('to %s is 200 with the guide as data, and meta', async (direction, meta) => {
      const answer = await vote(`${ROOT}/install/${direction}`);
      const read = await service.get(`${ROOT}/31`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ ...read.body, meta });
      expect(answer.headers['content-type']).toBe(MEDIA_TYPE);
    });

    it('accepts include and fields like GET', async () => {
      const query = 'include=tags&fields[guide]=title&fields[tag]=';
      const answer = await vote(`${ROOT}/install/upvote?${query}`);
      const { meta, ...document } = answer.body;
      expect(document).toEqual((await service.get(`${ROOT}/31?${query}`)).body);
      expect(meta).toEqual({ upvotes: 1, downvotes: 0, vote: 'up' });
    });

    it('has an ETag but is never a 304', async () => {
      const first = await vote(`${ROOT}/install/upvote`);
      expect(first.headers.etag).toMatch(/^W\/"/);
      for (const tag of [first.headers.etag ?? '', '*']) {
        const again = await vote(`${ROOT}/install/upvote`).set('If-None-Match', tag);
        expect([again.status, again.headers.etag]).toEqual([200, first.headers.etag]);
      }
    });
  });

  describe('one vote per voter and guide', () => {
    it('the same again changes nothing', async () => {
      await vote(`${ROOT}/install/upvote`);
      expect(await metaOf('install/upvote')).toEqual({ upvotes: 1, downvotes: 0, vote: 'up' });
      expect(await countVotes()).toBe(1);
    });

    it('the opposite vote replaces it, any number of times', async () => {
      for (let round = 0; round < 2; round += 1) {
        expect(await metaOf('install/upvote')).toEqual({ upvotes: 1, downvotes: 0, vote: 'up' });
        expect(await metaOf('install/downvote')).toEqual({ upvotes: 0, downvotes: 1, vote: 'down' });
      }
      expect(await countVotes()).toBe(1);
    });

    it('another voter adds a vote', async () => {
      await vote(`${ROOT}/install/upvote`);
      expect(await metaOf('install/downvote', 'two')).toEqual({ upvotes: 1, downvotes: 1, vote: 'down' });
    });

    it('another guide has votes of its own', async () => {
      await vote(`${ROOT}/install/upvote`);
      expect(await metaOf('apples/downvote')).toEqual({ upvotes: 0, downvotes: 1, vote: 'down' });
    });
  });

  describe(':guide', () => {
    it.each([
      ['its slug', 'refunds', '33'],
      ['its id if no slug matches', '33', '33'],
      ['the slug of another before an id', '31', '34'],
      ['a slug that is part of other paths', 'slug', '36'],
      ['a slug equal to a vote', 'upvote', '37'],
    ])('is %s', async (_, guide, id) => {
      const answer = await vote(`${ROOT}/${guide}/upvote`);
      expect([answer.status, answer.body.data.id]).toEqual([200, id]);
      expect((await vote(`${ROOT}/${guide}/downvote`)).body.meta.downvotes).toBe(1);
    });

    it.each(['upvote', 'downvote'])('leaves GET …/guides/slug/%s unchanged', async (slug) => {
      const answer = await service.get(`${ROOT}/slug/${slug}`);
      expect(answer.status).toBe(slug === 'upvote' ? 200 : 404);
    });

    it.each([
      ['unknown', 'nothing'],
      ['not published', `draft-${CANARY}`],
      ['not published, by id', '35'],
      ['of another knowledge base (S23)', '53'],
      ['beyond 2^53 (S28)', '9007199254740993'],
      ['U+0000 (S28)', 'install%00'],
      ['a lone surrogate (S28)', '%ED%A0%80'],
      ['broken percent-encoding (S28)', '%E0%A4%A'],
      ['Latin-1 (S28)', '%E5'],
      ['very long', 'a'.repeat(5_000)],
    ])('is a 404 when it is %s, and nothing is stored', async (_, guide) => {
      const answer = await vote(`${ROOT}/${guide}/upvote`);
      expect([answer.status, answer.body.errors[0].code]).toEqual([404, 'not_found']);
      expect(answer.text).not.toContain(CANARY);
      expect(await countVotes()).toBe(0);
    });

    it('is a 404 while unpublished; its votes stay', async () => {
      const publish = 'update guides set published = $2 where knowledge_base_id = $1 and id = 33';
      await vote(`${ROOT}/refunds/upvote`);
      await service.change(EXAMPLE.host, publish, [false]);
      expect((await vote(`${ROOT}/refunds/upvote`, 'two')).status).toBe(404);
      await service.change(EXAMPLE.host, publish, [true]);
      expect(await metaOf('refunds/upvote', 'two')).toEqual({ upvotes: 2, downvotes: 0, vote: 'up' });
    });
  });

  describe('votes change no etag', () => {
    it('and raise no revision', async () => {
      const paths = ['', '/31', '/31?include=knowledge_base', '/slug/install'];
      const look = async () => ({
        tags: await Promise.all(
          paths.map(async (path) => (await service.get(`${ROOT}${path}`)).headers.etag),
        ),
        revisions: await service.database.any('select id, revision from knowledge_bases order by id'),
      });
      const before = await look();
      await vote(`${ROOT}/install/upvote`);
      await vote(`${ROOT}/install/downvote`);
      expect(await look()).toEqual(before);
    });
  });

  describe('OPTIONS', () => {
    it.each(['install/upvote', 'install/downvote'])('names POST: %s', async (path) => {
      const answer = await service.request.options(`${ROOT}/${path}`);
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        allow: 'POST, OPTIONS',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'Accept, Content-Type, If-None-Match, Authorization',
        'access-control-allow-origin': '*',
      });
    });

    it.each(['upvote', 'downvote'])('names GET and POST: slug/%s', async (slug) => {
      const { headers } = await service.request.options(`${ROOT}/slug/${slug}`);
      expect(headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    });

    it.each(['get', 'put', 'delete', 'patch'] as const)('%s is a 405 with Allow', async (method) => {
      const answer = await service.request[method](`${ROOT}/install/upvote`).set('Accept', MEDIA_TYPE);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS']);
    });
  });

  describe('order of checks', () => {
    const wrongBody = { 'Content-Type': 'text/plain' };
    const keyed = '/knowledge/v1/keyed.example.com/guides/x/upvote';

    it.each([
      ['an unknown path 404', `${ROOT}/install/sidevote`, { Accept: '*/*' }, 404],
      ['Accept 406', '/knowledge/v1/unknown.example/guides/x/upvote?page=2', { Accept: '*/*' }, 406],
      ['host 404', '/knowledge/v1/unknown.example/guides/x/upvote?page=2', wrongBody, 404],
      ['disabled 403', '/knowledge/v1/disabled.example.com/guides/x/upvote?page=2', wrongBody, 403],
      ['key 401', `${keyed}?page=2`, wrongBody, 401],
      ['query parameters 400', `${ROOT}/nothing/upvote?page=2`, wrongBody, 400],
      ['include 400', `${ROOT}/nothing/upvote?include=nothing`, wrongBody, 400],
      ['Content-Type 415', `${ROOT}/nothing/upvote`, wrongBody, 415],
      ['size 413', `${ROOT}/nothing/upvote`, { 'Content-Type': MEDIA_TYPE }, 413],
    ])('%s comes before what follows', async (_, path, headers, status) => {
      const answer = await vote(path).set(headers).send('{'.repeat(10_001));
      expect(answer.status).toBe(status);
    });

    it.each([
      ['body 400', '{', 400],
      ['resource 404', '{}', 404],
    ])('%s comes before what follows', async (_, body, status) => {
      const answer = await vote(`${ROOT}/nothing/upvote`).set('Content-Type', MEDIA_TYPE).send(body);
      expect(answer.status).toBe(status);
    });
  });

  it('a vote counts only if its document can be returned', async () => {
    await service.change(
      LARGE.host,
      'update guides set content_bytes = 5000000 where knowledge_base_id = $1',
    );
    const answer = await vote(`/knowledge/v1/${LARGE.host}/guides/a/upvote?include=categories.guides`);
    expect([answer.status, answer.body.errors[0].source]).toEqual([400, { parameter: 'include' }]);
    expect(await countVotes()).toBe(0);
  });

  it('without the database: 503 with Retry-After, nothing written', async () => {
    await vote(`${ROOT}/install/upvote`);
    await withDatabaseAway(service.url, async () => {
      const answer = await vote(`${ROOT}/install/downvote`);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(answer.body.errors[0].code).toBe('unavailable');
    });
    expect(await metaOf('install/upvote')).toEqual({ upvotes: 1, downvotes: 0, vote: 'up' });
  });
});
