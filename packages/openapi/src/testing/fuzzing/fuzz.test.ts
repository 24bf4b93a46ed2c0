import { describe, expect, it } from '@jest/globals';
import type { OpenApiDocument } from '../../document.ts';
import { apiArea } from './api-area.ts';
import type { FuzzedAnswer, FuzzedRequest } from './area.ts';
import { fuzz } from './fuzz.ts';
import { createJudge } from './judge.ts';

const NAMES = { type: 'array', items: { type: 'string' } };
const DOCUMENT = {
  openapi: '3.1.1',
  info: { title: 'Names', version: '1', description: '', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [],
  security: [],
  tags: [],
  paths: {
    '/names/{letter}.json': {
      get: {
        operationId: 'names',
        tags: [],
        summary: 'Names that begin with a letter',
        parameters: [
          { name: 'letter', in: 'path', required: true, description: '', schema: { type: 'string' } },
          {
            name: 'limit',
            in: 'query',
            description: '',
            schema: { type: 'integer', minimum: 1, maximum: 9 },
          },
        ],
        responses: {
          200: {
            description: 'They are.',
            headers: { ETag: { $ref: '#/components/headers/ETag' } },
            content: {
              'application/json; charset=utf-8': { schema: NAMES },
              'application/javascript; charset=utf-8': { schema: { type: 'string' } },
            },
          },
          404: { description: 'There is no such letter.' },
        },
      },
    },
  },
  components: {
    schemas: {},
    parameters: {},
    responses: {},
    headers: { ETag: { description: '', required: true, schema: { type: 'string' } } },
    securitySchemes: {},
  },
} satisfies OpenApiDocument;

const GET: FuzzedRequest = { method: 'GET', target: '/names/a.json', headers: {} };
const HEADERS = {
  'content-security-policy': "default-src 'none'",
  'content-type': 'application/json; charset=utf-8',
  etag: 'W/"a"',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function answerOf(text: string, { status = 200, headers = {} } = {}): FuzzedAnswer {
  const bytes = Buffer.from(text);
  return { status, text, bytes, headers: { ...HEADERS, 'content-length': String(bytes.length), ...headers } };
}

describe('a response to a generated request', () => {
  const script = { 'content-type': 'application/javascript; charset=utf-8' };

  it.each([
    ['is as documented', GET, answerOf('["Anna"]')],
    ['is a script with the documented body', GET, answerOf('/**/show(["Anna"]);', { headers: script })],
    [
      'has no body for HEAD',
      { ...GET, method: 'HEAD' },
      { ...answerOf(''), headers: { ...HEADERS, 'content-length': '8' } },
    ],
    ['refuses an undocumented operation', { ...GET, target: '/other' }, answerOf('{}', { status: 404 })],
  ])('is right when it %s', (_, request, answer) => {
    expect(createJudge(DOCUMENT).mistakesIn(request, answer)).toEqual([]);
  });

  it.each([
    ['it is a server error', GET, answerOf('', { status: 500 }), 'the status is 500'],
    ['its status is not documented', GET, answerOf('', { status: 403 }), '403 is not documented'],
    [
      'its status is not documented, for HEAD',
      { ...GET, method: 'HEAD' },
      answerOf('', { status: 403 }),
      '403 is not documented',
    ],
    [
      'its media type is not documented',
      { ...GET, target: '/other' },
      answerOf('[]'),
      '200 is not documented',
    ],
    ['its body violates the schema', GET, answerOf('[1]'), '/0 must be string'],
    ['its body is no JSON', GET, answerOf('["Anna'), 'the body is no JSON'],
    ['its script is no call', GET, answerOf('show(["Anna"])', { headers: script }), 'the body is no call'],
    [
      'its script has a different body',
      GET,
      answerOf('/**/show([1]);', { headers: script }),
      '/0 must be string',
    ],
    [
      'its length is wrong',
      GET,
      answerOf('[]', { headers: { 'content-length': '3' } }),
      'Content-Length is 3 of 2 bytes',
    ],
    ['it has a body for HEAD', { ...GET, method: 'HEAD' }, answerOf('[]'), 'there is a body'],
    ['it sets a cookie', GET, answerOf('[]', { headers: { 'set-cookie': 'a=b' } }), 'a cookie is set'],
    [
      'its type can be guessed',
      GET,
      answerOf('[]', { headers: { 'x-content-type-options': '' } }),
      'x-content-type-options is ',
    ],
    [
      'it lacks a header of the document',
      GET,
      answerOf('[]', { headers: { etag: undefined } }),
      'the header ETag is missing',
    ],
    [
      'it lacks Allow',
      { ...GET, method: 'PUT' },
      answerOf('', { status: 405 }),
      'a 405 does not say what is allowed',
    ],
  ])('is wrong when %s', (_, request, answer, mistake) => {
    expect(createJudge(DOCUMENT).mistakesIn(request, answer)).toContainEqual(
      expect.stringContaining(mistake),
    );
  });
});

describe('generated requests', () => {
  const area = apiArea({ document: DOCUMENT, known: {}, keys: ['key'] });
  const asked = async (seed: number) => {
    const targets: string[] = [];
    const send = async ({ target }: FuzzedRequest) => {
      targets.push(target);
      return answerOf('[]');
    };
    await fuzz({ ...area, mistakesIn: () => [] }, { seed, count: 300, send });
    return targets;
  };

  it('are the same for the same seed, and different for another', async () => {
    expect((await asked(1)).length).toBeGreaterThanOrEqual(300);
    expect(await asked(1)).toEqual(await asked(1));
    expect(await asked(1)).not.toEqual(await asked(2));
  });

  it('that fail are reported: the smallest, with its seed', async () => {
    const mistakesIn = ({ target }: FuzzedRequest) =>
      target.includes('limit=') ? ['limit is not taken'] : [];
    const failing = fuzz({ ...area, mistakesIn }, { seed: 1, count: 300, send: async () => answerOf('[]') });
    await expect(failing).rejects.toThrow(/seed: 1,.*"target":"\/names\/\.json\?limit=1","headers":{}/s);
  });

  it('report operations that never succeeded, which are asked more often', async () => {
    let sent = 0;
    const send = async () => {
      sent += 1;
      return answerOf('', { status: 404 });
    };
    const quiet = { ...area, mistakesIn: () => [] };
    const tally = await fuzz(quiet, { seed: 1, count: 300, send });
    expect(tally.neverReached(area)).toEqual(['get /names/{letter}.json']);
    expect(sent).toBeGreaterThan(1_000);
    tally.record(area, GET, answerOf('[]'), 1);
    expect(tally.neverReached(area)).toEqual([]);
  });
});
