import { describe, expect, it } from '@jest/globals';
import { looksLike } from './look-alike.ts';

describe('a name', () => {
  it.each([
    ['Anna Berg', 'Anna\u034f Berg'],
    ['Anna Berg', 'Anna Berg\ufe0f'],
    ['Anna Berg', 'Anna\u3164Berg'],
    ['Anna Berg', 'Anna\uffa0Berg'],
    ['Anna Berg', 'Anna Berɡ'],
    ['Anna Berg', 'Ɑnna Berg'],
    ['Jonas', 'Jօnas'],
    ['Jonas', 'JՕNAS'],
    ['Zoë Ek', 'Zoё Ek'],
    ['Zoë Ek', 'Zoe Ek'],
    ['Bo Lind', 'Bo Lınd'],
    ['Håkan', 'HÅKAN'],
    ['Håkan', 'Hа\u030aкan'],
    ['Håkan', 'Hȧkan'],
    ['Hakan', 'Hạkan'],
    ['Sören', 'Sőren'],
    ['Łukasz', 'ŁUKASZ'],
    ['René', 'Rene'],
    ['Strauß', 'STRAUSS'],
    ['Vera Berg', 'Vera Вerg'],
    ['राम', 'राम\u200b'],
  ])('%s looks like %s', (one, other) => {
    expect([looksLike(one, other), looksLike(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Anna Berg', 'Anna Borg'],
    ['राम', 'रमा'],
    ['Håkan', 'Hakan'],
    ['Bäckström', 'Backstrom'],
    ['Sören', 'Søren'],
    ['Bo Lind', 'Bø Lind'],
    ['Peña', 'Pena'],
    ['Renê', 'Renà'],
    ['Zoë Ek', 'Zoë'],
    ['김', '감'],
  ])('%s does not look like %s', (one, other) => {
    expect([looksLike(one, other), looksLike(other, one)]).toEqual([false, false]);
  });
});
