import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService([]);
});

afterAll(() => service.stop());

describe.each([
  ['/openapi.json', 'application/json'],
  ['/docs', 'text/html; charset=utf-8'],
])('%s', (path, contentType) => {
  it.each(['application/vnd.api+json', 'text/html', '*/*', 'nonsense'])(
    'accepts any Accept: %s',
    async (accept) => {
      const answer = await service.request.get(path).set('Accept', accept);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': contentType,
        'cache-control': 'public, no-cache',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('answers 304 to its entity tag', async () => {
    const { headers } = await service.request.get(path);
    expect(headers.etag).toMatch(/^W\/"/);
    const again = await service.request.get(path).set('If-None-Match', String(headers.etag));
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('answers HEAD as GET, without the body', async () => {
    const got = await service.request.get(path).set('Accept-Encoding', 'identity');
    const head = await service.request.head(path).set('Accept-Encoding', 'identity');
    expect(head.text).toBeFalsy();
    expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
  });

  it('answers preflights and allows scripts of any origin', async () => {
    const preflight = await service.request.options(path);
    expect([preflight.status, preflight.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const { headers } = await service.request.get(path).set('Origin', 'https://shop.example');
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['post', 'put', 'delete'] as const)('answers 405 to %s', async (method) => {
    const answer = await service.request[method](path);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('S14 the Host header', () => {
  it.each(['/openapi.json', '/docs'])('changes no byte of %s', async (path) => {
    const spoofed = await service.request
      .get(path)
      .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
    expect(spoofed.text).toBe((await service.request.get(path)).text);
  });
});

describe('GET /docs', () => {
  let html: string;
  let policy: string;

  beforeAll(async () => {
    const answer = await service.request.get('/docs');
    html = answer.text;
    policy = String(answer.headers['content-security-policy']);
  });

  it('loads nothing from other sites, and allows only its style', () => {
    const addresses = Array.from(html.matchAll(/(?:src|href|action)="([^"]*)"/g), ([, address]) => address);
    expect(addresses.filter((address) => !/^(#|\/openapi\.json$)/.test(address ?? ''))).toEqual([]);
    expect(html).not.toMatch(/<(script|link|img|iframe|object|form)\b|@import|url\(| style=| on[a-z]+=/);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; base-uri 'none'/);
  });

  it('allows only its own style', () => {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  it('shows every operation with an example, every resource and every error', async () => {
    const { body: document } = await service.request.get('/openapi.json');
    for (const path of Object.keys(document.paths)) {
      const { operationId } = document.paths[path].get ?? document.paths[path].post;
      expect(html).toContain(`<article id="${operationId}"`);
    }
    expect(html.match(/<code>curl /g)).toHaveLength(html.match(/class="operation"/g)?.length ?? 0);
    for (const name of ['KnowledgeBase', 'Guide', 'Category', 'Tag'])
      expect(html).toContain(`id="schema-${name}"`);
    for (const code of ['not_acceptable', 'invalid_parameter', 'internal']) expect(html).toContain(code);
  });

  it('has valid links in its table of contents', () => {
    const targets = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    const led = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
    expect(led.filter((id) => !targets.has(id))).toEqual([]);
    expect(targets.size).toBe(html.match(/ id="/g)?.length);
  });
});
