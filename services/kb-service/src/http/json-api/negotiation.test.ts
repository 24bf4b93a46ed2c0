import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { STANDARD_NEGOTIATION, STRICT_NEGOTIATION } from './negotiation.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const EXTENSION = 'ext="https://jsonapi.org/ext/atomic"';
const PROFILE = 'profile="https://example.com/a https://example.com/b"';

const ACCEPTED = [
  undefined,
  '',
  '*/*',
  'application/*',
  'text/html, application/xhtml+xml, */*;q=0.8',
  'application/json, text/plain, */*',
  'text/html, application/*;q=0.1',
  MEDIA_TYPE,
  ` ${MEDIA_TYPE} `,
  'Application/VND.API+JSON',
  `${MEDIA_TYPE}, application/json`,
  `text/html, ${MEDIA_TYPE};q=0.1`,
  `${MEDIA_TYPE};q=0.5`,
  `${MEDIA_TYPE}; ${PROFILE}`,
  `${MEDIA_TYPE}; ext=""`,
  `${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE}`,
  `${MEDIA_TYPE}; ${EXTENSION}, ${MEDIA_TYPE}; ${PROFILE}`,
  `text/html;a="${MEDIA_TYPE};q=0, ", ${MEDIA_TYPE}`,
];

const REFUSED = [
  'text/html',
  'application/json',
  'text/*',
  `${MEDIA_TYPE}; charset=utf-8`,
  `${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE}; version=1`,
  `${MEDIA_TYPE}; charset=utf-8, */*`,
  `${MEDIA_TYPE}; ${EXTENSION}`,
  `${MEDIA_TYPE}; ${EXTENSION}, */*`,
  `${MEDIA_TYPE}; ${EXTENSION}; ${PROFILE}, ${MEDIA_TYPE}; charset=utf-8`,
  `${MEDIA_TYPE}; ${PROFILE}; charset=utf-8`,
  `${MEDIA_TYPE};q=0`,
  `${MEDIA_TYPE};q=0, */*`,
  '*/*;q=0',
  'application/*;q=0, */*',
  'nonsense',
  ',',
];

describe('negotiation of JSON:API 1.1', () => {
  it.each(ACCEPTED)('serves Accept: %s', (accept) => {
    expect(STANDARD_NEGOTIATION.accepts(accept)).toBe(true);
  });

  it.each(REFUSED)('refuses Accept: %s', (accept) => {
    expect(STANDARD_NEGOTIATION.accepts(accept)).toBe(false);
  });

  it.each([MEDIA_TYPE, ` ${MEDIA_TYPE} `, `${MEDIA_TYPE}; ${PROFILE}`, 'Application/VND.API+JSON;ext=""'])(
    'accepts a body of Content-Type: %s',
    (contentType) => {
      expect(STANDARD_NEGOTIATION.takes(contentType)).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'application/json',
    '*/*',
    `${MEDIA_TYPE}; charset=utf-8`,
    `${MEDIA_TYPE}; ${EXTENSION}`,
    `${MEDIA_TYPE}, ${MEDIA_TYPE}`,
  ])('refuses a body of Content-Type: %s', (contentType) => {
    expect(STANDARD_NEGOTIATION.takes(contentType)).toBe(false);
  });
});

describe('negotiation of the contract', () => {
  it.each([
    [MEDIA_TYPE, true],
    [undefined, false],
    [`${MEDIA_TYPE}; ${PROFILE}`, false],
    ['*/*', false],
  ])('is exact in both directions: %s', (header, expected) => {
    expect(STRICT_NEGOTIATION.accepts(header)).toBe(expected);
    expect(STRICT_NEGOTIATION.takes(header)).toBe(expected);
  });
});

describe('the standard mount', () => {
  const GUIDES = '/jsonapi/knowledge/v1/help.example.com/guides';
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE]);
  });

  afterAll(() => service.stop());

  it.each(ACCEPTED.filter((accept) => accept !== undefined))('answers Accept: %s', async (accept) => {
    const answer = await service.request.get(GUIDES).set('Accept', accept);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': MEDIA_TYPE, vary: 'Accept, Accept-Encoding' });
  });

  it('answers without an Accept header', async () => {
    expect((await service.request.get(GUIDES).unset('Accept')).status).toBe(200);
  });

  it.each(REFUSED)('answers 406 to Accept: %s, saying which header to send', async (accept) => {
    const answer = await service.request.get(GUIDES).set('Accept', accept);
    expect(answer.status).toBe(406);
    expect(answer.headers['content-type']).toBe(MEDIA_TYPE);
    expect(answer.body).toEqual({
      jsonapi: { version: '1.1' },
      errors: [
        {
          status: '406',
          code: 'not_acceptable',
          title: 'Not acceptable',
          detail: expect.stringContaining(`"Accept: ${MEDIA_TYPE}"`),
          source: { header: 'Accept' },
        },
      ],
    });
  });

  it('checks Accept after path and method, before the host', async () => {
    const ask = async (method: 'get' | 'put', path: string) =>
      (await service.request[method](path).set('Accept', 'text/html')).status;
    expect(await ask('get', '/jsonapi/knowledge/v1/help.example.com/nothing/here')).toBe(404);
    expect(await ask('put', GUIDES)).toBe(405);
    expect(await ask('get', '/jsonapi/knowledge/v1/unknown.example.com')).toBe(406);
  });

  it('S17 answers 406, not 304, to the right etag with the wrong Accept', async () => {
    const { headers } = await service.get(GUIDES);
    const answer = await service.request
      .get(GUIDES)
      .set({ Accept: 'text/html', 'If-None-Match': headers.etag ?? '' });
    expect(answer.status).toBe(406);
  });
});
