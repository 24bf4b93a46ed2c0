import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { ASSETS } from '../page.ts';

const { style, script, icon } = ASSETS.addresses('#0a7d5c');
const [STYLE, SCRIPT] = [bodyOf('0a7d5c.css'), bodyOf('site.js')];

function bodyOf(name: string): string {
  return ASSETS.find(name)?.body ?? '';
}

describe('assets of pages', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([]);
  });

  afterAll(() => service.stop());

  it.each([
    [style, 'text/css; charset=utf-8'],
    [script, 'text/javascript; charset=utf-8'],
    [icon, 'image/svg+xml'],
  ])('%s can be cached forever', async (address, type) => {
    const { status, headers } = await service.request.get(address);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it('are at most 39 KB in total', () => {
    expect(Buffer.byteLength(STYLE) + Buffer.byteLength(SCRIPT)).toBeLessThanOrEqual(39_000);
  });

  it('load nothing else', () => {
    expect(STYLE).not.toMatch(/url\(|@import|@font-face/);
    expect(SCRIPT).not.toMatch(/https?:|import\b/);
  });

  it.each([style, script])(
    '%s goes out in the codings that browsers take, the first time and again',
    async (address) => {
      const ask = (coding: string) => service.request.get(address).set('Accept-Encoding', coding);
      const answers = [await ask('identity'), await ask('br'), await ask('br'), await ask('gzip')];
      expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
        undefined,
        'br',
        'br',
        'gzip',
      ]);
      expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
      expect(new Set(answers.map(({ text, body }) => text ?? String(body))).size).toBe(1);
    },
  );

  it.each([style, script, icon])('%s has a digest in its URL', async (address) => {
    const { text, body } = await service.request.get(address);
    expect(address).toContain(`/${hash('sha256', text ?? body, 'base64url').slice(0, 12)}/`);
  });

  it('of another version are the current ones, not cached', async () => {
    const { status, headers } = await service.request.get('/assets/before/0a7d5c.css');
    expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache']);
  });

  it('include the accent color of the knowledge base', async () => {
    const [green, red] = await Promise.all(
      ['0a7d5c', 'c8102e'].map((accent) => service.request.get(`/assets/x/${accent}.css`)),
    );
    expect(green?.text).toContain('--accent-fill:#0a7d5c');
    expect(red?.text).toContain('--accent-fill:#c8102e');
    expect((await service.request.get('/assets/x/c8102e.svg')).body.toString()).toContain('fill="#c8102e"');
  });

  it.each([
    '0a7d5.css',
    '0A7D5C.css',
    '0a7d5c.js',
    'site.css',
    '..%2fassets.ts',
    '0a7d5c.css%00',
    '0a7d5c.css/',
  ])('do not include %s', async (name) => {
    expect((await service.request.get(`/assets/x/${name}`)).status).toBe(404);
  });
});
