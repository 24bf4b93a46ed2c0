import { describe, expect, it } from '@jest/globals';
import { slugFrom } from './slug.ts';

const LONG = 'installation '.repeat(30);

describe('slugFrom', () => {
  it.each([
    ['Getting started', 'getting-started'],
    ['getting-started/install', 'getting-started-install'],
    ['  --Spaces  and_signs!  ', 'spaces-and-signs'],
    ['Återställ lösenordet på Åland', 'aterstall-losenordet-pa-aland'],
    ['A\u030Angstro\u0308m', 'angstrom'],
    ['Straße, Æble, Łódź, Þór, İstanbul', 'strasse-aeble-lodz-thor-istanbul'],
    ['ﬁnale №5 ½', 'finale-no5-1-2'],
    ["don't, don’t", 'dont-dont'],
    ['C', 'c'],
    ['C++', 'cplusplus'],
    ['C#', 'csharp'],
    ['R & D', 'r-and-d'],
    ['genindex-_', 'genindex-underscore'],
    ['日本', 'u65e5u672c'],
    ['кот', 'u43au43eu442'],
    ['constructor', 'constructor'],
    ['…!?', ''],
    ['', ''],
  ])('folds %j to %j', (text, slug) => {
    expect(slugFrom(text)).toBe(slug);
  });

  it('distinguishes letters without a Latin form', () => {
    expect(slugFrom('कि')).not.toBe(slugFrom('का'));
  });

  it('replaces the end of a slug over 200 characters by a digest', () => {
    const [one, other] = [slugFrom(`${LONG} one`), slugFrom(`${LONG} other`)];
    expect(one).toMatch(/^installation-[a-z-]+-[0-9a-f]{12}$/);
    expect(one.length).toBeLessThanOrEqual(200);
    expect(one).not.toBe(other);
  });
});
