import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { XMLParser } from 'fast-xml-parser';
import { areInitials, createAddresses, initialsOf } from '../model/addresses.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { avatarColour } from './avatar-routes.ts';

describe('initials', () => {
  it.each([
    ['Anna', 'A'],
    ['anna', 'A'],
    ['Anna Karin Berg', 'AB'],
    ['Örjan Ål', 'ÖÅ'],
    ['(Anna) "Berg"', 'AB'],
    ['4chan user', '4U'],
    ['山田 太郎', '山太'],
    ['ßa ﬁx', 'ßﬁ'],
    ['𝒜lice', '𝒜'],
    ['Anna !', 'A'],
    ['<>', '?'],
    ['😀', '?'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
    expect(areInitials(initials)).toBe(true);
  });
});

/** WCAG 2.2: relative luminance of `hsl(h, s%, l%)`. */
function luminance(colour: string): number {
  const [hue = 0, saturation = 0, lightness = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  const light = lightness / 100;
  const chroma = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

it('every colour is dark enough for white letters, and 360 consecutive users have different ones', () => {
  const colours = Array.from({ length: 360 }, (_, index) => avatarColour(Number.MAX_SAFE_INTEGER - index));
  expect(new Set(colours).size).toBe(360);
  for (const colour of colours) expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThan(4.5);
});

describe('GET /api/avatar/:slug/:user/:initials.svg', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('draws the initials without a database query', async () => {
    const answer = await service.get('/api/avatar/help/7/%C3%96B.svg').expect(200);
    const { svg } = new XMLParser({ ignoreAttributes: false }).parse(answer.body.toString(), true);
    expect(svg).toMatchObject({ rect: { '@_fill': avatarColour(7) }, text: { '#text': 'ÖB' } });
    expect(service.takeStatements()).toEqual([]);
  });

  it('is cached permanently and runs no scripts', async () => {
    const { headers } = await service.get('/api/avatar/help/7/A.svg');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    await service.get('/api/avatar/help/7/A.svg').set('If-None-Match', String(headers.etag)).expect(304);
  });

  it.each(['Anna Berg', '???', 'ß <b>', 'ﬃ', '山田 太郎'])(
    'answers for %s at the address in records',
    async (name) => {
      const address = createAddresses('https://forum.example', { slug: 'help', host: '' }).avatar(7, name);
      await service.get(new URL(address).pathname).expect(200);
    },
  );

  it.each([
    'help/7/ABC.svg',
    'help/7/.svg',
    'help/7/A.png',
    'help/7/A',
    'help/7/%3Cb.svg',
    'help/7/%26.svg',
    'help/7/A%00.svg',
    'help/7/%3F%3F.svg',
    'help/0/A.svg',
    'help/x/A.svg',
    'help/9007199254740992/A.svg',
    'Help/7/A.svg',
    'help/7/%.svg',
    'help/7/A.svg/',
  ])('is a 404 at %s', async (path) => {
    await service.get(`/api/avatar/${path}`).expect(404, 'Not Found');
  });

  it('accepts no other method', async () => {
    const answer = await service.request.post('/api/avatar/help/7/A.svg').expect(405);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});
