import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accentShades } from '../../appearance/accent-shades.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { assetAddresses, SAMPLES, SCRIPT, STYLE } from './assets.ts';

const { style, script, icon } = assetAddresses('#0a7d5c');

describe('what pages load', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([]);
  });

  afterAll(() => service.stop());

  it.each([
    [style, 'text/css; charset=utf-8'],
    [script, 'text/javascript; charset=utf-8'],
    [icon, 'image/svg+xml'],
  ])('%s may be kept for ever', async (address, type) => {
    const { status, headers } = await service.request.get(address);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is at most 30 KB together', () => {
    expect(Buffer.byteLength(STYLE) + Buffer.byteLength(SCRIPT)).toBeLessThanOrEqual(30_000);
  });

  it('asks for nothing else', () => {
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

  it('has another address when shades are made in another way: its samples take every way there is', () => {
    const shades = SAMPLES.map((sample) => accentShades(sample));
    for (const scheme of ['light', 'dark'] as const) {
      const fills = shades.map((of, index) => [
        of[scheme].onFill,
        of[scheme].border !== undefined,
        of[scheme].fill === SAMPLES[index],
      ]);
      for (const column of [0, 1, 2]) expect(new Set(fills.map((fill) => fill[column])).size).toBe(2);
    }
  });

  it('of another version is what there is now, and not kept', async () => {
    const { status, headers } = await service.request.get('/assets/before/0a7d5c.css');
    expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache']);
  });

  it('carries the accent colour of the knowledge base', async () => {
    const [green, red] = await Promise.all(
      ['0a7d5c', 'c8102e'].map((accent) => service.request.get(`/assets/x/${accent}.css`)),
    );
    expect(green?.text).toContain('--accent-fill:#0a7d5c');
    expect(red?.text).toContain('--accent-fill:#c8102e');
    expect((await service.request.get('/assets/x/c8102e.svg')).body.toString()).toContain('fill="#c8102e"');
  });

  it.each(['0a7d5.css', '0A7D5C.css', '0a7d5c.js', 'site.css', '..%2fassets.ts', '0a7d5c.css%00'])(
    'is nothing else: %s',
    async (name) => {
      expect((await service.request.get(`/assets/x/${name}`)).status).toBe(404);
    },
  );
});
