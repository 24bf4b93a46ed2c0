import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EXAMPLE } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const PATH = '/knowledge/v1/help.example.com/guides/install/upvote';

describe('the body of a vote', () => {
  let service: TestService;

  const vote = () => service.request.post(PATH).set('Accept', MEDIA_TYPE);
  const sendBytes = (bytes: string | Buffer, type = MEDIA_TYPE) =>
    // Keeps superagent from encoding it as JSON.
    vote()
      .set('Content-Type', type)
      .serialize((body) => body)
      .send(bytes as string);
  const countVotes = async () => (await service.database.one('select count(*) from guide_votes')).count;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE], { RATE_LIMITS: 'off' });
  });

  beforeEach(() => service.database.none('truncate guide_votes, guide_vote_counts'));
  afterAll(() => service.stop());

  describe('S20 content-type tricks', () => {
    it.each([
      'application/json',
      `${MEDIA_TYPE} ;`,
      `${MEDIA_TYPE};`,
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE}; ext="https://example.com"`,
      `${MEDIA_TYPE}, application/json`,
      `${MEDIA_TYPE}x`,
      'text/plain',
      'multipart/form-data; boundary=x',
      'x',
    ])('415 unsupported_media_type with a body: "%s"', async (type) => {
      const answer = await sendBytes('{}', type);
      expect(answer.status).toBe(415);
      expect(answer.body.errors).toEqual([
        expect.objectContaining({
          code: 'unsupported_media_type',
          detail: expect.stringContaining(`Content-Type: ${MEDIA_TYPE}`),
          source: { header: 'Content-Type' },
        }),
      ]);
      expect(await countVotes()).toBe(0);
    });

    it('415 for a body without Content-Type', async () => {
      expect((await sendBytes('{}').unset('Content-Type')).status).toBe(415);
    });

    it('415 for a content coding', async () => {
      const answer = await sendBytes(gzipSync('{}')).set('Content-Encoding', 'gzip');
      expect([answer.status, answer.body.errors[0].source]).toEqual([415, { header: 'Content-Encoding' }]);
    });

    it.each(['text/plain', `${MEDIA_TYPE}; charset=utf-8`, 'x'])(
      'a vote without body: its Content-Type is not checked: "%s"',
      async (type) => {
        expect((await vote().set('Content-Type', type)).status).toBe(200);
      },
    );

    it.each([MEDIA_TYPE, MEDIA_TYPE.toUpperCase(), ` ${MEDIA_TYPE} `])('is taken as "%s"', async (type) => {
      expect((await sendBytes('{}', type)).status).toBe(200);
    });
  });

  it('413 payload_too_large from 10,001 bytes on', async () => {
    const ofLength = (length: number) => sendBytes(`"${'a'.repeat(length - 2)}"`);
    expect((await ofLength(10_000)).status).toBe(200);
    const answer = await ofLength(10_001);
    expect(answer.status).toBe(413);
    expect(answer.body.errors[0]).toMatchObject({ status: '413', code: 'payload_too_large' });
  });

  it.each([
    ['half of it', '{"data":'],
    ['white space', ' \n '],
    ['U+0000 (S28)', '"\0"'],
    ['broken UTF-8 (S28)', Buffer.of(0x22, 0xe5, 0x22)],
    ['an encoded lone surrogate (S28)', Buffer.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['a form', 'vote=up'],
  ])('400 malformed_body for %s', async (_, body) => {
    const answer = await sendBytes(body);
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'malformed_body']);
    expect(answer.text).not.toContain('vote=up');
  });

  it.each([
    ['a resource', '{"data": {"type": "vote", "attributes": {"vote": "down"}}}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['escaped U+0000 and a lone surrogate (S28)', '"\\u0000\\ud800"'],
    ['deep nesting', `${'['.repeat(4_000)}${']'.repeat(4_000)}`],
    ['__proto__ (S19)', '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'],
    ['more than a vote has (S26)', '{"upvotes": 99, "vote": "down", "voter": "x"}'],
  ])('is otherwise ignored: %s', async (_, body) => {
    const answer = await sendBytes(body);
    expect([answer.status, answer.body.meta]).toEqual([200, { upvotes: 1, downvotes: 0, vote: 'up' }]);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('may come in chunks', async () => {
    const answers = ['{}', '{'].map((chunk) => {
      const request = vote().set('Content-Type', MEDIA_TYPE);
      request.write(chunk);
      return request;
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 400]);
  });
});
