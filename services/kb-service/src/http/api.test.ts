import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DISABLED, EXAMPLE, KEYED, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const ROOT = '/knowledge/v1/help.example.com';

describe('the knowledge base API', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER, DISABLED, KEYED]);
  });

  afterAll(() => service.stop());

  describe('negotiation', () => {
    it.each([MEDIA_TYPE, ` ${MEDIA_TYPE}  `, 'Application/VND.API+JSON'])(
      'serves "Accept: %s"',
      async (accept) => {
        const answer = await service.request.get(ROOT).set('Accept', accept);
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toBe(MEDIA_TYPE);
      },
    );

    it.each([
      '*/*',
      'application/json',
      `${MEDIA_TYPE}, */*`,
      `${MEDIA_TYPE};q=1`,
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE}; ext="https://example.com"`,
      `${MEDIA_TYPE}; profile="https://example.com"`,
      '',
    ])('answers 406 to "Accept: %s" and names the required header', async (accept) => {
      const answer = await service.request.get(ROOT).set('Accept', accept);
      expect(answer.status).toBe(406);
      expect(answer.headers['content-type']).toBe(MEDIA_TYPE);
      expect(answer.body.errors).toEqual([
        expect.objectContaining({
          status: '406',
          code: 'not_acceptable',
          detail: expect.stringContaining(`Accept: ${MEDIA_TYPE}`),
          source: { header: 'Accept' },
        }),
      ]);
    });

    it('answers 406 without an Accept header', async () => {
      const answer = await service.request.get(ROOT).unset('Accept');
      expect(answer.status).toBe(406);
    });

    it('answers OPTIONS (a CORS preflight) with 204 for any Accept', async () => {
      const answer = await service.request.options(`${ROOT}/guides`).set('Accept', '*/*');
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Accept, Content-Type, If-None-Match, Authorization',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-max-age': '86400',
        etag: expect.stringMatching(/^W\/"/),
      });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    });

    it('allows CORS for any origin, without credentials', async () => {
      const { headers } = await service.get(ROOT).set('Origin', 'https://shop.example');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-expose-headers']).toMatch(/^ETag, Retry-After, RateLimit-/);
    });

    it.each(['br', 'gzip', 'identity'])('answers HEAD as GET, without the body: %s', async (coding) => {
      const headers = { Accept: MEDIA_TYPE, 'Accept-Encoding': coding };
      const got = await service.request.get(`${ROOT}/guides`).set(headers);
      const head = await service.request.head(`${ROOT}/guides`).set(headers);
      expect(head.status).toBe(200);
      expect(head.text).toBeFalsy();
      expect(got.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
      expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
    });

    it.each([
      '',
      '/guides',
      '/guides?q=install',
      '/guides/31',
      '/guides/999',
      '/guides/slug/install',
      '/categories',
      '/categories/11',
      '/tags',
      '/tags/21',
    ])('HEAD works wherever GET does, on both mounts: %s', async (path) => {
      for (const mount of ['', '/jsonapi']) {
        const got = await service.get(`${mount}${ROOT}${path}`).set('Accept-Encoding', 'identity');
        const head = await service.request
          .head(`${mount}${ROOT}${path}`)
          .set({ Accept: MEDIA_TYPE, 'Accept-Encoding': 'identity' });
        expect([head.status, head.text ?? '']).toEqual([got.status, '']);
        expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
      }
    });

    it('varies by Accept and Accept-Encoding', async () => {
      expect((await service.get(ROOT)).headers.vary).toBe('Accept, Accept-Encoding');
    });
  });

  describe('order of checks', () => {
    const wrong = { accept: '*/*', accepted: MEDIA_TYPE };

    it.each([
      [
        'an unknown path before the method',
        'DELETE',
        '/knowledge/v1/help.example.com/nothing',
        wrong.accept,
        404,
      ],
      [
        'an unknown path before Accept',
        'GET',
        '/knowledge/v1/help.example.com/nothing/here',
        wrong.accept,
        404,
      ],
      ['the method before Accept', 'PUT', `${ROOT}/guides`, wrong.accept, 405],
      ['Accept before the host', 'GET', '/knowledge/v1/unknown.example.com', wrong.accept, 406],
      ['Accept before access', 'GET', '/knowledge/v1/disabled.example.com', wrong.accept, 406],
      [
        'the host before parameters',
        'GET',
        '/knowledge/v1/unknown.example.com/guides?page=2',
        wrong.accepted,
        404,
      ],
      [
        '"disabled" before parameters',
        'GET',
        '/knowledge/v1/disabled.example.com/guides?page=2',
        wrong.accepted,
        403,
      ],
      [
        'the key before parameters',
        'GET',
        '/knowledge/v1/keyed.example.com/guides?page=2',
        wrong.accepted,
        401,
      ],
      ['parameters before the resource', 'GET', `${ROOT}/guides/999?include=nothing`, wrong.accepted, 400],
      ['and the resource last', 'GET', `${ROOT}/guides/999`, wrong.accepted, 404],
    ] as const)('judges %s', async (_, method, path, accept, status) => {
      const verb = method.toLowerCase() as 'get' | 'put' | 'delete';
      const answer = await service.request[verb](path).set('Accept', accept);
      expect(answer.status).toBe(status);
    });
  });

  describe('access', () => {
    it('answers 403 for a disabled knowledge base', async () => {
      const answer = await service.get('/knowledge/v1/disabled.example.com/guides');
      expect(answer.status).toBe(403);
      expect(answer.body.errors[0].code).toBe('access_disabled');
    });

    it('answers 401 with WWW-Authenticate where a key is needed', async () => {
      const answer = await service.get('/knowledge/v1/keyed.example.com/guides');
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.body.errors[0].code).toBe('unauthorized');
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      expect(answer.headers.vary).toBe('Accept, Accept-Encoding, Authorization');
    });

    it('takes effect at once', async () => {
      await service.change(
        'disabled.example.com',
        `update knowledge_bases set access = 'public' where id = $1`,
      );
      expect((await service.get('/knowledge/v1/disabled.example.com')).status).toBe(200);
      await service.change(
        'disabled.example.com',
        `update knowledge_bases set access = 'disabled' where id = $1`,
      );
      expect((await service.get('/knowledge/v1/disabled.example.com')).status).toBe(403);
    });
  });

  describe('the host', () => {
    it.each(['HELP.example.com', 'Help.Example.Com'])('is lower-cased: %s', async (host) => {
      expect((await service.get(`/knowledge/v1/${host}`)).status).toBe(200);
    });

    it.each(['other.example.com:8443', 'other.example.com%3A8443'])('may have a port: %s', async (host) => {
      const answer = await service.get(`/knowledge/v1/${host}`);
      expect(answer.body.data.links.self).toBe('/knowledge/v1/other.example.com:8443');
    });

    it.each([
      'other.example.com',
      'unknown.example',
      '%00',
      'a%2Fb',
      "';--",
      '%F0%9F%8D%8E',
      '%E0',
      'x'.repeat(300),
    ])('is a 404 if it is unknown: %s', async (host) => {
      const answer = await service.get(`/knowledge/v1/${host}/guides`);
      expect(answer.status).toBe(404);
      expect(answer.body.errors[0].code).toBe('not_found');
    });
  });

  describe('S14 the Host header', () => {
    it('changes no byte of an answer', async () => {
      const usual = await service.get(`${ROOT}/guides/31?include=categories`);
      const spoofed = await service
        .get(`${ROOT}/guides/31?include=categories`)
        .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'ftp' });
      expect(spoofed.text).toBe(usual.text);
      expect(spoofed.headers.etag).toBe(usual.headers.etag);
      expect(usual.text).toContain('https://help.example.com/guides/install');
    });
  });

  describe('health', () => {
    it.each(['/healthz', '/readyz'])('%s accepts any Accept', async (path) => {
      const answer = await service.request.get(path).set('Accept', 'text/plain');
      expect(answer.status).toBe(200);
      expect(answer.body.status).toBe('ok');
    });

    it.each(['/healthz', '/readyz'])(
      'S11 %s has the security headers of every other answer',
      async (path) => {
        const { headers } = await service.request.get(path);
        expect(headers).toMatchObject({
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        });
      },
    );

    it.each(['/healthz', '/readyz'])('%s takes GET and HEAD only, and answers preflights', async (path) => {
      const refused = await service.request.post(path);
      expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      const preflight = await service.request.options(path);
      expect([preflight.status, preflight.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    });
  });
});
