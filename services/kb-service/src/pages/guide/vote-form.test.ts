import { createReceipts } from '@guidepost/pages';
import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MEDIA_TYPE } from '../../http/json-api/headers.ts';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { OPERATOR } from '../../testing/content.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED, OTHER } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { renameGuide } from '../../writing/drafts/guide-slugs.ts';

const FORM = 'application/x-www-form-urlencoded';
const SECRET = 'a secret that all instances of the service have';
const SITE = `/site/${EXAMPLE.host}`;
const PATH = `${SITE}/guides/install/vote`;

const leadsTo = (guide: string) => new RegExp(`^${guide}\\?voted=[0-9a-z]+\\.[\\w-]{22}#:helpful$`);

describe('POST /guides/:guide/vote', () => {
  let service: TestService;

  const post = (path = PATH) => service.request.post(path).set({ 'Content-Type': FORM, 'User-Agent': 'one' });
  const send = (body: string, path = PATH) => post(path).send(body);
  const countsOf = (id: number) =>
    service.database.oneOrNone('select upvotes, downvotes from guide_vote_counts where guide_id = $1', [id]);
  const countVotes = async () =>
    Number((await service.database.one('select count(*) from guide_votes')).count);

  beforeAll(async () => {
    const closed = [KEYED, DISABLED].map((one, index) => ({
      ...one,
      guides: [{ id: 61 + index, slug: 'install' }],
    }));
    service = await startTestService([EXAMPLE, OTHER, ...closed], {
      RATE_LIMITS: 'off',
      KB_SECRET: SECRET,
      FORUM_URL: 'http://127.0.0.1:4020/forum/demo',
    });
    await renameGuide(service.database, OPERATOR, {
      host: EXAMPLE.host,
      slug: 'refunds',
      newSlug: 'money-back',
    });
    await service.settled(EXAMPLE.host);
  });

  beforeEach(() => service.database.none('truncate guide_votes, guide_vote_counts, guide_comments'));

  afterAll(() => service.stop());

  it.each([
    ['up', { upvotes: 1, downvotes: 0 }],
    ['down', { upvotes: 0, downvotes: 1 }],
  ])('counts %s and redirects to the guide, which says thanks', async (vote, counts) => {
    const answer = await send(`vote=${vote}`);
    expect([answer.status, answer.text]).toEqual([303, '']);
    expect(answer.headers.location).toMatch(leadsTo(`${SITE}/guides/install`));
    expect(await countsOf(31)).toEqual(counts);
    const page = await service.request.get(String(answer.headers.location));
    expect(page.text).toContain('Thank you');
    expect(page.text.includes('name="comment"')).toBe(vote === 'down');
    expect(page.text).not.toContain('value="up"');
    expect(readPage(page.text).meta('robots')).toBe('noindex');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('leads to the forum after a "No", with the title of the guide', async () => {
    const { headers } = await send('vote=down');
    const page = readPage((await service.request.get(String(headers.location))).text);
    const { title } = await service.database.one('select title from guides where id = 31');
    expect(page.linksIn('ask-forum').flat()).toEqual([
      `Ask the forum → http://127.0.0.1:4020/forum/demo/ask?title=${encodeURIComponent(title)}`,
    ]);
    const { headers: up } = await send('vote=up');
    expect((await service.request.get(String(up.location))).text).not.toContain('Ask the forum');
  });

  it('does not thank later, or on another guide', async () => {
    const receipts = (age: number) =>
      createReceipts({ secret: async () => SECRET, now: () => Date.now() - age });
    for (const [voted, status] of [
      [await receipts(0).issue('guide 31'), 200],
      [await receipts(180_000).issue('guide 31'), 303],
      [await receipts(0).issue('guide 33'), 303],
      ['up', 303],
      ['', 303],
    ] as const) {
      const answer = await service.request.get(`${SITE}/guides/install?voted=${voted}`);
      const location = status === 303 ? `${SITE}/guides/install` : undefined;
      expect([voted, answer.status, answer.headers.location]).toEqual([voted, status, location]);
    }
  });

  it('is sent by the form of the guide', async () => {
    const { text } = await service.request.get(`${SITE}/guides/install`);
    const [form = ''] = /<form method="post"[\s\S]*?<\/form>/.exec(text) ?? [];
    expect(form).toContain(`action="${PATH}"`);
    expect(Array.from(form.matchAll(/<button (.*?)>/g), ([, button]) => button)).toEqual([
      'name="vote" value="up"',
      'name="vote" value="down"',
    ]);
  });

  describe('a comment with a "No"', () => {
    const comments = () => service.database.any('select guide_id, comment from guide_comments');
    const comment = (text: string, agent = 'one') =>
      service.request.post(PATH).type('form').set('User-Agent', agent).send({ vote: 'down', comment: text });

    it('is kept for the guide, says thanks and asks for no other', async () => {
      await send('vote=down');
      const answer = await comment(' The <b>price</b>\r\nis missing. \u0007');
      expect([answer.status, answer.headers.location]).toEqual([
        303,
        expect.stringMatching(leadsTo(`${SITE}/guides/install`)),
      ]);
      expect(await comments()).toEqual([{ guide_id: 31, comment: 'The <b>price</b>\nis missing.' }]);
      expect(await countsOf(31)).toEqual({ upvotes: 0, downvotes: 1 });
      const page = await service.request.get(String(answer.headers.location));
      expect(page.text).toContain('Thank you');
      expect(page.text).not.toContain('name="comment"');
    });

    it('replaces the one before, and votes if its voter has not', async () => {
      for (const text of ['One.', 'Two.']) await comment(text);
      await comment('Three.', 'two');
      expect((await comments()).map(({ comment: text }) => text)).toEqual(['Two.', 'Three.']);
      expect(await countsOf(31)).toEqual({ upvotes: 0, downvotes: 2 });
    });

    it.each([
      ['empty', ' \r\n', 303, 0],
      ['of 500 characters', 'å'.repeat(500), 303, 1],
      ['of 501 characters', 'å'.repeat(501), 400, 0],
    ])('%s', async (_title, text, status, kept) => {
      expect((await comment(text)).status).toBe(status);
      expect(await comments()).toHaveLength(kept);
      expect(await countVotes()).toBe(status === 303 ? 1 : 0);
    });

    it('is not kept with a "Yes", or for the sixth voter of an address', async () => {
      await send('vote=up&comment=Good');
      for (const agent of ['1', '2', '3', '4']) await send('vote=down').set('User-Agent', agent);
      expect((await comment('Too many.', '5')).status).toBe(303);
      expect(await comments()).toEqual([]);
    });
  });

  it('by host name redirects to that host', async () => {
    const answer = await send('vote=up', '/guides/install/vote').set('Host', EXAMPLE.host);
    expect(answer.headers.location).toMatch(leadsTo('/guides/install'));
  });

  it.each(['refunds', 'money-back', '33'])(
    'finds the guide by %s and redirects to its current slug',
    async (guide) => {
      const answer = await send('vote=up', `${SITE}/guides/${guide}/vote`);
      expect(answer.headers.location).toMatch(leadsTo(`${SITE}/guides/money-back`));
      expect(await countsOf(33)).toEqual({ upvotes: 1, downvotes: 0 });
    },
  );

  it('has the voter of the API: one vote, which another replaces', async () => {
    await send('vote=up');
    await send('vote=up');
    const answer = await service.request
      .post(`/knowledge/v1/${EXAMPLE.host}/guides/install/downvote`)
      .set({ Accept: MEDIA_TYPE, 'User-Agent': 'one' });
    expect(answer.body.meta).toEqual({ upvotes: 0, downvotes: 1, vote: 'down' });
  });

  it('S13 ignores X-Forwarded-For, even with a key', async () => {
    const { key } = await issueAccessKey(service.database, OPERATOR, { host: EXAMPLE.host, name: 'site' });
    for (const address of ['192.0.2.1', '192.0.2.2'])
      await send('vote=up').set({ 'X-Forwarded-For': address, Authorization: `Bearer ${key}` });
    expect(await countVotes()).toBe(1);
  });

  it('S22 counts 50 concurrent votes of one voter once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('vote=up')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await countsOf(31)).toEqual({ upvotes: 1, downvotes: 0 });
  });

  it.each([
    ['no body', '', 400],
    ['no vote', 'voted=up', 400],
    ['another vote', 'vote=sideways', 400],
    ['a vote in capitals', 'vote=UP', 400],
    ['a key (S12)', 'vote=up&key=gpk_a', 400],
    ['an empty key (S12)', 'key=&vote=up', 400],
    ['a body that is not a form', 'vote=%', 400],
    ['U+0000 (S28)', 'vote=up&a=%00', 400],
    ['more than 10,000 bytes', `vote=up&a=${'a'.repeat(10_000)}`, 413],
  ])('refuses %s and counts nothing', async (_title, body, status) => {
    const answer = await send(body);
    expect([answer.status, answer.type]).toEqual([status, 'text/html']);
    expect(await countVotes()).toBe(0);
  });

  it.each([
    'vote=up&other=1',
    'x=%C3%A5&vote=up&__proto__=1',
    'vote=up&vote=down',
    'vote=up&voter=x&upvotes=99',
  ])('ignores other fields (S26): %s', async (body) => {
    expect((await send(body)).status).toBe(303);
    expect(await countsOf(31)).toEqual({ upvotes: 1, downvotes: 0 });
  });

  it.each([
    'text/plain',
    'application/json',
    MEDIA_TYPE,
    'multipart/form-data; boundary=b',
    `${FORM}; charset=x`,
  ])('S20 is a 415 for a body of type "%s"', async (type) => {
    expect((await send('vote=up').type(type)).status).toBe(415);
    expect(await countVotes()).toBe(0);
  });

  it.each([
    ['cross-site', 403],
    ['same-origin', 303],
    ['same-site', 303],
    ['none', 303],
  ])('S12 a form with Sec-Fetch-Site "%s" is a %i', async (from, status) => {
    expect((await send('vote=up').set('Sec-Fetch-Site', from)).status).toBe(status);
    expect(await countVotes()).toBe(status === 303 ? 1 : 0);
  });

  it('S12 reads and sets no cookie', async () => {
    const answer = await send('vote=up').set('Cookie', 'session=a; key=b');
    expect([answer.status, answer.headers['set-cookie']]).toEqual([303, undefined]);
  });

  it.each([
    ['of another knowledge base', `${SITE}/guides/53/vote`],
    ['that is not published', `${SITE}/guides/draft-${CANARY}/vote`],
    ['that is unknown', `${SITE}/guides/nothing/vote`],
    ['that is read with a key', `/site/${KEYED.host}/guides/install/vote`],
    ['that is disabled', `/site/${DISABLED.host}/guides/install/vote`],
    ['of no knowledge base', '/site/unknown.example.com/guides/install/vote'],
  ])('S23 is a 404 for a guide %s, and counts nothing', async (_title, path) => {
    const answer = await send('vote=up', path);
    expect([answer.status, answer.type]).toEqual([404, 'text/html']);
    expect(answer.text).not.toContain(CANARY);
    expect(await countVotes()).toBe(0);
  });

  it.each(['//evil.example', '%2F%2Fevil.example', '%5Cevil.example', 'https:evil.example', '%0d%0aX:1'])(
    'S10 redirects nowhere else: %s',
    async (guide) => {
      const answer = await send('vote=up', `${SITE}/guides/${guide}/vote`).set('Host', 'evil.example');
      expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    },
  );

  it.each([
    ['install', 301, `${SITE}/guides/install`],
    ['refunds', 301, `${SITE}/guides/money-back`],
    ['nothing', 404, undefined],
    [`draft-${CANARY}`, 404, undefined],
  ])('redirects GET to the guide: %s', async (guide, status, location) => {
    const answer = await service.request.get(`${SITE}/guides/${guide}/vote`);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
    expect(await countVotes()).toBe(0);
  });
});

it('forms and the API share a limit, which has an error page', async () => {
  const service = await startTestService([EXAMPLE], { VOTE_LIMIT: '2' });
  await service.request.post(`/knowledge/v1/${EXAMPLE.host}/guides/install/upvote`).set('Accept', MEDIA_TYPE);
  expect((await service.request.post(PATH).type('form').send('vote=up')).status).toBe(303);
  const answer = await service.request.post(PATH).type('form').send('vote=up');
  expect([answer.status, answer.type]).toEqual([429, 'text/html']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  await service.stop();
});
